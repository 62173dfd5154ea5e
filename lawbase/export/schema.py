"""JSON Schemas of everything that is written as JSON, made from the records themselves."""

import inspect
import json
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from lawbase.export.jsonl import lines
from lawbase.knowledge import KnowledgeBase
from lawbase.search.results import SearchResult
from lawbase.storage import write_file

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the schema to the file ``output``."""
    write_file(output, text(kb), mark='"$id": "urn:lawbase:schema"')


def text(kb: KnowledgeBase) -> str:
    """The schema as indented JSON.

    It describes the whole export as an object with an array of records for every file; a line of
    ``provisions.jsonl`` alone is described by ``#/properties/provisions/items``, and the answer of
    ``lawbase search --json`` by ``#/$defs/SearchResult``.
    """
    files = {name: kind.line for name, kind in lines(kb).items()}
    items, records = _components(*files.values())
    _, answers = _components(SearchResult)
    written = {name: _without_defaults(record) for name, record in records.items()}
    schema = {
        "$schema": DIALECT,
        "$id": "urn:lawbase:schema",
        "title": "The laws as data",
        "type": "object",
        "properties": {
            name: {"type": "array", "items": item} for name, item in zip(files, items, strict=False)
        },
        "required": list(files),
        "$defs": {name: _described(record) for name, record in (answers | written).items()},
    }
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def _components(*records: type[Struct]) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    return msgspec.json.schema_components(records, ref_template="#/$defs/{name}")


def _without_defaults(record: Schema) -> Schema:
    """The lines leave no field out, not even one that the model has a default for."""
    fields = record.get("properties", {}).items()
    without = {name: {k: v for k, v in given.items() if k != "default"} for name, given in fields}
    return record | ({"properties": without, "required": list(without)} if without else {})


def _described(record: Schema) -> Schema:
    """Docstrings without their indentation, which Python 3.13 and later cut off themselves."""
    return record | {"description": inspect.cleandoc(record.get("description", ""))}
