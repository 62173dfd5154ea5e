"""One provision through all texts."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from lawbase.address import key_order, law_of
from lawbase.model import Edition, Key, Text
from lawbase.publishing.gathered import Gathered
from lawbase.publishing.interface import Interface
from lawbase.publishing.page import Page, Plan
from lawbase.publishing.strands import Strand
from lawbase.publishing.views.across import across, plan_across
from lawbase.publishing.views.columns import Cell, cell
from lawbase.publishing.views.home import chapter_lines
from lawbase.publishing.views.parallel import LawsView
from lawbase.publishing.views.provisions import Link
from lawbase.publishing.views.woven import sides_of


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
    """A strand in the order of the years."""

    stations: tuple[Station, ...]


class TraceView(Struct, frozen=True):
    """All strands in which an address occurs, and the addresses right below it."""

    key: Key
    strands: tuple[StrandView, ...]
    below: tuple[Link, ...]
    parallel: str


def plan_trace(site: Gathered) -> Iterator[Plan]:
    """The list of laws, and a page for every address of any edition."""
    yield from plan_across(site, "trace/", _laws_page)
    found = {
        p.key
        for edition in site.layers.law_editions
        for p in edition.provisions
        if p.kind in ("law", "provision") and law_of(p.key) is not None
    }
    for key in sorted(found, key=key_order):
        yield from plan_across(site, f"trace/{key}/", _trace_page, key)


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


def _trace_page(site: Gathered, ui: Interface, key: Key) -> Page:
    strands: dict[str, Strand] = {}
    below: dict[Key, None] = {}
    for edition in site.layers.law_editions:
        provision = site.kb.provision(edition.id, key)
        if provision:
            strand = site.strands.of(edition.id, key)
            strands.setdefault(strand.id, strand)
            below.update(dict.fromkeys(k for k in provision.children if "#" not in k))
    cited = site.cite(ui, key)
    law = key.partition(".")[0]
    links = (
        Link(site.page(ui, "trace", k), site.cite(ui, k)) for k in sorted(below, key=key_order)
    )
    return across(
        site,
        ui,
        f"trace/{key}/",
        template="trace.html",
        title=ui.text("trace.of", citation=cited),
        description=ui.text("trace.description", citation=cited),
        view=TraceView(
            key,
            tuple(_strand(site, ui, strand) for strand in strands.values()),
            tuple(links),
            f"{site.page(ui, 'parallel', law)}",
        ),
    )


def _strand(site: Gathered, ui: Interface, strand: Strand) -> StrandView:
    order = {edition.id: n for n, edition in enumerate(site.layers.law_editions)}
    texts = sorted(
        (text for text in strand.texts if text.edition in order),
        key=lambda t: (site.kb.edition(t.edition).year, order[t.edition]),
    )
    return StrandView(tuple(s for t in texts if (s := _station(site, ui, strand, t))))


def _station(site: Gathered, ui: Interface, strand: Strand, text: Text) -> Station | None:
    edition = site.kb.edition(text.edition)
    found = cell(site, ui, text.edition, text.key)
    if found is None:
        return None
    headings = site.layers.headings(text.edition, text.key)
    if ui.language == edition.language:
        headings = tuple(ui.written(heading) for heading in headings)
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
