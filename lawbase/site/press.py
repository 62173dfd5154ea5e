"""Printing the planned pages, on as many processors as there are."""

from __future__ import annotations

import multiprocessing
import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from lawbase.site.offline import FOLDER, group_of, packed
from lawbase.site.page import Plan
from lawbase.site.rendering import Renderer, relative
from lawbase.site.verify import Found, find
from lawbase.storage import write_inside

_MOST_WORKERS = 8
_FEWEST_PAGES = 200
_job: tuple[Sequence[Sequence[Plan]], Renderer, Path] | None = None


def print_all(plans: Iterable[Plan], renderer: Renderer, output: Path) -> list[Found]:
    """Write every planned file and tell what it links to."""
    global _job
    sheets = sheets_of(plans)
    workers = min(_MOST_WORKERS, os.cpu_count() or 1)
    _job = (sheets, renderer, output)
    try:
        if workers == 1 or sum(map(len, sheets)) < _FEWEST_PAGES or not _can_fork():
            return [found for place in range(len(sheets)) for found in _print_sheet(place)]
        with multiprocessing.get_context("fork").Pool(workers) as pool:
            printed = pool.map(_print_sheet, range(len(sheets)), chunksize=1)
        return [found for sheet in printed for found in sheet]
    finally:
        _job = None


def sheets_of(plans: Iterable[Plan]) -> list[list[Plan]]:
    """The plans in groups that share their packs, each the work of one stroke."""
    groups: defaultdict[str, list[Plan]] = defaultdict(list)
    for plan in plans:
        groups[group_of(plan.file)].append(plan)
    return list(groups.values())


def _can_fork() -> bool:
    return "fork" in multiprocessing.get_all_start_methods()


def _print_sheet(place: int) -> list[Found]:
    assert _job is not None
    sheets, renderer, output = _job
    found: list[Found] = []
    texts: dict[str, str] = {}
    for plan in sheets[place]:
        made = plan.make()
        if isinstance(made, str):
            text = made
        else:
            html = renderer.render(made)
            found.append(find(plan.file, html))
            text = relative(html, made.path)
        texts[plan.file] = text
        write_inside(output, plan.file, text.encode("utf-8"))
    for name, pack in packed(texts).items():
        write_inside(output, f"{FOLDER}/{name}", pack)
    return found
