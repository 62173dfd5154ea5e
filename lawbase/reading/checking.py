"""Every edition of a corpus checked: what is wrong with it, and how much of it is explained."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.profile import load_languages
from lawbase.reading.corpus import edition_paths, read_source
from lawbase.reading.ledger import unproven
from lawbase.reading.problems import Problem, Problems
from lawbase.reading.profile import opened
from lawbase.reading.source import Source


class CheckReport(Struct, frozen=True):
    """What checking one edition found: its reading, if there is one, and every problem.

    ``explained`` is the share of its characters that belong to something, from 0 to 1.
    """

    edition: str
    problems: tuple[Problem, ...]
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
