"""Two texts in one: a difference woven into a single text that keeps both."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from lawbase.model import Op
from lawbase.text import Span

Side = Literal["old", "new"]


class Woven(Struct, frozen=True):
    """A text with what was deleted still in it, and the spans of what went and came.

    ``shifts`` says, for offsets of the new text from each point on, how far they have moved.
    """

    text: str
    deleted: tuple[Span, ...]
    inserted: tuple[Span, ...]
    shifts: tuple[tuple[int, int], ...]

    def place(self, offset: int) -> int:
        """Where an offset of the new text stands in the woven one.

        >>> weave([("delete", "a ", ""), ("equal", "b", "b")]).place(0)
        2
        """
        found = bisect_right(self.shifts, (offset, len(self.text))) - 1
        return offset + (self.shifts[found][1] if found >= 0 else 0)

    def span(self, start: int, end: int) -> Span:
        """Where a span of the new text stands, with what was deleted inside it."""
        last = self.place(end - 1) + 1 if end > start else self.place(start)
        return Span(self.place(start), last)


def weave(ops: Iterable[Op]) -> Woven:
    """Weave the operations of a change: deleted words first, then the words in their place.

    >>> woven = weave([("equal", "a ", "a "), ("replace", "bad", "good")])
    >>> woven.text, woven.deleted, woven.inserted
    ('a badgood', (Span(start=2, end=5),), (Span(start=5, end=9),))
    """
    pieces: list[str] = []
    deleted: list[Span] = []
    inserted: list[Span] = []
    shifts: list[tuple[int, int]] = []
    at = new_at = 0
    for kind, old, new in ops:
        if kind != "equal" and old:
            deleted.append(Span(at, at + len(old)))
            pieces.append(old)
            at += len(old)
            shifts.append((new_at, at - new_at))
        if kind != "equal" and new:
            inserted.append(Span(at, at + len(new)))
        pieces.append(new)
        at += len(new)
        new_at += len(new)
    return Woven("".join(pieces), tuple(deleted), tuple(inserted), tuple(shifts))


def spans_of(ops: Iterable[Op], side: Side) -> tuple[Span, ...]:
    """The spans that differ on one side of a change, in that side's own offsets.

    >>> spans_of([("equal", "a ", "a "), ("replace", "bad", "good")], "old")
    (Span(start=2, end=5),)
    """
    spans: list[Span] = []
    at = 0
    for kind, old, new in ops:
        words = old if side == "old" else new
        if kind != "equal" and words:
            spans.append(Span(at, at + len(words)))
        at += len(words)
    return tuple(spans)
