"""The page about adding an edition, walked once for all tests: its commands run on the booklet."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from lawbase.reading.corpus import check_edition
from tests.commands.running import Outcome
from tests.editions.corpora import run_in

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "adding-an-edition.md").read_text(encoding="utf-8")
BOOKLET = Path(__file__).parent / "sk-2017" / "source.txt"
COMMANDS = [
    line
    for block in re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
    if line.startswith("lawbase ")
]
CHECK = "lawbase check sk-2017"


class Journey(Struct, frozen=True):
    """What each command said, the first check's problems, and where an address then led."""

    outcomes: dict[str, Outcome]
    problems: list[str]
    shown: Outcome


def walk(folder: Path) -> None:
    """Run every command of the page in order, the corrections pasted after the first check.

    The corpus has the other laws of both years, but only one text of 2007, and no situations: that
    players' words lead to a newcomer, too, is no matter of this page, and to gather them takes
    long.
    In the folder are then the corpus that the booklet joined, ``home`` with what was built of it,
    and the ``journey`` as JSON.
    """
    corpus = folder / "mine"
    left_out = shutil.ignore_patterns("situations", "guide-*", "sr-2007")
    shutil.copytree(ROOT / "corpus", corpus, ignore=left_out)
    shutil.copy(BOOKLET, folder / "booklet.txt")
    outcomes: dict[str, Outcome] = {}
    told: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("LAWBASE_HOME", str(folder / "home"))
        for command in COMMANDS:
            outcomes[command] = run_in(corpus, *shlex.split(command)[1:])
            if command == CHECK:
                problems = check_edition(corpus / "sk-2017").problems
                pasted = "\n\n".join(problem.paste for problem in problems if problem.paste)
                (corpus / "sk-2017" / "corrections.toml").write_text(pasted, encoding="utf-8")
                told = [problem.message for problem in problems]
        shown = run_in(corpus, "show", "16A3", "--edition", "sk-2017")
    (folder / "journey").write_bytes(msgspec.json.encode(Journey(outcomes, told, shown)))


def walked(folder: Path) -> Journey:
    """The journey whose folder this is."""
    return msgspec.json.decode((folder / "journey").read_bytes(), type=Journey)
