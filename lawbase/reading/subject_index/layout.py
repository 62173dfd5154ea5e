"""How a book prints its subject index: its entries, and the keys they lead to."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from lawbase.address import Address, Level, between, label_at
from lawbase.errors import LawbaseError
from lawbase.reading.patterns import LATIN_BY_SHAPE, Pattern
from lawbase.text import any_of


class IndexLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a book prints its subject index.

    ``topics`` tells what sets a topic apart from the subtopics: a blank line before it, that it is
    less indented, that no ``subtopic`` (a pattern, such as a dash) stands before it, or nothing but
    the alphabet. ``alphabet`` are the letters in their order, parted by spaces. ``lower_case``
    says that an entry may begin with a small letter. Where the subtopics run on behind their topic
    (``dummy 42; rights 42A``), ``parted`` is the sign between them.

    ``leader`` matches what stands between a title and its references besides spaces (a colon, a
    line of dots); ``opening`` patterns match what stands before the first entry, letters of the
    alphabet as titles too. The words, in any case: those before another topic's name (``see``) or
    a remark (``note``), those that stand for a target (``definition``, ``introduction``,
    ``preface``), those after the number of a law whose footnote is meant, and those that may stand
    in a reference and say nothing (``words``: Law, letter). ``pages`` says that numbers are those
    of pages, and lead to no law. ``examples`` are lines and what they
    are read as, in the keys of ``IndexEntry.refs`` and ``see:<topic>``.
    """

    topics: Literal["blank line", "alphabetical", "indentation", "mark"]
    alphabet: str = ""
    examples: dict[str, tuple[str, ...]] = {}
    subtopic: Pattern | None = None
    lower_case: bool = False
    parted: str = ""
    leader: Pattern | None = None
    opening: tuple[Pattern, ...] = ()
    see: tuple[str, ...] = ()
    note: tuple[str, ...] = ()
    definition: tuple[str, ...] = ()
    introduction: tuple[str, ...] = ()
    preface: tuple[str, ...] = ()
    footnote: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    pages: bool = False

    def __post_init__(self) -> None:
        if self.topics == "mark" and self.subtopic is None:
            raise ValueError('topics = "mark" needs the pattern of the mark: subtopic')


_CAPITAL, _SMALL = "[A-ZΑ-ΧА-ЯІ]", "[a-zα-χа-яі]"
_BELOW_LETTER = rf"(?:[\s.]?\d{{1,2}}(?!\d))?(?:[\s.]?\(?{_SMALL}\)|[\s.]?{_SMALL}(?![^\s,;.)(]))?"
_ADDRESS = (
    rf"\d{{1,3}}(?:[\s.]?{_CAPITAL}{_BELOW_LETTER}|\s?\(?{_SMALL}\)|{_SMALL}|\.\d{{1,2}})?"
    r"(?:\s?\(?[ivxіх]+\))?"
)
_BARE = rf"(?:\({_SMALL}\)|{_CAPITAL}{_BELOW_LETTER})"
"""Labels of an address that begins like the one before: ``12C2(a), (b)``, ``12A2, C1(d)``."""
_ENDS = r"(?![^\s,;.])"
PRINTED_ADDRESS = f"{_ADDRESS}{_ENDS}"
"""An address as an index prints it: ``12``, ``12C1(b)``, ``12 C 1 b``, ``12Б1``."""
_UNREAD = re.compile(rf"\d{_CAPITAL}|\d\s?[a-z]?\)?$")
_UNKNOWN_WORD = re.compile(r"\w\s?(?::|(?:\.\s?){2,}|…+)\s*([^\W\d_]{3,}\.?)$")
_RANGE = rf"{_ADDRESS}\s?[-–]\s?(?:{_ADDRESS}|{_BARE}){_ENDS}"


class ParsedEntry(Struct, frozen=True):
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
    def unknown_word(self) -> str:
        """The word behind a colon or dots, if the entry leads nowhere else: a reference to what?

        >>> ParsedEntry("definition: Definitions").unknown_word
        'Definitions'
        """
        leads = self.remark or self.refs or self.see
        match = None if leads else _UNKNOWN_WORD.search(self.title)
        return match[1] if match else ""


