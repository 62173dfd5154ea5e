"""What the texts of two sides say of each other: one witness for each two editions.

A witness compares in one language or through the lexicon of two. Witnesses of the same kind are
averaged, so that a slip of one translation weighs little.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from heapq import nlargest
from statistics import fmean
from typing import Literal, NamedTuple

from lawbase.aligning.accounting import Account, Text
from lawbase.aligning.columns import Pair, Side
from lawbase.aligning.lexicon import Lexicon
from lawbase.aligning.units import Unit

Tongue = Literal["words", "lexicon"]
Shares = tuple[float, float]


class Gain(NamedTuple):
    """A part of a text's words, from 0 to 1, and how much they tell."""

    share: float
    amount: float


class Witness:
    """Two editions, one of each side: how much their texts account for each other's words."""

    def __init__(self, ours: Sequence[Text], theirs: Sequence[Text], lexicon: Lexicon | None):
        self.tongue: Tongue = "words" if lexicon is None else "lexicon"
        self._of_ours = Account(theirs, ours, lexicon.backward if lexicon else None)
        self._of_theirs = Account(ours, theirs, lexicon.forward if lexicon else None)

    def shares(self) -> dict[Pair, Shares]:
        """For two texts: the part of ours that theirs accounts for, and the part of theirs."""
        ours = self._of_ours.shares()
        found = {
            pair: (ours.pop(pair[::-1], 0.0), s) for pair, s in self._of_theirs.shares().items()
        }
        found.update(((i, j), (share, 0.0)) for (j, i), share in ours.items())
        return found

    def tells(self, ours: int, theirs: int) -> bool:
        """Whether both texts have words that can be compared."""
        return self._of_theirs.tells(ours, theirs) and self._of_ours.tells(theirs, ours)

    def adds(self, pair: Pair, known: tuple[Sequence[int], Sequence[int]]) -> tuple[Gain, Gain]:
        """What each of two texts adds to what is known to be in the other.

        ``known`` are those of theirs that ours is known to lie in, and those of ours for theirs.
        """
        i, j = pair
        theirs, ours = known
        return (
            _gain(self._of_ours, i, j, theirs),
            _gain(self._of_theirs, j, i, ours),
        )


def _gain(account: Account, taker: int, giver: int, known: Sequence[int]) -> Gain:
    more = account.added(giver, taker, known)
    return Gain(more / account.whole(taker), more)


class Hearing:
    """All witnesses of two sides about one part of the texts, and what they say on average."""

    def __init__(self, witnesses: Sequence[Witness]):
        self._witnesses = witnesses
        self._shares = [witness.shares() for witness in witnesses]

    def likeness(self, pair: Pair) -> list[tuple[Tongue, float]]:
        """How alike two texts are, from 0 to 1, by each witness that can tell."""
        return [
            (witness.tongue, _balance(*shares.get(pair, (0.0, 0.0))))
            for witness, shares in zip(self._witnesses, self._shares, strict=True)
            if witness.tells(*pair)
        ]

    def nearest(self, count: int) -> set[Pair]:
        """For every text of either side, by every witness, the most alike ones of the other."""
        return {pair for shares in self._shares for pair in _nearest(shares, count)}

    def sharing(self, least: float) -> list[Pair]:
        """The pairs of which one accounts for at least this part of the other, by any witness."""
        found = (
            pair for shares in self._shares for pair, parts in shares.items() if max(parts) >= least
        )
        return sorted(set(found))

    def adds(self, pair: Pair, known: tuple[Sequence[int], Sequence[int]]) -> tuple[Gain, Gain]:
        """What each of two texts adds to what is known to be in the other, on average.

        Those who compare in one language are heard alone when there are any.
        """
        able = [witness for witness in self._witnesses if witness.tells(*pair)]
        heard = [witness for witness in able if witness.tongue == "words"] or able
        gains = [witness.adds(pair, known) for witness in heard]
        return _average([ours for ours, _ in gains]), _average([theirs for _, theirs in gains])


def _average(gains: Sequence[Gain]) -> Gain:
    if not gains:
        return Gain(0.0, 0.0)
    return Gain(fmean(gain.share for gain in gains), fmean(gain.amount for gain in gains))


def witnesses_of(
    ours: Side,
    theirs: Side,
    lexicon: Callable[[str, str], Lexicon | None],
    part: Callable[[Unit], Text],
) -> list[Witness]:
    """A witness for every two editions of two sides; ``lexicon`` is asked for each of them."""
    return [
        Witness(_texts(ours, one, part), _texts(theirs, other, part), lexicon(one, other))
        for one in ours.editions
        for other in theirs.editions
    ]


def _balance(one: float, other: float) -> float:
    """The harmonic mean of two shares: high when each text has most of the other."""
    return 2 * one * other / (one + other) if one + other else 0.0


def _texts(side: Side, edition: str, part: Callable[[Unit], Text]) -> list[Text]:
    return [part(c.units[edition]) if edition in c.units else () for c in side.columns]


def _nearest(shares: dict[Pair, Shares], count: int) -> set[Pair]:
    alike: defaultdict[tuple[bool, int], list[tuple[float, Pair]]] = defaultdict(list)
    for pair, (ours, theirs) in shares.items():
        if ours and theirs:
            ranked = (_balance(ours, theirs), pair)
            alike[True, pair[0]].append(ranked)
            alike[False, pair[1]].append(ranked)
    return {pair for ranked in alike.values() for _, pair in nlargest(count, ranked)}
