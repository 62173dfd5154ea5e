"""What a build costs when something has changed: everything, a comment, a template, a correction.

    python -m benchmarks.rebuilding

Seconds are those of processors and those of the clock; each change is built on what the builds
before it left, by a process of its own.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from functools import partial
from pathlib import Path
from unittest.mock import patch

from benchmarks.measuring import heading, measured, row
from lawbase.building import build
from lawbase.parallel import beside
from lawbase.profile import data_folder

PAGES = Path("site", "templates")
DECIDED = """[[correction]]
kind = "text"
at = "Regulační orgán podle Pravidel je"
printed = "Regulační orgán podle Pravidel je"
read_as = ""
why = "The beginning of a sentence that the items end, not a heading."
[correction.why_in]
cs = "Začátek věty, kterou dokončují jednotlivé body, ne nadpis."
sr = "Početak rečenice koju dovršavaju tačke, a ne naslov."
pl = "Początek zdania, które kończą punkty, a nie nagłówek."
"""
CHANGES = (
    ("a comment in a correction", Path("corpus", "cs-2017", "corrections.toml"), "", "# seen\n"),
    ("a template", PAGES / "law.html", '<article class="law"', '<article class="law x"'),
    ("a correction of a law", Path("corpus", "cs-2007", "corrections.toml"), DECIDED, ""),
)
"""What is changed, in which file, and how: words for others, or words at the end."""


def main() -> None:
    """Build everything, then after each change."""
    with tempfile.TemporaryDirectory() as folder:
        sources, home = Path(folder) / "sources", Path(folder) / "build"
        for name in ("corpus", "site"):
            shutil.copytree(data_folder(name), sources / name)
        print(heading("changed", "of processors", "of the clock", "made"))
        with patch("lawbase.building.data_folder", sources.joinpath):
            _told("everything", home)
            for name, file, old, new in CHANGES:
                (sources / file).write_text(changed((sources / file).read_text("utf-8"), old, new))
                _told(name, home)
            _told("nothing", home)


def changed(text: str, old: str, new: str) -> str:
    """A text with words exchanged for others, or with words at its end where ``old`` is empty."""
    assert old in text
    return text.replace(old, new, 1) if old else text + new


def _built(home: Path) -> list[str]:
    """What a process makes that remembers no build before, like that of the command."""
    with beside(partial(build, home)) as made:
        return made()


def _told(name: str, home: Path) -> None:
    started = time.perf_counter()
    taken = measured(partial(_built, home))
    clock = time.perf_counter() - started
    made = ", ".join(taken.result) or "–"
    print(row(name, f"{taken.seconds:.1f} s", f"{clock:.1f} s", made), flush=True)


if __name__ == "__main__":
    main()
