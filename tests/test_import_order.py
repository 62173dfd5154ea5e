"""What is loaded when: help loads no stage, and no import needs what only Unix has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lawbase

WITHOUT_UNIX = """
import importlib, os, pkgutil, signal, sys

for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None
for module, names in (
    (os, ("fork", "forkpty", "getuid", "killpg", "setpgid", "sched_getaffinity")),
    (signal, ("SIGALRM", "SIGKILL", "SIGVTALRM", "ITIMER_VIRTUAL", "alarm", "setitimer")),
):
    for name in names:
        delattr(module, name)
import lawbase
for found in pkgutil.walk_packages(lawbase.__path__, "lawbase."):
    if found.name != "lawbase.__main__":  # the command itself
        importlib.import_module(found.name)
        print(found.name)
"""


def test_help_is_instant_because_it_imports_no_stage() -> None:
    code = (
        "import sys\nfrom lawbase.cli import cli\n"
        "cli.main(['--help'], standalone_mode=False)\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in "
        "{'whoosh', 'jinja2', 'markdown', 'msgspec', 'snowballstemmer'}), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr.strip() == "[]"


@pytest.mark.slow
def test_every_module_can_be_imported_where_there_is_no_unix() -> None:
    """So that whoever has none is told in a sentence, not by a fault."""
    command = [sys.executable, "-c", WITHOUT_UNIX]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    files = list(Path(lawbase.__file__).parent.rglob("*.py"))
    assert len(run.stdout.split()) == len(files) - len(("__init__.py", "__main__.py"))
