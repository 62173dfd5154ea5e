"""The one exception that a user sees, with the place of the fault."""

import sys
from pathlib import Path


class LawbaseError(Exception):
    """Bad input or misuse, explained in one plain sentence.

    ``file`` and ``line`` (counted from 1) say where the fault is, when it is in a file.

    >>> str(LawbaseError("the label is not a label", file="corrections.toml", line=3))
    'corrections.toml:3: the label is not a label'
    """

    def __init__(self, message: str, *, file: str | Path | None = None, line: int | None = None):
        self.message = " ".join(message.split())
        self.file = str(file) if file is not None else None
        self.line = line
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        place = self.file or ""
        if place and self.line is not None:
            place += f":{self.line}"
        return f"{place}: {self.message}" if place else self.message


def require_unix() -> None:
    """Say plainly where lawbase doesn't run: its locks and its processes are those of Unix.

    Raises:
        LawbaseError: on Windows, and wherever else there are no such locks.
    """
    try:
        import fcntl  # noqa: F401
    except ImportError:
        system = "Windows" if sys.platform == "win32" else f"“{sys.platform}”"
        sentence = f"{system} isn't supported; run lawbase on Linux or macOS, or on Windows in WSL"
        raise LawbaseError(sentence) from None


class NotFoundError(LawbaseError):
    """What was asked for doesn't exist; the command line then exits with 1."""


class UnreachableError(LawbaseError):
    """Somebody else's server doesn't answer; it may later."""
