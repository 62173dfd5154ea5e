"""The static site: gather, link, render, verify."""

from __future__ import annotations

from pathlib import Path

from lawbase.knowledge import KnowledgeBase
from lawbase.progress import stage
from lawbase.site.assets import write_assets
from lawbase.site.context import Site
from lawbase.site.headers import write_headers
from lawbase.site.offline import write_worker
from lawbase.site.press import print_all
from lawbase.site.rendering import Renderer
from lawbase.site.search_data import write_search_data
from lawbase.site.signposts import write_signposts
from lawbase.site.verify import check
from lawbase.site.views import plan_everything
from lawbase.storage import files_in, replacing_folder


def build_site(kb: KnowledgeBase, sources: Path, output: Path) -> None:
    """Build the site from the knowledge base and the site's sources into a folder.

    Raises:
        LawbaseError: when a source of the site is malformed, or a link or an anchor leads nowhere.
    """
    with stage("planning"):
        site = Site(kb, sources)
        plans = plan_everything(site)
    with replacing_folder(output, mend=True) as folder:
        with stage("search data"):
            search = write_search_data(site, folder)
        with stage("pages"):
            renderer = Renderer(site, write_assets(site, folder, search))
            found = print_all(plans, renderer, folder)
        write_signposts(site, plans, folder)
        write_headers(folder)
        with stage("links"):
            files = set(files_in(folder))
            write_worker(sources, folder, files)
            check(found, files)
