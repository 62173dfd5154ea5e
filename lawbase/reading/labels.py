"""Labels: how a book prints them, how they count, what one reading makes of a line."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from lawbase.address import LEVELS, ROMANS, Address, Level, label_at, ordinal, step_levels
from lawbase.reading.patterns import LabelPattern
from lawbase.reading.traced import Traced

OutlineLevel = Literal["law"] | Level
ORDER: tuple[OutlineLevel, ...] = ("law", *LEVELS)
Stack = tuple[tuple[OutlineLevel, int], ...]
"""The open levels from the law inwards, each with the place of its label in its sequence."""


class LabelPatterns(Struct, frozen=True, forbid_unknown_fields=True):
    """How each level's labels are printed; every pattern has the group ``label``.

    Matched at the start of what is left of a line; ``law`` at the start of a line only. A level
    that the edition doesn't use is left out. ``counted`` gives the labels of a level in their
    order, parted by spaces, where they aren't A B C, 1 2 3, a b c, i ii iii or aa bb cc:
    ``letter = "А Б В"``. Their keys are the usual ones all the same.
    """

    law: LabelPattern
    letter: LabelPattern | None = None
    number: LabelPattern | None = None
    item: LabelPattern | None = None
    roman: LabelPattern | None = None
    counted: dict[Level, str] = {}

    def by_level(self) -> dict[OutlineLevel, LabelPattern]:
        """The patterns that are given by level, from the law inwards."""
        given = ((level, getattr(self, level)) for level in ORDER)
        return {level: pattern for level, pattern in given if pattern}

    def place(self, label: str, level: OutlineLevel) -> int | None:
        """The place of a printed label in its level's sequence, or None where it has none."""
        plain = unicodedata.normalize("NFKC", label)
        if level != "law" and level in self.counted:
            labels = self.counted[level].split()
            return labels.index(plain) + 1 if plain in labels else None
        if level == "law" and _NUMERAL.fullmatch(plain):
            return _counted(plain)
        if level == "law" or level == "number":
            return int(plain) if plain.isascii() and plain.isdigit() else None
        if level == "roman" and len(plain) == 2 and plain[0] == plain[1] and plain not in ROMANS:
            return ordinal(plain[0], "item")  # aa, bb, cc
        if level == "roman":
            return ordinal(plain.lower(), level) if plain.lower() in ROMANS else None
        known = len(plain) == 1 and plain.isascii() and plain.isalpha()
        return ordinal(plain, level) if known else None


_NUMERAL = re.compile(r"(?=.)(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_WORTH = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def _counted(numeral: str) -> int:
    """What a Roman numeral below a hundred counts."""
    worth = [_WORTH[letter] for letter in numeral]
    return sum(-n if n < after else n for n, after in zip(worth, [*worth[1:], 0], strict=True))


@dataclass(frozen=True, slots=True)
class Label:
    """A label as one reading sees it; ``depth`` is the number of open levels, its own among them.

    ``slip`` says that its sequence doesn't lead to it.
    """

    level: OutlineLevel
    ordinal: int
    traced: Traced
    depth: int
    slip: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """One reading of a line: the labels it begins with, and its text after them."""

    labels: tuple[Label, ...]
    rest: Traced


def stack_of(address: Address) -> Stack:
    """The open levels right after the label of an address was read."""
    levels = step_levels(address.steps)
    steps = [(level, ordinal(s, level)) for s, level in zip(address.steps, levels, strict=True)]
    return (("law", address.law), *steps)


def address_of(stack: Stack) -> Address:
    """The address that a stack of open levels spells."""
    steps = tuple(label_at(place, level) for level, place in stack[1:] if level != "law")
    return Address(stack[0][1], steps)


def opened(stack: Stack, level: OutlineLevel, place: int) -> Stack:
    """The open levels after a label, which closes its own level and those below it."""
    rank = ORDER.index(level)
    return (*(entry for entry in stack if ORDER.index(entry[0]) < rank), (level, place))
