"""The laws that are cited most, and the neighbourhood of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from lawbase.address import law_of
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Page, Plan
from lawbase.site.views.across import across, plan_across
from lawbase.site.views.provisions import Link
from lawbase.site.views.tiles import law_heading

_DRAWN = 11


class Ranked(Struct, frozen=True):
    """A law, how often each edition cites it, and how often it is cited in all."""

    law: int
    heading: str
    href: str
    counts: tuple[int, ...]
    total: int


class RankingView(Struct, frozen=True):
    """The laws by how much they are cited."""

    marks: tuple[str, ...]
    laws: tuple[Ranked, ...]


class Neighbour(Struct, frozen=True):
    """A law on one side of another: how many citations join them, and which, by edition."""

    law: int
    heading: str
    href: str
    weight: int
    y: int
    width: float
    citations: tuple[tuple[str, tuple[Link, ...]], ...]


class NeighbourhoodView(Struct, frozen=True):
    """The laws that cite a law and those that it cites; the picture shows the strongest."""

    law: int
    heading: str
    citing: tuple[Neighbour, ...]
    cited: tuple[Neighbour, ...]
    height: int
    parallel: str


def plan_references(site: Gathered) -> Iterator[Plan]:
    """The ranking, and the neighbourhood of every law."""
    yield from plan_across(site, "references/", _ranking_page)
    for law in site.law_numbers:
        yield from plan_across(site, f"references/{law}/", _neighbourhood_page, law)


def _ranking_page(site: Gathered, ui: Interface) -> Page:
    counts: Counter[tuple[int, str]] = Counter()
    for r in site.kb.links.references:
        source, target = law_of(r.from_key), law_of(r.to or "")
        if r.kind != "index" and target is not None and source != target:
            counts[target, r.edition] += 1
    editions = site.layers.law_editions
    ranked = []
    for law in site.law_numbers:
        row = tuple(counts[law, edition.id] for edition in editions)
        heading = law_heading(site, ui, law, editions[0].id)
        href = site.page(ui, "references", law)
        ranked.append(Ranked(law, heading, href, row, sum(row)))
    ranked.sort(key=lambda r: (-r.total, r.law))
    return across(
        site,
        ui,
        "references/",
        template="references.html",
        title=ui.text("references.title"),
        description=ui.text("references.lead"),
        view=RankingView(tuple(site.mark(e) for e in editions), tuple(ranked)),
    )


def _neighbourhood_page(site: Gathered, ui: Interface, law: int) -> Page:
    citing = _neighbours(site, ui, law, incoming=True)
    cited = _neighbours(site, ui, law, incoming=False)
    heading = law_heading(site, ui, law, site.layers.law_editions[0].id)
    drawn = max(len(citing[:_DRAWN]), len(cited[:_DRAWN]), 1)
    title = ui.text("neighbourhood.of", law=site.cite(ui, str(law)))
    return across(
        site,
        ui,
        f"references/{law}/",
        template="neighbourhood.html",
        title=f"{title}: {heading}",
        description=ui.text("references.lead"),
        view=NeighbourhoodView(
            law, heading, citing, cited, drawn * 40 + 20, site.page(ui, "parallel", law)
        ),
    )


def _neighbours(
    site: Gathered, ui: Interface, law: int, *, incoming: bool
) -> tuple[Neighbour, ...]:
    found: dict[int, dict[str, dict[str, Link]]] = {}
    weights: Counter[int] = Counter()
    for edition in site.layers.law_editions:
        for provision in site.layers.by_law.get((edition.id, law), ()):
            find = site.kb.references_to if incoming else site.kb.references_from
            for r in find(edition.id, provision.key):
                key = r.from_key if incoming else r.to
                other = law_of(key or "")
                href = site.routes.href(edition.id, key) if key else None
                if r.kind == "index" or other in (None, law) or not href or not key:
                    continue
                weights[other] += 1
                by_mark = found.setdefault(other, {}).setdefault(site.mark(edition), {})
                short = site.short(edition.id, key)
                by_mark[key] = Link(href, site.shown(ui, edition.id, short))
    order = sorted(found, key=lambda n: (-weights[n], n))
    drawn = len(order[:_DRAWN])
    fallback = site.layers.law_editions[0].id
    return tuple(
        Neighbour(
            number,
            law_heading(site, ui, number, fallback),
            site.page(ui, "references", number),
            weights[number],
            30 + 40 * place if place < drawn else 0,
            min(8.0, 1 + weights[number] / 2),
            tuple((mark, tuple(links.values())) for mark, links in found[number].items()),
        )
        for place, number in enumerate(order)
    )
