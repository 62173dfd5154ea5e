"""Text to tokens as the search compares them: one script, no diacritics, no case.

A word is *folded*: ``Štihů``, ``ŠTIHU`` and ``штиху`` are one form. Digits in groups are joined,
a number keeps its per cent sign, and the suits of cards are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from lawbase.profile import LanguageProfile
from lawbase.search.figures import FIGURES
from lawbase.text import fold

_F = FIGURES.analysis

CACHED_WORDS = 65536
_TOKEN = re.compile(
    r"[^\W\d_]+"
    r"|(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+)(?:[ \u00a0]?%)?"
    r"|[♠♥♦♣♤♡♢♧\uf0a7-\uf0aa]"
)


class Token(Struct, frozen=True, array_like=True):
    """A word, a number or a suit as it is compared, and where it stands in its text."""

    form: str
    start: int
    end: int


class Analyzer:
    """Splits texts of all languages into tokens.

    ``letters`` turns the letters of other scripts to Latin, as the language profiles give them.
    """

    def __init__(self, letters: Mapping[str, str]):
        self.letters = letters
        self._table = str.maketrans(_with_capitals(letters))
        self.form = lru_cache(CACHED_WORDS)(self._form)
        """The form of a token as it is printed."""

    @classmethod
    def of(cls, languages: Mapping[str, LanguageProfile]) -> Analyzer:
        """The analyser that knows the scripts of all these languages."""
        return cls({k: v for language in languages.values() for k, v in language.script.items()})

    def latin(self, text: str) -> str:
        """The text in Latin letters.

        >>> Analyzer({"ш": "š", "т": "t", "и": "i", "х": "h"}).latin("Штих 50D1")
        'Štih 50D1'
        """
        return text.translate(self._table)

    def tokens(self, text: str) -> Iterator[Token]:
        """The tokens of a text in order.

        >>> [token.form for token in Analyzer({}).tokens("Žalba: 40 % ze 3 000, ♠")]
        ['zalba', '40%', 'ze', '3000', '♠']
        """
        for match in _TOKEN.finditer(text):
            yield Token(self.form(match[0]), *match.span())

    @staticmethod
    def printed(text: str) -> list[str]:
        """The tokens of a text in order, as they are printed.

        >>> Analyzer.printed("Žalba: 40 % ze 3 000, ♠")
        ['Žalba', '40 %', 'ze', '3 000', '♠']
        """
        return _TOKEN.findall(text)

    @staticmethod
    def spans(text: str) -> list[tuple[int, int]]:
        """Where the tokens of a text stand, in order.

        >>> Analyzer.spans("ze 3 000, ♠")
        [(0, 2), (3, 8), (10, 11)]
        """
        return [match.span() for match in _TOKEN.finditer(text)]

    def words(self, *texts: str) -> str:
        """The forms of some texts' tokens, with a blank between them."""
        return " ".join(self.form(printed) for text in texts for printed in self.printed(text))

    def _form(self, printed: str) -> str:
        if printed[0].isdecimal():
            return "".join(filter(str.isdecimal, printed)) + "%" * printed.endswith("%")
        return _F.suits.get(printed) or fold(self.latin(printed))


def number_parts(text: str) -> tuple[str, ...]:
    """The plain numbers in a token that joined them or carries a sign, else nothing.

    >>> number_parts("3 000"), number_parts("40 %"), number_parts("13")
    (('3', '000'), ('40',), ())
    """
    parts = tuple(re.findall(r"\d+", text))
    return parts if parts and parts != (text,) else ()


def _with_capitals(letters: Mapping[str, str]) -> dict[str, str]:
    return dict(letters) | {k.upper(): v.capitalize() for k, v in letters.items()}
