"""CSV: the edges of the graph, a row each, for spreadsheets and graph tools."""

import csv
import io
from pathlib import Path

from msgspec.structs import astuple, fields

from lawbase.export.graph import Edge, graph
from lawbase.knowledge import KnowledgeBase
from lawbase.storage import write_file

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
"""What a cell begins with that a spreadsheet may take for a formula."""


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the file ``output``: a header, then a row an edge, as RFC 4180 has it.

    A text that a spreadsheet would take for a formula has an apostrophe before it.
    """
    table = io.StringIO()
    writer = csv.writer(table)
    columns = [field.name for field in fields(Edge)]
    writer.writerow(columns)
    writer.writerows(map(_cell, astuple(edge)) for edge in graph(kb).edges)
    write_file(output, table.getvalue(), mark=",".join(columns))


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
