"""The static site: gather, link, render, verify."""

from __future__ import annotations

from pathlib import Path

from lawbase.knowledge import KnowledgeBase
from lawbase.progress import stage
from lawbase.site.assets import write_assets
from lawbase.site.context import Site
from lawbase.site.headers import write_headers
from lawbase.site.offline import write_worker
from lawbase.site.printing import Printer
from lawbase.site.rendering import Renderer
from lawbase.site.search_data import copy_search_data
from lawbase.site.verify import check
from lawbase.site.views import plan_everything
from lawbase.storage import FolderReader, files_in, replacing_folder, write_inside


def build_site(kb: KnowledgeBase, sources: Path, index: Path, output: Path, made_of: str) -> None:
    """Build the site from the knowledge base, the site's sources and the search data of an index.

    Pages that ``output`` has already are taken over when they were ``made_of`` the same, which
    tells all but templates, and of the same templates.

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
            found = Printer(renderer, folder, output, made_of).print(plans)
        pages = [plan.path for plan in plans if plan.file.endswith("/index.html") or not plan.path]
        for name, text in renderer.signposts(site, pages):
            write_inside(folder, name, text.encode("utf-8"))
        write_headers(folder)
        with stage("links"):
            files = set(files_in(folder))
            write_worker(sources, folder, files)
            check(found, files)
