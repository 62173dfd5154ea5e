"""The whole corpus read: every edition by the reader of its layout; every edition checked."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import law_of
from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.parallel import spread
from lawbase.profile import language_paths, load_language
from lawbase.reading.book import read_book
from lawbase.reading.guide import read_guide
from lawbase.reading.ledger import unproven
from lawbase.reading.limits import time_limit
from lawbase.reading.problems import Fault, Problems
from lawbase.reading.source import PROFILE, Source, open_source, ranges_of
from lawbase.reading.suspicions import tell_losses
from lawbase.reading.transcript.reader import read_transcript
from lawbase.storage import content_of

SECONDS_AN_EDITION_MAY_TAKE = 60.0


class CheckReport(Struct, frozen=True):
    """What reading one edition found: its text as far as it goes, and every problem.

    What costs most comes first; ``cause`` is the error that was met first, which may well be the
    cause of the others. ``explained`` is the share of its characters that belong to something, from
    0 to 1.
    """

    edition: str
    problems: tuple[Fault, ...]
    read: Edition | None = None
    explained: float = 0.0
    cause: Fault | None = None

    @property
    def failed(self) -> bool:
        """Whether anything keeps the edition out of the knowledge base."""
        return self.cause is not None

    def whole(self) -> Edition:
        """The edition, nothing wrong with it.

        Raises:
            LawbaseError: with file and line, for the first thing that is wrong.
        """
        if self.cause:
            raise self.cause.as_error()
        assert self.read is not None
        return self.read


Editions = Mapping[str, Edition]
"""Those that were read before, by id."""


def read_corpus(corpus: Path) -> tuple[Edition, ...]:
    """All editions of a corpus: the laws by year and id, then the companions.

    Raises:
        LawbaseError: with file and line, for whatever is wrong with a profile, a correction or a
            source.
    """
    read = [report.whole() for report in _read_all(edition_paths(corpus))]
    return tuple(sorted(read, key=lambda edition: (not edition.laws, edition.year, edition.id)))


def check_corpus(corpus: Path) -> list[CheckReport]:
    """Read every edition and prove that each character of its source has one place.

    A corpus that cannot be read at all gives one report with the problem; a language file that
    can't be, one of its own, before those of the editions.
    """
    try:
        reports = _read_all(edition_paths(corpus), check_language=True)
    except LawbaseError as error:
        return [_failed(corpus.name, error, corpus)]
    reports.sort(key=lambda report: report.edition)
    return [*_misread_languages(corpus, reports), *reports]


def _misread_languages(corpus: Path, reports: Sequence[CheckReport]) -> Iterator[CheckReport]:
    """A report for each language file that can't be read, named by the editions it is for."""
    for path in language_paths(corpus):
        try:
            load_language(path)
        except LawbaseError as error:
            written = [r.edition for r in reports if r.read and r.read.language == path.stem]
            yield _failed(", ".join(written) or path.parent.name, error, path)


def _failed(name: str, error: LawbaseError, file: Path) -> CheckReport:
    fault = Fault(error.message, error.file or str(file), error.line)
    return CheckReport(name, (fault,), cause=fault)


def _read_all(paths: Sequence[Path], *, check_language: bool = False) -> list[CheckReport]:
    """The reports of all editions, those that need no sister first and side by side.

    One that needs a sister fails with her, so that her error, which says more, comes first.
    """
    alone = [path for path in paths if not _needs_a_sister(path)]
    reports = list(spread(lambda path: _reported(path, {}, check_language=check_language), alone))
    read = {r.edition: r.read for r in reports if r.read and not r.failed}
    others = (path for path in paths if path not in alone)
    return [*reports, *(_reported(path, read, check_language=check_language) for path in others)]


def edition_paths(corpus: Path) -> list[Path]:
    """The folders of a corpus that hold an edition, in alphabetical order.

    Raises:
        LawbaseError: when there is none.
    """
    paths = _edition_paths(corpus)
    if not paths:
        raise LawbaseError("contains no editions", file=corpus)
    return paths


