"""The whole corpus read: every edition by the reader of its layout."""

from __future__ import annotations

import re
from pathlib import Path

from lawbase.address import law_of
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
            edition = _read_by_kind(folder, read)
    except re.error as error:
        raise bad_pattern(error, profile) from error
    _require_laws(edition, folder)
    return edition


def _require_laws(edition: Edition, folder: EditionFolder) -> None:
    """Raise when the text ends, or begins, before the profile says; or has a law that it doesn't.

    Else a source that was cut off between two laws would pass for a whole one.
    """
    first, last = edition.laws or (1, 0)
    said = set(range(first, last + 1))
    found = {int(p.key) for p in edition.provisions if p.kind == "law"}
    law = min(said ^ found, default=None)
    if law is None:
        return
    before = (p.source.end for p in edition.provisions if 0 < (law_of(p.key) or 0) < law)
    raise LawbaseError(
        f"Law {law} is {'not ' if law in said else ''}here; "
        f"by the profile the text has Laws {first} to {last}",
        file=folder.source_path,
        line=folder.source.count("\n", 0, max(before, default=0)) + 1,
    )


def _read_by_kind(folder: EditionFolder, read: dict[str, Edition]) -> Edition:
    if folder.profile.kind == "book":
        return read_book(folder)
    if folder.profile.kind == "guide":
        return read_guide(folder)
    return read_transcript(folder, read)
