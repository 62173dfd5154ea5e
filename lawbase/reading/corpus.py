"""The whole corpus read: every edition by the reader of its layout; every edition checked."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType

from msgspec import Struct

from lawbase.address import law_of
from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.parallel import spread
from lawbase.profile import load_languages
from lawbase.reading.book import read_book
from lawbase.reading.guide import read_guide
from lawbase.reading.ledger import unproven
from lawbase.reading.losses import tell_losses
from lawbase.reading.problems import Fault, Problems
from lawbase.reading.profile import EditionFolder, open_folder, opened, ranges_of
from lawbase.reading.source import Source
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
    by_id = sorted(folders, key=lambda folder: folder.profile.id)
    # a transcript is read with the others' help, which need nothing of each other
    alone = [folder for folder in by_id if folder.profile.kind != "transcript"]
    for edition in spread(partial(read_edition, read={}), alone):
        read[edition.id] = edition
    for folder in by_id:
        if folder not in alone:
            read[folder.profile.id] = read_edition(folder, read)
    ordered = sorted(folders, key=lambda f: (f.profile.laws is None, f.profile.year, f.profile.id))
    return tuple(read[folder.profile.id] for folder in ordered)


def edition_paths(corpus: Path) -> list[Path]:
    """The folders of a corpus that hold an edition, in alphabetical order.

    Raises:
        LawbaseError: when there is none.
    """
    paths = sorted(path.parent for path in corpus.glob("*/edition.toml"))
    if not paths:
        raise LawbaseError("contains no editions", file=corpus)
    return paths


def read_edition(folder: EditionFolder, read: Mapping[str, Edition]) -> Edition:
    """One edition, nothing wrong with it; ``read`` holds those that were read before, by id.

    Raises:
        LawbaseError: with file and line, for the first thing that is wrong.
    """
    source = Source(folder)
    edition = read_source(source, read)
    source.problems.raise_first()
    return edition


def read_source(source: Source, read: Mapping[str, Edition]) -> Edition:
    """One edition as far as it can be read; what is wrong is told to the source's problems.

    Raises:
        LawbaseError: with file and line, when there is no reading at all.
    """
    with _time_limit(SECONDS_AN_EDITION_MAY_TAKE, source.folder.profile_path):
        if source.folder.profile.kind == "transcript":
            edition = read_transcript(source, read)
        else:
            reader = read_book if source.folder.profile.kind == "book" else read_guide
            edition = reader(source)
    _require_laws(edition, source)
    tell_losses(edition, source)
    return edition


def _require_laws(edition: Edition, source: Source) -> None:
    """Tell when the text ends, or begins, before the profile says; or has a law that it doesn't.

    Else a source that was cut off between two laws would pass for a whole one.
    """
    ranges = source.folder.profile.law_ranges
    said = {law for first, last in ranges for law in range(first, last + 1)}
    found = {int(p.key) for p in edition.provisions if p.kind == "law"}
    law = min(said ^ found, default=None)
    if law is None:
        return
    before = (p.source.end for p in edition.provisions if 0 < (law_of(p.key) or 0) < law)
    there = ", ".join(f"{a} to {b}" if a < b else f"{a}" for a, b in ranges) or "none"
    source.tell(
        f"Law {law} is {'not ' if law in said else ''}here; "
        f"by the profile the text has Laws {there}",
        max(before, default=0),
        cost=500 * len(said ^ found),
        cause="the text is cut off, its law titles look otherwise than [layout.labels] law says, "
        "or laws in edition.toml is wrong",
        paste=f"laws = {ranges_of(sorted(found))}" if found else "",
    )


@contextmanager
def _time_limit(seconds: float, profile: Path) -> Iterator[None]:
    """Stop what runs inside after so many seconds of work: a pattern may backtrack for ever.

    What counts is the processor's time, so that a busy machine is no fault of a profile.

    Only the main thread of a process can be stopped so, and only where there are such signals;
    elsewhere there is no limit.

    Raises:
        LawbaseError: when the time is up.
    """
    stoppable = hasattr(signal, "setitimer")
    if not stoppable or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        raise LawbaseError(
            f"reading with it takes more than {seconds:g} s; one of its patterns backtracks",
            file=profile,
        )

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class CheckReport(Struct, frozen=True):
    """What checking one edition found: its reading, if there is one, and every problem.

    ``explained`` is the share of its characters that belong to something, from 0 to 1.
    """

    edition: str
    problems: tuple[Fault, ...]
    read: Edition | None = None
    explained: float = 0.0

    @property
    def failed(self) -> bool:
        """Whether anything keeps the edition out of the knowledge base."""
        return any(problem.severity == "error" for problem in self.problems)


def check_corpus(corpus: Path) -> list[CheckReport]:
    """Read every edition and prove that each character of its source has one place.

    A corpus that cannot be read at all gives one report with the problem.
    """
    try:
        paths = edition_paths(corpus)
    except LawbaseError as error:
        problems = Problems()
        problems.tell_error(error, corpus)
        return [CheckReport(corpus.name, tuple(problems.by_cost()))]
    reports: dict[str, CheckReport] = {}
    for path in sorted(paths, key=lambda path: (_needs_a_sister(path), path)):
        read = {name: report.read for name, report in reports.items() if report.read}
        reports[path.name] = check_edition(path, read)
    return [reports[path.name] for path in paths]


def editions_beside(path: Path) -> dict[str, Edition]:
    """The other editions of a corpus that can be read, by id, but for damaged transcripts."""
    others = [p for p in sorted(path.parent.glob("*/edition.toml")) if p.parent != path]
    reports = [check_edition(p.parent, {}) for p in others if not _needs_a_sister(p.parent)]
    return {report.edition: report.read for report in reports if report.read}


def check_edition(path: Path, read: Mapping[str, Edition] | None = None) -> CheckReport:
    """Read one edition as far as it goes.

    ``read`` holds the editions that it may need, by id; without it they are read too.
    """
    if read is None:
        read = editions_beside(path) if _needs_a_sister(path) else {}
    problems = Problems()
    edition, explained = None, 0.0
    try:
        folder = opened(path, problems)
        _check_language(path, folder.profile.language, folder.line_of("language"), problems)
        source = Source(folder, problems)
        edition = read_source(source, read)
        explained = source.ledger.explained()
        proof = unproven(edition)
        if proof:
            problems.tell(proof, file=folder.source_path)
    except LawbaseError as error:
        problems.tell_error(error, path / "edition.toml")
    return CheckReport(path.name, tuple(problems.by_cost()), edition, explained)


def _needs_a_sister(path: Path) -> bool:
    profile = path / "edition.toml"
    return profile.exists() and 'kind = "transcript"' in profile.read_text("utf-8", "replace")


def _check_language(path: Path, language: str, line: int, problems: Problems) -> None:
    """Tell a language without a file, and what is wrong with the file."""
    try:
        known = load_languages(path.parent)
    except LawbaseError as error:
        problems.tell_error(error, path.parent / "languages")
        return
    if language not in known:
        problems.tell(
            f"its language “{language}” has no file corpus/languages/{language}.toml",
            file=path / "edition.toml",
            line=line,
        )
