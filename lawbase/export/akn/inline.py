"""Layers on a text as nested elements: spans are wrapped, and what stands at a point put in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from msgspec import Struct


class Mark(Struct, frozen=True):
    """A span of the text to be wrapped. Of marks on one span, the lower rank is outside."""

    start: int
    end: int
    rank: int
    tag: str
    attributes: dict[str, str]

    def clipped(self, start: int, end: int) -> Mark:
        """What of the mark lies between two offsets; only its beginning keeps its name."""
        attributes = self.attributes
        if start > self.start:
            attributes = {name: told for name, told in attributes.items() if name != "eId"}
        return Mark(max(start, self.start), min(end, self.end), self.rank, self.tag, attributes)


class Point(NamedTuple):
    """An element to be put in before the character at an offset."""

    at: int
    element: ET.Element


def fill(
    parent: ET.Element,
    text: str,
    start: int,
    end: int,
    marks: Iterable[Mark],
    points: Sequence[Point],
) -> None:
    """Put ``text[start:end]`` into an element, with its marks and points.

    A mark that crosses the end of another one, or of the stretch, is cut in two there.
    """
    clipped = (mark.clipped(start, end) for mark in marks)
    waiting = sorted((m for m in clipped if m.start < m.end), key=_outer_first)
    at = start
    while waiting:
        mark = waiting.pop(0)
        _plain(parent, text, at, mark.start, points)
        child = ET.SubElement(parent, mark.tag, mark.attributes)
        inside = [p for p in points if mark.start < p.at < mark.end]
        inner = [other for other in waiting if other.start < mark.end]
        fill(child, text, mark.start, mark.end, inner, inside)
        rest = (other.clipped(mark.end, end) for other in waiting)
        waiting = sorted((m for m in rest if m.start < m.end), key=_outer_first)
        at = mark.end
    _plain(parent, text, at, end, points)


def _outer_first(mark: Mark) -> tuple[int, int, int]:
    return (mark.start, -mark.end, mark.rank)


def _plain(parent: ET.Element, text: str, start: int, end: int, points: Sequence[Point]) -> None:
    """A stretch without marks; points at either end belong to it."""
    at = start
    for point in points:
        if start <= point.at <= end:
            _append(parent, text[at : point.at])
            parent.append(point.element)
            at = point.at
    _append(parent, text[at:end])


def _append(parent: ET.Element, text: str) -> None:
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text
