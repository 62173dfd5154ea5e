"""A source while it is read: what its profile says, its text, corrections, ledger and problems."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct, field

from lawbase.errors import LawbaseError
from lawbase.grouping import grouped
from lawbase.model import Revision, SourceFile
from lawbase.profile import Year, in_words, line_of_path, load_tables, load_toml, read_utf8
from lawbase.reading.corrections import Correction, Corrections, Written
from lawbase.reading.ledger import Ledger
from lawbase.reading.patterns import NEVER, decoded
from lawbase.reading.problems import Problems
from lawbase.reading.traced import Traced
from lawbase.text import MOST_MARKS, STEERING, heap_of_marks

LayoutKind = Literal["book", "transcript", "guide"]
Layout = TypeVar("Layout")
LawRange = tuple[int, int]
MOST_LAWS = 999
EVERYTHING = 1_000_000
"""What another text than the profile's costs: all that is told after it may follow from it."""
PROFILE, CORRECTIONS = "edition.toml", "corrections.toml"
_EXCERPT = 50


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


class Source(Struct, dict=True):
    """What every reader of an edition works with, and where it is."""

    path: Path
    profile: EditionProfile
    text: str
    decided: Sequence[Written] = ()
    problems: Problems = field(default_factory=Problems)

    @cached_property
    def corrections(self) -> Corrections:
        """What an editor decided, each decision found in the text."""
        file = self.path / CORRECTIONS
        return Corrections.found(self.decided, file, self.text, self.problems)

    @cached_property
    def ledger(self) -> Ledger:
        """The owners of its characters."""
        return Ledger(self.text, str(self.path / "source.txt"), self.problems)

    @property
    def profile_path(self) -> Path:
        """The file of the profile."""
        return self.path / PROFILE

    @property
    def file(self) -> SourceFile:
        """What the export says of the source."""
        return SourceFile(f"{self.path.name}/source.txt", self.profile.sha256, len(self.text))

    def tell(self, problem: str, offset: int, cost: int = 0, /, **said: object) -> None:
        """Tell a problem at a place of the text."""
        self.problems.tell(problem, self.ledger.file, self.ledger.line(offset), cost, **said)

    def tell_line(self, problem: str, line: Traced, cost: int, /, **said: object) -> None:
        """Tell a problem of a line, which is quoted; a correction would be about its first word."""
        place = self.place(line.origins[0], line.text.split()[0])
        self.tell(problem, line.origins[0], cost, **{"line": line.text[:40], **place, **said})

    def place(self, start: int, printed: str) -> dict[str, str]:
        """How a correction says where ``printed`` stands: as ``at``, an excerpt that stands once.

        Where no excerpt holds what is printed once, the whole of it is what the correction is
        about.
        """
        end = start + len(self.text[start : start + _EXCERPT].partition("\n")[0])
        while self.text.count(self.text[start:end]) > 1 and end < len(self.text):
            end += _EXCERPT
        at = self.text[start:end].rstrip()
        again = at.find(printed, len(printed))
        if again > 0 and self.text.count(at[:again]) == 1:
            at = at[:again]
        return {"at": at, "printed": printed if at.count(printed) == 1 else at}

    def tell_profile(self, problem: str, path: str, cost: int = 0, /, **said: object) -> None:
        """Tell a problem at a key of the profile, ``path`` leading to it: ``layout.page``."""
        line = self._profile_line(path)
        self.problems.tell(problem, self.profile_path, line, cost, **said)

    def profile_error(self, message: str, path: str) -> LawbaseError:
        """A fault at a key of the profile, for want of which nothing can be read."""
        return LawbaseError(message, file=self.profile_path, line=self._profile_line(path))

    def _profile_line(self, path: str) -> int:
        text = read_utf8(self.profile_path) if self.profile_path.exists() else ""
        return line_of_path(text, f"`$.{path}`")


