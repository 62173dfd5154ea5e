"""The glossary as a reader of one language leafs through it: its terms by letter."""

from functools import cached_property

from msgspec import Struct

from lawbase.grouping import grouped
from lawbase.model import Concept, Language
from lawbase.site.interface import Interface
from lawbase.site.routes import slug


class Letter(Struct, frozen=True):
    """The concepts under one letter, and its folder; no letter for words of other languages."""

    letter: str
    folder: str
    concepts: tuple[Concept, ...]


class Glossary:
    """The concepts in the order of an interface's alphabet."""

    def __init__(self, concepts: tuple[Concept, ...], ui: Interface):
        self._concepts = concepts
        self._ui = ui

    @cached_property
    def words(self) -> dict[str, str]:
        """The word that each concept is listed under, by its id."""
        return {concept.id: self.wordings(concept)[0][1][0] for concept in self._concepts}

    @cached_property
    def letters(self) -> tuple[Letter, ...]:
        """All letters that a word begins with, and what has no word in this language at last."""
        order = self._ui.alphabet.order
        concepts = sorted(self._concepts, key=lambda concept: order(self.words[concept.id]))
        groups = grouped((self._letter(concept), concept) for concept in concepts)
        in_order = sorted(groups, key=lambda letter: not letter)
        return tuple(
            Letter(letter, f"terms/{folder}/", groups[letter])
            for letter, folder in zip(in_order, _folders(in_order), strict=True)
        )

    def wordings(self, concept: Concept) -> list[tuple[Language, list[str], list[str]]]:
        """A concept's words and slang by language, the reader's own first."""
        own = self._ui.language
        spoken = sorted(filter(concept.words.get, concept.words), key=lambda each: each != own)
        return [
            (
                language,
                [self._written(language, word) for word in concept.words[language]],
                [self._written(language, word) for word in concept.slang.get(language, ())],
            )
            for language in spoken
        ]

    def _written(self, language: Language, word: str) -> str:
        return self._ui.written(word) if language == self._ui.language else word

    def _letter(self, concept: Concept) -> str:
        own = concept.words.get(self._ui.language)
        return self._ui.alphabet.initial(self.words[concept.id]) if own else ""


def _folders(letters: list[str]) -> list[str]:
    """The folders of letters: without their signs, or numbered where that says nothing.

    >>> _folders(["R", "Ř", "Ћ", ""])
    ['r', 'r-2', '3', 'other']
    """
    folders: list[str] = []
    for number, letter in enumerate(letters, 1):
        plain = slug(letter).strip("-")
        name = (plain if plain.isascii() and plain else str(number)) if letter else "other"
        folders.append(f"{name}-{number}" if name in folders else name)
    return folders
