"""The narrow interface to the engine that holds the index, and SQLite behind it.

The engine gets finished tokens with their weights and gives posting lists and stored records
back; what they mean is not its business, so another engine is another class.
"""

from __future__ import annotations

import sqlite3
import weakref
from array import array
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from lawbase.search.storage import DamagedIndexError
from lawbase.storage import write_inside

CACHED_POSTINGS = 4096
POSTINGS = "postings.db"
DOCUMENTS, WEIGHTS = "I", "B"
TABLES = """
CREATE TABLE postings (field TEXT, term TEXT, documents BLOB, weights BLOB,
                       PRIMARY KEY (field, term)) WITHOUT ROWID;
CREATE TABLE stored (document INTEGER PRIMARY KEY, record BLOB);
"""


class EngineEntry(Struct, frozen=True):
    """What is indexed of one document: weights by term within each field, and what is stored."""

    fields: Mapping[str, Mapping[str, int]]
    stored: bytes


class Postings(Struct, frozen=True, array_like=True):
    """The documents that a term occurs in, ascending, and its weight in each, from 1 to 255."""

    documents: array[int]
    weights: array[int]


class Engine(Protocol):
    """Holds an index for reading. Documents are numbered from 0 in the order they were added."""

    def postings(self, field: str, term: str) -> Postings:
        """Where a term occurs in a field; empty when nowhere."""

    def stored(self, document: int) -> bytes:
        """What was stored with a document."""


class SqliteEngine:
    """Reads what ``write_postings`` wrote, from any thread, also after the file was replaced.

    Raises:
        DamagedIndexError: when the file is missing or isn't such a file, at the first question.
    """

    def __init__(self, folder: Path):
        self._file = folder / POSTINGS
        try:
            self._tables = sqlite3.connect(
                f"{self._file.absolute().as_uri()}?mode=ro&immutable=1",
                uri=True,
                check_same_thread=False,
            )
            self._tables.execute("PRAGMA trusted_schema = OFF")
        except sqlite3.Error as error:
            raise self._damaged() from error
        weakref.finalize(self, self._tables.close)
        self.postings = lru_cache(CACHED_POSTINGS)(self._postings)

    def _postings(self, field: str, term: str) -> Postings:
        question = "SELECT documents, weights FROM postings WHERE field = ? AND term = ?"
        told, weighed = self._asked(question, field, term) or (b"", b"")
        weights = array(WEIGHTS, weighed)
        if len(told) != len(weights) * array(DOCUMENTS).itemsize:
            raise self._damaged()
        return Postings(array(DOCUMENTS, told), weights)

    def stored(self, document: int) -> bytes:
        """What was stored with a document."""
        found = self._asked("SELECT record FROM stored WHERE document = ?", document)
        if found is None:
            raise self._damaged()
        return found[0]

    def _asked(self, question: str, *about: str | int) -> tuple[bytes, ...] | None:
        try:
            found: tuple[bytes, ...] | None = self._tables.execute(question, about).fetchone()
        except sqlite3.Error as error:
            raise self._damaged() from error
        if found and not all(isinstance(part, bytes) for part in found):
            raise self._damaged()
        return found

    def _damaged(self) -> DamagedIndexError:
        return DamagedIndexError("the search index is damaged here", file=self._file)


def write_postings(folder: Path, entries: Iterable[EngineEntry]) -> None:
    """Write an index of the entries into a folder that is being filled, the same for the same."""
    found: dict[tuple[str, str], tuple[array[int], array[int]]] = {}
    stored = []
    for number, entry in enumerate(entries):
        stored.append((number, entry.stored))
        for field, terms in entry.fields.items():
            for term, weight in terms.items():
                place = found.get((field, term))
                if place is None:
                    place = found[field, term] = (array(DOCUMENTS), array(WEIGHTS))
                place[0].append(number)
                place[1].append(weight)
    tables = sqlite3.connect(":memory:", isolation_level=None)
    tables.executescript(TABLES)
    tables.execute("BEGIN")
    rows = ((*place, *map(bytes, lists)) for place, lists in sorted(found.items()))
    tables.executemany("INSERT INTO postings VALUES (?, ?, ?, ?)", rows)
    tables.executemany("INSERT INTO stored VALUES (?, ?)", stored)
    tables.execute("COMMIT")
    write_inside(folder, POSTINGS, tables.serialize())
    tables.close()
