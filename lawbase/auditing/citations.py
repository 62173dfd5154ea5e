"""A text's citations held against those of its partners, citation by citation.

The partners' targets are translated to the addresses of the text's own edition first, so that a
renumbered law is no difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from lawbase.address import Address, law_of
from lawbase.auditing.evidence import Evidence
from lawbase.model import Key, Reference, Text

Likeness = Literal["same", "coarser", "finer", "same law", "other law"]

NEAR = 0.34
"""How far apart, in parts of their texts, citations of different laws may stand to be a pair, when
more than one is left on either side."""


class Cited(Struct, frozen=True):
    """One citation of a partner: where it stands, and its targets in the asking edition."""

    text: Text
    reference: Reference
    keys: tuple[Key, ...]
    place: float


class Pair(Struct, frozen=True):
    """A citation and what stands for it in another edition; ``likeness`` is told of our own."""

    own: Reference
    other: Cited
    likeness: Likeness

    @property
    def key(self) -> Key:
        """What the other edition cites, as an address of ours: the nearest to ours."""
        likest = sorted(self.other.keys, key=lambda key: LIKEST[likeness(self.own.to or "", key)])
        return likest[0]


class Comparison(Struct, frozen=True):
    """A text's citations held against another edition.

    ``pairs`` are those that have a counterpart, same or not; ``alone`` those of ours that have
    none, ``lacking`` those of the other that we have none for.
    """

    edition: str
    pairs: tuple[Pair, ...]
    alone: tuple[Reference, ...]
    lacking: tuple[Cited, ...]


LIKEST: dict[Likeness, int] = {
    "same": 0,
    "coarser": 1,
    "finer": 1,
    "same law": 2,
    "other law": 3,
}


def compare_citations(evidence: Evidence, text: Text, edition_id: str) -> Comparison | None:
    """A text's citations against its partners' in an edition, or None when it has none there."""
    partners = evidence.partners(text, edition_id)
    if not partners:
        return None
    own = tuple(r for r in evidence.citations(text) if r.to is not None)
    others = tuple(c for partner in partners for c in _cited(evidence, partner, text.edition))
    theirs = _reach(evidence, _around(evidence, partners), text.edition)
    back = [own for partner in partners for own in evidence.partners(partner, text.edition)]
    ours = _reach(evidence, _around(evidence, [text, *back]), text.edition)
    return _matched(evidence, text, edition_id, own, others, theirs, ours)


def likeness(own: Key, other: Key) -> Likeness:
    """How our target is like the other's.

    >>> likeness("16", "16.D"), likeness("16.D", "16.C"), likeness("23", "26.B")
    ('coarser', 'same law', 'other law')
    """
    if own == other:
        return "same"
    if law_of(own) is None or law_of(own) != law_of(other):
        return "other law"
    if "#" in own or "#" in other:
        return "same law"
    if Address.parse(own).contains(Address.parse(other)):
        return "coarser"
    return "finer" if Address.parse(other).contains(Address.parse(own)) else "same law"


def _matched(
    evidence: Evidence,
    text: Text,
    edition_id: str,
    own: tuple[Reference, ...],
    others: tuple[Cited, ...],
    theirs: frozenset[Key],
    ours: frozenset[Key],
) -> Comparison:
    pairs = [Pair(r, c, "same") for r in own for c in others if r.to in c.keys]
    matched = {pair.own.to for pair in pairs}
    met = {key for pair in pairs for key in pair.other.keys}
    left = [r for r in own if r.to not in matched and r.to not in theirs]
    open_ = [c for c in others if not met & set(c.keys) and not ours & set(c.keys)]
    for pair in _by_likeness(evidence, text, left, open_):
        if pair.own in left and pair.other in open_:
            pairs.append(pair)
            left.remove(pair.own)
            open_.remove(pair.other)
    return Comparison(edition_id, tuple(pairs), tuple(left), tuple(open_))


def _by_likeness(
    evidence: Evidence, text: Text, own: list[Reference], others: list[Cited]
) -> list[Pair]:
    """All pairs that may be, the likest first; different laws only at about the same place."""
    ranked: list[tuple[int, float, Pair]] = []
    near = 1.0 if len(own) == len(others) == 1 else NEAR
    for reference in own:
        place = _place(evidence, text, reference)
        for other in others:
            if not other.keys:
                continue
            likest = min((likeness(reference.to or "", k) for k in other.keys), key=LIKEST.get)  # type: ignore[arg-type]
            distance = abs(place - other.place)
            if likest != "other law" or distance <= near:
                ranked.append((LIKEST[likest], distance, Pair(reference, other, likest)))
    ranked.sort(key=lambda rank: (rank[0], rank[1], rank[2].own.start, rank[2].other.place))
    return [pair for _, _, pair in ranked]


def _cited(evidence: Evidence, text: Text, edition_id: str) -> Iterable[Cited]:
    for reference in evidence.citations(text):
        if reference.to is not None and reference.status != "dangling":
            keys = evidence.translate(Text(text.edition, reference.to), edition_id)
            yield Cited(text, reference, keys, _place(evidence, text, reference))


def _place(evidence: Evidence, text: Text, reference: Reference) -> float:
    """How far into its text a citation stands, from 0 to 1."""
    provision = evidence.provision(text)
    before = {"heading": 0, "text": len(provision.heading)}.get(
        reference.part, len(provision.heading) + len(provision.text)
    )
    length = len(provision.heading) + len(provision.text) + len(provision.tail)
    return (before + reference.start) / max(length, 1)


def _around(evidence: Evidence, texts: Iterable[Text]) -> list[Text]:
    around = {near: None for text in texts for near in evidence.around(text)}
    return [text for text in around if text in evidence]


def _reach(evidence: Evidence, texts: Iterable[Text], edition_id: str) -> frozenset[Key]:
    """Everything that texts cite, as addresses of an edition."""
    return frozenset(
        key
        for text in texts
        for reference in evidence.citations(text)
        if reference.to is not None and reference.status != "dangling"
        for key in evidence.translate(Text(text.edition, reference.to), edition_id)
    )
