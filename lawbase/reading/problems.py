"""What is wrong with an edition: gathered while it is read, each told with its place and cost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypedDict, Unpack

from msgspec import Struct

from lawbase.errors import LawbaseError

ProblemSeverity = Literal["error", "warning"]


class Details(TypedDict, total=False):
    """What else is known of a problem; see ``Fault``."""

    severity: ProblemSeverity
    cost: int
    cause: str
    paste: str


class Fault(Struct, frozen=True):
    """One thing wrong: where, what was seen, the likely cause, and TOML that would mend it.

    An error keeps the edition out of the knowledge base; a warning tells of something that may
    be lost in silence. ``cost`` is about how many characters of the source are at stake.
    """

    message: str
    file: str
    line: int | None = None
    severity: ProblemSeverity = "error"
    cost: int = 0
    cause: str = ""
    paste: str = ""

    def as_error(self) -> LawbaseError:
        """The problem as the one sentence that ends a build."""
        return LawbaseError(self.message, file=self.file, line=self.line)


class Problems:
    """The problems met while one edition is read, in the order in which they were met."""

    def __init__(self) -> None:
        self._met: list[Fault] = []

    def __iter__(self) -> Iterator[Fault]:
        return iter(self._met)

    def tell(
        self,
        message: str,
        *,
        file: str | Path,
        line: int | None = None,
        **details: Unpack[Details],
    ) -> None:
        """Remember a problem; told twice, it counts once."""
        fault = Fault(" ".join(message.split()), str(file), line, **details)
        told = ((met.message, met.file, met.line) for met in self._met)
        if (fault.message, fault.file, line) not in told:
            self._met.append(fault)

    def tell_error(self, error: LawbaseError, file: str | Path) -> None:
        """Remember what was raised."""
        self.tell(error.message, file=error.file or file, line=error.line)

    def by_cost(self) -> list[Fault]:
        """Errors first, what costs most first."""
        return sorted(self._met, key=lambda p: (p.severity != "error", -p.cost, p.line or 0))

    def raise_first(self) -> None:
        """Raise the first error, if there is one.

        Raises:
            LawbaseError: in one sentence with file and line.
        """
        for problem in self._met:
            if problem.severity == "error":
                raise problem.as_error()
