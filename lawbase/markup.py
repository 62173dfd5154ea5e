"""From a text and the marks laid over it by offset to a tree of elements.

A mark carries a value of its user's choice: an opening tag on a page, a tag and its attributes in
Akoma Ntoso. The tree says how the marks nest; its user only writes it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Mark(Struct, Generic[T], frozen=True):
    """A stretch ``[start, end)`` of a text to be wrapped in an element.

    A lower ``rank`` goes outside. Marks of rank 0 are never cut: of two that overlap the first one
    stays (of two that start together the longer). Others are cut where an outer one ends.
    """

    start: int
    end: int
    value: T
    rank: int = 1


class Point(Struct, Generic[T], frozen=True):
    """Something to be put before the character at ``at``.

    If it ``waits``, it stands behind an uncut mark that is open there.
    """

    at: int
    value: T
    waits: bool = True


class Element(Struct, Generic[T], frozen=True):
    """A mark, or a piece of one that was cut, with what stands in it.

    ``first`` is true of the piece in which the mark begins.
    """

    value: T
    first: bool
    children: list[str | Point[T] | Element[T]]


def tree(
    text: str,
    marks: Iterable[Mark[T]] = (),
    points: Iterable[Point[T]] = (),
    start: int = 0,
    end: int | None = None,
) -> list[str | Point[T] | Element[T]]:
    """The stretch ``[start, end)`` of a text with its marks and points as a tree.

    >>> tree("a bold b", [Mark(2, 6, "b")])
    ['a ', Element(value='b', first=True, children=['bold']), ' b']
    """
    end = len(text) if end is None else end
    kept = [mark for mark in _without_collisions(marks) if mark.start < end and mark.end > start]
    whole = [mark for mark in kept if mark.rank == 0]
    kept_points = (point for point in points if start <= point.at <= end)
    waiting = [Point(_settled(p.at, whole), p.value) if p.waits else p for p in kept_points]
    edges = {start, end, *(point.at for point in waiting)}
    edges.update(edge for mark in kept for edge in (mark.start, mark.end) if start < edge < end)
    builder = _Builder[T]()
    stops = sorted(edge for edge in edges if start <= edge <= end)
    for at, following in zip(stops, [*stops[1:], end], strict=True):
        active = [m for m in kept if m.start <= at and m.end >= following and following > at]
        builder.close_all_but(active)
        builder.add(point for point in waiting if point.at == at)
        builder.open(active, at)
        builder.add([text[at:following]] if following > at else [])
    return builder.finished()


class _Builder(Generic[T]):
    """The tree that grows from its beginning to its end, and the elements that are still open."""

    def __init__(self) -> None:
        self._nodes: list[str | Point[T] | Element[T]] = []
        self._open: list[tuple[Mark[T], Element[T]]] = []

    def add(self, nodes: Iterable[str | Point[T]]) -> None:
        """Add nodes to the innermost element that is open."""
        self._inside().extend(nodes)

    def close_all_but(self, active: Sequence[Mark[T]]) -> None:
        """Close every element from the first one that isn't in its place among the active marks."""
        pairs = zip(self._open, active, strict=False)
        kept = next((n for n, ((mark, _), other) in enumerate(pairs) if mark is not other), None)
        del self._open[min(len(self._open), len(active)) if kept is None else kept :]

    def open(self, active: Sequence[Mark[T]], at: int) -> None:
        """Open the active marks that aren't open yet."""
        for mark in active[len(self._open) :]:
            element = Element(mark.value, mark.start == at, [])
            self._inside().append(element)
            self._open.append((mark, element))

    def finished(self) -> list[str | Point[T] | Element[T]]:
        """The whole tree."""
        return self._nodes

    def _inside(self) -> list[str | Point[T] | Element[T]]:
        return self._open[-1][1].children if self._open else self._nodes


def _without_collisions(marks: Iterable[Mark[T]]) -> list[Mark[T]]:
    """The marks outermost first, without empty ones and whole ones that overlap an earlier one."""
    kept: list[Mark[T]] = []
    reach = 0
    for mark in sorted(marks, key=lambda m: (m.rank, m.start, -m.end)):
        if mark.end <= mark.start or (mark.rank == 0 and mark.start < reach):
            continue
        if mark.rank == 0:
            reach = mark.end
        kept.append(mark)
    return kept


def _settled(at: int, whole: Sequence[Mark[T]]) -> int:
    return next((mark.end for mark in whole if mark.start < at < mark.end), at)
