"""The static site: gather, link, print, verify.

Files are printed in sheets, groups that share their packs. A sheet that would come out as before is
taken over from the site as it stands: all that a site is made of is as before, but for templates
that none of its pages uses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import Struct

from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.parallel import spread
from lawbase.progress import going_on, stage
from lawbase.site.assets import write_assets
from lawbase.site.context import Site
from lawbase.site.offline import SHEETS, group_of, pack, packs_of, write_worker
from lawbase.site.page import Plan
from lawbase.site.rendering import Renderer, relative
from lawbase.site.search_data import copy_search_data
from lawbase.site.verify import PageLinks, check, find
from lawbase.site.views import plan_everything
from lawbase.storage import DamagedError, FolderReader, files_in, replacing_folder, write_inside


def build_site(
    kb: KnowledgeBase, sources: Path, index: Path, output: Path, made_of: str, *, anew: bool = False
) -> None:
    """Build the site from the knowledge base, the site's sources and the search data of an index.

    Sheets that ``output`` has already are taken over, unless it is made ``anew``, when they were
    ``made_of`` the same, which tells all but templates, and of the same templates.

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
            former = Former() if anew else _as_it_stands(output)
            found = Printer(site, renderer, folder, former, made_of).print(plans)
        pages = [plan.path for plan in plans if plan.file.endswith("/index.html") or not plan.path]
        for name, text in renderer.signposts(site, pages):
            write_inside(folder, name, text.encode("utf-8"))
        with stage("links"):
            files = set(files_in(folder))
            write_worker(sources, folder, files)
            check(found, files)


class Sheet(Struct, frozen=True):
    """How a sheet was printed: from which templates, what these and all else were, its packs."""

    templates: tuple[str, ...]
    mark: str
    packs: tuple[str, ...]


class Former(Struct, frozen=True):
    """A site as it was printed before, as far as it may be used: its files, its sheets by group."""

    files: FolderReader | None = None
    sheets: dict[str, Sheet] = {}

    def read(self, names: Iterable[str]) -> dict[str, bytes] | None:
        """The content of some files; None when not all of them are as they were written."""
        with suppress(DamagedError):
            return {name: self.files.read(name) for name in names} if self.files else None
        return None


def _as_it_stands(output: Path) -> Former:
    with suppress(DamagedError):
        files = FolderReader(output)
        return Former(files, files.record(SHEETS, dict[str, Sheet]))
    return Former()


@dataclass(frozen=True)
class Printer:
    """Prints the pages of a site into a folder.

    ``made_of`` tells all that the site is made of, but for its templates.
    """

    site: Site
    renderer: Renderer
    folder: Path
    former: Former
    made_of: str

    def print(self, plans: Iterable[Plan]) -> list[PageLinks]:
        """Write every planned file, on as many processors as there are; tell what it links to."""
        sheets = grouped((group_of(plan.file), plan) for plan in plans)
        self._prepare([group for group in sheets if not self._stands(group)])
        total = sum(map(len, sheets.values()))
        found: list[PageLinks] = []
        known: dict[str, Sheet] = {}
        printed = 0
        made = spread(self._sheet, list(sheets.values()))
        for (group, files), (sheet, links) in zip(sheets.items(), made, strict=True):
            printed += len(files)
            going_on("pages", printed, total)
            known[group] = sheet
            found.extend(links)
        write_inside(self.folder, SHEETS, msgspec.json.encode(known))
        return found

    def _prepare(self, due: Sequence[str]) -> None:
        """Do once what every process would do: all for a whole site, else what was needed then."""
        former = [self.former.sheets[group] for group in due if group in self.former.sheets]
        if len(former) < len(due) or len(due) == len(self.former.sheets):
            self.site.prepare()
            self.renderer.compile()
        else:
            self.renderer.compile({name for sheet in former for name in sheet.templates})

    def _stands(self, group: str) -> bool:
        """Whether a sheet would come out as before."""
        sheet = self.former.sheets.get(group)
        return sheet is not None and sheet.mark == self._mark(sheet.templates)

    def _sheet(self, plans: Sequence[Plan]) -> tuple[Sheet, list[PageLinks]]:
        group = group_of(plans[0].file)
        if self._stands(group):
            sheet = self.former.sheets[group]
            files = self.former.read((*sheet.packs, *(plan.file for plan in plans)))
            if files is not None:
                return sheet, self._written(plans, files)
        return self._printed(plans)

    def _printed(self, plans: Sequence[Plan]) -> tuple[Sheet, list[PageLinks]]:
        templates: set[str] = set()
        texts: dict[str, str] = {}
        for plan in plans:
            made = plan.make()
            if isinstance(made, str):
                texts[plan.file] = made
            else:
                templates.add(made.template)
                texts[plan.file] = relative(self.renderer.render(made), made.path)
        packs = {name: self._pack(name, held) for name, held in packs_of(texts).items()}
        files = packs | {name: text.encode("utf-8") for name, text in texts.items()}
        used = self.renderer.needed(templates)
        return Sheet(used, self._mark(used), tuple(packs)), self._written(plans, files)

    def _pack(self, name: str, content: bytes) -> bytes:
        """A pack, which may stand there already: its name tells what it holds."""
        stands = self.former.files is not None and self.former.files.holds(name)
        files = self.former.read([name]) if stands else None
        return files[name] if files else pack(content)

    def _written(self, plans: Sequence[Plan], files: Mapping[str, bytes]) -> list[PageLinks]:
        for name, data in files.items():
            write_inside(self.folder, name, data)
        pages = (plan.file for plan in plans if plan.file.endswith(".html"))
        return [find(page, files[page].decode("utf-8")) for page in pages]

    def _mark(self, templates: Sequence[str]) -> str:
        """Tells whether a sheet comes out as before, when it was printed from some templates."""
        marks = (self.made_of, self.renderer.mark(templates))
        return hashlib.sha256("\n".join(marks).encode()).hexdigest()
