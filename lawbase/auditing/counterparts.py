"""A text's citations held against those of its partners, citation by citation.

The partners' targets are translated to the addresses of the text's own edition first, so that a
renumbered law is no difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from lawbase.address import KeyParts
from lawbase.auditing.collation import Collation
from lawbase.model import Key, Reference, Text

Likeness = Literal["same", "coarser", "finer", "same law", "other law"]

NEAR = 0.34
"""How far apart, in parts of their texts, citations of different laws may stand to be a pair, when
more than one is left on either side."""


class PartnerCitation(Struct, frozen=True):
    """One citation of a partner: where it stands, and its targets in the asking edition."""

    text: Text
    reference: Reference
    keys: tuple[Key, ...]
    place: float


class CitationPair(Struct, frozen=True):
    """A citation and what stands for it in another edition; ``likeness`` is told of our own."""

    own: Reference
    other: PartnerCitation
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
    pairs: tuple[CitationPair, ...]
    alone: tuple[Reference, ...]
    lacking: tuple[PartnerCitation, ...]


LIKEST: dict[Likeness, int] = {
    "same": 0,
    "coarser": 1,
    "finer": 1,
    "same law": 2,
    "other law": 3,
}


def compare_citations(laws: Collation, text: Text, edition_id: str) -> Comparison | None:
    """A text's citations against its partners' in an edition, or None when it has none there."""
    partners = laws.partners(text, edition_id)
    if not partners:
        return None
    own = tuple(r for r in laws.citations(text) if r.to is not None)
    others = tuple(c for partner in partners for c in _cited(laws, partner, text.edition))
    theirs = _reach(laws, _around(laws, partners), text.edition)
    back = [own for partner in partners for own in laws.partners(partner, text.edition)]
    ours = _reach(laws, _around(laws, [text, *back]), text.edition)
    return _matched(laws, text, edition_id, own, others, theirs, ours)


def likeness(own: Key, other: Key) -> Likeness:
    """How our target is like the other's.

    >>> likeness("16", "16.D"), likeness("16.D", "16.C"), likeness("23", "26.B")
    ('coarser', 'same law', 'other law')
    """
    if own == other:
        return "same"
    ours, theirs = KeyParts.of(own), KeyParts.of(other)
    if not (ours.address and theirs.address and ours.law == theirs.law):
        return "other law"
    if ours.footnote or theirs.footnote:
        return "same law"
    if ours.address.contains(theirs.address):
        return "coarser"
    return "finer" if theirs.address.contains(ours.address) else "same law"


def _matched(
    laws: Collation,
    text: Text,
    edition_id: str,
    own: tuple[Reference, ...],
    others: tuple[PartnerCitation, ...],
    theirs: frozenset[Key],
    ours: frozenset[Key],
) -> Comparison:
    pairs = [CitationPair(r, c, "same") for r in own for c in others if r.to in c.keys]
    matched = {pair.own.to for pair in pairs}
    met = {key for pair in pairs for key in pair.other.keys}
    left = [r for r in own if r.to not in matched and r.to not in theirs]
    open_ = [c for c in others if not met & set(c.keys) and not ours & set(c.keys)]
    for pair in _by_likeness(laws, text, left, open_):
        if pair.own in left and pair.other in open_:
            pairs.append(pair)
            left.remove(pair.own)
            open_.remove(pair.other)
    return Comparison(edition_id, tuple(pairs), tuple(left), tuple(open_))


def _by_likeness(
    laws: Collation, text: Text, own: list[Reference], others: list[PartnerCitation]
) -> list[CitationPair]:
    """All pairs that may be, the likest first; different laws only at about the same place."""
    ranked: list[tuple[int, float, CitationPair]] = []
    near = 1.0 if len(own) == len(others) == 1 else NEAR
    for reference in own:
        place = _place(laws, text, reference)
        for other in others:
            if not other.keys:
                continue
            likest = min((likeness(reference.to or "", k) for k in other.keys), key=LIKEST.get)  # type: ignore[arg-type]
            distance = abs(place - other.place)
            if likest != "other law" or distance <= near:
                ranked.append((LIKEST[likest], distance, CitationPair(reference, other, likest)))
    ranked.sort(key=lambda rank: (rank[0], rank[1], rank[2].own.start, rank[2].other.place))
    return [pair for _, _, pair in ranked]


def _cited(laws: Collation, text: Text, edition_id: str) -> Iterable[PartnerCitation]:
    for reference in laws.citations(text):
        if reference.to is not None and reference.status != "dangling":
            keys = laws.translate(Text(text.edition, reference.to), edition_id)
            yield PartnerCitation(text, reference, keys, _place(laws, text, reference))


def _place(laws: Collation, text: Text, reference: Reference) -> float:
    """How far into its text a citation stands, from 0 to 1."""
    provision = laws.provision(text)
    before = {"heading": 0, "text": len(provision.heading)}.get(
        reference.part, len(provision.heading) + len(provision.text)
    )
    length = len(provision.heading) + len(provision.text) + len(provision.tail)
    return (before + reference.start) / max(length, 1)


def _around(laws: Collation, texts: Iterable[Text]) -> list[Text]:
    around = {near: None for text in texts for near in laws.around(text)}
    return [text for text in around if text in laws]


def _reach(laws: Collation, texts: Iterable[Text], edition_id: str) -> frozenset[Key]:
    """Everything that texts cite, as addresses of an edition."""
    return frozenset(
        key
        for text in texts
        for reference in laws.citations(text)
        if reference.to is not None and reference.status != "dangling"
        for key in laws.translate(Text(text.edition, reference.to), edition_id)
    )


def compare_all(laws: Collation, text: Text) -> tuple[Comparison, ...]:
    """A text's citations against every edition that has a partner of it."""
    others = (edition.id for edition in laws.editions if edition.id != text.edition)
    found = (compare_citations(laws, text, edition_id) for edition_id in others)
    return tuple(comparison for comparison in found if comparison is not None)
