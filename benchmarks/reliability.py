"""Try to break everything, and write down how it ended: docs/reliability.md.

    python -m benchmarks.reliability [--times 200] [--kills 50] [--output docs/reliability.md]

Sources, profiles, builds, queries, the server and markup are tried in turn; what is tried is told
by the modules of ``benchmarks/hostile/``. Every attempt must end in a right answer or in one plain
sentence. Exit code 1 when one doesn't. It takes about an hour and wants the machine for itself.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from inspect import getdoc
from pathlib import Path
from types import ModuleType

from benchmarks.hostile import building, markup, profiles, queries, serving, sources
from benchmarks.hostile.outcome import ROOT, Tally
from benchmarks.measuring import machine
from lawbase.building import build
from lawbase.products import default_home
from lawbase.storage import write_text

HEAD = "| tried | times | right | refused in a sentence | otherwise |\n|---|--:|--:|--:|--:|"
OPENING = """# Reliability

What was tried to break lawbase, and how each attempt ended: in a right answer, in a refusal of one
plain sentence, or *otherwise*, which is a fault. `scripts/reliability` tries it all again and
writes this page; the tests try a part of it on every run (`tests/reading/test_faults.py`,
`tests/test_building.py`, `tests/test_hostile.py`, `tests/searching/test_hostile.py`).

Nothing is lost in any of it: what was made before stays whole until its successor is, and a source
is only ever read.
"""


def main() -> None:
    """Try everything and write the page."""
    options = _options()
    home = default_home()
    build(home)
    rooms: dict[ModuleType, Iterable[Tally]] = {
        building: building.tallies(options.kills),
        sources: sources.tallies(options.times),
        profiles: profiles.tallies(),
        queries: queries.tallies(home / "search"),
        serving: serving.tallies(home, options.requests),
        markup: markup.tallies(),
    }
    started = time.monotonic()
    faults: list[str] = []
    sections = [_section(room, tallies, faults) for room, tallies in rooms.items()]
    minutes = (time.monotonic() - started) / 60
    made = f"Made on {datetime.now(UTC):%Y-%m-%d} in {minutes:.0f} minutes on {machine()}.\n"
    told = "\n".join(f"- {fault}" for fault in faults) or "None."
    page = "\n".join([OPENING, made, *sections, "## Faults\n", told, ""])
    write_text(options.output, page)
    sys.exit(1 if faults else 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reliability")
    parser.add_argument("--times", type=int, default=200, help="damages of each kind to a source")
    parser.add_argument("--kills", type=int, default=50, help="builds killed")
    parser.add_argument("--requests", type=int, default=2000, help="requests to the server")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "reliability.md")
    return parser.parse_args()


def _section(room: ModuleType, tallies: Iterable[Tally], faults: list[str]) -> str:
    title, _, rest = (getdoc(room) or "").partition("\n\n")
    rows = list(_rows(tallies, faults))
    return "\n".join(
        [f"## {title.rstrip('.')}\n", *([f"{rest}\n"] if rest else []), HEAD, *rows, ""]
    )


def _rows(tallies: Iterable[Tally], faults: list[str]) -> Iterator[str]:
    for result in tallies:
        print(result.row(), file=sys.stderr, flush=True)
        faults.extend(f"{result.tried}: {fault}" for fault in result.otherwise)
        yield result.row()


if __name__ == "__main__":
    main()
