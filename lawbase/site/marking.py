"""Which uses of terms are marked in a text: few enough that one still reads it.

A reader is helped by a mark where the book defines the word, and only once in a while. So a use is
marked where its edition has a definition of it (one that defines nothing borrows the definitions of
the others), where it is the first one in its section, and where no link stands already.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lawbase.knowledge import EditionKey, KnowledgeBase
from lawbase.model import Edition, Key, TermUse
from lawbase.site.routes import section_of


def marked_uses(kb: KnowledgeBase) -> dict[EditionKey, tuple[TermUse, ...]]:
    """The uses to be marked, by the provision that they stand in."""
    return {
        (edition.id, key): uses for edition in kb.editions for key, uses in _marked(kb, edition)
    }


def _marked(kb: KnowledgeBase, edition: Edition) -> Iterator[tuple[Key, tuple[TermUse, ...]]]:
    own = _defined(kb, edition)
    defined = {c for found in own.values() for c in found} or _defined_anywhere(kb)
    seen: defaultdict[Key, set[str]] = defaultdict(set)
    for provision in edition.provisions:
        known = seen[section_of(provision.key)]
        known.update(own.get(provision.key, ()))
        found: list[TermUse] = []
        for use in kb.uses_in(edition.id, provision.key):
            told = use.concept in known or use.part == "heading"
            if not told and use.concept in defined and not _is_linked(kb, use):
                found.append(use)
                known.add(use.concept)
        yield provision.key, tuple(found)


def _defined(kb: KnowledgeBase, edition: Edition) -> dict[Key, set[str]]:
    """The concepts that each definition of an edition defines."""
    own: defaultdict[Key, set[str]] = defaultdict(set)
    for concept in kb.concepts:
        if edition.id in concept.definitions:
            own[concept.definitions[edition.id]].add(concept.id)
    return own


def _defined_anywhere(kb: KnowledgeBase) -> set[str]:
    return {concept.id for concept in kb.concepts if concept.definitions}


def _is_linked(kb: KnowledgeBase, use: TermUse) -> bool:
    return any(
        r.part == use.part and r.start < use.end and use.start < r.end
        for r in kb.references_from(use.edition, use.key)
    )
