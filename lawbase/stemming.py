"""Words brought to one form, so that every inflection of a word is known as the same word."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

import snowballstemmer

from lawbase.profile import LanguageProfile

WORD = re.compile(r"[^\W_]+")
SHORTEST = 3
"""The fewest letters of a stem: what is shorter is too much like other words."""


@cache
def _snowball(algorithm: str) -> Callable[[str], str]:
    """The stem of a word by an algorithm; all who stem share what is known."""
    return cache(snowballstemmer.stemmer(algorithm).stemWord)


class Word(NamedTuple):
    """A word's stem and the span of the word in its text."""

    stem: str
    start: int
    end: int


class Stemmer:
    """The stems of one language: Snowball's, with what the language's profile puts right.

    Without an algorithm a word's stem is the word in lower case.
    """

    def __init__(self, profile: LanguageProfile):
        terms = profile.terms
        self._snowball = _snowball(terms.stemmer) if terms.stemmer else None
        self._endings = dict(sorted(terms.endings.items(), key=lambda pair: -len(pair[0])))
        self._any_ending = tuple(self._endings)
        self._given = {form: stem for form, stem in terms.forms.items() if not form.endswith("*")}
        self._begun = {form[:-1]: stem for form, stem in terms.forms.items() if form.endswith("*")}
        self._known: dict[str, str] = {}

    @property
    def stems(self) -> bool:
        """Whether there is an algorithm for the language."""
        return self._snowball is not None

    def stem(self, word: str) -> str:
        """The form that a word shares with its other inflections."""
        if word not in self._known:
            self._known[word] = self._stem(word.lower())
        return self._known[word]

    def words(self, text: str, beginnings: frozenset[str] | None = None) -> list[Word]:
        """The words of a text, stemmed, with their spans.

        With ``beginnings`` (see below), words that begin otherwise are left as they are,
        which saves their stemming where they don't matter.
        """
        found = [(m[0], m.start(), m.end()) for m in WORD.finditer(text)]
        if beginnings is None:
            return [Word(self.stem(word), start, end) for word, start, end in found]
        return [
            Word(self.stem(word) if word[:SHORTEST].lower() in beginnings else word, start, end)
            for word, start, end in found
        ]

    def beginnings(self, phrases: Iterable[str]) -> frozenset[str]:
        """How any form of the words of these phrases may begin."""
        words = [match[0] for phrase in phrases for match in WORD.finditer(phrase)]
        return frozenset(word[:SHORTEST].lower() for word in (*words, *self._given))

    def _stem(self, word: str) -> str:
        if word in self._given:
            return self._given[word]
        for beginning, stem in self._begun.items():
            if word.startswith(beginning):
                return stem
        stem = self._snowball(word) if self._snowball else word
        if stem.endswith(self._any_ending):
            for ending, exchanged in self._endings.items():
                kept = stem.removesuffix(ending)
                if kept != stem and len(kept) >= SHORTEST - len(exchanged):
                    return kept + exchanged
        return stem if len(stem) >= SHORTEST else word
