"""Tables: found where an edition's profile says, kept as text and given as cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from lawbase.errors import LawbaseError
from lawbase.grouping import grouped
from lawbase.model import Edition, Key, Table
from lawbase.profile import read_utf8, table_lines
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


def with_tables(edition: Edition, layouts: Sequence[TableLayout], profile: Path) -> Edition:
    """The edition with its tables.

    Raises:
        LawbaseError: with file and line, when a table or its provision isn't there.
    """
    known = {provision.key for provision in edition.provisions}
    for number, layout in enumerate(layouts):
        if layout.key not in known:
            line = table_lines(profile, "layout.tables", len(layouts))[number]
            problem = f"there is no provision {layout.key} to have a table"
            raise LawbaseError(problem, file=profile, line=line)
    of = grouped((layout.key, layout) for layout in layouts)
    provisions = (
        replace(p, tables=tuple(_table(p.text, layout, profile) for layout in of.get(p.key, ())))
        for p in edition.provisions
    )
    return replace(edition, provisions=tuple(provisions))


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
