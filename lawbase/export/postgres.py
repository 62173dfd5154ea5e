"""PostgreSQL: one script for ``psql`` that makes the schema ``lawbase`` and loads every table."""

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from msgspec.structs import asdict

from lawbase.errors import LawbaseError
from lawbase.export.tables import SqlRow, SqlValue, all_rows, definition
from lawbase.export.tokens import TokenIndex, token_index
from lawbase.knowledge import KnowledgeBase
from lawbase.search.contents import Contents
from lawbase.search.figures import FIGURES, WHOLE
from lawbase.storage import replacing_file

OURS = "Laws of Duplicate Bridge, loaded by a script of lawbase"
"""The comment that marks a schema of ours; no other is ever dropped."""

BEGIN = r"""\set ON_ERROR_STOP on
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
BEGIN;
DO $$ BEGIN
  IF obj_description(to_regnamespace('lawbase')) = '@OURS@' THEN
    RAISE WARNING 'replacing the schema lawbase that an earlier export made';
    DROP SCHEMA lawbase CASCADE;
  END IF;
END $$;
CREATE SCHEMA lawbase;
COMMENT ON SCHEMA lawbase IS '@OURS@';
SET search_path = lawbase;
""".replace("@OURS@", OURS)
VECTORS = """
-- The tokens of a provision with their positions; those of its heading weigh A.
CREATE TABLE vectors (
  provision INTEGER PRIMARY KEY REFERENCES provisions (id),
  vector TSVECTOR NOT NULL
);
"""
END = """
CREATE INDEX postings_provision ON postings (provision);
CREATE INDEX vectors_vector ON vectors USING gin (vector);
"""
DONE = """
COMMIT;
ANALYZE;
"""
LAST_POSITION = 16383
"""What PostgreSQL counts positions up to."""
CACHED_VALUES = 1 << 15

_ESCAPES = str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def export(kb: KnowledgeBase, output: Path, contents: Contents | None = None) -> None:
    """Write the file ``output``: ``psql -f`` loads it whole or not at all."""
    with replacing_file(output, "CREATE SCHEMA lawbase") as aside:
        aside.write_text(_script(kb, token_index(kb, contents)), encoding="utf-8")


def _script(kb: KnowledgeBase, index: TokenIndex) -> str:
    tables = {name: list(rows) for name, rows in all_rows(kb, index).items()}
    tables["vectors"] = [
        (provision, vector(str(heading), str(body)))
        for provision, heading, body, _ in tables["tokens"]
    ]
    copies = "".join(_copy(name, rows) for name, rows in tables.items())
    return "".join(
        (BEGIN, definition(), VECTORS, copies, END, functions(index.understanding), DONE)
    )


def functions(understanding: str) -> str:
    """The SQL of ``lawbase.search``, with the figures that our own search reckons with."""
    text = (files("lawbase.export") / "search.sql").read_text(encoding="utf-8")
    figures = {
        f"{stage}.{name}": figure
        for stage, given in (("ranking", FIGURES.ranking), ("finding", FIGURES.finding))
        for name, figure in asdict(given).items()
    }
    return text % (figures | {"whole": WHOLE, "understanding": understanding})


def vector(heading: str, body: str) -> str:
    """A ``tsvector`` of finished tokens as PostgreSQL reads it: ``'cs:hrac':1A,4 'cs:tich':3``."""
    places: dict[str, list[str]] = {}
    tokens = heading.split()
    for position, token in enumerate((*tokens, *body.split()), 1):
        weight = "A" if position <= len(tokens) else ""
        places.setdefault(token, []).append(f"{min(position, LAST_POSITION)}{weight}")
    return " ".join(
        f"{_quoted(token)}:{','.join(found)}" for token, found in sorted(places.items())
    )


def _quoted(token: str) -> str:
    return "'" + re.sub(r"(['\\])", r"\1\1", token) + "'"


def _copy(name: str, rows: Iterable[SqlRow]) -> str:
    written = lru_cache(CACHED_VALUES, typed=True)(_written)  # 1 and True are written apart
    lines = "".join("\t".join(map(written, row)) + "\n" for row in rows)
    return f"\nCOPY {name} FROM stdin;\n{lines}\\.\n"


def _written(value: SqlValue) -> str:
    if value is None:
        return "\\N"
    if "\0" in (text := str(value)):
        raise LawbaseError("PostgreSQL can't hold the character U+0000 of a text")
    return text.translate(_ESCAPES)
