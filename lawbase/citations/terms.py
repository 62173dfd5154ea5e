"""Uses of the glossary's concepts in running text, in any inflected form.

Words are compared by their stems. The longest phrase wins; a phrase that only looks like a term
(``po lewej stronie``) takes its words out of the game. A word in brackets right after a use is
another word for the same concept, where it has that word: ``tichý hráč (stůl)``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from lawbase.grouping import grouped
from lawbase.model import Concept, Language
from lawbase.stemming import Stemmer, Word

BETWEEN_WORDS = re.compile(r"[\s\u00a0]*[-/]?[\s\u00a0]*\Z")
OPENS_BRACKET = re.compile(r"\s*\(")


class Use(NamedTuple):
    """A concept and where the text uses it."""

    concept: str
    start: int
    end: int


class Phrase(NamedTuple):
    """A concept's words as forms to compare: stems, and abbreviations as they are written."""

    forms: tuple[str, ...]
    concept: str


Phrases = dict[str, tuple[Phrase, ...]]
"""Phrases by their first form."""


class TermFinder:
    """The phrases of a language, looked up by their first word."""

    def __init__(self, concepts: Sequence[Concept], language: Language, stemmer: Stemmer):
        self._stemmer = stemmer
        unlinked = {c.id: c.unlinked.get(language, ()) for c in concepts}
        linked = {
            c.id: [words for words in c.words.get(language, ()) if words not in unlinked[c.id]]
            for c in concepts
        }
        excepted = {c.id: c.excepted.get(language, ()) for c in concepts}
        longest_first = sorted(self._phrases(linked), key=lambda phrase: -len(phrase.forms))
        self._terms = grouped((phrase.forms[0], phrase) for phrase in longest_first)
        self._excepted = grouped((phrase.forms[0], phrase) for phrase in self._phrases(excepted))
        self._unlinked = grouped((phrase.concept, phrase) for phrase in self._phrases(unlinked))
        written = (*linked.values(), *excepted.values(), *unlinked.values())
        self._beginnings = stemmer.beginnings(chain.from_iterable(written))

    def find(self, text: str) -> tuple[Use, ...]:
        """The uses of concepts in a text, in order; they don't overlap.

        In “A card.” the concept ``card`` gives ``Use("card", 2, 6)``.
        """
        words = self._stemmer.words(text, self._beginnings)
        barred = set(self._barred(text, words))
        uses: list[Use] = []
        at = 0
        while at < len(words):
            phrase = self._again(text, words, at, uses) or self._longest(text, words, at, barred)
            if phrase:
                last = words[at + len(phrase.forms) - 1]
                uses.append(Use(phrase.concept, words[at].start, last.end))
            at += len(phrase.forms) if phrase else 1
        return tuple(uses)

    def _phrases(self, written: Mapping[str, Iterable[str]]) -> Iterator[Phrase]:
        for concept, phrases in written.items():
            for words in phrases:
                forms = tuple(_form(words, word) for word in self._stemmer.words(words))
                if forms:
                    yield Phrase(forms, concept)

    def _again(self, text: str, words: list[Word], at: int, uses: list[Use]) -> Phrase | None:
        """The unlinked word that names once more, in brackets, what was named just before."""
        if not uses or not OPENS_BRACKET.fullmatch(text, uses[-1].end, words[at].start):
            return None
        own = self._unlinked.get(uses[-1].concept, ())
        return next((phrase for phrase in own if _stands_at(phrase, text, words, at)), None)

    def _longest(
        self, text: str, words: list[Word], at: int, barred: set[tuple[str, int]]
    ) -> Phrase | None:
        for phrase in self._starting(self._terms, text, words[at]):
            if (phrase.concept, at) not in barred and _stands_at(phrase, text, words, at):
                return phrase
        return None

    def _barred(self, text: str, words: list[Word]) -> Iterator[tuple[str, int]]:
        for at, word in enumerate(words):
            for phrase in self._starting(self._excepted, text, word):
                if _stands_at(phrase, text, words, at):
                    yield from ((phrase.concept, at + n) for n in range(len(phrase.forms)))

    @staticmethod
    def _starting(phrases: Phrases, text: str, word: Word) -> tuple[Phrase, ...]:
        written = text[word.start : word.end]
        found = phrases.get(word.stem, ())
        if written.isupper() and written in phrases:
            return phrases[written] + found
        return found


def _form(words: str, word: Word) -> str:
    """The stem of a word; an abbreviation is compared as it is written."""
    written = words[word.start : word.end]
    return written if len(written) > 1 and written.isupper() else word.stem


def _stands_at(phrase: Phrase, text: str, words: list[Word], at: int) -> bool:
    if at + len(phrase.forms) > len(words):
        return False
    for n, form in enumerate(phrase.forms):
        word = words[at + n]
        if form != word.stem and form != text[word.start : word.end]:
            return False
        if n and not BETWEEN_WORDS.match(text[words[at + n - 1].end : word.start]):
            return False
    return True
