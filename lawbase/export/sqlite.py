"""SQLite: every record in a table, with foreign keys and full-text search."""

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from lawbase.errors import LawbaseError
from lawbase.export.tables import SqlRow, all_rows, columns, definition
from lawbase.export.tokens import token_index
from lawbase.knowledge import KnowledgeBase
from lawbase.search.contents import Contents
from lawbase.storage import replacing_file

APPLICATION = "LAWB"
"""What the header of a database of ours says, so that we never replace another one."""

ASIDE = f"""
PRAGMA application_id = {int.from_bytes(APPLICATION.encode())};
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA foreign_keys = ON;
PRAGMA cache_size = -200000;
"""
"""The file is written aside, so what breaks off is thrown away and needs no journal; its indexes
are made in memory, of which it may have 200 MB."""

SEARCH = """
CREATE INDEX postings_provision ON postings (provision);
CREATE VIRTUAL TABLE search USING fts5 (
  heading, body, content="tokens", content_rowid="provision",
  tokenize="unicode61 remove_diacritics 0 tokenchars ':@%-♠♥♦♣'"
);
CREATE VIRTUAL TABLE provisions_fts USING fts5 (
  heading, text, tail, content="provisions", content_rowid="id",
  tokenize='unicode61 remove_diacritics 2'
);
INSERT INTO search (search) VALUES ('rebuild');
INSERT INTO provisions_fts (provisions_fts) VALUES ('rebuild');
"""
"""``search`` finds our tokens; ``provisions_fts`` the words as they are printed, for people who
type them into a browser of the database; Datasette knows it by its quotation marks."""


def export(kb: KnowledgeBase, output: Path, contents: Contents | None = None) -> None:
    """Write the file ``output``, a database of the tables in ``tables.sql``.

    Raises:
        LawbaseError: when it can't be written, or a foreign key of a forged base leads nowhere.
    """
    try:
        with (
            replacing_file(output, APPLICATION) as aside,
            closing(sqlite3.connect(aside)) as database,
        ):
            _fill(database, all_rows(kb, token_index(kb, contents)))
    except sqlite3.OperationalError as error:
        raise LawbaseError(f"cannot write here ({error})", file=output) from error
    except sqlite3.IntegrityError as error:
        raise kb.contradiction() from error


def _fill(database: sqlite3.Connection, rows: Mapping[str, Iterable[SqlRow]]) -> None:
    database.executescript(ASIDE)
    database.executescript(definition())
    database.execute("BEGIN")
    database.execute("PRAGMA defer_foreign_keys = ON")
    for name, found in rows.items():
        places = ", ".join("?" * len(columns()[name]))
        database.executemany(f"INSERT INTO {name} VALUES ({places})", found)
    database.commit()
    database.executescript(SEARCH)
    database.commit()
    database.execute("VACUUM")
