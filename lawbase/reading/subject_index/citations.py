"""Where an index entry leads: its references, as the keys they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lawbase.address import Address
from lawbase.reading.subject_index.layout import IndexLayout
from lawbase.reading.subject_index.spreadsheet import restored

_ADDRESS = r"\d{1,3}(?:\s?[A-Z](?:\d{1,2})?)?(?:\s?\(?[a-z]\)|[a-z])?(?:\s?\(?[ivx]+\))?(?![^\s,])"
_DAMAGED = r"\d,\d+E[+-]\d+"
_UNREAD = re.compile(r"\d[A-Z]|\d\s?[a-z]?\)?$")


@dataclass(frozen=True, slots=True)
class Cited:
    """An entry's title, its references, the topics that it sends to.

    ``remark`` says that the whole entry is a remark on the topic above.
    """

    title: str
    refs: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    remark: bool = False

    @property
    def unread(self) -> bool:
        """Whether the title ends in what must be a reference, or holds one."""
        return not self.remark and bool(_UNREAD.search(self.title))


class CitationReader:
    """Parts an entry's title from its references.

    It knows the words of one index; see ``IndexLayout.examples`` for what it reads.
    """

    def __init__(self, layout: IndexLayout):
        self.see = re.compile(rf"(?:{_any(layout.see)})\s+(?P<topic>\S.*)", re.IGNORECASE)
        self._inline_see = re.compile(rf"(?P<title>.*\S)\s+[–-]\s+{self.see.pattern}", re.I)
        self._note = re.compile(_any(layout.note), re.IGNORECASE)
        self._words = {
            "def": _pattern(layout.definition),
            "intro": _pattern(layout.introduction),
            "preface": _pattern(layout.preface),
        }
        self._footnote = re.compile(rf"\s+(?:{_any(layout.footnote)})$", re.IGNORECASE)
        words = _any((*layout.definition, *layout.introduction, *layout.preface))
        law = rf"{_ADDRESS}(?:\s+(?i:{_any(layout.footnote)}))?"
        item = rf"(?:(?i:{words})|{law}(?:\s+{law})*)"
        self._tail = re.compile(rf"(?<=\S)\s+(?P<refs>{item}(?:\s*,\s*{item})*|{_DAMAGED})$")
        self._law = re.compile(law)

    def read(self, text: str) -> Cited:
        """An entry as printed, parted.

        Raises:
            LawbaseError: when a spreadsheet has left a number that can't be undone.
        """
        if match := self.see.fullmatch(text):
            return Cited("", see=(match["topic"],))
        if match := self._inline_see.fullmatch(text):
            return Cited(match["title"], see=(match["topic"],))
        if self._note.match(text):
            return Cited(text, remark=True)
        if match := self._tail.search(text):
            return Cited(text[: match.start()], self.keys(match["refs"]))
        return Cited(text)

    def keys(self, refs: str) -> tuple[str, ...]:
        """A list of references as keys: ``Definice, 16B1 a)`` is ``def`` and ``16.B.1.a``."""
        keys: list[str] = []
        for item in re.split(r"\s*,\s*", restored(refs)):
            named = next((key for key, word in self._words.items() if word.fullmatch(item)), None)
            keys.extend([named] if named else map(self._key, self._law.findall(item)))
        return tuple(keys)

    def _key(self, law: str) -> str:
        address = self._footnote.sub("", law)
        return f"{Address.parse(address)}{'#fn' if address != law else ''}"


def _any(words: Sequence[str]) -> str:
    """A pattern that matches one of the words, the longest that fits; none matches nothing."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word) for word in ordered) or r"(?!)"


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(_any(words), re.IGNORECASE)
