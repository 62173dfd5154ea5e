"""What an edition is and how its pages look: ``corpus/<edition>/edition.toml``."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.grouping import grouped
from lawbase.model import Revision, SourceFile
from lawbase.profile import Year, line_of_path, load_toml, read_utf8
from lawbase.reading.patterns import NEVER, decoded
from lawbase.reading.problems import Problems, ProblemSeverity

LayoutKind = Literal["book", "transcript", "guide"]
Layout = TypeVar("Layout")
LawRange = tuple[int, int]
MOST_LAWS = 999


class EditionProfile(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition of the laws, or a companion to them.

    ``laws`` are the first and last law that it contains, or several such ranges when it has gaps
    (``[[1, 16], [72, 72]]``); ``complete`` is false when the edition has more laws than its text.
    ``sister`` names an edition of the same year whose structure helps to read a damaged text.
    ``revisions`` are laws that it gives as they were revised later. ``layout`` is the profile of
    its pages, validated by the reader of its kind.
    """

    id: str
    language: str
    year: Year
    title: str
    revision: str
    status: str
    publisher: str
    scope: str
    sha256: str
    kind: LayoutKind
    layout: dict[str, Any]
    laws: tuple[int | LawRange, ...] | None = None
    complete: bool = True
    sister: str | None = None
    revisions: tuple[Revision, ...] = ()

    @property
    def law_ranges(self) -> tuple[LawRange, ...]:
        """The ranges of laws that it contains, in order."""
        given = self.laws or ()
        if len(given) == 2 and isinstance(given[0], int) and isinstance(given[1], int):
            return ((given[0], given[1]),)
        return tuple((one, one) if isinstance(one, int) else one for one in given)


class EditionFolder(Struct, frozen=True):
    """An edition's folder: its profile, its source text, and where they are."""

    path: Path
    profile: EditionProfile
    source: str

    def line_of(self, *path: str) -> int:
        """The line of the profile that sets a key; the first one while there is no profile."""
        text = read_utf8(self.profile_path) if self.profile_path.exists() else ""
        return line_of_path(text, f"`$.{'.'.join(path)}`")

    @property
    def profile_path(self) -> Path:
        """The file of the profile."""
        return self.path / "edition.toml"

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
    """Load an edition's profile and its source.

    Raises:
        LawbaseError: with file and line, for a malformed profile, or a source that is empty, not
            UTF-8, or not the text that the profile was written for.
    """
    problems = Problems()
    folder = opened(path, problems)
    problems.raise_first()
    return folder


def opened(path: Path, problems: Problems) -> EditionFolder:
    """An edition's folder; what can still be read with is told to ``problems``.

    Raises:
        LawbaseError: when there is nothing to read, or nothing to read it with.
    """
    profile_path, source_path = path / "edition.toml", path / "source.txt"
    profile = load_toml(profile_path, EditionProfile)
    source = read_utf8(source_path)
    if not source.strip():
        raise LawbaseError("is empty", file=source_path, line=1)
    folder = EditionFolder(path, profile, source)
    if profile.id != path.name:
        message = f"its id is “{profile.id}”, not “{path.name}”"
        problems.tell(message, file=profile_path, line=folder.line_of("id"))
    _check_laws(folder, problems)
    digest = hashlib.sha256(source.encode("utf-8")).hexdigest()
    if digest != profile.sha256:
        problems.tell(
            f"source.txt is not the text that this was written for: its SHA-256 is {digest}",
            file=profile_path,
            line=folder.line_of("sha256"),
            cause="the source may be cut off or altered; if it was changed on purpose, say so here",
            paste=f'sha256 = "{digest}"',
        )
    tell_odd_characters(folder, problems)
    return folder


