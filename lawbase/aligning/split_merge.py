"""Provisions that were split or merged: texts that lie in several of the other side.

A pair is added to those that are linked one to one when it accounts for words that nothing else
accounts for: a new part of an old provision, or an old one that went up in another.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from lawbase.aligning.score import SLIGHT, Scorers
from lawbase.aligning.units import Matches, Pair, Side
from lawbase.grouping import grouped

# What part of a text without a partner the other must account for, above or below it in the tree
# and elsewhere; and of two with partners, of the one more and of the other less.
NEAR, LONE = 0.7, 0.56
MORE, LESS = 0.5, 0.05
# How much this must tell, elsewhere and right beside it; and how much of it the host must not know.
TELLS, LITTLE = 8.0, 3.0
NEW = 0.2
# What part of each other two texts of a family must account for of which one has no partner: the
# one at least, and both on average.
EACH, BOTH = 0.12, 0.27
LEAST = min(NEAR, LONE, MORE)
HALF = 0.5
# How much of two texts of one edition is the same when one repeats the other, and how many words
# they have at least.
REPEATED, FEW = 0.8, 6

Partners = defaultdict[int, list[int]]
Known = tuple[Partners, Partners]


class SplitMerge:
    """The links of two sides, one to one so far, and what may be added to them.

    Between years a text may go anywhere in its family. Editions of ``one_year`` differ but where
    one has a text above its parts that the other repeats in them, and where a paragraph's end was
    taken for a part of its neighbour.
    """

    def __init__(self, ours: Side, theirs: Side, texts: Scorers, links: Matches, *, one_year: bool):
        self._ours, self._theirs = ours, theirs
        self._texts = texts
        self._links = links
        self._one_year = one_year
        self._main: Known = (defaultdict(list), defaultdict(list))
        self._all: Known = (defaultdict(list), defaultdict(list))
        for pair in links.items():
            self._add(self._main, pair)
            self._add(self._all, pair)

    def pairs(self) -> dict[Pair, float]:
        """The pairs to add and how much they gain, from 0 to 1."""
        alike = self._texts.sharing(LEAST)
        if not self._one_year:
            alike.update(filter(self._may_be_rewritten, self._texts.sharing(SLIGHT)))
        added = dict.fromkeys((*self._senses(), *self._repeats()), 1.0)
        for pair in added:
            self._add(self._all, pair)
        while more := self._round(sorted(alike - added.keys())):
            added |= more
        if not self._one_year:
            added |= self._between()
        return added

    def _between(self) -> dict[Pair, float]:
        """The new texts without a partner that stand between two parts of one old text.

        Of the old texts between two that were merged this isn't known: what is put together is
        often shortened.
        """
        found: dict[Pair, float] = {}
        for j in filter(self._theirs.is_paragraph, range(len(self._theirs))):
            if self._all[1][j] or not self._theirs.texted[j]:
                continue
            before, behind = (self._known_beside(self._theirs, self._all[1], j, s) for s in (-1, 1))
            for i in sorted(set(before) & set(behind)):
                _, theirs = self._texts.gains((i, j), ((), ()))
                found[i, j] = theirs.share
                self._add(self._all, (i, j))
        return found

    def _round(self, candidates: Iterable[Pair]) -> dict[Pair, float]:
        """What is to be added as far as can be seen now, the largest gain first."""
        added: dict[Pair, float] = {}
        waiting = [pair for pair in candidates if self._is_candidate(pair)]
        while gains := {pair: gain for pair in waiting if (gain := self._gain(pair)) > 0.0}:
            best = max(gains, key=lambda pair: gains[pair])
            added[best] = gains.pop(best)
            self._add(self._all, best)
            waiting = list(gains)
        return added

    def _is_candidate(self, pair: Pair) -> bool:
        i, j = pair
        if self._is_near(pair) or self._are_lone_notes(pair):
            return True
        paragraphs = self._ours.is_paragraph(i) and self._theirs.is_paragraph(j)
        return paragraphs and (self._is_next(pair) or (not self._one_year and self._is_kin(pair)))

    def _senses(self) -> Iterator[Pair]:
        """The definitions without a partner that are one of several senses on the other side."""
        yield from one_of_senses(self._ours, self._theirs, set(self._links.values()))
        yield from ((i, j) for j, i in one_of_senses(self._theirs, self._ours, self._links))

    def _repeats(self) -> Iterator[Pair]:
        """The texts without a partner that repeat one that has: they lie where it does."""
        back = {j: i for i, j in self._links.items()}
        yield from ((i, self._links[other]) for i, other in repeats(self._ours, self._links))
        yield from ((back[other], j) for j, other in repeats(self._theirs, back))

    def _are_lone_notes(self, pair: Pair) -> bool:
        """Whether both are footnotes without a partner, wherever they hang."""
        i, j = pair
        notes = self._ours.leads[i].is_note and self._theirs.leads[j].is_note
        return notes and not self._all[0][i] and not self._all[1][j]

    def _is_near(self, pair: Pair) -> bool:
        """Whether the one is linked to the other's parent."""
        i, j = pair
        parent, other = self._ours.parent[i], self._theirs.parent[j]
        return (other is not None and self._links.get(i) == other) or (
            parent is not None and self._links.get(parent) == j
        )

    def _is_next(self, pair: Pair) -> bool:
        """Whether what is known before or behind the one lies in the other, or right beside it."""
        return any(self._continues(pair, step) for step in (-1, 1))

    def _continues(self, pair: Pair, step: int) -> bool:
        i, j = pair
        theirs = self._known_beside(self._ours, self._all[0], i, step)
        ours = self._known_beside(self._theirs, self._all[1], j, step)
        return j in theirs or i in ours or self._theirs.beside(j, step) in theirs

    def _known_beside(self, side: Side, known: Partners, place: int, step: int) -> list[int]:
        """The partners of the nearest text before or behind a place that has any."""
        beside = side.beside(place, step)
        while beside is not None and not known[beside]:
            beside = side.beside(beside, step)
        return [] if beside is None else known[beside]

    def _is_kin(self, pair: Pair) -> bool:
        """Whether their families are linked."""
        i, j = pair
        homes = set(self._theirs.line(j))
        return any(self._links.get(place) in homes for place in self._ours.line(i))

    def _gain(self, pair: Pair) -> float:
        """What a pair explains beyond what is asked of it.

        What stands above several parts may be repeated in each of them.
        """
        near = self._is_near(pair) or self._are_lone_notes(pair)
        known = self._main if near else self._all
        beyond = tuple(known[0][pair[0]]), tuple(known[1][pair[1]])
        ours, theirs = self._texts.gains(pair, beyond)
        less, more = sorted((ours.share, theirs.share))
        gains = [min(less - LESS, more - MORE)]
        if less >= EACH and self._may_be_rewritten(pair):
            gains.append((less + more) / 2 - BOTH)
        asked = NEAR if near else LONE
        goes_up = ours.amount >= TELLS and theirs.amount >= NEW * ours.amount
        if not beyond[0] and (near or goes_up or (self._is_next(pair) and ours.amount >= LITTLE)):
            gains.append(ours.share - asked)
        if not beyond[1] and (near or theirs.amount >= TELLS):
            gains.append(theirs.share - asked)
        return max(gains)

    def _may_be_rewritten(self, pair: Pair) -> bool:
        """Whether two texts may be one that was rewritten, since one of them has no partner yet.

        What stands above parts says what all of them do, and is left out.
        """
        i, j = pair
        return (
            not self._one_year
            and not (self._all[0][i] and self._all[1][j])
            and not self._is_near(pair)
            and self._ours.leads[i].is_note == self._theirs.leads[j].is_note
            and not (self._ours.below(i) or self._theirs.below(j))
            and self._is_kin(pair)
        )

    def _add(self, known: Known, pair: Pair) -> None:
        i, j = pair
        if self._ours.texted[i] and self._theirs.texted[j]:
            known[0][i].append(j)
            known[1][j].append(i)


