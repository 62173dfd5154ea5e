"""Which sections of a guide and which laws are about the same concept.

A section is about what its heading names, a law about what its heading names or the index says.
"""

from collections.abc import Iterator
from functools import cached_property

from lawbase.address import KeyParts, law_of
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept, Edition, Language, Provision
from lawbase.text import fold


class Guides:
    """The sections of companions to the laws, and the laws of their language."""

    def __init__(self, kb: KnowledgeBase):
        self._kb = kb

    def laws(self, section: Provision) -> tuple[int, ...]:
        """The laws that a section and all below it introduce, in order."""
        texts = {*self._kb.whole(section)}
        return tuple(law for law, found in sorted(self._sections.items()) if texts & {*found})

    def sections(self, edition: Edition, law: int) -> tuple[Provision, ...]:
        """The sections in an edition's language that introduce a law."""
        found = self._sections.get(law, ())
        return tuple(s for s in found if self._kb.edition(s.edition).language == edition.language)

    @cached_property
    def _sections(self) -> dict[int, tuple[Provision, ...]]:
        """The sections by the laws that share a concept with them, in the order of the guide."""
        pairs = {
            (law, section)
            for concept in self._kb.concepts
            for section, language in self._titled(concept)
            for law in self._laws_about(concept, language)
        }
        return grouped(sorted(pairs, key=lambda pair: (pair[0], KeyParts.of(pair[1].key).order)))

    def _titled(self, concept: Concept) -> Iterator[tuple[Provision, Language]]:
        """The sections whose heading names a concept, with their language."""
        for use in self._kb.uses_of(concept.id):
            if use.part == "heading" and KeyParts.of(use.key).book == "guide":
                for section in self._kb.provisions(use.edition, [use.key]):
                    yield section, self._kb.edition(use.edition).language

    def _laws_about(self, concept: Concept, language: Language) -> Iterator[int]:
        """The laws whose heading names a concept, or that the books' indexes have under it."""
        for use in self._kb.uses_of(concept.id):
            parts = KeyParts.of(use.key)
            in_language = self._kb.edition(use.edition).language == language
            if in_language and use.part == "heading" and parts.law and not parts.depth:
                yield parts.law
        for edition in self._kb.law_editions:
            for entry in edition.index if edition.language == language else ():
                named = self._kb.concepts_named(language, fold(entry.topic))
                if concept in named and not entry.subtopic:
                    yield from filter(None, map(law_of, self._kb.targets(entry)))
