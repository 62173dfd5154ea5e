"""The static site: gather, link, print, verify."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from pathlib import Path

from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.parallel import spread
from lawbase.progress import going_on, stage
from lawbase.site.assets import write_assets, write_search_list
from lawbase.site.context import Frames, Site
from lawbase.site.offline import group_of, pack_of, write_worker
from lawbase.site.page import INDEX, Page, Planned
from lawbase.site.rendering import Renderer
from lawbase.site.search_data import copy_search_data
from lawbase.site.verify import PageLinks, check, find
from lawbase.site.views import plan_everything
from lawbase.storage import FolderReader, files_in, replacing_folder, write_inside


def build_site(
    kb: KnowledgeBase,
    sources: Path,
    frames: Frames,
    index: Callable[[], Path],
    output: Path,
) -> None:
    """Build the site from the knowledge base, the site's sources, what is told of situations, and
    the search data of an index, which is waited for when all pages are printed.

    Raises:
        LawbaseError: when a source of the site is malformed, or a link or an anchor leads nowhere.
    """
    with replacing_folder(output, mend=True) as folder:
        with stage("planning"):
            site = Site(kb, sources, frames)
            planned = plan_everything(site)
        with stage("pages"):
            assets = write_assets(site, folder)
            renderer = Renderer(site, assets)
            site.prepare()
            found = _printed(planned, renderer, folder)
        write_search_list(assets, copy_search_data(FolderReader(index()), folder), folder)
        pages = [p.path for p in planned if isinstance(p, Page) and p.name == INDEX]
        for name, text in renderer.signposts(site, pages):
            write_inside(folder, name, text.encode("utf-8"))
        with stage("links"):
            files = set(files_in(folder))
            write_worker(sources, folder, files)
            check(found, files)


def _printed(planned: Sequence[Planned], renderer: Renderer, folder: Path) -> Iterator[PageLinks]:
    """Write every planned file, on as many processors as there are; tell what it links to."""
    groups = list(grouped((group_of(each.file), each) for each in planned).values())
    before = accumulate(map(len, groups[:-1]), initial=0)

    def printed(group: tuple[int, Sequence[Planned]]) -> list[PageLinks]:
        going_on("pages", group[0], len(planned))
        return _print_group(renderer, folder, group[1])

    return chain.from_iterable(spread(printed, list(zip(before, groups, strict=True))))


def _print_group(renderer: Renderer, folder: Path, planned: Iterable[Planned]) -> list[PageLinks]:
    """Write the files that share a pack, and the pack."""
    texts = {
        each.file: renderer.render(each) if isinstance(each, Page) else each.text()
        for each in planned
    }
    for name, text in texts.items():
        write_inside(folder, name, text.encode("utf-8"))
    write_inside(folder, *pack_of(texts))
    return [find(name, text) for name, text in texts.items() if name.endswith(".html")]
