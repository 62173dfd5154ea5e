"""The glossary as a reader of one language leafs through it: its terms by letter."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from msgspec import Struct

from lawbase.grouping import grouped
from lawbase.model import Concept
from lawbase.site.interface import Interface
from lawbase.site.routes import slug


class ConceptWords(Struct, frozen=True):
    """A concept's words in one language, the preferred one first, with the language's tag."""

    language: str
    html: str
    words: tuple[str, ...]
    slang: tuple[str, ...]


class GlossaryTerm(Struct, frozen=True):
    """A concept under the reader's own word for it; its words in every language that has any."""

    concept: Concept
    wordings: tuple[ConceptWords, ...]

    @property
    def word(self) -> str:
        """The word that it is listed under."""
        return self.wordings[0].words[0]


class Letter(Struct, frozen=True):
    """The terms under one letter, and its folder; without a letter those of other languages."""

    letter: str
    folder: str
    terms: tuple[GlossaryTerm, ...]


class Glossary:
    """The terms in the order of an interface's alphabet."""

    def __init__(self, concepts: tuple[Concept, ...], ui: Interface, tag_of: Callable[[str], str]):
        self._concepts = concepts
        self._ui = ui
        self._tag_of = tag_of

    @cached_property
    def words(self) -> dict[str, str]:
        """The word that each concept is listed under, by its id."""
        return {term.concept.id: term.word for found in self.letters for term in found.terms}

    @cached_property
    def letters(self) -> tuple[Letter, ...]:
        """All letters that a term begins with, and what has no word in this language at last."""
        terms = sorted(
            map(self._term, self._concepts), key=lambda t: self._ui.alphabet.order(t.word)
        )
        groups = grouped((self._letter(term), term) for term in terms)
        in_order = sorted(groups, key=lambda letter: not letter)
        return tuple(
            Letter(letter, f"terms/{folder}/", groups[letter])
            for letter, folder in zip(in_order, _folders(in_order), strict=True)
        )

    def _letter(self, term: GlossaryTerm) -> str:
        own = term.wordings[0].language == self._ui.language
        return self._ui.alphabet.initial(term.word) if own else ""

    def _term(self, concept: Concept) -> GlossaryTerm:
        languages = sorted(concept.words, key=lambda language: language != self._ui.language)
        return GlossaryTerm(
            concept, tuple(self._wording(concept, x) for x in languages if concept.words[x])
        )

    def _wording(self, concept: Concept, language: str) -> ConceptWords:
        words, slang = concept.words[language], concept.slang.get(language, ())
        if language == self._ui.language:
            words, slang = tuple(map(self._ui.written, words)), tuple(map(self._ui.written, slang))
            return ConceptWords(language, self._ui.html, words, slang)
        return ConceptWords(language, self._tag_of(language), words, slang)


def _folders(letters: list[str]) -> list[str]:
    """The folders of letters: without their signs, or numbered where that says nothing.

    >>> _folders(["R", "Ř", "Ћ", ""])
    ['r', 'r-2', '3', 'other']
    """
    folders: list[str] = []
    for number, letter in enumerate(letters, 1):
        name = slug(letter).strip("-") or str(number) if letter else "other"
        folders.append(f"{name}-{number}" if name in folders else name)
    return folders
