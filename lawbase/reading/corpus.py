"""The whole corpus read: every edition by the reader of its layout."""

from __future__ import annotations

import re
from pathlib import Path

from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.reading.book import read_book
from lawbase.reading.guide import read_guide
from lawbase.reading.limits import time_limit
from lawbase.reading.profile import EditionFolder, bad_pattern, open_folder
from lawbase.reading.transcript import read_transcript

SECONDS_AN_EDITION_MAY_TAKE = 60.0


def read_corpus(corpus: Path) -> tuple[Edition, ...]:
    """All editions of a corpus: the laws by year and id, then the companions.

    Raises:
        LawbaseError: with file and line, for whatever is wrong with a profile, a correction or a
            source.
    """
    folders = [open_folder(path) for path in edition_paths(corpus)]
    read: dict[str, Edition] = {}
    for folder in sorted(folders, key=lambda f: (f.profile.kind == "transcript", f.profile.id)):
        read[folder.profile.id] = _read(folder, read)
    ordered = sorted(folders, key=lambda f: (f.profile.laws is None, f.profile.year, f.profile.id))
    return tuple(read[folder.profile.id] for folder in ordered)


def edition_paths(corpus: Path) -> list[Path]:
    """The folders of a corpus that hold an edition, in alphabetical order.

    Raises:
        LawbaseError: when there is none.
    """
    paths = sorted(path.parent for path in corpus.glob("*/edition.toml"))
    if not paths:
        raise LawbaseError("holds no editions", file=corpus)
    return paths


def _read(folder: EditionFolder, read: dict[str, Edition]) -> Edition:
    profile = folder.path / "edition.toml"
    try:
        with time_limit(SECONDS_AN_EDITION_MAY_TAKE, profile):
            return _read_by_kind(folder, read)
    except re.error as error:
        raise bad_pattern(error, profile) from error


def _read_by_kind(folder: EditionFolder, read: dict[str, Edition]) -> Edition:
    if folder.profile.kind == "book":
        return read_book(folder)
    if folder.profile.kind == "guide":
        return read_guide(folder)
    return read_transcript(folder, read)
