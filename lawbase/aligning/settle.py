"""Two sides brought together: matched, split and merged, as a person decided, told as records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import product

from msgspec import Struct

from lawbase.address import KeyParts, key_order, law_of
from lawbase.aligning.lexicon import Lexicons
from lawbase.aligning.match import Matcher, choose
from lawbase.aligning.overrides import Override, overruled
from lawbase.aligning.score import Evidence, Scorers, confidence, defining, weighted
from lawbase.aligning.split_merge import SplitMerge, containers
from lawbase.aligning.units import Matches, Pair, Side, Unit, one_to_one
from lawbase.model import Alignment, Edition, Key
from lawbase.relations import related

DECIDED: Evidence = {"decided": 1.0}
KEPT = 4096
"""How much evidence is kept as it is told: that of two years."""


class Settled(Struct, frozen=True):
    """How two sides lie to each other.

    ``links`` holds each place of ours with its one main partner, ``pairs`` all that share a text,
    with the evidence for it; ``chances`` how likely the best partner was, for every place of ours
    and of theirs that was compared; ``needless`` the decisions that changed nothing; ``further``
    the pairs of which one is printed by further editions only.
    """

    ours: Side
    theirs: Side
    links: Matches
    pairs: dict[Pair, Evidence]
    chances: tuple[dict[int, float], dict[int, float]]
    needless: tuple[Override, ...]
    further: dict[Pair, Evidence] = {}

    def laid_over(self, ours: Side, theirs: Side) -> Settled:
        """The same of sides that hold further editions.

        Of their own columns only definitions may have a partner: what defines the same.
        """
        old, new = (
            [wide.places[lead.edition, lead.key] for lead in narrow.leads]
            for narrow, wide in ((self.ours, ours), (self.theirs, theirs))
        )
        return Settled(
            ours,
            theirs,
            {old[i]: new[j] for i, j in self.links.items()},
            {(old[i], new[j]): evidence for (i, j), evidence in self.pairs.items()},
            (
                {old[i]: chance for i, chance in self.chances[0].items()},
                {new[j]: chance for j, chance in self.chances[1].items()},
            ),
            self.needless,
            _further(
                ours,
                theirs,
                (set(old), set(new)),
                {(old[i], new[j]) for i, j in self.links.items()},
            ),
        )


class Told(Struct, frozen=True):
    """What is kept of two editions of one year: their records, and which of their texts are one.

    ``links`` leads from provisions of the first to their main partners, ``shared`` are every two
    that share a text; ``needless`` the decisions that changed nothing.
    """

    alignments: tuple[Alignment, ...]
    links: dict[Key, Key]
    shared: tuple[tuple[Key, Key], ...]
    needless: tuple[Override, ...]

    @classmethod
    def of(cls, settled: Settled, one: Edition, other: Edition) -> Told:
        """What is kept of two editions that were settled."""
        ours, theirs = ([unit.key for unit in s.leads] for s in (settled.ours, settled.theirs))
        return cls(
            tuple(alignments_of(settled, one, other)),
            {ours[i]: theirs[j] for i, j in settled.links.items()},
            tuple((ours[i], theirs[j]) for i, j in settled.pairs),
            settled.needless,
        )


def settle(
    ours: Side,
    theirs: Side,
    lexicons: Lexicons,
    overrides: Iterable[Override],
    *,
    one_year: bool,
) -> Settled:
    """Which provisions of two sides are the same, and which parts of which went where."""
    texts = Scorers(ours, theirs, lexicons.between, lambda unit: unit.words)
    headings = Scorers(ours, theirs, lexicons.between, lambda unit: unit.heading)
    matcher = Matcher(ours, theirs, texts, headings)
    links = matcher.match()
    parts = SplitMerge(ours, theirs, texts, links, one_year=one_year).pairs()
    found = {pair: matcher.evidence[pair] for pair in links.items()}
    found |= {pair: {"gain": gain} for pair, gain in parts.items()}
    found |= {pair: {"parts": share} for pair, share in containers(ours, theirs, found).items()}
    left, needless = overruled(ours, theirs, found, overrides)
    pairs = {pair: found.get(pair, DECIDED) for pair in sorted(left)}
    sizes = len(ours.columns), len(theirs.columns)
    chances = _chances(matcher.evidence, sizes)
    return Settled(ours, theirs, _main(links, pairs), pairs, chances, needless)


def sureness(evidence: Evidence) -> float:
    """How sure a pair is, from 0 to 1."""
    if "decided" in evidence:
        return 1.0
    if "parts" in evidence:
        return evidence["parts"]
    return (1 + evidence["gain"]) / 2 if "gain" in evidence else confidence(evidence)


def _further(
    ours: Side, theirs: Side, held: tuple[set[int], set[int]], pairs: Collection[Pair]
) -> dict[Pair, Evidence]:
    """Definitions of one meaning without a main partner, not both already ``held`` together."""
    taken = {i for i, _ in pairs}, {j for _, j in pairs}
    free = (
        [(place, lead.concepts) for place, lead in enumerate(side.leads) if lead.concepts]
        for side in (ours, theirs)
    )
    alike = {
        (i, j): weighted({"concept": defining(one, other)})
        for (i, one), (j, other) in product(*free)
        if i not in taken[0] and j not in taken[1] and not (i in held[0] and j in held[1])
    }
    return {pair: alike[pair] for pair in choose(alike).items()}


def _main(links: Matches, pairs: dict[Pair, Evidence]) -> Matches:
    """The links that are left, and for places without one the surest pair that is free."""
    linked = links.items()
    return one_to_one({p: 2.0 if p in linked else sureness(e) for p, e in pairs.items()})


def _chances(
    evidence: dict[Pair, Evidence], sizes: tuple[int, int]
) -> tuple[dict[int, float], dict[int, float]]:
    ours, theirs = (dict.fromkeys(range(size), 0.0) for size in sizes)
    for (i, j), found in evidence.items():
        chance = confidence(found)
        ours[i] = max(chance, ours[i])
        theirs[j] = max(chance, theirs[j])
    return ours, theirs


class Range:
    """What an edition would print if the provision existed."""

    def __init__(self, edition: Edition):
        self._edition = edition
        self._kinds = {p.kind for p in edition.provisions}
        keys = {p.key for p in edition.provisions}
        self._missing = {ref for entry in edition.index for ref in entry.refs} - keys
        self._end = edition.end

    def covers(self, unit: Unit) -> bool:
        """Whether a provision of another edition, by its place, lies inside of this one."""
        law = law_of(unit.key)
        if law is None:
            return unit.kind in self._kinds
        if not self._edition.has_law(law):
            return False
        return self._end is None or key_order(KeyParts.of(unit.key).bearer) <= key_order(self._end)

    def leaves_out(self, unit: Unit, standing: Unit) -> bool:
        """Whether it is by law that a provision inside of this edition isn't there.

        It is inside where what it stands with is. An address that its own subject index cites and
        its text lacks is missing.
        """
        return self.covers(standing) and unit.key not in self._missing


def alignments_of(settled: Settled, one: Edition, other: Edition) -> Iterator[Alignment]:
    """The records of two editions, in the order of the first one, then what is new in the other.

    Between editions of one year nothing is called dropped or new, nor what was not compared.
    """
    shared = _shared(settled, one, other)
    for ours, theirs, relation in related(shared):
        found = shared[ours, theirs]
        evidence = _rounded(tuple(found.items()))
        score = round(sureness(found), 3)
        yield Alignment(one.id, ours, other.id, theirs, relation, score, evidence)
    if one.year == other.year:
        return
    for edition, there, relation in ((one, other, "dropped"), (other, one, "new")):
        is_new = relation == "new"
        known = {pair[is_new] for pair in shared}
        for key, score in _without_partner(settled, known, edition, there, is_new=is_new):
            keys = (None, key) if is_new else (key, None)
            yield Alignment(one.id, keys[0], other.id, keys[1], relation, score, {})


@lru_cache(KEPT)
def _rounded(evidence: tuple[tuple[str, float], ...]) -> Evidence:
    """Evidence as it is told, one record for all editions that it speaks for."""
    return {name: round(weight, 3) for name, weight in evidence}


def _shared(settled: Settled, one: Edition, other: Edition) -> dict[tuple[Key, Key], Evidence]:
    """What two editions have in common, the surest evidence for each two of their provisions.

    A text lies in another one only where both editions have words of it. What an edition prints but
    a label of goes, from one year to the next, where the texts of its place in others do, unless it
    has a partner of its own.
    """
    found: dict[tuple[Key, Key], Evidence] = {}
    bare: dict[tuple[Key, Key], Evidence] = {}
    silent: tuple[set[Key], set[Key]] = set(), set()
    for (i, j), evidence in (settled.pairs | settled.further).items():
        for unit in settled.ours.columns[i].texts_in(one.id):
            for partner in settled.theirs.columns[j].texts_in(other.id):
                is_bare = "gain" in evidence and not (unit.words and partner.words)
                lies = bare if is_bare else found
                known = lies.get((unit.key, partner.key))
                if known is None or sureness(evidence) > sureness(known):
                    lies[unit.key, partner.key] = evidence
                for side, text in zip(silent, (unit, partner), strict=True):
                    side.update(() if text.words else (text.key,))
    if one.year == other.year:
        return found
    lost = silent[0] - {ours for ours, _ in found}, silent[1] - {theirs for _, theirs in found}
    return found | {p: bare[p] for p in bare if p[0] in lost[0] or p[1] in lost[1]}


def _without_partner(
    settled: Settled, known: set[Key], edition: Edition, other: Edition, *, is_new: bool
) -> Iterator[tuple[Key, float]]:
    """The provisions of an edition that no text of the other year holds, and how surely.

    A footnote stands with the main partner of its bearer, as far as there is one.
    """
    side, there = settled.ours, settled.theirs
    links, chances = settled.links, settled.chances[is_new]
    if is_new:
        side, there, links = there, side, {j: i for i, j in links.items()}
    taken = {pair[is_new] for pair in settled.pairs}
    scope = Range(other)
    for place in sorted(chances.keys() - taken):
        unit = side.columns[place].units.get(edition.id)
        if unit is None or unit.key in known:
            continue
        bearer = side.parent[place] if unit.is_note else None
        standing = there.leads[links[bearer]] if bearer in links else unit
        if scope.leaves_out(unit, standing):
            yield unit.key, round(1 - chances[place], 3)
