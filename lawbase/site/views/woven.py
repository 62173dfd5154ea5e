"""A change shown in three ways: woven into one text, and as both of its sides."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup
from msgspec import Struct

from lawbase.model import Change, Provision
from lawbase.site.annotate import Insert, Mark
from lawbase.site.passages import Overlay, Passages, blocks
from lawbase.site.scripts import ScriptTable
from lawbase.site.weave import Woven, spans_of, weave
from lawbase.text import Span

_NOTHING = Markup("")


class Sides(Struct, frozen=True):
    """The woven text and both sides with what differs marked; empty where nothing differs."""

    inline: Markup = _NOTHING
    old: Markup = _NOTHING
    new: Markup = _NOTHING

    def converted(self, script: ScriptTable) -> Sides:
        """The same in another script."""
        parts = (self.inline, self.old, self.new)
        return Sides(*(Markup(script.convert_markup(part)) for part in parts))


def sides_of(passages: Passages, old: Provision, new: Provision, change: Change) -> Sides:
    """Lay a change over the texts of both provisions."""
    woven = weave(change.ops)
    over_old, over_new = passages.overlay(old, "text"), passages.overlay(new, "text")
    old_starts, new_starts = passages.starts(old, "text"), passages.starts(new, "text")
    both = _overlay_woven(over_new, woven)
    gone, come = spans_of(change.ops, "old"), spans_of(change.ops, "new")
    return Sides(
        blocks(woven.text, both, starts=[woven.place(start) for start in new_starts]),
        blocks(old.text, _overlay(over_old, old.text, gone, "del"), starts=old_starts),
        blocks(new.text, _overlay(over_new, new.text, come, "ins"), starts=new_starts),
    )


def _overlay_woven(overlay: Overlay, woven: Woven) -> Overlay:
    """The newer text's links, moved to where its words stand now, and both kinds of change."""
    marks = []
    for mark in overlay.marks:
        span = woven.span(mark.start, mark.end)
        marks.append(Mark(span.start, span.end, mark.opening, mark.closing, mark.rank))
    inserts = (Insert(woven.place(insert.at), insert.html) for insert in overlay.inserts)
    marks += _changed(woven.text, woven.deleted, "del")
    marks += _changed(woven.text, woven.inserted, "ins")
    return Overlay(tuple(marks), tuple(inserts))


def _overlay(overlay: Overlay, text: str, spans: Iterable[Span], tag: str) -> Overlay:
    return Overlay((*overlay.marks, *_changed(text, spans, tag)), overlay.inserts)


def _changed(text: str, spans: Iterable[Span], tag: str) -> list[Mark]:
    """Marks around the words that changed, without the spaces around them."""
    marks = []
    for span in spans:
        words = text[span.start : span.end]
        start = span.start + len(words) - len(words.lstrip())
        marks.append(Mark(start, start + len(words.strip()), f"<{tag}>", f"</{tag}>"))
    return marks
