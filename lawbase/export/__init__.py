"""The knowledge base in open formats, a module each; ``lawbase export`` knows these."""

from collections.abc import Callable
from importlib import import_module

from lawbase.errors import LawbaseError
from lawbase.progress import uncollected

Export = Callable[..., None]
FORMATS: dict[str, str] = {
    "jsonl": "everything, a file a kind, one JSON object a line (folder)",
    "schema": "the JSON Schema of the JSON Lines (file)",
    "sqlite": "everything in tables, with full-text search (file)",
    "akn": "every edition as Akoma Ntoso 3.0 (folder)",
    "tmx": "a translation memory, TMX 1.4b, a unit a thread (file)",
    "skos": "the glossary as SKOS in Turtle (file)",
    "jsonld": "editions, provisions, threads and concepts as linked data (file)",
    "graphml": "the whole graph for networkx, Gephi and others (file)",
    "csv": "the edges of the graph as a table (file)",
    "opensearch": "documents with search tokens for OpenSearch, and their index (folder)",
    "postgres": "the tables and search tokens as a script for psql (file)",
}
TOKENED = ("sqlite", "opensearch", "postgres")
"""Formats that hold what our index is made of; they are written sooner when given it."""


def exporter(name: str) -> Export:
    """The function that writes a format.

    Raises:
        LawbaseError: when there is no such format.
    """
    if name not in FORMATS:
        raise LawbaseError(f"there is no format “{name}”; there are {', '.join(FORMATS)}")
    export: Export = import_module(f"lawbase.export.{name}").export
    return uncollected()(export)