def _edition_paths(corpus: Path) -> list[Path]:
    """Those whose profile can't be followed, a link to nothing, are told and not passed over."""
    return sorted(path for path in corpus.glob("*/") if os.path.lexists(path / PROFILE))


def read_edition(path: Path, read: Editions) -> Edition:
    """One edition, nothing wrong with it; ``read`` holds those that were read before, by id.

    Raises:
        LawbaseError: with file and line, for the first thing that is wrong.
    """
    return _reported(path, read).whole()


def editions_beside(path: Path) -> dict[str, Edition]:
    """The other editions of a corpus that are whole, by id, but for damaged transcripts."""
    others = [other for other in _edition_paths(path.parent) if other != path]
    alone = [other for other in others if not _needs_a_sister(other)]
    return {r.edition: r.read for r in _read_all(alone) if r.read and not r.failed}


def check_edition(path: Path, read: Editions | None = None) -> CheckReport:
    """Read one edition as far as it goes.

    ``read`` holds the editions that it may need, by id; without it they are read too.
    """
    if read is None:
        read = editions_beside(path) if _needs_a_sister(path) else {}
    report = _reported(path, read, check_language=True)
    for misread in _misread_languages(path.parent, [report]):
        if misread.edition == report.edition:
            return replace(
                report,
                problems=(*misread.problems, *report.problems),
                cause=report.cause or misread.cause,
            )
    return report


def _needs_a_sister(path: Path) -> bool:
    try:
        profile = content_of(path / PROFILE)
    except OSError:
        return False
    return bool(re.search(rb"(?m)^kind\s*=\s*[\"']transcript[\"']", profile))


def _reported(path: Path, read: Editions, *, check_language: bool = False) -> CheckReport:
    problems = Problems()
    edition, explained = None, 0.0
    try:
        source = open_source(path, problems)
        if check_language:
            _require_language(source)
        said = "reading with it takes more than {:g} s; one of its patterns backtracks"
        with time_limit(SECONDS_AN_EDITION_MAY_TAKE, said, source.profile_path):
            if source.profile.kind == "transcript":
                edition = read_transcript(source, read)
            else:
                edition = (read_book if source.profile.kind == "book" else read_guide)(source)
        _require_laws(edition, source)
        tell_losses(edition, source)
        explained = source.ledger.explained()
        if proof := unproven(edition):
            raise LawbaseError(proof, file=source.ledger.file)
    except LawbaseError as error:
        problems.tell_error(error, path / PROFILE)
    cause = next((fault for fault in problems if fault.severity == "error"), None)
    return CheckReport(path.name, tuple(problems.by_cost()), edition, explained, cause)


def _require_language(source: Source) -> None:
    """Tell a language without a file."""
    language, files = source.profile.language, language_paths(source.path.parent)
    if language not in {file.stem for file in files}:
        file = source.path.parent / "languages" / f"{language}.toml"
        source.tell_profile("no-language", "language", language=language, file=file)


def _require_laws(edition: Edition, source: Source) -> None:
    """Tell when the text ends, or begins, before the profile says; or has a law that it doesn't.

    Else a source that was cut off between two laws would pass for a whole one.
    """
    ranges = source.profile.law_ranges
    said = {law for first, last in ranges for law in range(first, last + 1)}
    found = {int(p.key) for p in edition.provisions if p.kind == "law"}
    law = min(said ^ found, default=None)
    if law is None:
        return
    before = (p.source.end for p in edition.provisions if 0 < (law_of(p.key) or 0) < law)
    source.tell(
        "other-laws",
        max(before, default=0),
        500 * len(said ^ found),
        law=law,
        there="not " if law in said else "",
        laws=", ".join(f"{a} to {b}" if a < b else f"{a}" for a, b in ranges) or "none",
        ranges=f"laws = {ranges_of(sorted(found))}" if found else "",
    )
