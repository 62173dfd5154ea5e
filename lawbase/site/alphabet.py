"""The order of words in a language, by its alphabet."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

_UNDECOMPOSED = str.maketrans({"ł": "l", "đ": "d"})


class Alphabet(Struct, frozen=True, dict=True):
    """A language's letters in their order, those of two signs among them.

    >>> czech = Alphabet(("a", "c", "č", "h", "ch", "i"))
    >>> sorted(["chi", "čí", "ha", "ci"], key=czech.order)
    ['ci', 'čí', 'ha', 'chi']
    >>> czech.initial("Chyba"), czech.initial("Čas"), czech.initial("Ída"), czech.initial("10")
    ('Ch', 'Č', 'I', '0–9')
    """

    letters: tuple[str, ...]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {letter: place for place, letter in enumerate(self.letters)}

    @cached_property
    def _units(self) -> re.Pattern[str]:
        by_length = sorted(self.letters, key=lambda letter: -len(letter))
        return re.compile("|".join(map(re.escape, by_length)) + r"|\w")

    def order(self, word: str) -> tuple[tuple[int, ...], str]:
        """A sort key: digits first, then the letters; signs and spaces don't count."""
        return tuple(self._places.get(unit, -1) for unit in self._read(word)), word

    def initial(self, word: str) -> str:
        """The letter that a word is listed under."""
        first = next(self._read(word), "")
        return "0–9" if first.isdigit() or not first else first.capitalize()

    def _read(self, word: str) -> Iterator[str]:
        for match in self._units.finditer(unicodedata.normalize("NFC", word.lower())):
            yield match[0] if match[0] in self._places else _plain(match[0])


def _plain(letter: str) -> str:
    """A letter that the alphabet doesn't have, without its sign.

    >>> _plain("é"), _plain("ł")
    ('e', 'l')
    """
    return unicodedata.normalize("NFKD", letter.translate(_UNDECOMPOSED))[0]
