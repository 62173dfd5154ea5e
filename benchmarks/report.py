"""All benchmarks, one after another, into one report: benchmarks/REPORT.md.

    python -m benchmarks.report [--only NAME]…

A section is what a benchmark says of itself and what it prints. ``--only`` makes single sections
anew and leaves the others as they are. Exit code 1 when a benchmark fails or is below its floor.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import machine
from benchmarks.paging import Page
from lawbase.building import build, default_home

HERE = Path(__file__).resolve().parent
REPORT = HERE / "REPORT.md"
SITE = default_home() / "site"


class Section(NamedTuple):
    """A title, the benchmark that makes the section, and what it is called with."""

    title: str
    name: str
    arguments: tuple[str, ...] = ()


SECTIONS = (
    Section("Search beside what one would pick instead", "search_peers"),
    Section("Search by kind and language", "search_quality"),
    Section("Search on every pool of questions", "search_pools", ("--without", "all")),
    Section("Search: what each witness is worth", "search_ways"),
    Section("Search: speed, size and memory", "search_speed"),
    Section("Requests on a kept connection", "serving"),
    Section("Search in the browser", "search_browser", (str(SITE),)),
    Section("A reader's journeys", "journeys", (str(SITE),)),
    Section("Alignment and differences beside simpler ways", "simple_ways"),
    Section("Alignment of damaged editions", "aligning"),
    Section("Changes behind two translations", "detecting"),
    Section("Errors that the audit finds", "auditing", ("--count", "60")),
    Section("What each stage costs", "stages"),
    Section("What a change costs", "rebuilding"),
    Section("A library of editions that share no words", "far", ("5", "10", "25", "100")),
    Section("Linking many editions", "linking"),
    Section("The site of many editions", "site", ("--times", "3")),
    Section("Where the time of a build goes", "costs"),
    Section("Faults that the tests notice", "mutation", ("--sample", "40")),
    Section("What the tests reach", "coverage"),
)
OPENING = """# Benchmarks

`scripts/benchmark` makes this report, `scripts/benchmark --only NAME` a section of it. The figures
of a section come from one run; it's their ratios that tell. Seconds and milliseconds are those of
processors, all processes together, since others may use the machine too; only what search in a page
takes beside its peers, requests and a reader's journeys are of the clock. The load is how many
processes wanted to run at once: where it is greater than the number of cores, seconds are too many,
even those of processors, and are not to be held against those of another run, nor against those of
another machine, which each section names.
"""


def main() -> int:
    """Run the benchmarks and write the report, again after each."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.report")
    names = [section.name for section in SECTIONS]
    options.add_argument("--only", action="append", choices=names, help="make this section anew")
    only = options.parse_args().only or names
    page = Page(REPORT)
    build(default_home())
    ended = 0
    for section in SECTIONS:
        if section.name in only:
            parts, code = _made(section)
            page.put(section.title, parts)
            page.write(OPENING, [s.title for s in SECTIONS])
            ended = max(ended, code)
    return ended


def _made(section: Section) -> tuple[tuple[str, ...], int]:
    """What makes up a section, and the exit code of its benchmark."""
    print(f"{section.name} …", file=sys.stderr, flush=True)
    line = [sys.executable, "-m", f"benchmarks.{section.name}", *section.arguments]
    done = subprocess.run(line, cwd=HERE.parent, capture_output=True, text=True, check=False)
    print(done.stderr, file=sys.stderr, end="")
    when = f"*Made on {datetime.now(UTC):%Y-%m-%d} {_busy()}.{_end(done)}*"
    return (_told_of(section.name), when, _in_markdown(done.stdout)), done.returncode


def _end(done: subprocess.CompletedProcess[str]) -> str:
    if "Traceback" in done.stderr:
        return " It failed."
    return " A figure is below its floor." if done.returncode else ""


def _busy() -> str:
    """How many processes on average wanted to run while a section was made, and where."""
    return f"at a load of {os.getloadavg()[1]:.0f} on {machine()}"


def _told_of(name: str) -> str:
    """What a benchmark says of itself."""
    source = (HERE / f"{name}.py").read_text(encoding="utf-8")
    return ast.get_docstring(ast.parse(source)) or ""


def _in_markdown(printed: str) -> str:
    """What was printed, its headings below the section's."""
    return re.sub(r"^(?=#+ )", "#", printed.strip(), flags=re.MULTILINE)


if __name__ == "__main__":
    sys.exit(main())
