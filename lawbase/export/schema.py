"""JSON Schemas of everything that is written as JSON, made from the records themselves."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from lawbase.export.jsonl import Languages, line_types
from lawbase.knowledge import KnowledgeBase
from lawbase.search.results import SearchResult
from lawbase.storage import write_text

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def export(kb: KnowledgeBase, languages: Languages, output: Path) -> None:
    """Write the schema to the file ``output``."""
    write_text(output, text(kb, languages))


def text(kb: KnowledgeBase, _: Languages) -> str:
    """The schema as indented JSON.

    It describes the whole export as an object with an array of records for every file; a line of
    ``provisions.jsonl`` alone is described by ``#/properties/provisions/items``, and the answer of
    ``lawbase search --json`` by ``#/$defs/SearchResult``.
    """
    files = line_types(kb)
    items, definitions = msgspec.json.schema_components(
        (*files.values(), SearchResult), ref_template="#/$defs/{name}"
    )
    schema = {
        "$schema": DIALECT,
        "$id": "urn:lawbase:schema",
        "title": "The laws as data",
        "type": "object",
        "properties": {
            name: {"type": "array", "items": item} for name, item in zip(files, items, strict=False)
        },
        "required": list(files),
        "$defs": definitions,
    }
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
