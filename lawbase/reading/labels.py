"""Labels: how a book prints them, and what one reading of a line makes of its beginning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from lawbase.address import LEVELS, Level
from lawbase.reading.traced import Traced

OutlineLevel = Literal["law"] | Level
ORDER: tuple[OutlineLevel, ...] = ("law", *LEVELS)
Stack = tuple[tuple[OutlineLevel, int], ...]


class LabelPatterns(Struct, frozen=True, forbid_unknown_fields=True):
    """How each level's labels are printed; every pattern has the group ``label``.

    Matched at the start of what is left of a line; ``law`` at the start of a line only.
    """

    law: str
    letter: str
    number: str
    item: str
    roman: str

    def by_level(self) -> dict[OutlineLevel, str]:
        """The patterns by level, from the law inwards."""
        return {
            "law": self.law,
            "letter": self.letter,
            "number": self.number,
            "item": self.item,
            "roman": self.roman,
        }


@dataclass(frozen=True, slots=True)
class Label:
    """A label as one reading sees it."""

    level: OutlineLevel
    ordinal: int
    traced: Traced


@dataclass(frozen=True, slots=True)
class Cut:
    """One reading of a line: the labels it begins with, and its text after them."""

    labels: tuple[Label, ...]
    rest: Traced
