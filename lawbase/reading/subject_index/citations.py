"""Where an index entry leads: its references, as the keys they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lawbase.address import Address
from lawbase.reading.subject_index.layout import IndexLayout
from lawbase.text import any_of

_BELOW_LETTER = r"(?:[\s.]?\d{1,2}(?!\d))?(?:[\s.]?\(?[a-z]\)|[\s.]?[a-z](?![^\s,;.)(]))?"
PRINTED_ADDRESS = (
    rf"\d{{1,3}}(?:[\s.]?[A-Z]{_BELOW_LETTER}|\s?\(?[a-z]\)|[a-z]|\.\d{{1,2}})?"
    r"(?:\s?\(?[ivx]+\))?(?![^\s,;.])"
)
"""An address as an index prints it: ``12``, ``12C1(b)``, ``12 C 1 b``, ``12C1b(ii)``."""
_UNREAD = re.compile(r"\d[A-Z]|\d\s?[a-z]?\)?$")
_THROUGH = re.compile(r"(\d{1,3})\s?[-–]\s?(\d{1,3})")


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

    @property
    def bare(self) -> bool:
        """Whether it leads nowhere."""
        return not (self.refs or self.see)


class CitationReader:
    """Parts an entry's title from its references.

    It knows the words of one index; see ``IndexLayout.examples`` for what it reads.
    """

    def __init__(self, layout: IndexLayout):
        self.see = re.compile(rf"{any_of(layout.see)}\s+(?P<topic>\S.*)", re.IGNORECASE)
        self._inline_see = re.compile(
            rf"(?P<title>.*\S?)(?:\s[–-]|[,;:.)]|\s)\s*\(?(?<!\w){self.see.pattern}", re.IGNORECASE
        )
        self._note = re.compile(any_of(layout.note), re.IGNORECASE)
        self._words = {
            "def": _pattern(layout.definition),
            "intro": _pattern(layout.introduction),
            "preface": _pattern(layout.preface),
        }
        self._footnote = re.compile(rf"\s+{any_of(layout.footnote)}$", re.IGNORECASE)
        self._empty = re.compile(rf"(?<!\w){any_of(layout.words)}\s*", re.IGNORECASE)
        words = any_of((*layout.definition, *layout.introduction, *layout.preface))
        empty = rf"(?:(?i:{any_of(layout.words)})\s*)?"
        law = rf"{empty}{PRINTED_ADDRESS}(?:\s+(?i:{any_of(layout.footnote)}))?"
        through = r"\d{1,3}\s?[-–]\s?\d{1,3}(?![^\s,;.])"
        item = rf"(?:(?i:{words})|{through}|{law}(?:\s+{law})*)"
        leader = rf"(?:{layout.leader.text}|\s+)" if layout.leader else r"\s+"
        self._tail = re.compile(rf"(?<=\S){leader}(?P<refs>{item}(?:\s*[,;]\s*{item})*)[.;]?$")
        self._only = re.compile(rf"{item}(?:\s*[,;]\s*{item})*[.;,]?")
        self._law = re.compile(law)

    def read(self, text: str) -> Cited:
        """An entry as printed, parted."""
        if match := self.see.fullmatch(text):
            return Cited("", see=self._topics(match))
        if self._note.match(text):
            return Cited(text, remark=True)
        if match := self._inline_see.fullmatch(text):
            before = self.read(match["title"].rstrip(" –-,;:("))
            return Cited(before.title, before.refs, self._topics(match))
        if match := self._tail.search(text):
            return Cited(text[: match.start()], self.keys(match["refs"]))
        return Cited(text)

    def only_refers(self, text: str) -> bool:
        """Whether a text consists of references alone."""
        return bool(self._only.fullmatch(text))

    def keys(self, refs: str) -> tuple[str, ...]:
        """A list of references as keys: ``Definice, 16B1 a)`` is ``def`` and ``16.B.1.a``."""
        keys: list[str] = []
        for item in re.split(r"\s*[,;]\s*", refs):
            named = next((key for key, word in self._words.items() if word.fullmatch(item)), None)
            if named:
                keys.append(named)
            elif through := _THROUGH.fullmatch(item):
                keys.extend(map(str, range(int(through[1]), int(through[2]) + 1)))
            else:
                keys.extend(map(self._key, self._law.findall(item)))
        return tuple(keys)

    def _key(self, law: str) -> str:
        address = self._footnote.sub("", law)
        note = "#fn" if address != law else ""
        return f"{Address.parse(self._empty.sub('', address))}{note}"

    def _topics(self, match: re.Match[str]) -> tuple[str, ...]:
        return tuple(topic.strip() for topic in match["topic"].rstrip(").").split(";"))


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(any_of(words), re.IGNORECASE)
