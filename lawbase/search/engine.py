"""The narrow interface to the engine that holds the index, and Whoosh behind it.

The engine gets finished tokens with their weights and gives posting lists and stored records
back; what they mean is not its business, so another engine is another class.
"""

from __future__ import annotations

import struct
import warnings
from array import array
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from lawbase.errors import LawbaseError

CACHED_POSTINGS = 4096
POSTINGS = "postings.hsh"
DOCUMENTS, WEIGHTS = "I", "B"
DAMAGE = (OSError, ValueError, IndexError, EOFError, struct.error)


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


class WhooshEngine:
    """Reads what ``write_whoosh`` wrote into a file.

    Raises:
        LawbaseError: when the file is damaged, at the latest when it is asked.
    """

    def __init__(self, data: bytes, file: Path):
        whoosh = _whoosh()
        self._file = file
        try:
            self._table = whoosh.reader(whoosh.buffer(data), len(data))
        except (whoosh.error, *DAMAGE) as error:
            raise self._damaged() from error
        self.postings = lru_cache(CACHED_POSTINGS)(self._postings)

    def _postings(self, field: str, term: str) -> Postings:
        found = self._value(_posting_key(field, term)) or b""
        size = array(DOCUMENTS).itemsize
        count, over = divmod(len(found), size + 1)
        if over:
            raise self._damaged()
        parts = found[: count * size], found[count * size :]
        return Postings(array(DOCUMENTS, parts[0]), array(WEIGHTS, parts[1]))

    def stored(self, document: int) -> bytes:
        """What was stored with a document."""
        found = self._value(_record_key(document))
        if found is None:
            raise self._damaged()
        return found

    def _value(self, key: bytes) -> bytes | None:
        try:
            value = self._table.get(key)
        except DAMAGE as error:
            raise self._damaged() from error
        return None if value is None else bytes(value)

    def _damaged(self) -> LawbaseError:
        return LawbaseError("the index is damaged", file=self._file)


def write_whoosh(folder: Path, entries: Iterable[EngineEntry]) -> None:
    """Make an index of the entries in an existing folder, the same bytes for the same."""
    whoosh = _whoosh()
    lists: dict[bytes, tuple[array[int], array[int]]] = {}
    table = whoosh.writer(whoosh.file((folder / POSTINGS).open("wb")))
    for document, entry in enumerate(entries):
        table.add(_record_key(document), entry.stored)
        for field, terms in entry.fields.items():
            for term, weight in terms.items():
                key = _posting_key(field, term)
                if key not in lists:
                    lists[key] = array(DOCUMENTS), array(WEIGHTS)
                documents, weights = lists[key]
                documents.append(document)
                weights.append(weight)
    table.add_all((key, b"".join(map(bytes, found))) for key, found in sorted(lists.items()))
    table.close()


def _posting_key(field: str, term: str) -> bytes:
    return f"{field}\0{term}".encode()


def _record_key(document: int) -> bytes:
    return f"\0{document}".encode()


class _Whoosh(NamedTuple):
    """What is used of Whoosh: its files of keys and values, and how a broken one is told."""

    file: type[Any]
    buffer: type[Any]
    reader: type[Any]
    writer: type[Any]
    error: type[Exception]


@cache
def _whoosh() -> _Whoosh:
    """Import Whoosh, whose code is older than what newer Pythons warn of in its syntax.

    A file may carry extras, which Whoosh would pickle; ours has none, and none is ever read.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from whoosh.filedb.filetables import FileFormatError, HashReader, HashWriter
        from whoosh.filedb.structfile import BufferFile, StructFile

    class Reader(HashReader):  # type: ignore[misc]
        def _read_extras(self) -> None:
            self.extras: dict[str, object] = {}

    class Writer(HashWriter):  # type: ignore[misc]
        def _write_extras(self) -> None:
            """There are none."""

    return _Whoosh(StructFile, BufferFile, Reader, Writer, FileFormatError)
