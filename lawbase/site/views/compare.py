"""Two editions compared: the list of pairs, the map of a pair, and a page for each law."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from lawbase.address import law_of
from lawbase.model import Edition, Key
from lawbase.site.comparison import Comparison, LawSummary, Row
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Page, Plan
from lawbase.site.views.across import across, plan_across
from lawbase.site.views.columns import Cell, Column, cell, column
from lawbase.site.views.provisions import Link
from lawbase.site.views.quotes import opening_of
from lawbase.site.views.tiles import TileRow, law_heading, tile_rows, told
from lawbase.site.views.woven import Sides, sides_of


class PairCard(Struct, frozen=True):
    """A pair to choose."""

    href: str
    old: Edition
    new: Edition
    old_mark: str
    new_mark: str
    word_by_word: bool


class Listed(Struct, frozen=True):
    """A provision in the lists of what came, went and moved."""

    old: Link | None
    new: Link | None
    words: str
    html: str


class PairView(Struct, frozen=True):
    """The map of a pair and the lists of what came, went and moved."""

    card: PairCard
    tiles: tuple[TileRow, ...]
    new: tuple[Listed, ...]
    dropped: tuple[Listed, ...]
    moved: tuple[Listed, ...]


class CompareRow(Struct, frozen=True):
    """A provision of both editions.

    ``sides`` shows what differs where the words can be compared; ``away`` tells that a part of
    this law is in another one now.
    """

    anchor: str
    kind: str
    moved: bool
    depth: int
    old: tuple[Cell, ...]
    new: Cell | None
    sides: Sides
    away: bool


class CompareView(Struct, frozen=True):
    """A law in both editions."""

    law: int
    card: PairCard
    old: Column
    new: Column
    summary: LawSummary
    told: str
    rows: tuple[CompareRow, ...]


def plan_compare(site: Gathered) -> Iterator[Plan]:
    """The pairs, their maps, their laws."""
    yield from plan_across(site, "compare/", _pairs_page)
    for comparison in site.comparisons:
        folder = f"compare/{comparison.old.id}/{comparison.new.id}/"
        yield from plan_across(site, folder, _pair_page, comparison)
        for law in comparison.laws:
            yield from plan_across(site, f"{folder}{law}/", _law_page, comparison, law)


def _card(site: Gathered, ui: Interface, comparison: Comparison) -> PairCard:
    return PairCard(
        site.page(ui, "compare", *comparison.pair),
        comparison.old,
        comparison.new,
        site.mark(comparison.old),
        site.mark(comparison.new),
        comparison.same_language,
    )


def _pairs_page(site: Gathered, ui: Interface) -> Page:
    return across(
        site,
        ui,
        "compare/",
        template="compare_pairs.html",
        title=ui.text("compare.title"),
        description=ui.text("compare.lead"),
        view=tuple(_card(site, ui, comparison) for comparison in site.comparisons),
    )


def _pair_page(site: Gathered, ui: Interface, comparison: Comparison) -> Page:
    card = _card(site, ui, comparison)
    rows = [row for law in comparison.laws for row in comparison.rows(law)]
    unique = list(dict.fromkeys(rows))
    return across(
        site,
        ui,
        f"compare/{comparison.old.id}/{comparison.new.id}/",
        template="compare_map.html",
        title=ui.text("compare.pair", old=card.old_mark, new=card.new_mark),
        description=ui.text("compare.lead"),
        view=PairView(
            card,
            tile_rows(site, ui, comparison),
            new=tuple(_listed(site, ui, comparison, r) for r in unique if r.kind == "new"),
            dropped=tuple(_listed(site, ui, comparison, r) for r in unique if r.kind == "dropped"),
            moved=tuple(_listed(site, ui, comparison, r) for r in unique if r.moved),
        ),
    )


def _listed(site: Gathered, ui: Interface, comparison: Comparison, row: Row) -> Listed:
    def found(edition: Edition, key: Key | None) -> Link | None:
        href = site.routes.href(edition.id, key) if key else None
        if href is None or key is None:
            return None
        return Link(href, site.shown(ui, edition.id, site.short(edition.id, key)))

    edition, key = (comparison.new, row.new) if row.new else (comparison.old, row.old[0])
    words = opening_of(site, edition.id, key, 90)
    return Listed(
        found(comparison.old, row.old[0] if row.old else None),
        found(comparison.new, row.new),
        site.shown(ui, edition.id, words),
        site.tag(ui, edition.id),
    )


def _law_page(site: Gathered, ui: Interface, comparison: Comparison, law: int) -> Page:
    card = _card(site, ui, comparison)
    place = comparison.laws.index(law)
    before = comparison.laws[place - 1] if place else None
    after = comparison.laws[place + 1] if place + 1 < len(comparison.laws) else None
    pair = ui.text("compare.pair", old=card.old_mark, new=card.new_mark)
    summary = comparison.summary(law)
    changes = told(ui, summary, comparison.same_language)
    return across(
        site,
        ui,
        f"compare/{comparison.old.id}/{comparison.new.id}/{law}/",
        template="compare.html",
        title=f"{site.cite(ui, str(law))}: {pair}",
        description=f"{pair}. {law_heading(site, ui, law, card.new.id)}: {changes}.",
        view=CompareView(
            law,
            card,
            column(site, ui, comparison.old, law),
            column(site, ui, comparison.new, law),
            summary,
            changes,
            tuple(_rows(site, ui, comparison, law)),
        ),
        previous=site.page(ui, "compare", *comparison.pair, before) if before else None,
        following=site.page(ui, "compare", *comparison.pair, after) if after else None,
    )


def _rows(site: Gathered, ui: Interface, comparison: Comparison, law: int) -> Iterator[CompareRow]:
    for row in comparison.rows(law):
        if not comparison.speaks(row) or _is_bare_title(comparison, row):
            continue
        old = [cell(site, ui, comparison.old.id, key) for key in row.old]
        olds = tuple(c for c in old if c)
        new = cell(site, ui, comparison.new.id, row.new) if row.new else None
        away = new is not None and law_of(new.key) != law
        yield CompareRow(
            anchor=f"was-{row.old[0]}" if away or not new else new.key,
            kind=row.kind,
            moved=row.moved,
            depth=new.depth if new and not away else olds[0].depth,
            old=olds,
            new=new,
            sides=_sides(site, ui, comparison, row),
            away=away,
        )


def _is_bare_title(comparison: Comparison, row: Row) -> bool:
    """Whether a row is a law with nothing but the title that stands above the page already."""
    law = comparison.provision(comparison.new, row.new) if row.new else None
    return law is not None and law.kind == "law" and not law.text and not row.altered


def _sides(site: Gathered, ui: Interface, comparison: Comparison, row: Row) -> Sides:
    change = row.change
    if change is None or change.kind == "none" or len(row.old) != 1 or row.new is None:
        return Sides()
    old = comparison.provision(comparison.old, row.old[0])
    new = comparison.provision(comparison.new, row.new)
    sides = sides_of(site.passages, old, new, change)
    same = ui.language == comparison.new.language
    return sides.converted(ui.script) if ui.script and same else sides