def _check_laws(folder: EditionFolder, problems: Problems) -> None:
    last = 0
    for start, end in folder.profile.law_ranges:
        if not last < start <= end <= MOST_LAWS:
            problems.tell(
                "laws is a range like [1, 93], or ranges in order like [[1, 16], [72, 72]]",
                file=folder.profile_path,
                line=folder.line_of("laws"),
            )
            return
        last = end
    if len(folder.profile.law_ranges) > 1 and folder.profile.complete:
        problems.tell(
            "laws has gaps, but complete says that the edition has no other laws",
            file=folder.profile_path,
            line=folder.line_of("laws"),
            severity="warning",
            cause="citations of the laws in the gaps will be called wrong",
            paste="complete = false",
        )


def ranges_of(laws: Sequence[int]) -> list[int] | list[list[int]]:
    """Numbers as a profile says them: ``[1, 93]``, or ``[[1, 16], [72, 72]]`` with gaps."""
    ranges: list[list[int]] = []
    for law in laws:
        if ranges and ranges[-1][1] == law - 1:
            ranges[-1][1] = law
        else:
            ranges.append([law, law])
    return ranges[0] if len(ranges) == 1 else ranges


def layout_of(folder: EditionFolder, record: type[Layout], problems: Problems) -> Layout:
    """The layout table of an edition's profile as the record of its reader.

    Everything malformed in it is told at once.

    Raises:
        LawbaseError: with file and line, when it is malformed.
    """
    path = folder.profile_path
    text = read_utf8(path)
    try:
        data = deepcopy(folder.profile.layout)
    except RecursionError as error:
        raise LawbaseError(
            "is nested too deep", file=path, line=folder.line_of("layout")
        ) from error
    first: LawbaseError | None = None
    while True:
        try:
            layout = msgspec.convert(data, record, dec_hook=decoded)
        except msgspec.ValidationError as error:
            sentence, where = _parted(str(error))
            line = line_of_path(text, f"{sentence} `$.layout{where}`")
            first = first or LawbaseError(sentence, file=path, line=line)
            problems.tell(sentence, file=path, line=line, cost=len(folder.source))
            if not _mended(data, where, sentence):
                raise first from error
        else:
            if first:
                raise first
            return layout


def _parted(message: str) -> tuple[str, str]:
    """What a message of msgspec says, and the path below the layout that it speaks of."""
    sentence, _, path = message.partition(" - at `$")
    return sentence, path.rstrip("`")


def _mended(data: Any, path: str, sentence: str) -> bool:
    """Put something harmless where a malformed pattern stands, so that the next can be found."""
    if not sentence.startswith("“"):
        return False
    *above, last = re.findall(r"[^.\[\]]+", path)
    for step in above:
        data = data[int(step)] if step.isdigit() else data.get(step)
    if "..." in path or data is None:
        return False
    data[int(last) if last.isdigit() else last] = NEVER
    return True


_PLANES = range(0, 0x110000, 0x10000)
_NONCHARACTERS = "".join(chr(plane + last) for plane in _PLANES for last in (0xFFFE, 0xFFFF))
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    "\ufdd0-\ufdef" + _NONCHARACTERS + "]"
)
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u180b-\u180f\u200b-\u200d\u2028\u2029\u2060-\u2065\u206a-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc\U000e0000-\U000e01ef]"
)


def tell_odd_characters(folder: EditionFolder, problems: Problems) -> None:
    """Tell control signs, signs that turn the writing round, and signs that nobody sees."""
    kinds: tuple[tuple[ProblemSeverity, re.Pattern[str]], ...] = (
        ("error", _FORBIDDEN),
        ("warning", _INVISIBLE),
    )
    for severity, pattern in kinds:
        found = [(match[0], match.start()) for match in pattern.finditer(folder.source)]
        for sign, places in grouped(found).items():
            name = unicodedata.name(sign, "a control or reserved sign").lower()
            more = f", and {len(places) - 1} more" if len(places) > 1 else ""
            problems.tell(
                f"U+{ord(sign):04X} ({name}) stands in the text{more}",
                file=folder.source_path,
                line=folder.source.count("\n", 0, places[0]) + 1,
                severity=severity,
                cause="a leftover of the conversion; take it out of source.txt",
            )
