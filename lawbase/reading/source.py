"""A source while it is read: its folder, its corrections, its ledger, the problems met so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Unpack

from lawbase.reading.corrections import Corrections
from lawbase.reading.ledger import Ledger
from lawbase.reading.problems import Details, Problems
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

    def tell(self, message: str, offset: int, **details: Unpack[Details]) -> None:
        """Tell a problem at a place of the text."""
        line = self.ledger.line(offset)
        self.problems.tell(message, file=self.ledger.file, line=line, **details)

    def tell_profile(self, message: str, *path: str, **details: Unpack[Details]) -> None:
        """Tell a problem at a key of the profile, ``path`` leading to it."""
        line = self.folder.line_of(*path)
        self.problems.tell(message, file=self.folder.profile_path, line=line, **details)
