"""The difference of two sides of a rule, shown: woven into one text, and marked on either side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from markupsafe import escape
from msgspec import Struct

from lawbase.aligning.changes import word_changes
from lawbase.markup import Mark, Point
from lawbase.model import PARTS, Key, Op, Part, Provision
from lawbase.site.comparison import ComparedRow
from lawbase.site.scripts import ScriptTable
from lawbase.site.typesetting import Overlay, SetText, Typesetter
from lawbase.text import Span

RedlineSide = Literal["old", "new"]
MarkedSpans = dict[tuple[str, Key, Part], list[Span]]
"""What differs in the parts of provisions, by their editions and keys."""
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
    spans = _word_by_word(row) if same_language else _likely(row)
    likely = "" if same_language else ' class="likely"'
    return Redline(
        [_side(typesetter, p, spans, f"del{likely}") for p in row.old],
        [_side(typesetter, p, spans, f"ins{likely}") for p in row.new],
        woven(typesetter, row) if same_language else None,
    )


def woven(typesetter: Typesetter, row: ComparedRow) -> SetText | None:
    """The newer text with what was deleted in its place; None where two can't be woven."""
    if len(row.old) != 1 or len(row.new) != 1 or row.new[0].tables:
        return None
    old, new = row.old[0], row.new[0]

    def overlay(part: Part) -> Overlay:
        ops = word_changes(old.part(part), new.part(part))
        over = typesetter.overlay(new, part)
        marked = _marked(over, new.part(part), spans_of(ops, "new"), "ins")
        return Overlay(marked.marks, (*marked.points, *deletions(ops)))

    return typesetter.words_under(new, overlay)


def _word_by_word(row: ComparedRow) -> MarkedSpans:
    """The spans that went and came, part by part, several provisions of a side as one text."""
    found: MarkedSpans = defaultdict(list)
    for part in PARTS if row.old and row.new else ():
        texts = (_JOINT.join(p.part(part) for p in side) for side in (row.old, row.new))
        ops = word_changes(*texts)
        _share(found, row.old, part, spans_of(ops, "old"))
        _share(found, row.new, part, spans_of(ops, "new"))
    return found


def _share(
    found: MarkedSpans, side: Sequence[Provision], part: Part, spans: Iterable[Span]
) -> None:
    """Give each provision of a side its share of the spans of their joined texts."""
    start = 0
    for p in side:
        end = start + len(p.part(part))
        cut = (Span(max(s.start, start) - start, min(s.end, end) - start) for s in spans)
        found[p.edition, p.key, part].extend(span for span in cut if span.start < span.end)
        start = end + len(_JOINT)


def _likely(row: ComparedRow) -> MarkedSpans:
    found: MarkedSpans = defaultdict(list)
    editions = {p.edition for p in (*row.old, *row.new)}
    for c in row.contrasts:
        if {c.from_edition, c.to_edition} == editions:
            for span in c.removed:
                found[c.from_edition, c.from_key, span.part].append(Span(span.start, span.end))
            for span in c.added:
                found[c.to_edition, c.to_key, span.part].append(Span(span.start, span.end))
    return found


def _side(typesetter: Typesetter, p: Provision, spans: MarkedSpans, tag: str) -> SetText:
    """A provision with marks around what differs."""
    differing = {part: spans.get((p.edition, p.key, part), ()) for part in PARTS}
    if not any(differing.values()):
        return typesetter.words(p)

    def overlay(part: Part) -> Overlay:
        return _marked(typesetter.overlay(p, part), p.part(part), differing[part], tag)

    return typesetter.words_under(p, overlay)


def deletions(ops: Iterable[Op]) -> Iterator[Point[str]]:
    """What was deleted, at the offsets of the new text where it stood.

    >>> list(deletions([("equal", "a", "a"), ("replace", " bad", " good")]))
    [Point(at=1, value=' <del>bad</del>', waits=False)]
    """
    at = 0
    for kind, old, new in ops:
        if kind != "equal" and (words := old.strip()):
            before, after = old.split(words)
            yield Point(at, f"{before}<del>{escape(words)}</del>{after}", waits=False)
        at += len(new)


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
