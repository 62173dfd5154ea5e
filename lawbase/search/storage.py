"""An index as a folder: made aside and swapped in whole, and told from a damaged one."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar
from zlib import crc32

import msgspec
from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.search.tables import Tables
from lawbase.search.vocabulary import Vocabulary

T = TypeVar("T")
FORMAT = 1
MANIFEST, VOCABULARY, TABLES = "manifest.json", "vocabulary.json", "tables.json"
EQUIVALENTS = "equivalents.json"


class DamagedIndexError(LawbaseError):
    """The index can't be used as it is; building it again helps."""


class Manifest(Struct, frozen=True):
    """The files of an index and their checksums, by name."""

    format: int
    files: dict[str, int]


def seal(folder: Path) -> None:
    """Write down what a finished index consists of."""
    files = {path.name: crc32(path.read_bytes()) for path in sorted(folder.iterdir())}
    (folder / MANIFEST).write_bytes(msgspec.json.encode(Manifest(FORMAT, files)))


def open_index(folder: Path) -> tuple[Vocabulary, Tables]:
    """The vocabulary and the tables of an index whose files are all whole.

    Raises:
        LawbaseError: when there is no index in the folder.
        DamagedIndexError: when a file is missing or changed, or was written by another version.
    """
    if not folder.is_dir():
        raise LawbaseError("there is no search index; run “lawbase build”", file=folder)
    manifest = read_part(folder / MANIFEST, Manifest)
    if manifest.format != FORMAT:
        raise DamagedIndexError("the search index is of another version", file=folder)
    for name, checksum in manifest.files.items():
        if crc32(_bytes(folder / name)) != checksum:
            raise DamagedIndexError("the search index is damaged here", file=folder / name)
    vocabulary = read_part(folder / VOCABULARY, Vocabulary)
    return vocabulary, read_part(folder / TABLES, Tables)


def read_part(file: Path, record: type[T]) -> T:
    """A part of an index that is a record of its own.

    Raises:
        DamagedIndexError: when it is missing or isn't such a record.
    """
    try:
        return msgspec.json.decode(_bytes(file), type=record)
    except msgspec.DecodeError as error:
        raise DamagedIndexError("the search index is damaged here", file=file) from error


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise DamagedIndexError(f"cannot be read ({error.strerror})", file=file) from error
