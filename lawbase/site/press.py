"""Printing the planned pages, on as many processors as there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from lawbase.parallel import spread
from lawbase.progress import going_on
from lawbase.site.offline import FOLDER, group_of, packed
from lawbase.site.page import Plan
from lawbase.site.rendering import Renderer, relative
from lawbase.site.verify import PageLinks, find
from lawbase.storage import write_inside


def print_all(plans: Iterable[Plan], renderer: Renderer, output: Path) -> list[PageLinks]:
    """Write every planned file and tell what it links to."""
    sheets = sheets_of(plans)
    total = sum(map(len, sheets))
    found: list[PageLinks] = []
    printed = 0
    for sheet, of_sheet in zip(
        sheets, spread(partial(_print_sheet, renderer, output), sheets), strict=True
    ):
        printed += len(sheet)
        going_on("pages", printed, total)
        found.extend(of_sheet)
    return found


def sheets_of(plans: Iterable[Plan]) -> list[list[Plan]]:
    """The plans in groups that share their packs; a worker renders one group at a time."""
    groups: defaultdict[str, list[Plan]] = defaultdict(list)
    for plan in plans:
        groups[group_of(plan.file)].append(plan)
    return list(groups.values())


def _print_sheet(renderer: Renderer, output: Path, sheet: Sequence[Plan]) -> list[PageLinks]:
    found: list[PageLinks] = []
    texts: dict[str, str] = {}
    for plan in sheet:
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
