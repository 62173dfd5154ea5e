"""What is wrong with an edition: gathered while it is read, each told with its place and cost.

What can be told is data: ``problems.toml``.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from lawbase.errors import LawbaseError
from lawbase.profile import load_toml

FILE = Path(__file__).with_suffix(".toml")
TomlValue = str | bool | int | list[str] | list[int] | list[list[int]] | dict[str, str]
ProblemSeverity = Literal["error", "warning"]


class ProblemKind(Struct, frozen=True, forbid_unknown_fields=True):
    """What is told of a problem, its gaps in braces.

    ``paste`` are lines for ``edition.toml``; ``correction`` is the kind of a correction that would
    mend it, whose excerpt, print and reading the problem tells as ``at``, ``printed``, ``read_as``.
    """

    message: str
    severity: ProblemSeverity = "error"
    cause: str = ""
    paste: str = ""
    correction: str = ""
    why: str = ""

    def pasted(self, said: dict[str, object]) -> str:
        """The lines of TOML that would mend the problem, if anything is known to."""
        if not self.correction:
            return self.paste.format(**said)
        values = {key: str(said[key]) for key in ("at", "printed", "read_as")}
        rows = {"kind": self.correction, **values, "why": self.why}
        lines = (f"{key} = {_quoted(value)}" for key, value in rows.items())
        return "\n".join(("[[correction]]", *lines))


def toml_value(value: TomlValue) -> str:
    """A value as TOML writes it, patterns as literal strings.

    >>> toml_value(r"\\d+"), toml_value(["a"]), toml_value([[1, 16], [72, 72]])
    ("'\\\\d+'", "['a']", '[[1, 16], [72, 72]]')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value) if "'" in value or not value.isprintable() else f"'{value}'"
    if isinstance(value, dict):
        pairs = (f"{toml_value(k)} = {toml_value(v)}" for k, v in value.items())
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return str(value)


def _quoted(text: str) -> str:
    """A text as JSON writes it, whose strings are TOML's but for one sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


@cache
def problem_kinds() -> dict[str, ProblemKind]:
    """Everything that can be told, by its name."""
    return load_toml(FILE, dict[str, ProblemKind])


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
        self._met: dict[tuple[str, str, int | None], Fault] = {}

    def __iter__(self) -> Iterator[Fault]:
        return iter(self._met.values())

    def tell(
        self, problem: str, file: str | Path, line: int | None, cost: int = 0, /, **said: object
    ) -> None:
        """Remember a problem by its name in ``problems.toml``, its gaps filled."""
        kind = problem_kinds()[problem]
        message, cause = kind.message.format(**said), kind.cause.format(**said)
        paste = kind.pasted(said)
        self._remember(Fault(message, str(file), line, kind.severity, cost, cause, paste))

    def tell_error(self, error: LawbaseError, file: str | Path, cost: int = 0) -> None:
        """Remember what was raised."""
        self._remember(Fault(error.message, error.file or str(file), error.line, cost=cost))

    def _remember(self, fault: Fault) -> None:
        """Told twice, it counts once."""
        fault = replace(fault, message=" ".join(fault.message.split()))
        self._met.setdefault((fault.message, fault.file, fault.line), fault)

    def by_cost(self) -> list[Fault]:
        """Errors first, what costs most first."""
        return sorted(self, key=lambda p: (p.severity != "error", -p.cost, p.line or 0))
