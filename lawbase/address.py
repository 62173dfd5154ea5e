"""Addresses of provisions: parsed once, compared, ordered, printed.

An address is the law's number and the labels below it: ``12.C.1.e.ii`` is Law 12C1(e)(ii). The
levels are, from the outside in, an upper-case letter, a number, a lower-case letter and a
lower-case roman numeral; a law skips the levels that it doesn't need.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, total_ordering
from itertools import pairwise
from typing import Literal, get_args

from lawbase.errors import LawbaseError

Level = Literal["letter", "number", "item", "roman"]
Order = tuple[tuple[int, int], ...]
KeyOrder = tuple[int, str, Order, int, str]
LEVELS: tuple[Level, ...] = ("letter", "number", "item", "roman")

ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_LAST_PLACE: dict[Level, int] = {"letter": 26, "number": 99, "item": 26, "roman": len(ROMANS)}
_ROMAN_RANK = {roman: rank for rank, roman in enumerate(ROMANS, 1)}

_TOKEN = re.compile(r"[0-9]+|[A-Za-z]+")
_ADDRESS = re.compile(
    r"\s*(?P<law>[0-9]{1,3})(?P<steps>(?:[\s.(\[]*(?:[0-9]{1,2}|[A-Za-z]{1,5})[)\].]*)*)\s*$"
)


@total_ordering
@dataclass(frozen=True, slots=True)
class Address:
    """A law's number and the labels of the way down from it.

    >>> Address.parse("27 B 1 (a)")
    Address(law=27, steps=('B', '1', 'a'))
    >>> str(Address.parse("12C1(e)(ii)"))
    '12.C.1.e.ii'
    >>> Address.parse("9") < Address.parse("10.A")
    True
    """

    law: int
    steps: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read an address in any spelling: ``27B1a``, ``27 B 1 (a)``, ``27.B.1.a``, ``27b1(A)``.

        The words before it (``Law``, ``Pravidlo``) belong to a language and are not read here.

        Raises:
            LawbaseError: when the text is not an address.
        """
        match = _ADDRESS.match(text)
        if not match:
            raise _not_an_address(text)
        steps: list[str] = []
        for token in _split_labels(match["steps"]):
            steps.append(token.upper() if not steps else token.lower())
        depths = [LEVELS.index(level) for level in step_levels(tuple(steps))]
        if "0" in steps or any(a >= b for a, b in pairwise(depths)):
            raise _not_an_address(text)
        return cls(int(match["law"]), tuple(steps))

    @property
    def parent(self) -> Address | None:
        """The address one level up, or None for a law."""
        return Address(self.law, self.steps[:-1]) if self.steps else None

    @property
    def ancestors(self) -> tuple[Address, ...]:
        """Every address above this one, nearest first."""
        return tuple(Address(self.law, self.steps[:n]) for n in range(len(self.steps) - 1, -1, -1))

    @property
    def depth(self) -> int:
        """How many labels stand below the law."""
        return len(self.steps)

    @property
    def level(self) -> Level | None:
        """The level of its last label, or None for a law."""
        return step_levels(self.steps)[-1] if self.steps else None

    @property
    def place(self) -> int:
        """The place of its last label in its sequence, counted from 1; the number of a law."""
        return ordinal(self.steps[-1], step_levels(self.steps)[-1]) if self.steps else self.law

    def child(self, step: str) -> Address:
        """The address one label further down."""
        return Address(self.law, (*self.steps, step))

    def contains(self, other: Address) -> bool:
        """Whether the other address is this one or lies below it.

        >>> Address.parse("1").contains(Address.parse("11"))
        False
        """
        return self.law == other.law and other.steps[: len(self.steps)] == self.steps

    def __lt__(self, other: Address) -> bool:
        return self._order() < other._order()

    def _order(self) -> Order:
        levels = step_levels(self.steps)
        return (
            (-1, self.law),
            *((LEVELS.index(v), ordinal(s, v)) for s, v in zip(self.steps, levels, strict=True)),
        )

    def __str__(self) -> str:
        return ".".join((str(self.law), *self.steps))

    def format(self, item: str = "{}", roman: str | None = None) -> str:
        """Print it as people cite it; ``item`` and ``roman`` wrap the lower-case labels.

        >>> Address.parse("12C1eii").format(item="({})")
        '12C1(e)(ii)'
        """
        wraps = {"letter": "{}", "number": "{}", "item": item, "roman": roman or item}
        levels = step_levels(self.steps)
        labels = "".join(
            wraps[level].format(step) for step, level in zip(self.steps, levels, strict=True)
        )
        return f"{self.law}.{labels}" if levels[:1] == ("number",) else f"{self.law}{labels}"


