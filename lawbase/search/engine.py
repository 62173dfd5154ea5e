"""The narrow interface to the engine that holds the index, and Whoosh behind it.

The engine gets finished tokens with their weights and gives posting lists and stored records
back; what they mean is not its business, so another engine is another class.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from pickle import UnpicklingError
from typing import Protocol

import msgspec
from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.search.unpickling import guard_whoosh

CACHED_POSTINGS = 4096
DAMAGE = (OSError, ValueError, EOFError, KeyError, UnpicklingError)


class EngineEntry(Struct, frozen=True):
    """What is indexed of one document: weights by term within each field, and what is stored."""

    fields: Mapping[str, Mapping[str, int]]
    stored: bytes


class Postings(Struct, frozen=True, array_like=True):
    """The documents that a term occurs in, ascending, and its weight in each, from 1 to 255."""

    documents: array[int]
    weights: array[int]


NO_POSTINGS = Postings(array("L"), array("B"))


class Engine(Protocol):
    """Holds an index for reading. Documents are numbered from 0 in the order they were added."""

    def postings(self, field: str, term: str) -> Postings:
        """Where a term occurs in a field; empty when nowhere."""

    def stored(self, document: int) -> bytes:
        """What was stored with a document."""


class WhooshEngine:
    """Reads an index that ``write_whoosh`` made.

    Raises:
        LawbaseError: when the folder holds no index, or a damaged one.
    """

    def __init__(self, folder: Path):
        guard_whoosh()
        from whoosh.filedb.filestore import FileStorage
        from whoosh.index import IndexError as WhooshIndexError

        try:
            self._reader = FileStorage(str(folder)).open_index().reader()
        except (WhooshIndexError, *DAMAGE) as error:
            raise LawbaseError("the index is damaged", file=folder) from error
        self.postings = lru_cache(CACHED_POSTINGS)(self._postings)

    def _postings(self, field: str, term: str) -> Postings:
        from whoosh.reading import TermNotFound

        try:
            matcher = self._reader.postings(field, term)
        except TermNotFound:
            return NO_POSTINGS
        documents, weights = array("L"), array("B")
        while matcher.is_active():
            documents.append(matcher.id())
            weights.append(int(matcher.weight()))
            matcher.next()
        return Postings(documents, weights)

    def stored(self, document: int) -> bytes:
        """What was stored with a document."""
        return bytes(self._reader.stored_fields(document)["stored"])


def write_whoosh(folder: Path, fields: Iterable[str], entries: Iterable[EngineEntry]) -> None:
    """Make an index of the entries in an existing, empty folder, the same bytes for the same."""
    guard_whoosh()
    from whoosh.analysis import DelimitedAttributeFilter, SpaceSeparatedTokenizer
    from whoosh.codec.whoosh3 import W3Codec, W3Segment
    from whoosh.fields import STORED, TEXT, Schema
    from whoosh.filedb.filestore import FileStorage

    weighed = SpaceSeparatedTokenizer() | DelimitedAttributeFilter(delimiter="^")
    text = TEXT(analyzer=weighed, phrase=False)
    schema = Schema(stored=STORED, **dict.fromkeys(sorted(fields), text))
    entries = tuple(entries)
    name = blake2b(msgspec.msgpack.encode(entries), digest_size=8).hexdigest()

    class NamedCodec(W3Codec):  # type: ignore[misc]
        """Names the segment by its content instead of at random."""

        def new_segment(self, _storage: object, index: str) -> W3Segment:
            return W3Segment(W3Codec(), index, segid=name)

    class TimelessStorage(FileStorage):  # type: ignore[misc]
        """Tells no times of files, which Whoosh would write into the index."""

        def file_modified(self, _name: str) -> float:
            return 0.0

    index = TimelessStorage(str(folder)).create_index(schema)
    writer = index.writer(procs=1, codec=NamedCodec())
    for entry in entries:
        tokens = {name: _weighed(terms) for name, terms in entry.fields.items() if terms}
        writer.add_document(stored=entry.stored, **tokens)
    writer.commit(merge=False)


def _weighed(terms: Mapping[str, int]) -> str:
    return " ".join(f"{term}^{weight}" for term, weight in sorted(terms.items()))
