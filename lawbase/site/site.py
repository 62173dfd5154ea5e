"""The static site: gather, link, render, verify."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.parallel import spread
from lawbase.progress import going_on, stage
from lawbase.site.assets import write_assets
from lawbase.site.context import Site
from lawbase.site.headers import write_headers
from lawbase.site.offline import FOLDER, group_of, packed, write_worker
from lawbase.site.page import Plan
from lawbase.site.rendering import Renderer, relative
from lawbase.site.search_data import copy_search_data
from lawbase.site.verify import PageLinks, check, find
from lawbase.site.views import plan_everything
from lawbase.storage import FolderReader, files_in, replacing_folder, write_inside


def build_site(kb: KnowledgeBase, sources: Path, index: Path, output: Path) -> None:
    """Build the site from the knowledge base, the site's sources and the search data of an index.

    Raises:
        LawbaseError: when a source of the site is malformed, or a link or an anchor leads nowhere.
    """
    with replacing_folder(output, mend=True) as folder:
        search = copy_search_data(FolderReader(index), folder)
        with stage("planning"):
            site = Site(kb, sources, search.pictured)
            plans = plan_everything(site)
        with stage("pages"):
            renderer = Renderer(site, write_assets(site, folder, search))
            found = _print_all(plans, renderer, folder)
        pages = [plan.path for plan in plans if plan.file.endswith("/index.html") or not plan.path]
        for name, text in renderer.signposts(site, pages):
            write_inside(folder, name, text.encode("utf-8"))
        write_headers(folder)
        with stage("links"):
            files = set(files_in(folder))
            write_worker(sources, folder, files)
            check(found, files)


def _print_all(plans: Iterable[Plan], renderer: Renderer, output: Path) -> list[PageLinks]:
    """Write every planned file, on as many processors as there are, and tell what it links to.

    A worker renders one group of files at a time, those that share their packs.
    """
    sheets = list(grouped((group_of(plan.file), plan) for plan in plans).values())
    total = sum(map(len, sheets))
    found: list[PageLinks] = []
    printed = 0
    made = spread(partial(_print_sheet, renderer, output), sheets)
    for sheet, of_sheet in zip(sheets, made, strict=True):
        printed += len(sheet)
        going_on("pages", printed, total)
        found.extend(of_sheet)
    return found


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
