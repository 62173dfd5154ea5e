"""The editions as they were built, linked and aligned as often as a benchmark asks, and copied."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from lawbase.building import default_home, open_knowledge
from lawbase.citations.link import link_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition


class Corpus:
    """The editions as read; no decision of an editor helps to align them."""

    def __init__(self) -> None:
        built = open_knowledge(default_home())
        self.languages, self.editions = built.languages, built.editions
        self.concepts = built.concepts

    def knowledge(self, editions: Iterable[Edition]) -> KnowledgeBase:
        """A knowledge base of these editions, not linked yet."""
        there = {edition.id: edition for edition in editions}
        concepts = tuple(
            replace(c, definitions={e: key for e, key in c.definitions.items() if e in there})
            for c in self.concepts
        )
        texts = {"languages": self.languages, "editions": tuple(there.values())}
        return KnowledgeBase({**texts, "concepts": concepts})

    def link(self, editions: Iterable[Edition]) -> KnowledgeBase:
        """A knowledge base of these editions, linked."""
        kb = self.knowledge(editions)
        kb.add("links", link_editions(kb))
        return kb


def copied(edition: Edition, name: str, **changes: Any) -> Edition:
    """An edition under another id and with other changes to its record."""
    return replace(
        edition,
        id=name,
        provisions=tuple(replace(p, edition=name) for p in edition.provisions),
        index=tuple(replace(entry, edition=name) for entry in edition.index),
        notes=tuple(replace(note, edition=name) for note in edition.notes),
        **changes,
    )
