"""Two editions compared law by law: what was reworded, moved, dropped, and what is new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import Literal, TypeVar

from msgspec import Struct

from lawbase.aligning.changes import Summary, summarize
from lawbase.knowledge import KnowledgeBase, Pair
from lawbase.model import Alignment, Change, Edition, Key, Provision, Text

T = TypeVar("T")
RowKind = Literal["same", "punctuation", "reference", "wording", "new", "dropped", "unknown"]
_OF_CLASS: dict[str, RowKind] = {
    "none": "same",
    "punctuation": "punctuation",
    "reference": "reference",
    "wording": "wording",
}


class Row(Struct, frozen=True):
    """One provision in two editions, which may lie in different laws.

    ``old`` has several keys where provisions were merged; a provision that was split has a row for
    each new one. One side is missing where it is new, dropped, or (``unknown``) not aligned.
    """

    kind: RowKind
    old: tuple[Key, ...]
    new: Key | None
    moved: bool = False
    change: Change | None = None

    @property
    def altered(self) -> bool:
        """Whether a reader who looks for changes wants to see it."""
        return self.moved or self.kind not in ("same", "punctuation")


class Comparison:
    """One pair of editions, the older one first."""

    def __init__(self, kb: KnowledgeBase, old: Edition, new: Edition):
        self.old = old
        self.new = new
        self._kb = kb
        self.rows = cache(self._rows)

    @cached_property
    def summary(self) -> Summary:
        """What changed, counted."""
        return summarize(self._kb, *self.pair)

    def degree(self, law: int) -> int:
        """From 0 (nothing changed) to 4 (nearly everything)."""
        found = self.summary.of_law(law)
        dropped = found.relations.get("dropped", 0)
        changed = found.kinds.get("wording", 0) + found.relations.get("new", 0) + dropped
        return min(4, 1 + 4 * changed // (found.total + dropped + 1)) if changed else 0

    @property
    def pair(self) -> Pair:
        """The ids of both editions."""
        return (self.old.id, self.new.id)

    @property
    def same_language(self) -> bool:
        """Whether the words themselves can be compared."""
        return self.old.language == self.new.language

    @cached_property
    def laws(self) -> tuple[int, ...]:
        """The laws that both editions contain."""
        both = self._kb.laws(self.old.id).keys() & self._kb.laws(self.new.id).keys()
        return tuple(sorted(both))

    def row_of_new(self, key: Key) -> Row:
        """The row of a provision of the newer edition."""
        found = self._kb.aligned_with(self.new.id, key, self.old.id)
        return self._row(found, key) if found else Row("unknown", (), key)

    def row_of_old(self, key: Key) -> Row:
        """The row of a provision of the older edition."""
        found = self._kb.aligned_with(self.old.id, key, self.new.id)
        partner = next((a.to_key for a in found if a.to_key is not None), None)
        if partner is not None:
            return self.row_of_new(partner)
        return Row("dropped" if found else "unknown", (key,), None)

    def sides(self, row: Row) -> tuple[tuple[Provision, ...], Provision | None]:
        """The provisions of a row: the older ones, and the newer one."""
        old = (self._kb.provision(self.old.id, key) for key in row.old)
        new = self._kb.provision(self.new.id, row.new) if row.new else None
        return tuple(provision for provision in old if provision), new

    def speaks(self, row: Row) -> bool:
        """Whether there are words in a row, on either side."""
        old = [Text(self.old.id, key) for key in row.old]
        new = [Text(self.new.id, row.new)] if row.new else []
        return any(map(self._kb.speaks, (*old, *new)))

    def _row(self, found: tuple[Alignment, ...], key: Key) -> Row:
        old = tuple(a.from_key for a in found if a.from_key is not None)
        if not old:
            return Row("new", (), key)
        change = self._kb.change(found[0])
        kind: RowKind = _OF_CLASS[change.kind] if change else "same"
        return Row(kind, old, key, key not in old, change)

    def _rows(self, law: int) -> tuple[Row, ...]:
        """The rows of a law in one order: the newer text's, with what the older one had."""
        new_keys = [p.key for p in self._kb.law_paragraphs(self.new.id, law)]
        old_keys = [p.key for p in self._kb.law_paragraphs(self.old.id, law)]
        from_new = list(dict.fromkeys(self.row_of_new(key) for key in new_keys))
        from_old = list(dict.fromkeys(self.row_of_old(key) for key in old_keys))
        return tuple(merged([from_new, from_old]))


def comparisons_of(kb: KnowledgeBase) -> tuple[Comparison, ...]:
    """The pairs that readers compare, at most two for each edition.

    An edition is compared with the next one in its language; where that is missing or incomplete,
    with a complete one of the next year; and one that no pair leads to with one that precedes it.
    """
    pairs: dict[Pair, tuple[Edition, Edition]] = {}
    for old, new in _pairs(kb.law_editions):
        pairs.setdefault((old.id, new.id), (old, new))
    place = {edition.id: number for number, edition in enumerate(kb.law_editions)}
    order = sorted(pairs, key=lambda pair: (place[pair[0]], place[pair[1]]))
    return tuple(Comparison(kb, *pairs[pair]) for pair in order)


def _pairs(editions: tuple[Edition, ...]) -> Iterator[tuple[Edition, Edition]]:
    by_year: dict[int, list[Edition]] = {}
    for edition in editions:
        by_year.setdefault(edition.year, []).append(edition)
    reached: set[str] = set()
    for year, following in pairwise(sorted(by_year)):
        for old in by_year[year]:
            own = [new for new in by_year[following] if new.language == old.language]
            whole = [] if any(new.complete for new in own) else _complete(by_year[following])
            for new in (*own, *whole):
                reached.add(new.id)
                yield old, new
        for new in by_year[following]:
            if new.id not in reached:
                yield from ((old, new) for old in _complete(by_year[year]))


def _complete(editions: list[Edition]) -> list[Edition]:
    """The first complete edition, or the first one at all."""
    return [next((edition for edition in editions if edition.complete), editions[0])]


def merged(orders: Iterable[Sequence[T]]) -> list[T]:
    """One order of all items: what an order adds stands after what precedes it there.

    >>> merged([["a", "c"], ["a", "b", "c", "d"]])
    ['a', 'b', 'c', 'd']
    """
    result: list[T] = []
    known: set[T] = set()
    for order in orders:
        place = 0
        for item in order:
            if item in known:
                place = result.index(item) + 1
            else:
                result.insert(place, item)
                known.add(item)
                place += 1
    return result
