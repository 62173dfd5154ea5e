"""What an edition is and how its pages look: ``corpus/<edition>/edition.toml``."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.model import Revision, SourceFile
from lawbase.profile import line_of_path, load_toml, read_utf8

LayoutKind = Literal["book", "transcript", "guide"]
Layout = TypeVar("Layout")


class EditionProfile(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition of the laws, or a companion to them.

    ``laws`` are the first and last law that it contains; ``complete`` is false when the edition
    has more laws than its text. ``sister`` names an edition of the same year whose structure
    helps to read a damaged text. ``revisions`` are laws that it gives as they were revised later.
    ``layout`` is the profile of its pages, validated by the reader of its kind.
    """

    id: str
    language: str
    year: int
    title: str
    revision: str
    status: str
    publisher: str
    scope: str
    sha256: str
    kind: LayoutKind
    layout: dict[str, Any]
    laws: tuple[int, int] | None = None
    complete: bool = True
    sister: str | None = None
    revisions: tuple[Revision, ...] = ()


class EditionFolder(Struct, frozen=True):
    """An edition's folder: its profile, its source text, and where they are."""

    path: Path
    profile: EditionProfile
    source: str

    @property
    def source_path(self) -> Path:
        """The file of the source text."""
        return self.path / "source.txt"

    @property
    def source_file(self) -> SourceFile:
        """What the export says of the source."""
        name = f"{self.path.name}/{self.source_path.name}"
        return SourceFile(name, self.profile.sha256, len(self.source))


def open_folder(path: Path) -> EditionFolder:
    """Load an edition's profile and its source, which must be the one that the profile names.

    Raises:
        LawbaseError: with file and line, for a malformed profile, or a source that is empty, not
            UTF-8, or not the text that the profile was written for.
    """
    profile_path = path / "edition.toml"
    profile = load_toml(profile_path, EditionProfile)
    if profile.id != path.name:
        raise LawbaseError(
            f"its id is “{profile.id}”, not “{path.name}”", file=profile_path, line=1
        )
    source_path = path / "source.txt"
    source = read_utf8(source_path)
    if not source.strip():
        raise LawbaseError("is empty", file=source_path, line=1)
    digest = hashlib.sha256(source.encode("utf-8")).hexdigest()
    if digest != profile.sha256:
        raise LawbaseError(
            "is not the text that edition.toml was written for (its SHA-256 differs); "
            "it may be cut off or altered",
            file=source_path,
            line=source.count("\n") + 1,
        )
    return EditionFolder(path, profile, source)


def layout_of(folder: EditionFolder, record: type[Layout]) -> Layout:
    """The layout table of an edition's profile as the record of its reader.

    Raises:
        LawbaseError: with file and line, when it is malformed.
    """
    path = folder.path / "edition.toml"
    try:
        return msgspec.convert(folder.profile.layout, record)
    except msgspec.ValidationError as error:
        message = str(error).replace("$", "$.layout")
        message += "" if "`$" in message else " - at `$.layout`"
        line = line_of_path(read_utf8(path), message)
        raise LawbaseError(message, file=path, line=line) from error


def compiled(pattern: str, file: Path) -> re.Pattern[str]:
    """A pattern of a profile, compiled.

    Raises:
        LawbaseError: with file and line, when it is not a regular expression.
    """
    try:
        return re.compile(pattern)
    except re.error as error:
        raise bad_pattern(error, file) from error


def bad_pattern(error: re.error, file: Path) -> LawbaseError:
    """That a pattern of a profile is not a regular expression, and where it stands."""
    pattern = str(error.pattern)
    lines = enumerate(read_utf8(file).splitlines(), 1)
    line = next((n for n, text in lines if pattern in text), None)
    return LawbaseError(f"“{pattern}” is not a regular expression ({error})", file=file, line=line)
