"""Where the time of ``lawbase build`` goes: its share by room, by step and by function.

    python -m benchmarks.costs

One process does everything, so that nothing is hidden in another. Measuring makes it several times
as slow, most of all what calls much, so shares are told rather than seconds; the seconds of each
step are those of ``benchmarks.stages``. By these, three things are the costliest; what was done:

- *Printing the site*: pages are printed by as many processes as there are processors; what all
  pages of a language share is rendered once; links and anchors are read from a page while it is
  in memory. Templates call and look up straight, remember what they escaped, and leave links and
  headings that stand by the thousand to functions that remember them.
- *Aligning*: a quarter of it was parsing the same addresses to sort by them, which are ordered
  once; a tenth was looking for the neighbours of a paragraph, which are now known. Texts are
  compared by sets of stems that are made once a provision.
- *Indexing*: half of it was Whoosh writing its postings, which are now written at once into its
  file of keys and values. A word is stemmed and folded when it is first met; what ranking needs at
  query time is worked out here.

A profile also showed a check of the audit that was half of it, since it held each text against all
others where its partners do.
"""

from __future__ import annotations

import cProfile
import os
import pstats
import tempfile
from collections import defaultdict
from pathlib import Path
from unittest.mock import patch

from benchmarks.measuring import heading, row
from lawbase.building import build

COSTLIEST = 12
SHOWN_ROOMS = 12
STEPS = {
    "read_corpus",
    "link_editions",
    "align_editions",
    "audit_editions",
    "gather_contents",
    "write_index",
    "write_search_data",
    "build_site",
}
Function = tuple[str, int, str]
Cost = tuple[int, int, float, float, object]
Stats = dict[Function, Cost]


def main() -> None:
    """Profile a build of everything."""
    profile = cProfile.Profile()
    with tempfile.TemporaryDirectory() as folder, patch.object(os, "cpu_count", lambda: 1):
        profile.enable()
        build(Path(folder) / "build")
        profile.disable()
    stats: Stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    whole = sum(own for _, _, own, _, _ in stats.values())
    rooms: defaultdict[str, float] = defaultdict(float)
    for (file, _, _), (_, _, own, _, _) in stats.items():
        rooms[_room(file)] += own
    print(heading("room or library", "share of the time"))
    for room, own in sorted(rooms.items(), key=lambda item: -item[1])[:SHOWN_ROOMS]:
        print(row(room, f"{own / whole:.1%}"))
    print("\n" + heading("step", "share of the time with what it calls"))
    for name, share in _steps(stats, whole):
        print(row(name, f"{share:.1%}"))
    print("\n" + heading("function", "calls", "with what it calls", "alone"))
    ours = [(key, cost) for key, cost in stats.items() if "lawbase" in _room(key[0])]
    for (file, _, name), (_, calls, own, inclusive, _) in _costliest(ours):
        told = f"{_room(file)}, {Path(file).stem}.{name}"
        print(row(told, f"{calls:,}", f"{inclusive / whole:.1%}", f"{own / whole:.1%}"))


def _steps(stats: Stats, whole: float) -> list[tuple[str, float]]:
    """The steps of a build, the costliest first."""
    taken = [(name, cost[3] / whole) for (_, _, name), cost in stats.items() if name in STEPS]
    return sorted(taken, key=lambda step: -step[1])


def _costliest(costs: list[tuple[Function, Cost]]) -> list[tuple[Function, Cost]]:
    return sorted(costs, key=lambda cost: -cost[1][2])[:COSTLIEST]


def _room(file: str) -> str:
    """The room of lawbase, or the library, that a file belongs to."""
    parts = Path(file).parts
    if "site-packages" in parts:
        return parts[parts.index("site-packages") + 1].removesuffix(".py")
    if "templates" in parts:
        return "the site's templates"
    if "lawbase" in parts:
        last = len(parts) - 1 - parts[::-1].index("lawbase")
        return f"lawbase/{parts[last + 1].removesuffix('.py')}"
    return "Python itself"


if __name__ == "__main__":
    main()
