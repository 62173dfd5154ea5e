"""From what two years, or editions of a year, have in common to the records of two editions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lawbase.address import key_order, law_of
from lawbase.aligning.columns import Side
from lawbase.aligning.evidence import Evidence
from lawbase.aligning.settling import Settlement, certainty
from lawbase.aligning.units import Unit
from lawbase.model import Alignment, Edition, Key, Relation


class Range:
    """What an edition would print if the provision existed."""

    def __init__(self, edition: Edition):
        self._laws = edition.laws or (1, 0)
        self._kinds = {p.kind for p in edition.provisions}
        addresses = [p.key for p in edition.provisions if p.kind in ("law", "provision")]
        self._last = None if edition.complete else max(addresses, key=key_order, default=None)

    def covers(self, unit: Unit) -> bool:
        """Whether a provision of another edition, by its place, lies inside of this one."""
        law = law_of(unit.key)
        if law is None:
            return unit.kind in self._kinds
        if not self._laws[0] <= law <= self._laws[1]:
            return False
        address = unit.key.partition("#")[0]
        return self._last is None or key_order(address) <= key_order(self._last)


def alignments_of(settlement: Settlement, one: Edition, other: Edition) -> Iterator[Alignment]:
    """The records of two editions, in the order of the first one, then what is new in the other.

    Between editions of one year nothing is called dropped or new.
    """
    shared = _shared(settlement, one.id, other.id)
    yield from _records(shared, one.id, other.id)
    if one.year != other.year:
        ours, theirs = settlement.chances
        kept = {i for i, _ in settlement.pairs}, {key for key, _ in shared}
        for place, key in _without_partner(settlement.ours, kept, one, other):
            yield _lone(one, key, other, None, "dropped", ours.get(place, 0.0))
        known = {j for _, j in settlement.pairs}, {key for _, key in shared}
        for place, key in _without_partner(settlement.theirs, known, other, one):
            yield _lone(one, None, other, key, "new", theirs.get(place, 0.0))


def _shared(settlement: Settlement, one: str, other: str) -> dict[tuple[Key, Key], Evidence]:
    """What two editions have in common, the surest evidence for each two of their provisions."""
    found: dict[tuple[Key, Key], Evidence] = {}
    for (i, j), evidence in settlement.pairs.items():
        for unit in settlement.ours.columns[i].texts_in(one):
            for partner in settlement.theirs.columns[j].texts_in(other):
                known = found.get((unit.key, partner.key))
                if known is None or certainty(evidence) > certainty(known):
                    found[unit.key, partner.key] = evidence
    return found


def _records(shared: dict[tuple[Key, Key], Evidence], one: str, other: str) -> Iterator[Alignment]:
    parts = Counter(ours for ours, _ in shared)
    sources = Counter(theirs for _, theirs in shared)
    for ours, theirs in sorted(shared, key=lambda pair: (key_order(pair[0]), key_order(pair[1]))):
        evidence = shared[ours, theirs]
        yield Alignment(
            from_edition=one,
            from_key=ours,
            to_edition=other,
            to_key=theirs,
            relation=_relation(ours, theirs, parts[ours], sources[theirs]),
            score=round(certainty(evidence), 3),
            evidence={name: round(weight, 3) for name, weight in evidence.items()},
        )


def _relation(ours: Key, theirs: Key, parts: int, sources: int) -> Relation:
    if parts > 1:
        return "split"
    if sources > 1:
        return "merged"
    return "same" if _stand(ours) == _stand(theirs) else "moved"


def _stand(key: Key) -> Key:
    """Where a provision stands: a footnote at its bearer's, a definition among the definitions."""
    return key.partition("#")[0] if law_of(key) is not None else key.partition(".")[0]


def _without_partner(
    side: Side, partnered: tuple[set[int], set[Key]], edition: Edition, other: Edition
) -> Iterator[tuple[int, Key]]:
    """The provisions of an edition that no text of the other year holds, though it might."""
    scope = Range(other)
    places, keys = partnered
    for place, column in enumerate(side.columns):
        unit = column.units.get(edition.id)
        if unit and place not in places and unit.key not in keys and scope.covers(unit):
            yield place, unit.key


def _lone(
    one: Edition,
    from_key: Key | None,
    other: Edition,
    to_key: Key | None,
    relation: Relation,
    chance: float,
) -> Alignment:
    return Alignment(
        from_edition=one.id,
        from_key=from_key,
        to_edition=other.id,
        to_key=to_key,
        relation=relation,
        score=round(1 - chance, 3),
        evidence={},
    )