def decimal_address(label: str) -> Address | None:
    """The address that numbers parted by stops make, or None where they make none.

    >>> str(decimal_address("27.2.1.3"))
    '27.B.1.c'
    """
    law, *places = map(int, label.split("."))
    bounded = zip(places, _LAST_PLACE.values(), strict=False)
    if len(places) > len(LEVELS) or any(not 0 < n <= last for n, last in bounded):
        return None
    steps = (label_at(place, level) for place, level in zip(places, LEVELS, strict=False))
    return Address(law, tuple(steps))


def whole_address(label: str) -> Address | None:
    """The address that a label spells out, in numbers or as ``27 B.1.a``, or None.

    >>> str(whole_address("27.2.1")), str(whole_address("27 B.1.a")), whole_address("27.2.1.a")
    ('27.B.1', '27.B.1.a', None)
    """
    if re.fullmatch(r"\d+(?:\.\d+)+", label):
        return decimal_address(label)
    try:
        address = Address.parse(label)
    except LawbaseError:
        return None
    return address if step_levels(address.steps)[:1] == ("letter",) else None


@lru_cache(4096)
def step_levels(steps: tuple[str, ...]) -> tuple[Level, ...]:
    """The level of every label, by its shape and the labels before it.

    >>> step_levels(("B", "2", "i"))
    ('letter', 'number', 'item')
    >>> step_levels(("C", "1", "e", "i"))
    ('letter', 'number', 'item', 'roman')
    """
    levels: list[Level] = []
    for step in steps:
        levels.append(_level_of(step, levels[-1] if levels else None))
    return tuple(levels)


def ordinal(step: str, level: Level) -> int:
    """The place of a label in its sequence, counted from 1.

    >>> ordinal("C", "letter"), ordinal("iv", "roman")
    (3, 4)
    """
    if level == "number":
        return int(step)
    if level == "roman":
        return _ROMAN_RANK[step]
    return ord(step.lower()) - ord("a") + 1


def label_at(place: int, level: Level) -> str:
    """The label that stands at a place (from 1) of its sequence.

    >>> label_at(2, "roman"), label_at(3, "letter")
    ('ii', 'C')
    """
    if level == "number":
        return str(place)
    if level == "roman":
        return ROMANS[place - 1]
    letter = chr(ord("a") + place - 1)
    return letter.upper() if level == "letter" else letter


def sibling(address: Address, step: int) -> Address | None:
    """The address so many places further in the same sequence, or earlier; None beyond its ends.

    >>> str(sibling(Address.parse("16A3"), -1)), sibling(Address.parse("16A"), -1)
    ('16.A.2', None)
    """
    level, place = address.level, address.place + step
    if level is None:
        return Address(place) if place > 0 else None
    if not 0 < place <= _LAST_PLACE[level]:
        return None
    return Address(address.law, (*address.steps[:-1], label_at(place, level)))


def between(first: Address, last: Address) -> Iterator[Address]:
    """The addresses between two of one sequence; none where they aren't of one.

    >>> list(map(str, between(Address.parse("12C1"), Address.parse("12C4"))))
    ['12.C.2', '12.C.3']
    >>> list(between(Address.parse("12C1"), Address.parse("13C4")))
    []
    """
    if (first.parent, first.level) == (last.parent, last.level):
        following = (sibling(first, step) for step in range(1, last.place - first.place))
        yield from filter(None, following)


Book = Literal["preface", "intro", "def", "chapter", "law", "guide", "index"]
BOOK: tuple[Book, ...] = get_args(Book)
"""What a book consists of, in its order; a key outside the laws begins with such a word."""
OUTSIDE = tuple(part for part in BOOK if part != "law")
FOOTNOTE = "#fn"


