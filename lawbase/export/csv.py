"""CSV: the edges of the graph, a row each, for spreadsheets and graph tools."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from msgspec.structs import astuple, fields

from lawbase.export.graph import Edge, graph
from lawbase.knowledge import KnowledgeBase
from lawbase.storage import write_file


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the file ``output``: a header, then a row an edge, as RFC 4180 has it."""
    table = io.StringIO()
    writer = csv.writer(table)
    columns = [field.name for field in fields(Edge)]
    writer.writerow(columns)
    writer.writerows(astuple(edge) for edge in graph(kb).edges)
    write_file(output, table.getvalue(), mark=",".join(columns))
