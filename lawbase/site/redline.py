"""The difference of two sides of a rule, shown: woven into one text, and marked on either side."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import astuple

from lawbase.aligning.changes import word_changes
from lawbase.markup import Mark, Point
from lawbase.model import PARTS, Key, Op, Part, Provision
from lawbase.site.comparison import ComparedRow
from lawbase.site.scripts import ScriptTable
from lawbase.site.typesetting import Overlay, SetText, Typesetter, blocks, inline
from lawbase.text import Span

RedlineSide = Literal["old", "new"]
MarkedSpans = dict[tuple[Key, Part], list[Span]]
_JOINT = "\n"


class Redline(Struct, frozen=True):
    """A row's texts with what differs marked, and woven into one where two can be."""

    old: list[SetText]
    new: list[SetText]
    woven: SetText | None = None

    def converted(self, old: ScriptTable | None, new: ScriptTable | None) -> Redline:
        """The same in the scripts of either side's readers."""
        return Redline(
            [text.converted(old) for text in self.old],
            [text.converted(new) for text in self.new],
            self.woven.converted(new) if self.woven else None,
        )


def redline(typesetter: Typesetter, row: ComparedRow, *, same_language: bool) -> Redline:
    """Mark what differs: word by word in one language, else what the original is likely to have.

    What is likely is dotted: spans of the contrasts, which judge the original behind the texts.
    """
    gone, come = _word_by_word(row) if same_language else _likely(row)
    likely = "" if same_language else ' class="likely"'
    woven = None
    if same_language and len(row.old) == len(row.new) == 1 and (gone or come):
        woven = _weave(typesetter, row.old[0], row.new[0])
    return Redline(
        [_side(typesetter, p, gone, f"del{likely}") for p in row.old],
        [_side(typesetter, p, come, f"ins{likely}") for p in row.new],
        woven,
    )


def _word_by_word(row: ComparedRow) -> tuple[MarkedSpans, MarkedSpans]:
    """The spans that went and came, part by part, several provisions of a side as one text."""
    gone: MarkedSpans = defaultdict(list)
    come: MarkedSpans = defaultdict(list)
    for part in PARTS if row.old and row.new else ():
        texts = (_JOINT.join(p.part(part) for p in side) for side in (row.old, row.new))
        ops = word_changes(*texts)
        _share(gone, row.old, part, spans_of(ops, "old"))
        _share(come, row.new, part, spans_of(ops, "new"))
    return gone, come


def _share(
    found: MarkedSpans, side: Sequence[Provision], part: Part, spans: Iterable[Span]
) -> None:
    """Give each provision of a side its share of the spans of their joined texts."""
    start = 0
    for p in side:
        end = start + len(p.part(part))
        cut = (Span(max(s.start, start) - start, min(s.end, end) - start) for s in spans)
        found[p.key, part].extend(span for span in cut if span.start < span.end)
        start = end + len(_JOINT)


def _likely(row: ComparedRow) -> tuple[MarkedSpans, MarkedSpans]:
    gone: MarkedSpans = defaultdict(list)
    come: MarkedSpans = defaultdict(list)
    editions = {p.edition for p in (*row.old, *row.new)}
    for contrast in row.contrasts:
        if {contrast.from_edition, contrast.to_edition} == editions:
            for part, start, end in map(astuple, contrast.removed):
                gone[contrast.from_key, part].append(Span(start, end))
            for part, start, end in map(astuple, contrast.added):
                come[contrast.to_key, part].append(Span(start, end))
    return gone, come


def _side(typesetter: Typesetter, p: Provision, spans: MarkedSpans, tag: str) -> SetText:
    """A provision with marks around what differs."""

    def overlay(part: Part) -> Overlay:
        return _marked(typesetter.overlay(p, part), p.part(part), spans.get((p.key, part), ()), tag)

    return typesetter.words_under(p, overlay)


def _weave(typesetter: Typesetter, old: Provision, new: Provision) -> SetText:
    """The newer text with what was deleted in its place."""
    woven = {part: weave(word_changes(old.part(part), new.part(part))) for part in PARTS}
    over = {part: woven[part].over(typesetter.overlay(new, part)) for part in PARTS}
    starts = {part: map(woven[part].place, typesetter.starts(new, part)) for part in PARTS}
    return SetText(
        inline(woven["heading"].text, over["heading"]),
        blocks(woven["text"].text, over["text"], starts=list(starts["text"])),
        blocks(woven["tail"].text, over["tail"], starts=list(starts["tail"])),
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


def spans_of(ops: Iterable[Op], side: RedlineSide) -> tuple[Span, ...]:
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
