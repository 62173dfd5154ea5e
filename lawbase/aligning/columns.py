"""A side of an alignment: provisions, each with its texts in one edition or in all of a year."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from lawbase.aligning.units import Unit
from lawbase.model import Key

Pair = tuple[int, int]


class Column(Struct, frozen=True):
    """One provision: its address and the units that print it, by edition, the leading one first.

    ``borrowed`` are units of other columns that hold its text in an edition that has none for it.
    """

    key: Key
    units: dict[str, Unit]
    borrowed: dict[str, tuple[Unit, ...]] = {}

    def texts_in(self, edition: str) -> tuple[Unit, ...]:
        """The units of an edition that hold the provision's text."""
        own = self.units.get(edition)
        return (own,) if own else self.borrowed.get(edition, ())

    @property
    def lead(self) -> Unit:
        """The unit of the edition that speaks for the provision's place in the book."""
        return next(iter(self.units.values()))


class Side:
    """Columns in the order of the book, known by their places, and how they belong together."""

    def __init__(self, columns: Sequence[Column]):
        self.columns = tuple(columns)
        self.places = {
            (unit.edition, unit.key): place
            for place, column in enumerate(self.columns)
            for unit in column.units.values()
        }
        self.editions = tuple(dict.fromkeys(e for column in self.columns for e in column.units))
        self._texted = [any(u.words for u in c.units.values()) for c in self.columns]
        self.parent = [self._place(c.lead.edition, c.lead.parent) for c in self.columns]
        self.children: list[list[int]] = [[] for _ in self.columns]
        for place, parent in enumerate(self.parent):
            if parent is not None:
                self.children[parent].append(place)

    def texted(self, place: int) -> bool:
        """Whether the provision has words of its own in any edition."""
        return self._texted[place]

    def beside(self, place: int, step: int) -> int | None:
        """The place of the paragraph with words right before (-1) or behind (1) a place."""
        at = place + step
        while 0 <= at < len(self.columns):
            if self._texted[at] and self.is_paragraph(at):
                return at
            at += step
        return None

    def is_note(self, place: int) -> bool:
        """Whether it's a footnote; its parent is then its bearer."""
        return self.columns[place].lead.kind == "footnote"

    def is_paragraph(self, place: int) -> bool:
        """Whether it's a law or one of its parts, which have an order and a place in a family."""
        return self.columns[place].lead.kind in ("law", "provision")

    def below(self, place: int) -> list[int]:
        """The places of all parts of a provision, at every depth, without its footnotes."""
        parts = [c for c in self.children[place] if not self.is_note(c)]
        return [*parts, *(inner for part in parts for inner in self.below(part))]

    def line(self, place: int) -> list[int]:
        """The place and those of its ancestors, nearest first."""
        line = [place]
        while (parent := self.parent[line[-1]]) is not None:
            line.append(parent)
        return line

    def _place(self, edition: str, key: Key | None) -> int | None:
        return None if key is None else self.places.get((edition, key))

    def __len__(self) -> int:
        return len(self.columns)


def single(units: Sequence[Unit]) -> Side:
    """One edition as a side of its own."""
    return Side([Column(unit.key, {unit.edition: unit}) for unit in units])
