"""Marks laid over a text by offset: a pure function from text and marks to safe HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape
from msgspec import Struct


class Mark(Struct, frozen=True):
    """Trusted tags around ``[start, end)`` of a text.

    A lower ``rank`` goes outside. Marks of rank 0 are never cut: of two that overlap the first one
    stays (of two that start together the longer). Others are cut where an outer one ends.
    """

    start: int
    end: int
    opening: str
    closing: str
    rank: int = 1


class Insert(Struct, frozen=True):
    """Trusted HTML put before the character at ``at``; it waits for the end of an uncut mark."""

    at: int
    html: str


def annotate(text: str, marks: Iterable[Mark] = (), inserts: Iterable[Insert] = ()) -> Markup:
    """The text as HTML with the marks and inserts in it; all else is escaped.

    >>> str(annotate("a < b", [Mark(0, 1, "<b>", "</b>")]))
    '<b>a</b> &lt; b'
    """
    kept = _without_collisions(marks)
    whole = [mark for mark in kept if mark.rank == 0]
    waiting = sorted(((_settled(i.at, whole), i.html) for i in inserts), key=lambda i: i[0])
    edges = {0, len(text), *(at for at, _ in waiting)}
    edges.update(edge for mark in kept for edge in (mark.start, mark.end))
    stops = sorted(edge for edge in edges if 0 <= edge <= len(text))
    out: list[str] = []
    opened: list[Mark] = []
    for place, start in enumerate(stops):
        end = stops[place + 1] if place + 1 < len(stops) else start
        active = [m for m in kept if m.start <= start and m.end >= end and end > start]
        here = [html for at, html in waiting if at == start]
        opened = _switch(opened, active, here, out)
        out.append(str(escape(text[start:end])))
    return Markup("".join(out))


def clipped(marks: Iterable[Mark], start: int, end: int) -> list[Mark]:
    """The marks that touch ``[start, end)``, cut to it and counted from its start.

    >>> clipped([Mark(2, 9, "<b>", "</b>")], 4, 6)
    [Mark(start=0, end=2, opening='<b>', closing='</b>', rank=1)]
    """
    return [
        Mark(max(m.start, start) - start, min(m.end, end) - start, m.opening, m.closing, m.rank)
        for m in marks
        if m.start < end and m.end > start
    ]


def _without_collisions(marks: Iterable[Mark]) -> list[Mark]:
    """The marks outermost first, without empty ones and whole ones that overlap an earlier one."""
    order = sorted(marks, key=lambda m: (m.rank, m.start, -m.end))
    kept: list[Mark] = []
    reach = 0
    for mark in order:
        if mark.end <= mark.start or (mark.rank == 0 and mark.start < reach):
            continue
        if mark.rank == 0:
            reach = mark.end
        kept.append(mark)
    return kept


def _settled(at: int, whole: Sequence[Mark]) -> int:
    return next((mark.end for mark in whole if mark.start < at < mark.end), at)


def _switch(
    opened: list[Mark], active: list[Mark], here: Sequence[str], out: list[str]
) -> list[Mark]:
    """Close and open tags at an edge; inserts stand after what closes and before what opens."""
    common = 0
    while common < min(len(opened), len(active)) and opened[common] is active[common]:
        common += 1
    out.extend(mark.closing for mark in reversed(opened[common:]))
    out.extend(here)
    out.extend(mark.opening for mark in active[common:])
    return active
