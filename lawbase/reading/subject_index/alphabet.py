"""The alphabet of an index, and how far apart two of its entries lie in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

Place = tuple[tuple[int, ...], ...]


class Alphabet:
    """The letters of an index in their order; a letter with a sign that it lacks counts as bare.

    >>> czech = Alphabet("a b c č d e f g h ch i")
    >>> sorted(["chyba", "hra", "číslo", "cíl"], key=czech.place)
    ['cíl', 'číslo', 'hra', 'chyba']
    """

    def __init__(self, letters: str):
        ordered = letters.split()
        self._ranks = {letter: rank for rank, letter in enumerate(ordered, 1)}
        longest_first = sorted(map(re.escape, ordered), key=len, reverse=True)
        self._letter = re.compile("|".join(longest_first) or r"(?!)")

    def place(self, text: str) -> Place:
        """A sort key: word by word, letter by letter."""
        return tuple(self._ranks_of(word) for word in re.findall(r"\w+", text.lower()))

    def places(self, texts: Sequence[str]) -> list[float]:
        """Where each text lies from 0 to 1 when all of them are sorted."""
        places = [self.place(text) for text in texts]
        order = {place: rank for rank, place in enumerate(sorted(set(places)))}
        return [order[place] / len(order) for place in places]

    def _ranks_of(self, word: str) -> tuple[int, ...]:
        ranks = []
        at = 0
        while at < len(word):
            match = self._letter.match(word, at)
            letter = match[0] if match else unicodedata.normalize("NFD", word[at])[0]
            ranks.append(self._ranks.get(letter, 0))
            at += len(match[0]) if match else 1
        return tuple(ranks)
