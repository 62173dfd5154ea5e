"""The difference of two texts, shown: woven into one text, and marked on either of its sides."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Literal

from markupsafe import Markup
from msgspec import Struct

from lawbase.markup import Mark, Point
from lawbase.model import Change, Op, Provision
from lawbase.site.scripts import ScriptTable
from lawbase.site.typesetting import Overlay, Typesetter, blocks
from lawbase.text import Span

Side = Literal["old", "new"]


class Redline(Struct, frozen=True):
    """The woven text and both sides with what differs marked; empty where nothing differs."""

    woven: Markup = Markup("")
    old: Markup = Markup("")
    new: Markup = Markup("")

    def converted(self, script: ScriptTable) -> Redline:
        """The same in another script."""
        parts = (self.woven, self.old, self.new)
        return Redline(*(Markup(script.convert_markup(part)) for part in parts))


def redline(typesetter: Typesetter, old: Provision, new: Provision, change: Change) -> Redline:
    """Lay a change over the texts of both provisions."""
    woven = weave(change.ops)
    over_old, over_new = typesetter.overlay(old, "text"), typesetter.overlay(new, "text")
    old_starts, new_starts = typesetter.starts(old, "text"), typesetter.starts(new, "text")
    gone, come = spans_of(change.ops, "old"), spans_of(change.ops, "new")
    return Redline(
        blocks(woven.text, woven.over(over_new), starts=[woven.place(s) for s in new_starts]),
        blocks(old.text, _marked(over_old, old.text, gone, "del"), starts=old_starts),
        blocks(new.text, _marked(over_new, new.text, come, "ins"), starts=new_starts),
    )


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

    def over(self, overlay: Overlay) -> Overlay:
        """What lies over the new text moved to where its words stand, and both kinds of change."""
        marks = (
            Mark(self.place(m.start), self.place(m.end - 1) + 1, m.value, m.rank)
            for m in overlay.marks
            if m.start < m.end
        )
        points = (Point(self.place(point.at), point.value) for point in overlay.points)
        moved = Overlay(tuple(marks), tuple(points))
        deleted = _marked(moved, self.text, self.deleted, "del")
        return _marked(deleted, self.text, self.inserted, "ins")


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


def _marked(overlay: Overlay, text: str, spans: Sequence[Span], tag: str) -> Overlay:
    """An overlay with marks around words that changed, without the spaces around them."""
    marks = list(overlay.marks)
    for span in spans:
        words = text[span.start : span.end]
        start = span.start + len(words) - len(words.lstrip())
        marks.append(Mark(start, start + len(words.strip()), tag))
    return Overlay(tuple(marks), overlay.points)
