"""How alike two provisions are, by name and weight: words, headings, labels, length.

A signal lies between -1 and 1; times its weight it is the evidence that is kept with a link. The
sum of the evidence is the logarithm of the odds, so that 0 says nothing either way.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from heapq import nlargest
from itertools import compress
from math import exp, log
from operator import gt
from statistics import fmean
from typing import Literal, NamedTuple

from lawbase.address import KeyParts
from lawbase.aligning.lexicon import Strengths, Translations
from lawbase.aligning.units import Pair, Side, Unit
from lawbase.grouping import grouped

WEIGHTS = {
    "words": 8.0,
    "lexicon": 8.0,
    "heading": 5.0,
    "order": 4.0,
    "length": 3.0,
    "citations": 1.5,
    "home": 1.0,
    "children": 1.0,
    "label": 0.25,
    "concept": 10.0,
    "bearer": 3.0,
    "kind": 3.0,
    "doubt": 0.75,
}
EVEN = {"text": 0.48, "heading": 0.3}
"""The likeness of texts and of headings that says nothing either way."""
SLIGHT = 0.2
"""The part of a text below which another's account of it is left out."""
FEW = 3.0
"""What the words of a text tell at least, so that it can be compared: more than “see”."""
UNKNOWN = 0.25
"""How surely a definition of what the glossary doesn't know defines nothing that it knows."""
COMMON = 0.3
"""A word that stands in this part of all texts tells nothing."""

Evidence = dict[str, float]
Stems = tuple[str, ...]
Places = tuple[int, ...]
Shares = tuple[float, float]
Means = Literal["words", "lexicon"]


class Gain(NamedTuple):
    """A part of a text's words, from 0 to 1, and how much they tell."""

    share: float
    amount: float


class Coverage:
    """How much of the words of some texts, the takers, those of others, the givers, account for.

    A text is known by its place in its sequence. Rare words tell more. ``weights`` lead from the
    givers' language to the takers'; without them the language is the same. What all the words of a
    taker tell is its ``whole``: a word that stands in one text tells about 6.
    """

    def __init__(self, givers: Sequence[Stems], takers: Sequence[Stems], weights: Strengths | None):
        self._holders = grouped(
            (word, place) for place, words in enumerate(takers) for word in dict.fromkeys(words)
        )
        self._rare = {
            word: _rarity(len(held) / len(takers)) for word, held in self._holders.items()
        }
        self._become = [_become(words, weights) for words in givers]
        known = self._rare if weights is None else _attainable(self._rare, weights)
        self._takers = [
            [word for word in dict.fromkeys(words) if known[word] > 0.0] for words in takers
        ]
        self._whole = [sum(known[word] for word in words) for words in self._takers]

    def tells(self, giver: int, taker: int) -> bool:
        """Whether the two texts can be compared at all."""
        return bool(self._become[giver]) and self._whole[taker] > FEW

    def shares(self) -> dict[Pair, float]:
        """The part of a taker's words that a giver accounts for, from 0 to 1, by (giver, taker).

        What is slight is left out.
        """
        shares: dict[Pair, float] = {}
        slight = [SLIGHT * whole for whole in self._whole]
        for giver, become in enumerate(self._become):
            if not become:
                continue
            found = [0.0] * len(self._takers)
            for word, strength in become.items():
                gain = self._rare.get(word, 0.0) * strength
                if gain:
                    for place in self._holders[word]:
                        found[place] += gain
            for place in compress(range(len(found)), map(gt, found, slight)):
                shares[giver, place] = found[place] / self._whole[place]
        return shares

    def gain(self, giver: int, taker: int, known: Sequence[int]) -> Gain:
        """What a giver accounts for beyond what the known ones do."""
        become = self._become[giver]
        others = [self._become[other] for other in known]
        more = 0.0
        for word in self._takers[taker]:
            strength = become.get(word, 0.0)
            if strength:
                before = max((other.get(word, 0.0) for other in others), default=0.0)
                more += self._rare[word] * max(0.0, strength - before)
        return Gain(more / self._whole[taker], more)