class ReferenceReader:
    """Parts an entry's title from its references.

    It knows the words of one index, and how the edition's labels count if not in Latin letters;
    see ``IndexLayout.examples`` for what it reads.
    """

    def __init__(self, layout: IndexLayout, counted: Mapping[Level, str] = MappingProxyType({})):
        self._latin = LATIN_BY_SHAPE | {
            ord(letter): label_at(place, level)
            for level, letters in counted.items()
            for place, letter in enumerate(letters.split(), 1)
            if len(letter) == 1 and not letter.isascii()
        }
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
        item = rf"(?:(?i:{words})|{empty}{_RANGE}|{law}(?:\s+{law})*)"
        self._range = re.compile(rf"{empty}({_RANGE})")
        leader = rf"(?:{layout.leader.text}|\s+)" if layout.leader else r"\s+"
        more = rf"(?:\s*[,;]\s*(?:{item}|{_BARE}))*"
        self._tail = re.compile(rf"(?<=\S){leader}(?P<refs>{item}{more})[.;]?$")
        self._only = re.compile(rf"{item}(?:\s*[,;]\s*{item})*[.;,]?")
        self._law = re.compile(law)

    def read(self, text: str) -> ParsedEntry:
        """An entry as printed, parted."""
        if match := self.see.fullmatch(text):
            return ParsedEntry("", see=self._topics(match))
        if self._note.match(text):
            return ParsedEntry(text, remark=True)
        if match := self._inline_see.fullmatch(text):
            before = self.read(match["title"].rstrip(" –-,;:("))
            return ParsedEntry(before.title, before.refs, self._topics(match))
        if match := self._tail.search(text):
            return ParsedEntry(text[: match.start()], self.keys(match["refs"]))
        return ParsedEntry(text)

    def refers(self, text: str) -> bool:
        """Whether an entry has references, if only such as can't be read."""
        try:
            return bool(self.read(text).refs)
        except LawbaseError:
            return True

    def only_refers(self, text: str) -> bool:
        """Whether a text consists of references alone."""
        return bool(self._only.fullmatch(text))

    def readable(self, text: str) -> list[str]:
        """The keys of the addresses in a text, whatever else stands in it."""
        keys: list[str] = []
        for law in self._law.findall(text):
            with suppress(LawbaseError):
                keys.append(self._key(law))
        return keys

    def keys(self, refs: str) -> tuple[str, ...]:
        """A list of references as keys: ``Definice, 16B1 a)`` is ``def`` and ``16.B.1.a``."""
        keys: list[str] = []
        for item in re.split(r"\s*[,;]\s*", refs):
            named = next((key for key, word in self._words.items() if word.fullmatch(item)), None)
            if named:
                keys.append(named)
            elif re.fullmatch(_BARE, item):
                keys.append(self._key(item, keys[-1]))
            elif match := self._range.fullmatch(item):
                keys.extend(self._through(*re.split(r"\s?[-–]\s?", match[1])))
            else:
                keys.extend(map(self._key, self._law.findall(item)))
        return tuple(keys)

    def _key(self, law: str, before: str = "") -> str:
        """The key of an address as printed; what it leaves out it has from the one ``before``."""
        address = self._footnote.sub("", law)
        note = "#fn" if address != law else ""
        plain = self._empty.sub("", address).translate(self._latin)
        above, _, last = before.rpartition(".")
        if plain.startswith("(") or (plain.isdigit() and last.isdigit() and above):
            plain = f"{above}.{plain.strip('()')}"
        elif not plain[0].isdigit():
            plain = f"{before.split('.')[0]} {plain}"
        return f"{Address.parse(plain)}{note}"

    def _through(self, first: str, last: str) -> tuple[str, ...]:
        """The keys of a range: ``64B1-3``; only of its ends, where they are of two sequences."""
        start = self._key(first)
        end = self._key(last, start)
        inside = between(Address.parse(start), Address.parse(end))
        return (start, *map(str, inside), end)

    def _topics(self, match: re.Match[str]) -> tuple[str, ...]:
        return tuple(topic.strip() for topic in match["topic"].rstrip(").").split(";"))


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(any_of(words), re.IGNORECASE)
