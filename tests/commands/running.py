"""Running the command line inside the test's own process."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

import pytest

from lawbase.cli import main


@dataclass(frozen=True)
class Outcome:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


def run(*arguments: str, stdin: str = "") -> Outcome:
    """Run ``lawbase`` with some arguments."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("sys.stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
    code = ended.value.code
    assert isinstance(code, int)
    return Outcome(code, out.getvalue(), err.getvalue())
