"""An index as a folder: made aside and swapped in whole, and told from a damaged one."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from lawbase.errors import LawbaseError
from lawbase.search.tables import IndexTables
from lawbase.search.vocabulary import Vocabulary
from lawbase.storage import MARKER, damaged_files, read_manifest

T = TypeVar("T")
VOCABULARY, TABLES = "vocabulary.json", "tables.json"
EQUIVALENTS = "equivalents.json"


class DamagedIndexError(LawbaseError):
    """The index can't be used as it is; building it again helps."""


def open_index(folder: Path) -> tuple[Vocabulary, IndexTables]:
    """The vocabulary and the tables of an index whose files are all whole.

    Raises:
        LawbaseError: when there is no index in the folder.
        DamagedIndexError: when a file is missing or changed.
    """
    if not folder.is_dir():
        raise LawbaseError("there is no search index; run “lawbase build”", file=folder)
    manifest = read_manifest(folder)
    if manifest is None:
        raise DamagedIndexError("the search index is damaged here", file=folder / MARKER)
    for name in damaged_files(folder, manifest):
        raise DamagedIndexError("the search index is damaged here", file=folder / name)
    vocabulary = read_part(folder / VOCABULARY, Vocabulary)
    return vocabulary, read_part(folder / TABLES, IndexTables)


def read_part(file: Path, record: type[T]) -> T:
    """A part of an index that is a record of its own.

    Raises:
        DamagedIndexError: when it is missing or isn't such a record.
    """
    try:
        return msgspec.json.decode(read_whole(file), type=record)
    except msgspec.DecodeError as error:
        raise DamagedIndexError("the search index is damaged here", file=file) from error


def read_whole(file: Path) -> bytes:
    """A file of an index.

    Raises:
        DamagedIndexError: when it can't be read.
    """
    try:
        return file.read_bytes()
    except OSError as error:
        raise DamagedIndexError(f"cannot be read ({error.strerror})", file=file) from error
