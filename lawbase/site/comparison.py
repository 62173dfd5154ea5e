"""Two editions compared law by law: what was reworded, moved, dropped, and what is new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from lawbase.address import law_of
from lawbase.model import Alignment, Change, Edition, Key, Provision
from lawbase.site.layers import Layers, Pair
from lawbase.site.strands import merged

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


class LawSummary(Struct, frozen=True):
    """How much of a law changed, in provisions that have words of their own."""

    law: int
    total: int
    reworded: int
    reference: int
    new: int
    dropped: int
    moved: int

    @property
    def changed(self) -> int:
        """How many provisions differ in more than numbering and punctuation."""
        return self.reworded + self.new + self.dropped

    @property
    def degree(self) -> int:
        """From 0 (nothing changed) to 4 (nearly everything)."""
        if not self.changed:
            return 0
        return min(4, 1 + 4 * self.changed // (self.total + self.dropped + 1))


class Comparison:
    """One pair of editions, the older one first."""

    def __init__(self, layers: Layers, old: Edition, new: Edition):
        self.old = old
        self.new = new
        self._layers = layers
        self._forward = layers.forward.get((old.id, new.id), {})
        self._backward = layers.backward.get((old.id, new.id), {})
        self.rows = cache(self._rows)
        self.summary = cache(self._summary)

    @property
    def pair(self) -> Pair:
        """The ids of both editions."""
        return (self.old.id, self.new.id)

    @property
    def same_language(self) -> bool:
        """Whether the words themselves can be compared."""
        return self.old.language == self.new.language

    @property
    def laws(self) -> tuple[int, ...]:
        """The laws that both editions contain."""
        both = self._layers.laws[self.old.id].keys() & self._layers.laws[self.new.id].keys()
        return tuple(sorted(both))

    def row_of_new(self, key: Key) -> Row:
        """The row of a provision of the newer edition."""
        found = self._backward.get(key, ())
        return self._row(found, key) if found else Row("unknown", (), key)

    def row_of_old(self, key: Key) -> Row:
        """The row of a provision of the older edition."""
        found = self._forward.get(key, ())
        partner = next((a.to_key for a in found if a.to_key is not None), None)
        if partner is not None:
            return self.row_of_new(partner)
        return Row("dropped" if found else "unknown", (key,), None)

    def provision(self, edition: Edition, key: Key) -> Provision:
        """A provision of one of the two editions."""
        found = self._layers.kb.provision(edition.id, key)
        assert found is not None, f"{edition.id} has no {key}"
        return found

    def speaks(self, row: Row) -> bool:
        """Whether there are words in a row, on either side."""
        provisions = [self.provision(self.old, key) for key in row.old]
        if row.new is not None:
            provisions.append(self.provision(self.new, row.new))
        return any(p.heading or p.text or p.tail for p in provisions)

    def _row(self, found: tuple[Alignment, ...], key: Key) -> Row:
        old = tuple(a.from_key for a in found if a.from_key is not None)
        if not old:
            return Row("new", (), key)
        change = self._layers.changes.get((self.old.id, old[0], self.new.id, key))
        kind: RowKind = _OF_CLASS[change.kind] if change else "same"
        return Row(kind, old, key, key not in old, change)

    def _rows(self, law: int) -> tuple[Row, ...]:
        """The rows of a law in one order: the newer text's, with what the older one had."""
        new_keys = [p.key for p in self._layers.by_law.get((self.new.id, law), ())]
        old_keys = [p.key for p in self._layers.by_law.get((self.old.id, law), ())]
        from_new = list(dict.fromkeys(self.row_of_new(key) for key in new_keys))
        from_old = list(dict.fromkeys(self.row_of_old(key) for key in old_keys))
        return tuple(merged([from_new, from_old]))

    def _summary(self, law: int) -> LawSummary:
        counts: Counter[str] = Counter()
        for row in self.rows(law):
            if not self.speaks(row):
                continue
            here = law_of(row.new or row.old[0]) == law
            counts["total"] += here and row.new is not None
            counts[row.kind] += here
            counts["moved"] += row.moved
        return LawSummary(
            law,
            counts["total"],
            counts["wording"],
            counts["reference"],
            counts["new"],
            counts["dropped"],
            counts["moved"],
        )


def comparisons_of(layers: Layers) -> tuple[Comparison, ...]:
    """The pairs that readers compare, at most two for each edition.

    An edition is compared with the next one in its language; where that is missing or incomplete,
    with a complete one of the next year; and one that no pair leads to with one that precedes it.
    """
    pairs: dict[Pair, tuple[Edition, Edition]] = {}
    for old, new in _pairs(layers.law_editions):
        pairs.setdefault((old.id, new.id), (old, new))
    place = {edition.id: number for number, edition in enumerate(layers.law_editions)}
    order = sorted(pairs, key=lambda pair: (place[pair[0]], place[pair[1]]))
    return tuple(Comparison(layers, *pairs[pair]) for pair in order)


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
