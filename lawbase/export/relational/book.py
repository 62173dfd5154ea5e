"""What the rows of all tables are made from, with the numbers that rows refer to."""

from __future__ import annotations

from lawbase.knowledge import KnowledgeBase, Place
from lawbase.model import Key

Value = str | int | float | bool | None
Row = tuple[Value, ...]


class Book:
    """A knowledge base whose provisions are numbered from 1 in the order of the books."""

    def __init__(self, kb: KnowledgeBase):
        self.kb = kb
        places = ((p.edition, p.key) for edition in kb.editions for p in edition.provisions)
        self._numbers: dict[Place, int] = {place: n for n, place in enumerate(places, 1)}

    def number(self, edition: str, key: Key) -> int:
        """The number of a provision."""
        return self._numbers[edition, key]

    def find(self, edition: str, key: Key | None) -> int | None:
        """The number of a provision, or None when there is no such provision."""
        return self._numbers.get((edition, key)) if key is not None else None
