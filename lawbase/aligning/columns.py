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
        leads = [column.lead for column in self.columns]
        self._texted = [any(u.words for u in c.units.values()) for c in self.columns]
        self._notes = [lead.kind == "footnote" for lead in leads]
        self._paragraphs = [lead.kind in ("law", "provision") for lead in leads]
        self._beside = {1: self._neighbours(1), -1: self._neighbours(-1)}
        self.parent = [self._place(lead.edition, lead.parent) for lead in leads]
        self.children: list[list[int]] = [[] for _ in self.columns]
        for place, parent in enumerate(self.parent):
            if parent is not None:
                self.children[parent].append(place)

    def texted(self, place: int) -> bool:
        """Whether the provision has words of its own in any edition."""
        return self._texted[place]

    def beside(self, place: int, step: int) -> int | None:
        """The place of the paragraph with words right before (-1) or behind (1) a place."""
        return self._beside[step][place]

    def is_note(self, place: int) -> bool:
        """Whether it's a footnote; its parent is then its bearer."""
        return self._notes[place]

    def is_paragraph(self, place: int) -> bool:
        """Whether it's a law or one of its parts, which have an order and a place in a family."""
        return self._paragraphs[place]

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

    def _neighbours(self, step: int) -> list[int | None]:
        """For every place the nearest paragraph with words, one way along the book."""
        found: list[int | None] = [None] * len(self.columns)
        nearest = None
        for place in range(len(self.columns))[::-step]:
            found[place] = nearest
            if self._texted[place] and self._paragraphs[place]:
                nearest = place
        return found

    def _place(self, edition: str, key: Key | None) -> int | None:
        return None if key is None else self.places.get((edition, key))

    def __len__(self) -> int:
        return len(self.columns)


def single(units: Sequence[Unit]) -> Side:
    """One edition as a side of its own."""
    return Side([Column(unit.key, {unit.edition: unit}) for unit in units])
