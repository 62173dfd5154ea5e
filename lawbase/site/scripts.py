"""Serbian from Latin to Cyrillic, by a table.

What is a sign rather than a word stays as it is: a citation, a label, a seat, a Roman numeral, a
word with a letter that the alphabet doesn't have.
"""

import re
from collections.abc import Callable
from functools import cache, cached_property

from msgspec import Struct

from lawbase.text import WORD

_LABEL = re.compile(r"[a-z]|[A-Z]")
_NUMERAL = re.compile(r"[IVX]{2,}|[ivx]{2,}")
_MARKUP = re.compile(r"(<[^>]*>|&[#\w]+;)")


class ScriptTable(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """How one script is turned into another.

    ``letters`` maps a letter or a digraph, in lower case; ``apart`` lists beginnings of words in
    which two letters are not a digraph; ``kept`` are words that stay; ``words`` are the words of
    one letter, which a label could be taken for.
    """

    letters: dict[str, str]
    apart: tuple[str, ...]
    kept: tuple[str, ...]
    words: tuple[str, ...]

    @cached_property
    def _kept(self) -> frozenset[str]:
        return frozenset(self.kept)

    @cached_property
    def _units(self) -> re.Pattern[str]:
        by_length = sorted(self.letters, key=lambda unit: (-len(unit), unit))
        return re.compile("|".join(map(re.escape, by_length)), re.IGNORECASE)

    def convert(self, text: str) -> str:
        """The text in the other script.

        >>> table = ScriptTable({"č": "ч", "l": "л", "a": "а", "n": "н"}, (), (), ("a",))
        >>> table.convert("Član 16C")
        'Члан 16C'
        """
        return self._converted(text)

    @cached_property
    def _converted(self) -> Callable[[str], str]:
        """Most texts stand on several pages."""
        return cache(lambda text: WORD.sub(lambda match: self._token(text, match), text))

    def convert_markup(self, markup: str) -> str:
        """The same for the words between the tags of trusted HTML."""
        pieces = _MARKUP.split(markup)
        return "".join(
            piece if place % 2 else self.convert(piece) for place, piece in enumerate(pieces)
        )

    def _token(self, text: str, match: re.Match[str]) -> str:
        token = match[0]
        if len(token) == 1 and not self._is_word(text, match):
            return token
        if token not in self._known:
            self._known[token] = token if self._is_sign(token) else self._word(token)
        return self._known[token]

    @cached_property
    def _known(self) -> dict[str, str]:
        return {}

    def _word(self, word: str) -> str:
        split = next((len(root) for root in self.apart if word.lower().startswith(root)), 0)
        begins = "".join(map(self._unit, word[:split]))
        return begins + self._units.sub(lambda match: self._unit(match[0]), word[split:])

    def _is_sign(self, token: str) -> bool:
        return (
            any(c.isdigit() for c in token)
            or token.lower() in self._kept
            or bool(_NUMERAL.fullmatch(token))
            or any(c.lower() not in self.letters for c in token)
        )

    def _is_word(self, text: str, match: re.Match[str]) -> bool:
        """A single letter is a word when small and not in brackets, or first in a sentence."""
        letter, start, end = match[0], match.start(), match.end()
        if letter.lower() not in self.words:
            return not _LABEL.fullmatch(letter)
        if letter.islower():
            return text[start - 1 : start] != "(" and text[end : end + 1] != ")"
        begins = not text[:start].strip() or text[:start].rstrip()[-1] in ".:!?„“”\"'–"
        follows = text[end : end + 2]
        return begins and follows[:1] == " " and follows[1:].islower()

    def _unit(self, unit: str) -> str:
        """A letter or a digraph in the other script."""
        converted = self.letters[unit.lower()]
        return converted.upper() if unit[0].isupper() else converted