def open_source(path: Path, problems: Problems | None = None) -> Source:
    """The source in an edition's folder; what can still be read with is told to its problems.

    Raises:
        LawbaseError: with file and line, when there is nothing to read, or nothing to read it with.
    """
    profile = load_toml(path / PROFILE, EditionProfile)
    text = read_utf8(path / "source.txt")
    if not text.strip():
        raise LawbaseError("is empty", file=path / "source.txt", line=1)
    if (place := heap_of_marks(text)) is not None:
        line = text.count("\n", 0, place) + 1
        message = f"has a letter with more than {MOST_MARKS} marks"
        raise LawbaseError(message, file=path / "source.txt", line=line)
    decided = load_tables(path / CORRECTIONS, "correction", Correction)
    source = Source(path, profile, text, decided, problems or Problems())
    if profile.id != path.name:
        source.tell_profile("wrong-id", "id", id=profile.id, folder=path.name)
    _check_laws(source)
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    if digest != profile.sha256:
        source.tell_profile("wrong-digest", "sha256", EVERYTHING, digest=digest)
    _check_characters(source)
    return source


def _check_laws(source: Source) -> None:
    last = 0
    for start, end in source.profile.law_ranges:
        if end > MOST_LAWS:  # nobody counts to two thousand million to tell the rest
            raise source.profile_error(f"laws go up to {MOST_LAWS}", "laws")
        if not last < start <= end:
            source.tell_profile("wrong-ranges", "laws")
            return
        last = end
    if len(source.profile.law_ranges) > 1 and source.profile.complete:
        source.tell_profile("incomplete", "laws")


def ranges_of(laws: Sequence[int]) -> list[int] | list[list[int]]:
    """Numbers as a profile says them: ``[1, 93]``, or ``[[1, 16], [72, 72]]`` with gaps."""
    ranges: list[list[int]] = []
    for law in laws:
        if ranges and ranges[-1][1] == law - 1:
            ranges[-1][1] = law
        else:
            ranges.append([law, law])
    return ranges[0] if len(ranges) == 1 else ranges


def layout_of(source: Source, record: type[Layout]) -> Layout:
    """The layout table of an edition's profile as the record of its reader.

    Every malformed pattern in it is told, not only the first.

    Raises:
        LawbaseError: with file and line, when it is malformed.
    """
    path = source.profile_path
    text = read_utf8(path)
    faults: list[LawbaseError] = []

    def pattern(kind: type, value: object) -> object:
        try:
            return decoded(kind, value)
        except ValueError as error:
            if not isinstance(value, str):
                raise
            faults.append(LawbaseError(str(error), file=path, line=_line_of_value(text, value)))
            return kind(NEVER)

    try:
        layout = msgspec.convert(source.profile.layout, record, dec_hook=pattern)
    except msgspec.ValidationError as error:
        sentence, _, where = str(error).partition(" - at `$")
        line = line_of_path(text, f"{sentence} `$.layout{where.rstrip('`')}`")
        faults.append(LawbaseError(in_words(error, record), file=path, line=line))
    except RecursionError:
        faults.append(source.profile_error("is nested too deep", "layout"))
    for fault in faults:
        source.problems.tell_error(fault, path, cost=len(source.text))
    if faults:
        raise faults[0]
    return layout


def _line_of_value(text: str, value: str) -> int | None:
    """The first line, from 1, of a TOML file that holds a text as it is or with escapes."""
    written = value, json.dumps(value, ensure_ascii=False)[1:-1]
    lines = enumerate(text.splitlines(), 1)
    return next((n for n, line in lines if any(spelled in line for spelled in written)), None)


_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u180b-\u180f\u200b-\u200d\u2028\u2029\u2060-\u2065\u206a-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc\U000e0000-\U000e01ef]"
)


def _check_characters(source: Source) -> None:
    """Tell control signs, signs that turn the writing round, and signs that nobody sees."""
    for problem, pattern in (("odd-character", STEERING), ("unseen-character", _INVISIBLE)):
        found = [(match[0], match.start()) for match in pattern.finditer(source.text)]
        for sign, places in grouped(found).items():
            name = unicodedata.name(sign, "a control or reserved sign").lower()
            more = f", and {len(places) - 1} more" if len(places) > 1 else ""
            source.tell(problem, places[0], sign=f"U+{ord(sign):04X}", name=name, more=more)