@dataclass(frozen=True, slots=True)
class KeyParts:
    """A key taken apart: the one place that knows how keys are written.

    ``book`` is the part of the book that it lies in, ``name`` what stands after that word (the
    headword of a definition, the number of a section; of a law the address as text), ``address``
    the place in the laws, if it lies there. ``footnote`` is the printed number of a footnote,
    whose bearer all the rest describes.

    >>> note = KeyParts.of("12.C.1#fn3")
    >>> note.law, note.depth, note.footnote, note.bearer
    (12, 2, '3', '12.C.1')
    >>> KeyParts.of("def.Tichý hráč").name
    'Tichý hráč'
    """

    book: Book
    name: str
    address: Address | None
    footnote: str

    @staticmethod
    def of(key: str) -> KeyParts:
        """A key taken apart; an unknown word is the index's."""
        return _key_parts(key)

    @property
    def law(self) -> int | None:
        """The law that it lies in, or None for a definition, the preface and the like."""
        return self.address.law if self.address else None

    @property
    def bearer(self) -> str:
        """The key of what carries the footnote; of anything else its own key."""
        if self.address:
            return str(self.address)
        apart = "/" if self.book == "index" else "."
        return f"{self.book}{apart}{self.name}" if self.name else self.book

    @property
    def depth(self) -> int:
        """How many labels stand below the law; 0 outside the laws."""
        return self.address.depth if self.address else 0

    @property
    def parent(self) -> str | None:
        """The key one level up, by the way it is written; a footnote's is its bearer."""
        if self.footnote:
            return self.bearer
        above = self.address.parent if self.address else None
        return str(above) if above else None

    @property
    def is_paragraph(self) -> bool:
        """Whether it is a law or a paragraph of one, not a footnote."""
        return self.address is not None and not self.footnote

    @property
    def order(self) -> KeyOrder:
        """A sort key in the order of the book."""
        number = int(self.footnote) if self.footnote.isdigit() else 0
        place = BOOK.index(self.book)
        if self.address:
            return (place, "", self.address._order(), number, self.footnote)
        count = int(self.name) if self.name.isdigit() else 0
        return (place, "" if count else self.name, ((-1, count),), number, self.footnote)


@cache
def _key_parts(key: str) -> KeyParts:
    bearer, _, footnote = key.partition(FOOTNOTE)
    head, _, name = bearer.partition(".")
    if head.isdigit():
        return KeyParts("law", bearer, Address.parse(bearer), footnote)
    known = head.partition("/")[0]
    book: Book = next((part for part in OUTSIDE if part == known), "index")
    return KeyParts(book, name if book != "index" else bearer.partition("/")[2], None, footnote)


def is_key(text: str) -> bool:
    """Whether a text is written like a key; there needn't be such a place.

    >>> is_key("27.B.1.a"), is_key("27B1a"), is_key("def.Karta")
    (True, False, True)
    """
    bearer = text.partition(FOOTNOTE)[0]
    if not bearer.partition(".")[0].isdigit():
        return re.split("[./]", bearer)[0] in OUTSIDE
    try:
        return str(Address.parse(bearer)) == bearer
    except LawbaseError:
        return False


def key_order(key: str) -> KeyOrder:
    """A sort key for any key of an edition, in the order of the book."""
    return _key_parts(key).order


def law_of(key: str) -> int | None:
    """The law that a key lies in, or None for a definition, the preface and the like."""
    head = key.partition(FOOTNOTE)[0].partition(".")[0]
    return int(head) if head.isdigit() else None


def lies_in(key: str, whole: str) -> bool:
    """Whether a key is another one or lies below it, as a footnote does below its bearer.

    >>> lies_in("27.B.1#fn2", "27.B"), lies_in("27.B", "27.B"), lies_in("12", "1")
    (True, True, False)
    """
    part, above = _key_parts(key), _key_parts(whole)
    if key == whole or above.footnote:
        return key == whole
    if part.address and above.address:
        return above.address.contains(part.address)
    return part.bearer == whole


def footnote_key(bearer: str, number: str) -> str:
    """The key of a footnote.

    >>> footnote_key("6.D.2", "1")
    '6.D.2#fn1'
    """
    return f"{bearer}{FOOTNOTE}{number}"


def _split_labels(text: str) -> list[str]:
    tokens: list[str] = []
    for token in _TOKEN.findall(text):
        tokens.extend(_split_letters(token) if token.isalpha() else [token])
    return tokens


def _split_letters(token: str) -> list[str]:
    """``cii`` is the item c and the roman numeral ii, ``ii`` one numeral, and ``pas`` no label."""
    lower = token.lower()
    if len(token) == 1 or lower in _ROMAN_RANK:
        return [token]
    if token[0].isupper() and token[1:].islower():
        return [token[0], *_split_letters(token[1:])]
    if lower[1:] in _ROMAN_RANK:
        return [token[0], lower[1:]]
    raise _not_an_address(token)


def _not_an_address(text: str) -> LawbaseError:
    return LawbaseError(f"“{text.strip()}” is not an address like 27B1(a)")


def _level_of(step: str, above: Level | None) -> Level:
    if step.isdigit():
        return "number"
    if step.isupper():
        return "letter"
    is_roman = step in _ROMAN_RANK and (above == "item" or len(step) > 1)
    return "roman" if is_roman else "item"
