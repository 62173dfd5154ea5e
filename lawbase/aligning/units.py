"""Provisions as alignment compares them: their words brought to stems, and what they cite."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct

from lawbase.address import law_of
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Edition,
    Key,
    Part,
    Provision,
    ProvisionKind,
    Reference,
)
from lawbase.stemming import Stemmer
from lawbase.text import blanked

COMPARED: frozenset[ProvisionKind] = frozenset(
    {"preface", "introduction", "definition", "law", "provision", "footnote"}
)
ONLY: frozenset[str] = frozenset({"preface", "introduction"})
BODY: tuple[Part, ...] = ("text", "tail")


class Unit(Struct, frozen=True):
    """A provision as it is compared.

    ``words`` and ``heading`` are stems in order, ``numbers`` the numbers that are no citations,
    ``cites`` the addresses that the text leads to, ``concepts`` what a definition defines, or
    what a preface is: the only one of its kind.
    The numbers of a definition's senses count as little. ``length`` is that of the text in
    characters. A footnote lies in its first bearer.
    """

    edition: str
    key: Key
    kind: ProvisionKind
    law: int | None
    parent: Key | None
    heading: tuple[str, ...]
    words: tuple[str, ...]
    numbers: frozenset[str]
    cites: frozenset[Key]
    concepts: frozenset[str]
    length: int


def units_of(kb: KnowledgeBase, edition: Edition, stemmer: Stemmer) -> tuple[Unit, ...]:
    """The comparable provisions of an edition, in the order of the book."""
    defined: defaultdict[Key, set[str]] = defaultdict(set)
    for concept in kb.concepts:
        if edition.id in concept.definitions:
            defined[concept.definitions[edition.id]].add(concept.id)
    return tuple(
        _unit(p, kb.references_from(edition.id, p.key), frozenset(defined[p.key]), stemmer)
        for p in edition.provisions
        if p.kind in COMPARED
    )


def _unit(
    provision: Provision,
    references: Sequence[Reference],
    concepts: frozenset[str],
    stemmer: Stemmer,
) -> Unit:
    spans = {part: [(r.start, r.end) for r in references if r.part == part] for part in BODY}
    bare = " ".join(blanked(provision.part(part), spans[part]) for part in BODY)
    words = [word.stem for word in stemmer.words(bare)]
    senses = {str(number) for number in range(1, len(provision.senses) + 1)}
    return Unit(
        edition=provision.edition,
        key=provision.key,
        kind=provision.kind,
        law=law_of(provision.key),
        parent=provision.bearers[0] if provision.bearers else provision.parent,
        heading=tuple(w.stem for w in stemmer.words(provision.heading) if w.stem.isalpha()),
        words=tuple(word for word in words if word.isalpha() and len(word) > 1),
        numbers=frozenset(word for word in words if word.isdigit()) - senses,
        cites=frozenset(r.to for r in references if r.to is not None and law_of(r.to) is not None),
        concepts=concepts | ({provision.kind} & ONLY),
        length=len(provision.text) + len(provision.tail),
    )
