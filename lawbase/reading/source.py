"""A source while it is read: its folder, its corrections, its ledger, the problems met so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from lawbase.reading.corrections import Corrections
from lawbase.reading.ledger import Ledger
from lawbase.reading.problems import Problems, ProblemSeverity
from lawbase.reading.profile import EditionFolder


@dataclass
class Source:
    """What every reader of an edition works with."""

    folder: EditionFolder
    problems: Problems = field(default_factory=Problems)
    corrections: Corrections = field(init=False)
    ledger: Ledger = field(init=False)

    def __post_init__(self) -> None:
        text = self.folder.source
        self.corrections = Corrections.load(self.folder.path, text, self.problems)
        self.ledger = Ledger(text, str(self.folder.source_path), self.problems)

    @property
    def text(self) -> str:
        """The source text."""
        return self.folder.source

    def tell(
        self,
        message: str,
        offset: int,
        *,
        severity: ProblemSeverity = "error",
        cost: int = 0,
        cause: str = "",
        paste: str = "",
    ) -> None:
        """Tell a problem at a place of the text."""
        self.problems.tell(
            message,
            file=self.ledger.file,
            line=self.ledger.line(offset),
            severity=severity,
            cost=cost,
            cause=cause,
            paste=paste,
        )

    def tell_profile(
        self,
        message: str,
        *path: str,
        severity: ProblemSeverity = "error",
        cost: int = 0,
        cause: str = "",
    ) -> None:
        """Tell a problem at a key of the profile, ``path`` leading to it."""
        self.problems.tell(
            message,
            file=self.folder.profile_path,
            line=self.folder.line_of(*path),
            severity=severity,
            cost=cost,
            cause=cause,
        )
