"""One provision through all texts."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from lawbase.address import key_order
from lawbase.model import Edition, Key, Text
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Page, Plan
from lawbase.site.routes import cite_short, trace_page
from lawbase.site.strands import Strand
from lawbase.site.views.across import across, plan_across
from lawbase.site.views.columns import Cell, cell
from lawbase.site.views.home import chapter_lines
from lawbase.site.views.parallel import LawsView
from lawbase.site.views.provisions import Link
from lawbase.site.views.woven import sides_of


class Station(Struct, frozen=True):
    """A provision in one edition: what stands above it, its words, and how they changed.

    ``inline`` is its text woven with that of the edition before it in its language.
    """

    year: int
    cell: Cell
    above: tuple[str, ...]
    inline: Markup
    since: int | None


class StrandView(Struct, frozen=True):
    """A strand in the order of the years; ``anchors`` are its addresses that lie on this page."""

    anchors: tuple[str, ...]
    title: str
    stations: tuple[Station, ...]


class TraceView(Struct, frozen=True):
    """The strands of a law itself or of a lettered part of it, and where the others are."""

    key: Key
    strands: tuple[StrandView, ...]
    parts: tuple[Link, ...]
    parallel: str


def plan_trace(site: Gathered) -> Iterator[Plan]:
    """The list of laws, and a page for every law and every part right below one."""
    yield from plan_across(site, "trace/", _laws_page)
    pages: dict[Key, dict[Key, None]] = {}
    for edition in site.layers.law_editions:
        for provision in edition.provisions:
            if provision.kind in ("law", "provision"):
                pages.setdefault(trace_page(provision.key), {})[provision.key] = None
    for page in sorted(pages, key=key_order):
        keys = sorted(pages[page], key=key_order)
        yield from plan_across(site, f"trace/{page}/", _trace_page, page, keys)


def _laws_page(site: Gathered, ui: Interface) -> Page:
    return across(
        site,
        ui,
        "trace/",
        template="laws.html",
        title=ui.text("trace.title"),
        description=ui.text("trace.lead"),
        view=LawsView(ui.text("trace.lead"), "trace", chapter_lines(site, ui)),
    )


def _trace_page(site: Gathered, ui: Interface, page: Key, keys: list[Key]) -> Page:
    cited = site.cite(ui, page)
    law = page.partition(".")[0]
    return across(
        site,
        ui,
        f"trace/{page}/",
        template="trace.html",
        title=ui.text("trace.of", citation=cited),
        description=ui.text("trace.description", citation=cited),
        view=TraceView(
            page,
            tuple(_strands(site, ui, keys)),
            tuple(_parts(site, ui, law)),
            site.page(ui, "parallel", law),
        ),
    )


def _parts(site: Gathered, ui: Interface, law: str) -> Iterator[Link]:
    found: dict[Key, None] = {}
    for edition in site.layers.law_editions:
        provision = site.kb.provision(edition.id, law)
        found.update(dict.fromkeys(provision.children if provision else ()))
    for key in (law, *sorted((k for k in found if "#" not in k), key=key_order)):
        yield Link(site.trace(ui, key), cite_short(key, site.languages[ui.language]), key)


def _strands(site: Gathered, ui: Interface, keys: list[Key]) -> Iterator[StrandView]:
    """Every strand that has one of the addresses in any edition, once, where it is met first.

    The address of one without words of its own leads to what follows, which is below it.
    """
    met: dict[str, list[Key]] = {}
    strands: dict[str, Strand] = {}
    taken: set[Key] = set()
    for key in keys:
        for edition in site.layers.law_editions:
            if site.kb.provision(edition.id, key):
                strand = site.strands.of(edition.id, key)
                strands[strand.id] = strand
                met.setdefault(strand.id, []).extend([] if key in taken else [key])
                taken.add(key)
    waiting: list[Key] = []
    for identifier, anchors in met.items():
        stations = _stations(site, ui, strands[identifier])
        if any(station.cell.words for station in stations):
            title = site.cite(ui, anchors[0] if anchors else stations[0].cell.key)
            yield StrandView(tuple(dict.fromkeys((*anchors, *waiting))), title, stations)
            waiting = []
        else:
            waiting += anchors


def _stations(site: Gathered, ui: Interface, strand: Strand) -> tuple[Station, ...]:
    order = {edition.id: n for n, edition in enumerate(site.layers.law_editions)}
    texts = sorted(
        (text for text in strand.texts if text.edition in order),
        key=lambda t: (site.kb.edition(t.edition).year, order[t.edition]),
    )
    return tuple(s for t in texts if (s := _station(site, ui, strand, t)))


def _station(site: Gathered, ui: Interface, strand: Strand, text: Text) -> Station | None:
    edition = site.kb.edition(text.edition)
    found = cell(site, ui, text.edition, text.key)
    if found is None:
        return None
    above = site.layers.headings(text.edition, text.key)
    headings = tuple(site.shown(ui, text.edition, heading) for heading in above)
    inline, since = _woven(site, strand, edition, text.key)
    return Station(edition.year, found, headings, inline, since)


def _woven(site: Gathered, strand: Strand, edition: Edition, key: Key) -> tuple[Markup, int | None]:
    """The text woven with the older one of its language in the strand."""
    for older in site.layers.law_editions:
        if older.language != edition.language or older.year >= edition.year:
            continue
        for old_key in strand.keys_in(older.id):
            change = site.layers.changes.get((older.id, old_key, edition.id, key))
            old, new = site.kb.provision(older.id, old_key), site.kb.provision(edition.id, key)
            if change and change.kind != "none" and old and new:
                return sides_of(site.passages, old, new, change).inline, older.year
    return Markup(""), None