class Scorer:
    """Two editions, one of each side: how much their texts account for each other's words."""

    def __init__(
        self, ours: Sequence[Stems], theirs: Sequence[Stems], lexicon: Translations | None
    ):
        self.means: Means = "words" if lexicon is None else "lexicon"
        self._of_ours = Coverage(theirs, ours, lexicon.backward if lexicon else None)
        self._of_theirs = Coverage(ours, theirs, lexicon.forward if lexicon else None)
        back = self._of_ours.shares()
        self.shares: dict[Pair, Shares] = {
            pair: (back.pop(pair[::-1], 0.0), share)
            for pair, share in self._of_theirs.shares().items()
        }
        self.shares.update(((i, j), (share, 0.0)) for (j, i), share in back.items())

    def tells(self, ours: int, theirs: int) -> bool:
        """Whether both texts have words that can be compared."""
        return self._of_theirs.tells(ours, theirs) and self._of_ours.tells(theirs, ours)

    def gains(self, pair: Pair, known: tuple[Places, Places]) -> tuple[Gain, Gain]:
        """What each of two texts adds to what is known to be in the other.

        ``known`` are those of theirs that ours is known to lie in, and those of ours for theirs.
        """
        i, j = pair
        return self._of_ours.gain(j, i, known[0]), self._of_theirs.gain(i, j, known[1])


class Scorers:
    """A scorer for every two editions of two sides, over one part of their texts.

    Scorers of the same kind are averaged, so that a slip of one translation weighs little.
    """

    def __init__(
        self,
        ours: Side,
        theirs: Side,
        lexicon: Callable[[str, str], Translations | None],
        part: Callable[[Unit], Stems],
    ):
        self._scorers = [
            Scorer(_texts(ours, one, part), _texts(theirs, other, part), lexicon(one, other))
            for one in ours.editions
            for other in theirs.editions
        ]
        self._known: dict[tuple[Pair, tuple[Places, Places]], tuple[Gain, Gain]] = {}

    def likeness(self, pair: Pair) -> list[tuple[Means, float]]:
        """How alike two texts are, from 0 to 1, by each scorer that can tell."""
        return [
            (scorer.means, _balance(*scorer.shares.get(pair, (0.0, 0.0))))
            for scorer in self._scorers
            if scorer.tells(*pair)
        ]

    def nearest(self, count: int) -> set[Pair]:
        """For every text of either side, by every scorer, the most alike ones of the other."""
        return {pair for scorer in self._scorers for pair in _nearest(scorer.shares, count)}

    def sharing(self, least: float) -> set[Pair]:
        """The pairs of which one accounts for at least this part of the other, by any scorer."""
        shares = (item for scorer in self._scorers for item in scorer.shares.items())
        return {pair for pair, (ours, theirs) in shares if ours >= least or theirs >= least}

    def gains(self, pair: Pair, known: tuple[Places, Places]) -> tuple[Gain, Gain]:
        """What each of two texts adds to what is known to be in the other, on average.

        Those who compare in one language are asked alone when there are any. It is asked again and
        again, and answered once.
        """
        if (pair, known) not in self._known:
            self._known[pair, known] = self._gains(pair, known)
        return self._known[pair, known]

    def _gains(self, pair: Pair, known: tuple[Places, Places]) -> tuple[Gain, Gain]:
        able = [scorer for scorer in self._scorers if scorer.tells(*pair)]
        asked = [scorer for scorer in able if scorer.means == "words"] or able
        gains = [scorer.gains(pair, known) for scorer in asked]
        return _average([ours for ours, _ in gains]), _average([theirs for _, theirs in gains])


