"""Where a heading ends that runs into the text after it without a break."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lawbase.reading.transcript.expectation import Expected
from lawbase.reading.transcript.marks import Mark
from lawbase.reading.transcript.preferences import (
    prefer_expected_length,
    prefer_expected_presence,
    prefer_headings_of_one_sentence,
    prefer_no_name,
    prefer_the_first_capital,
)

_WORD = re.compile(r"(?<!\S)[^\W\d_][\w-]*")
_INSIDE_A_SENTENCE = re.compile(r"(?<=[\w,] )[^\W\d_][\w-]*")
_SENTENCE_END = re.compile(r"[.!?][\")”“’]*\s")


@dataclass(frozen=True, slots=True)
class Division:
    """A run of text divided: its heading ends at ``cut``, its own text begins there."""

    cut: int
    weight: float


class Divider:
    """Divides runs of one stream into heading and text; the lightest division wins.

    ``fixed`` gives the end of a heading, by its beginning, where a correction tells it.
    """

    def __init__(self, text: str, marks: Sequence[Mark], fixed: Mapping[int, int]):
        self._text = text
        self._names = _names(text, marks)
        self._fixed = fixed
        self._known: dict[tuple[int, int, Expected], Division] = {}

    def divide(self, start: int, end: int, expected: Expected) -> Division:
        """The best division of ``[start, end)``."""
        run = (start, end, expected)
        if run not in self._known:
            divisions = [
                Division(cut, self._weight(start, cut, end, passed, expected))
                for passed, cut in self._cuts(start, end)
            ]
            self._known[run] = min(divisions, key=lambda division: division.weight)
        return self._known[run]

    def heading_weight(self, start: int, end: int, expected: Expected) -> float:
        """How unlike the expected heading a stretch is."""
        heading = self._text[start:end].strip()
        return (
            prefer_expected_presence(len(heading), expected.heading)
            + 2 * prefer_expected_length(len(heading), expected.heading)
            + prefer_headings_of_one_sentence(len(_SENTENCE_END.findall(heading)))
        )

    def text_weight(self, start: int, end: int, expected: Expected) -> float:
        """How unlike the expected text a stretch is."""
        length = len(self._text[start:end].strip())
        return prefer_expected_presence(length, expected.text) + prefer_expected_length(
            length, expected.text
        )

    def _weight(self, start: int, cut: int, end: int, passed: int, expected: Expected) -> float:
        named = start < cut < end and self._word_at(cut) in self._names
        return (
            self.heading_weight(start, cut, expected)
            + self.text_weight(cut, end, expected)
            + prefer_the_first_capital(passed)
            + prefer_no_name(named)
        )

    def _cuts(self, start: int, end: int) -> list[tuple[int, int]]:
        """All places where the heading could end, each with the capitals it passes over."""
        first = end - len(self._text[start:end].lstrip())
        if first in self._fixed:
            return [(0, self._fixed[first])]
        cuts, passed = [(0, start)], 0
        for match in _WORD.finditer(self._text, first + 1, end):
            if self._begins_text(match):
                cuts.append((passed, match.start()))
                passed += match[0] not in self._names
        return [*cuts, (passed, end)]

    def _begins_text(self, match: re.Match[str]) -> bool:
        """A capitalised word; of a word in capitals only, a single letter before a small one."""
        word = match[0]
        if not word[0].isupper() or (len(word) > 1 and word.isupper()):
            return False
        return len(word) > 1 or self._text[match.end() + 1 : match.end() + 2].islower()

    def _word_at(self, at: int) -> str:
        match = _WORD.match(self._text, at)
        return match[0] if match else ""


def _names(text: str, marks: Sequence[Mark]) -> frozenset[str]:
    """The words that stand with a capital inside sentences twice as often as without one.

    Only what follows the first sentence after a label is looked at: before it, a heading may run
    into a text, whose first word has a capital for that reason.
    """
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for start, end in pairwise([*(mark.end for mark in marks), len(text)]):
        first = _SENTENCE_END.search(text, start, end)
        for match in _INSIDE_A_SENTENCE.finditer(text, first.end() if first else end, end):
            word = match[0]
            (capital if word[0].isupper() else small)[word.lower()] += 1
    return frozenset(
        word.capitalize() for word, count in capital.items() if count >= 2 * small[word]
    )
