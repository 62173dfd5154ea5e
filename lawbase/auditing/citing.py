"""A text's citations held against those of its partners, and against its own sense.

The partners' targets are translated to the addresses of the text's own edition first, so that a
renumbered law is no difference. Where none of the texts is in the majority the sense speaks:
whether the target deals with what the citing sentence deals with, what the same sentence cites
where it stands a second time, and how often the edition cites the target elsewhere.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import product
from math import log2
from typing import Literal

from msgspec import Struct

from lawbase.address import KeyParts
from lawbase.aligning.score import logistic
from lawbase.auditing.collation import Collation, stems_of
from lawbase.model import PARTS, Key, Provision, Reference

Likeness = Literal["same", "coarser", "finer", "same law", "other law"]

ALIKE = 0.6
"""The share of their words from which two sentences count as the same one."""


class PartnerCitation(Struct, frozen=True):
    """One citation of a partner: where it stands, and its targets in the asking edition."""

    text: Provision
    reference: Reference
    keys: tuple[Key, ...]
    place: float


class CitationPair(Struct, frozen=True):
    """A citation and what stands for it in another edition; ``likeness`` is told of our own.

    ``key`` is what the other edition cites, as an address of ours: the nearest to ours.
    """

    own: Reference
    other: PartnerCitation
    key: Key
    likeness: Likeness


class Comparison(Struct, frozen=True):
    """A text's citations held against another edition.

    ``pairs`` are those that have a counterpart, same or not; ``alone`` those of ours that have
    none, ``lacking`` those of the other that we have none for.
    """

    edition: str
    pairs: tuple[CitationPair, ...]
    alone: tuple[Reference, ...]
    lacking: tuple[PartnerCitation, ...]


LIKEST: dict[Likeness, int] = {"same": 0, "coarser": 1, "finer": 1, "same law": 2, "other law": 3}


def compare_citations(laws: Collation, text: Provision, edition_id: str) -> Comparison | None:
    """A text's citations against its partners' in an edition, or None when it has none there."""
    partners = laws.partners(text, edition_id)
    if not partners:
        return None
    own = [r for r in laws.citations(text) if r.to is not None]
    others = [c for partner in partners for c in _cited(laws, partner, text.edition)]
    back = (own for partner in partners for own in laws.partners(partner, text.edition))
    theirs, ours = (_reach(laws, texts, text.edition) for texts in (partners, (text, *back)))
    pairs = [CitationPair(r, c, r.to, "same") for r in own for c in others if r.to in c.keys]
    matched = {pair.own.to for pair in pairs}
    met = {key for pair in pairs for key in pair.other.keys}
    left = [r for r in own if r.to not in matched and r.to not in theirs]
    open_ = [c for c in others if not met & set(c.keys) and not ours & set(c.keys)]
    for pair in _by_likeness(text, left, open_):
        if pair.own in left and pair.other in open_:
            pairs.append(pair)
            left.remove(pair.own)
            open_.remove(pair.other)
    return Comparison(edition_id, tuple(pairs), tuple(left), tuple(open_))


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


def are_alike(own: Key, other: Key) -> bool:
    """Whether one target is the other or holds it."""
    return likeness(own, other) in ("same", "coarser", "finer")


def _by_likeness(
    text: Provision, own: list[Reference], others: list[PartnerCitation]
) -> list[CitationPair]:
    """All pairs that may be, the likest first, and of these those at about the same place."""
    ranked: list[tuple[int, float, CitationPair]] = []
    for reference, other in product(own, (other for other in others if other.keys)):
        likest = min(other.keys, key=lambda key: LIKEST[likeness(reference.to or "", key)])
        like = likeness(reference.to or "", likest)
        distance = abs(_place(text, reference) - other.place)
        ranked.append((LIKEST[like], distance, CitationPair(reference, other, likest, like)))
    ranked.sort(key=lambda rank: (rank[0], rank[1], rank[2].own.start, rank[2].other.place))
    return [pair for _, _, pair in ranked]


def _cited(laws: Collation, text: Provision, edition_id: str) -> tuple[PartnerCitation, ...]:
    return tuple(
        PartnerCitation(text, reference, keys, _place(text, reference))
        for reference in laws.citations(text)
        if reference.to is not None and reference.status != "dangling"
        for keys in [laws.translate(reference.to, text.edition, edition_id)]
    )


def _place(text: Provision, reference: Reference) -> float:
    """How far into its text a citation stands, from 0 to 1."""
    lengths = [len(text.part(part)) for part in PARTS]
    before = sum(lengths[: PARTS.index(reference.part)])
    return (before + reference.start) / max(sum(lengths), 1)


def _reach(laws: Collation, texts: Iterable[Provision], edition_id: str) -> set[Key]:
    """Everything that texts and those around them cite, as addresses of an edition."""
    around = {near for text in texts for near in laws.around(text)}
    return {key for near in around for c in _cited(laws, near, edition_id) for key in c.keys}


def compare_all(laws: Collation, text: Provision) -> tuple[Comparison, ...]:
    """A text's citations against every voice that has a partner of it."""
    found = (compare_citations(laws, text, edition_id) for edition_id in laws.all_partners(text))
    return tuple(comparison for comparison in found if comparison is not None)


class Sense:
    """The signs for one edition, gathered once."""

    def __init__(self, laws: Collation, edition_id: str):
        self._laws = laws
        self._edition = edition_id
        self._cited: Counter[Key] = Counter()
        self._sentences: defaultdict[Key, list[tuple[frozenset[str], Key]]] = defaultdict(list)
        for text in laws.kb.edition(edition_id).provisions:
            for reference in laws.citations(text):
                if reference.to is not None:
                    self._cited[reference.to] += 1
                    self._sentences[reference.to].append((self._sentence(reference), text.key))

    def doubt(self, text: Provision, reference: Reference, expected: Key) -> float:
        """How likely it is, from 0 to 1, that a citation means another target than it prints."""
        printed = reference.to or ""
        words = self._sentence(reference)
        signs = 3 * (self._topic(words, expected) - self._topic(words, printed))
        signs += self._repeated(words, text.key, expected)
        signs -= self._repeated(words, text.key, printed)
        signs += 0.5 * log2((1 + self._cited[expected]) / max(self._cited[printed], 1))
        return logistic(signs)

    def _topic(self, words: frozenset[str], key: Key) -> float:
        """How much of the citing sentence, by rarity, the target speaks of."""
        named = self._laws.kb.provisions(self._edition, [key])
        below = (text for whole in named for text in self._laws.below(whole))
        target = frozenset[str]().union(*map(self._laws.stems, below))
        whole = self._laws.weight(self._edition, words)
        return self._laws.weight(self._edition, words & target) / max(whole, 1.0)

    def _repeated(self, words: frozenset[str], own: Key, key: Key) -> float:
        """2 when the same sentence cites the key elsewhere."""
        return 2.0 * any(
            citing != own and len(words & other) >= ALIKE * max(len(words | other), 1)
            for other, citing in self._sentences[key]
        )

    def _sentence(self, reference: Reference) -> frozenset[str]:
        """The words of the citing sentence, labels left out."""
        sentence = self._laws.kb.citing_sentence(reference)
        return stems_of(sentence, self._laws.stemmer(self._edition))
