"""Words brought to one form, so that every inflection of a word is known as the same word."""

from __future__ import annotations

import re
from typing import NamedTuple

import snowballstemmer

from lawbase.profile import LanguageProfile

WORD = re.compile(r"[^\W_]+")


class Word(NamedTuple):
    """A word's stem and the span of the word in its text."""

    stem: str
    start: int
    end: int


class Stemmer:
    """The stems of one language: Snowball's, with the language's endings exchanged.

    Without an algorithm a word's stem is the word in lower case.
    """

    def __init__(self, profile: LanguageProfile):
        name = profile.terms.stemmer
        self._snowball = snowballstemmer.stemmer(name) if name else None
        self._endings = sorted(profile.terms.endings.items(), key=lambda pair: -len(pair[0]))
        self._known: dict[str, str] = {}

    def stem(self, word: str) -> str:
        """The form that a word shares with its other inflections."""
        if word not in self._known:
            self._known[word] = self._stem(word.lower())
        return self._known[word]

    def words(self, text: str) -> list[Word]:
        """The words of a text, stemmed, with their spans."""
        return [Word(self.stem(m[0]), m.start(), m.end()) for m in WORD.finditer(text)]

    def _stem(self, word: str) -> str:
        stem: str = self._snowball.stemWord(word) if self._snowball else word
        for ending, exchanged in self._endings:
            if stem.endswith(ending):
                return stem[: -len(ending)] + exchanged
        return stem
