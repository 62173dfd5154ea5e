"""Tables: found where an edition's profile says, kept as text and given as cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from lawbase.errors import LawbaseError
from lawbase.grouping import grouped
from lawbase.model import Key, Provision, Table
from lawbase.profile import read_utf8, table_lines
from lawbase.reading.patterns import Pattern
from lawbase.reading.source import Source


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
    row: Pattern
    rows: str = ""
    header: tuple[str, ...] = ()
    caption: str = ""
    abreast: Annotated[int, Meta(ge=1)] = 1


def tables_of(
    provisions: Sequence[Provision], layouts: Sequence[TableLayout], source: Source
) -> tuple[Provision, ...]:
    """The provisions with their tables; a table that isn't there is told."""
    known = {provision.key for provision in provisions}
    for number, layout in enumerate(layouts):
        if layout.key not in known:
            line = table_lines(source.profile_path, "layout.tables", len(layouts))[number]
            source.problems.tell("no-provision", source.profile_path, line, key=layout.key)
    of = grouped((layout.key, layout) for layout in layouts)
    return tuple(
        replace(p, tables=_tables(p.text, of[p.key], source)) if p.key in of else p
        for p in provisions
    )


def _tables(text: str, layouts: Sequence[TableLayout], source: Source) -> tuple[Table, ...]:
    tables: list[Table] = []
    for layout in layouts:
        try:
            tables.append(_table(text, layout))
        except LawbaseError as error:
            file = source.profile_path
            lines = enumerate(read_utf8(file).splitlines(), 1)
            # The message quotes what was looked for; its line in the profile is the fault's.
            quoted = re.search(r"“(.*)”", error.message)
            line = next((n for n, row in lines if quoted and quoted[1] in row), None)
            source.problems.tell_error(LawbaseError(error.message, file=file, line=line), file)
    return tuple(tables)


def _table(text: str, layout: TableLayout) -> Table:
    start = _find(text, layout.first, 0, layout)
    body = _find(text, layout.rows, start, layout) if layout.rows else start
    end = _find(text, layout.last, body, layout) + len(layout.last)
    printed = [_cells(match) for match in layout.row.finditer(text, body, end)]
    if not printed:
        raise LawbaseError(f"the table in {layout.key} has no rows like “{layout.row.text}”")
    strips = range(layout.abreast)
    rows = tuple(row for strip in strips for row in printed[strip :: layout.abreast])
    return Table(start, end, layout.header, rows, layout.caption)


def _find(text: str, excerpt: str, start: int, layout: TableLayout) -> int:
    place = text.find(excerpt, start)
    if place < 0:
        raise LawbaseError(f"“{excerpt}” is not in {layout.key}")
    return place


def _cells(match: re.Match[str]) -> tuple[str, ...]:
    return tuple((cell or "").strip() for cell in match.groups())
