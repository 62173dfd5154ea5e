"""Try to break everything, and write down how it ended: docs/reliability.md.

    python -m benchmarks.reliability [--times 30] [--kills 30] [--lines 6] [--quick]
        [--only ROOM]…

What is tried, room by room, is told by the modules of ``benchmarks/hostile/``. Every attempt must
end in a right answer or in one plain sentence. Exit code 1 when one doesn't. It wants the machine
for itself, and the code left alone meanwhile, since a build is made anew when the code changes;
``--only`` tries a room alone, ``--quick`` those that take a few minutes, and what the page says of
the others stays.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from inspect import getdoc
from pathlib import Path

from benchmarks.hostile import (
    booklets,
    building,
    forging,
    killing,
    markup,
    outputs,
    profiles,
    queries,
    serving,
    sources,
    surroundings,
)
from benchmarks.hostile.outcome import ROOT, Tally
from benchmarks.measuring import heading, machine, processor_seconds
from benchmarks.paging import Page
from lawbase.building import build, default_home

ROOMS = {
    room.__name__.rpartition(".")[2]: room
    for room in (
        outputs,
        building,
        killing,
        forging,
        surroundings,
        sources,
        booklets,
        profiles,
        queries,
        serving,
        markup,
    )
}
QUICK = (
    "outputs",
    "building",
    "killing",
    "forging",
    "surroundings",
    "booklets",
    "queries",
    "serving",
    "markup",
)
TAKEN = "in {:.1f} minutes, with {:.1f} of a processor"
_TAKEN = re.compile(TAKEN.replace("{:.1f}", r"([\d.]+)"))
HEAD = heading("tried", "times", "right", "refused in a sentence", "otherwise")
OPENING = """# Reliability

What was tried to break lawbase, and how each attempt ended: in a right answer, in a refusal of one
plain sentence, or *otherwise*, which is a fault. `scripts/reliability` tries it all again and
writes this page; the tests try a part of it on every run (`tests/reading/test_faults.py`,
`tests/reading/test_booklets.py`, `tests/test_storage.py`, `tests/test_building.py`,
`tests/test_forged.py`, `tests/test_surroundings.py`, `tests/test_hostile.py`,
`tests/commands/test_terminal.py`, `tests/search/test_hostile.py`, `tests/site/test_hosting.py`).

Nothing is lost in any of it: what was made before stays whole until its successor is, and a source
is only ever read.
"""


def main() -> None:
    """Try everything and write the page, again after each room."""
    options = _options()
    page = Page(options.output)
    faults: list[str] = []
    for room in options.only or (QUICK if options.quick else ROOMS):
        begun, started = time.monotonic(), processor_seconds()
        found: list[str] = []
        rows = list(_rows(_tallies(room, options), found))
        minutes, work = (time.monotonic() - begun) / 60, (processor_seconds() - started) / 60
        when = f"{datetime.now(UTC):%Y-%m-%d}, {TAKEN.format(minutes, work)}"
        made = f"*{when}; on {machine()}.*"
        told = "\n".join(f"- **A fault:** {fault}" for fault in found)
        page.put(_title(room), [_about(room), made, "\n".join([HEAD, *rows]), told])
        page.write(f"{OPENING}\n{_counted(page)}\n\n{_lasted(page)}", map(_title, ROOMS))
        faults += found
    sys.exit(1 if faults else 0)


def _counted(page: Page) -> str:
    """How many attempts all tables tell of together, and how they ended."""
    found = (re.search(r" \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", line) for line in page.lines())
    rows = [map(int, row.groups()) for row in found if row]
    tried, right, refused, otherwise = map(sum, zip(*rows, strict=True))
    return (
        f"**{tried:,} attempts of {len(rows)} kinds: {right:,} ended right, {refused:,} in a "
        f"refusal of one sentence, {otherwise or 'none'} otherwise.**"
    )


def _lasted(page: Page) -> str:
    """How long the quick part took, as its sections tell."""
    found = [match for room in QUICK if (match := _TAKEN.search(page.section(_title(room))))]
    minutes, work = (sum(float(match[n]) for match in found) for n in (1, 2))
    taken = TAKEN.format(minutes, work)
    return f"The quick part, {len(found)} of the {len(ROOMS)} sections, was made {taken}."


def _title(room: str) -> str:
    return (getdoc(ROOMS[room]) or "").partition("\n\n")[0].rstrip(".")


def _about(room: str) -> str:
    return (getdoc(ROOMS[room]) or "").partition("\n\n")[2]


def _tallies(room: str, options: argparse.Namespace) -> Iterable[Tally]:
    """What is tried in a room."""
    ways: dict[str, Callable[[], Iterable[Tally]]] = {
        "outputs": outputs.tallies,
        "building": building.tallies,
        "killing": lambda: killing.tallies(options.kills),
        "forging": lambda: forging.tallies(options.forged),
        "sources": lambda: sources.tallies(options.times),
        "profiles": lambda: profiles.tallies(options.lines),
        "booklets": booklets.tallies,
        "queries": lambda: queries.tallies(_built() / "search"),
        "serving": lambda: serving.tallies(_built(), options.requests),
        "markup": markup.tallies,
        "surroundings": surroundings.tallies,
    }
    return ways[room]()


def _built() -> Path:
    """Where everything lies that a build makes of the corpus, all of it fresh."""
    home = default_home()
    build(home)
    return home


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reliability")
    parser.add_argument("--times", type=int, default=30, help="damages of each kind to a source")
    parser.add_argument("--kills", type=int, default=30, help="builds killed")
    parser.add_argument("--forged", type=int, default=60, help="records forged")
    parser.add_argument("--lines", type=int, default=6, help="lines of a table changed")
    parser.add_argument("--requests", type=int, default=2000, help="requests to the server")
    parser.add_argument("--only", action="append", choices=ROOMS, help="try this room alone")
    parser.add_argument("--quick", action="store_true", help="try only what is quickly tried")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "reliability.md")
    return parser.parse_args()


def _rows(tallies: Iterable[Tally], faults: list[str]) -> Iterator[str]:
    for result in tallies:
        print(result.row(), file=sys.stderr, flush=True)
        faults.extend(f"{result.tried}: {fault}" for fault in result.otherwise)
        yield result.row()


if __name__ == "__main__":
    main()
