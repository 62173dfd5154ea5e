"""The narrow interface to the engine that holds the index, and Whoosh behind it.

The engine gets finished tokens with their weights and gives posting lists and stored records
back; what they mean is not its business, so another engine is another class.
"""

from __future__ import annotations

import struct
import warnings
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol
from zlib import crc32

from msgspec import Struct

from lawbase.errors import LawbaseError

CACHED_POSTINGS = 4096
POSTINGS = "postings.hsh"
DOCUMENTS, WEIGHTS = "I", "B"
_BY_CRC32 = 1
_SIZES = struct.Struct("!ii")  # of a key and of its value, which follow
_SLOT = struct.Struct("!Iq")  # a key's hash, and where its sizes stand
_DIRECTORY = struct.Struct("!" + 256 * "qi")  # where each table of slots begins, and their number
_NO_EXTRAS = 4  # the length of nothing, at the end


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
    """Reads what ``write_whoosh`` wrote into a file; Whoosh itself needn't be loaded for that.

    Raises:
        LawbaseError: when the file is damaged, at the latest when it is asked.
    """

    def __init__(self, data: bytes, file: Path):
        self._data, self._file = data, file
        directory = len(data) - _DIRECTORY.size - _NO_EXTRAS
        try:
            self._tables = _DIRECTORY.unpack_from(data, directory)
        except struct.error as error:
            raise self._damaged() from error
        starts, slots = self._tables[::2], self._tables[1::2]
        ends = (a + n * _SLOT.size for a, n in zip(starts, slots, strict=True))
        if max(ends) != directory:  # the tables stand right before it
            raise self._damaged()
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
            return self._found(key)
        except struct.error as error:
            raise self._damaged() from error

    def _found(self, key: bytes) -> bytes | None:
        """The value of a key: by its hash, one of 256 tables and a slot there, or one behind it."""
        hashed = crc32(key)
        start, slots = self._tables[2 * (hashed & 255) : 2 * (hashed & 255) + 2]
        for n in range(slots):
            slot = start + ((hashed >> 8) + n) % slots * _SLOT.size
            known, at = _SLOT.unpack_from(self._data, slot)
            if not at:
                break
            if known == hashed:
                sizes = _SIZES.unpack_from(self._data, at)
                begins = at + _SIZES.size
                ends = begins + sizes[0]
                if self._data[begins:ends] == key:
                    return self._data[ends : ends + sizes[1]]
        return None

    def _damaged(self) -> LawbaseError:
        return LawbaseError("the index is damaged", file=self._file)


def write_whoosh(folder: Path, entries: Iterable[EngineEntry]) -> None:
    """Make an index of the entries in an existing folder, the same bytes for the same."""
    lists: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    table = _written_by_whoosh(folder / POSTINGS)
    for document, entry in enumerate(entries):
        table.add(_record_key(document), entry.stored)
        for field, terms in entry.fields.items():
            of_field = lists[field]
            for term, weight in terms.items():
                of_field[term] += (document, weight)
    postings = (
        (_posting_key(field, term), bytes(array(DOCUMENTS, found[::2])) + bytes(found[1::2]))
        for field, of_field in lists.items()
        for term, found in of_field.items()
    )
    table.add_all(sorted(postings))
    table.close()


def _posting_key(field: str, term: str) -> bytes:
    return f"{field}\0{term}".encode()


def _record_key(document: int) -> bytes:
    return f"\0{document}".encode()


def _written_by_whoosh(file: Path) -> Any:
    """Whoosh's writer of a file of keys and values, without the extras, which it would pickle.

    Its code is older than what newer Pythons warn of in its syntax.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from whoosh.filedb.filetables import HashWriter
        from whoosh.filedb.structfile import StructFile

    class Writer(HashWriter):  # type: ignore[misc]
        def _write_extras(self) -> None:
            """There are none."""

    return Writer(StructFile(file.open("wb")), hashtype=_BY_CRC32)