def weigh_pair(ours: Side, theirs: Side, texts: Scorers, headings: Scorers, pair: Pair) -> Evidence:
    """The evidence of two provisions by themselves, whatever is thought of the others."""
    one, other = ours.leads[pair[0]], theirs.leads[pair[1]]
    signals: defaultdict[str, float] = defaultdict(float)
    scores = texts.likeness(pair)
    for means, likeness in scores:
        signals[means] += (likeness - EVEN["text"]) / len(scores)
    likenesses = [likeness for _, likeness in headings.likeness(pair)]
    if likenesses:
        signals["heading"] = fmean(likenesses) - EVEN["heading"]
    signals["doubt"] = -1.0
    signals["kind"] = 0.0 if one.is_note == other.is_note else -1.0
    if one.concepts or other.concepts:
        signals["concept"] = defining(one.concepts, other.concepts)
    if one.length and other.length:
        signals["length"] = -min(1.0, abs(log(one.length / other.length)) / 2)
    if one.law is not None and other.law is not None:
        signals["home"] = 1.0 if one.law == other.law else -1.0
        same = KeyParts.of(one.key).bearer == KeyParts.of(other.key).bearer
        signals["label"] = 1.0 if same else 0.0
    return weighted(signals)


def weighted(signals: Mapping[str, float], weights: Mapping[str, float] = WEIGHTS) -> Evidence:
    """Signals times their weights, without what says nothing."""
    return {name: weights[name] * value for name, value in signals.items() if value}


def confidence(evidence: Evidence) -> float:
    """How sure a link is, from 0 to 1.

    >>> confidence({}), round(confidence({"words": 3.0, "label": 1.5}), 3)
    (0.5, 0.989)
    """
    return logistic(sum(evidence.values()))


def logistic(odds: float) -> float:
    """The chance, from 0 to 1, that the logarithm of the odds stands for."""
    return 1 / (1 + exp(-odds))


def defining(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """How surely two definitions define one concept, or below 0 how surely they don't."""
    both = one.keys() & other.keys()
    if both:
        return max(min(one[concept], other[concept]) for concept in both)
    return -min(max(known.values(), default=UNKNOWN) for known in (one, other))


def agreement(one: Collection[object], other: Collection[object]) -> float:
    """1 when two sets are the same, -1 when they share nothing, 0 when both are empty."""
    union = set(one) | set(other)
    return 2 * len(set(one) & set(other)) / len(union) - 1 if union else 0.0


def _rarity(part: float) -> float:
    """What a word tells that stands in this part of all texts; nothing when it's everywhere."""
    return log(1 / part) if part < COMMON else 0.0


def _become(words: Stems, weights: Strengths | None) -> dict[str, float]:
    """The words of the other side that a text's words stand for, as strongly as the best does."""
    if weights is None:
        return dict.fromkeys(words, 1.0)
    strongest: dict[str, float] = {}
    for word in dict.fromkeys(words):
        for translation, strength in weights.get(word, {}).items():
            strongest[translation] = max(strength, strongest.get(translation, 0.0))
    return strongest


def _attainable(rare: dict[str, float], weights: Strengths) -> dict[str, float]:
    """What each word tells when its best translation is met; nothing when it has none."""
    best = dict.fromkeys(rare, 0.0)
    for translations in weights.values():
        for word, strength in translations.items():
            if word in best:
                best[word] = max(strength, best[word])
    return {word: rarity * best[word] for word, rarity in rare.items()}


def _average(gains: Sequence[Gain]) -> Gain:
    if not gains:
        return Gain(0.0, 0.0)
    return Gain(fmean(gain.share for gain in gains), fmean(gain.amount for gain in gains))


def _balance(one: float, other: float) -> float:
    """The harmonic mean of two shares: high when each text has most of the other."""
    return 2 * one * other / (one + other) if one + other else 0.0


def _texts(side: Side, edition: str, part: Callable[[Unit], Stems]) -> list[Stems]:
    return [part(c.units[edition]) if edition in c.units else () for c in side.columns]


def _nearest(shares: dict[Pair, Shares], count: int) -> set[Pair]:
    alike: defaultdict[tuple[bool, int], list[tuple[float, Pair]]] = defaultdict(list)
    for pair, (ours, theirs) in shares.items():
        if ours and theirs:
            ranked = (_balance(ours, theirs), pair)
            alike[True, pair[0]].append(ranked)
            alike[False, pair[1]].append(ranked)
    return {pair for ranked in alike.values() for _, pair in nlargest(count, ranked)}
