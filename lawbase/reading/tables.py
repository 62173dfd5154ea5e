"""Tables: found where an edition's profile says, kept as text and given as cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from lawbase.errors import LawbaseError
from lawbase.model import Key, Table
from lawbase.profile import read_utf8
from lawbase.reading.elements import Element
from lawbase.reading.profile import compiled


class TableLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """A table in the text of the provision ``key``.

    It runs from the start of ``first`` to the end of ``last``; its rows begin at ``rows`` (or at
    once), and the pattern ``row`` matches one after another, its groups being the cells. Where the
    print sets a long table in strips side by side, ``abreast`` tells how many; a strip's rows come
    before those of the next.
    """

    key: Key
    first: str
    last: str
    row: str
    rows: str = ""
    header: tuple[str, ...] = ()
    caption: str = ""
    abreast: Annotated[int, Meta(ge=1)] = 1


def with_tables(
    elements: Sequence[Element], layouts: Sequence[TableLayout], profile: Path
) -> list[Element]:
    """The elements with their tables."""
    result = []
    for element in elements:
        tables = tuple(
            _table(element.text.text, layout, profile)
            for layout in layouts
            if layout.key == element.key
        )
        result.append(replace(element, tables=tables) if tables else element)
    return result


def _table(text: str, layout: TableLayout, profile: Path) -> Table:
    start = _find(text, layout.first, 0, layout, profile)
    body = _find(text, layout.rows, start, layout, profile) if layout.rows else start
    end = _find(text, layout.last, body, layout, profile) + len(layout.last)
    pattern = compiled(layout.row, profile)
    printed = [_cells(match) for match in pattern.finditer(text, body, end)]
    if not printed:
        raise LawbaseError(f"the table in {layout.key} has no rows", file=profile)
    strips = range(layout.abreast)
    rows = tuple(row for strip in strips for row in printed[strip :: layout.abreast])
    return Table(start, end, layout.header, rows, layout.caption)


def _find(text: str, excerpt: str, start: int, layout: TableLayout, profile: Path) -> int:
    place = text.find(excerpt, start)
    if place < 0:
        lines = read_utf8(profile).splitlines()
        line = next((n for n, row in enumerate(lines, 1) if excerpt in row), 1)
        raise LawbaseError(f"“{excerpt}” is not in {layout.key}", file=profile, line=line)
    return place


def _cells(match: re.Match[str]) -> tuple[str, ...]:
    return tuple((cell or "").strip() for cell in match.groups())