def one_of_senses(whole: Side, part: Side, partnered: Collection[int]) -> Iterator[Pair]:
    """The definitions that have several senses, each with one that defines one of them alone.

    Those of ``part`` that are ``partnered`` already are left out.
    """
    several = [(i, unit.senses) for i, unit in enumerate(whole.leads) if unit.senses]
    for j, unit in enumerate(part.leads):
        if j not in partnered:
            yield from ((i, j) for i, known in several if unit.concepts.keys() & known)


def repeats(side: Side, links: Mapping[int, int]) -> Iterator[Pair]:
    """The places without a partner whose text is that of another that has one: (place, other).

    Only what may stand in several places is looked for: notes and definitions.
    """
    for edition in side.editions:
        texts = {
            place: (column.units[edition], set(column.units[edition].words))
            for place, column in enumerate(side.columns)
            if edition in column.units and not side.is_paragraph(place)
            if len(column.units[edition].words) >= FEW
        }
        for place, (unit, words) in texts.items():
            if place in links or len(side.columns[place].units) > 1:
                continue
            others = (
                (2 * len(words & there) / (len(words) + len(there)), other)
                for other, (twin, there) in texts.items()
                if other in links and (unit.kind, unit.cites) == (twin.kind, twin.cites)
            )
            alike, other = max(others, default=(0.0, place))
            if alike >= REPEATED:
                yield place, other


def containers(ours: Side, theirs: Side, pairs: Collection[Pair]) -> dict[Pair, float]:
    """The pairs of headings without words of their own, and how many of their parts lie there.

    A heading without a partner is where its parts are: in the provision, not itself without a
    place, that holds at least half of them; the one of the same address first, then the narrowest.
    """
    backward = _containers(theirs, ours, {(j, i) for i, j in pairs})
    return _containers(ours, theirs, pairs) | {(i, j): share for (j, i), share in backward.items()}


def _containers(ours: Side, theirs: Side, pairs: Collection[Pair]) -> dict[Pair, float]:
    partners = grouped(sorted(pairs))
    found: dict[Pair, float] = {}
    for place in range(len(ours)):
        if place in partners or ours.texted[place]:
            continue
        parts = [partners[part] for part in ours.below(place) if part in partners]
        homes = Counter(home for part in parts for home in _homes(theirs, part))
        likely = [home for home, count in homes.items() if count >= HALF * len(parts)]
        if likely:
            key = ours.columns[place].key
            best = min(likely, key=lambda h: (theirs.columns[h].key != key, -len(theirs.line(h))))
            found[place, best] = homes[best] / len(parts)
    return found


def _homes(side: Side, places: Collection[int]) -> set[int]:
    return {home for place in places for home in side.line(place)}
