"""Tables: found where an edition's profile says, kept as text and given as cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.model import Key, Table
from lawbase.profile import read_utf8
from lawbase.reading.elements import Element
from lawbase.reading.profile import compiled


class TableLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """A table in the text of the provision ``key``.

    It runs from the start of ``first`` to the end of ``last``; a ``row`` pattern matches one row
    after another inside it, its groups being the cells; an unnamed rest belongs to no row.
    """

    key: Key
    first: str
    last: str
    row: str
    header: tuple[str, ...] = ()
    caption: str = ""


def with_tables(
    elements: Sequence[Element], layouts: Sequence[TableLayout], profile: Path
) -> list[Element]:
    """The elements with their tables."""
    from dataclasses import replace

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
    start = text.find(layout.first)
    end = text.find(layout.last, start)
    if start < 0 or end < 0:
        missing = layout.first if start < 0 else layout.last
        lines = read_utf8(profile).splitlines()
        line = next((n for n, row in enumerate(lines, 1) if missing in row), 1)
        raise LawbaseError(f"“{missing}” is not in {layout.key}", file=profile, line=line)
    end += len(layout.last)
    rows = tuple(
        _cells(match) for match in compiled(layout.row, profile).finditer(text, start, end)
    )
    if not rows:
        raise LawbaseError(f"the table in {layout.key} has no rows", file=profile)
    return Table(start, end, layout.header, rows, layout.caption)


def _cells(match: re.Match[str]) -> tuple[str, ...]:
    return tuple((cell or "").strip() for cell in match.groups())
