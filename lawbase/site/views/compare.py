"""Two editions compared: the list of pairs, the map of a pair, and a page for each law."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from lawbase.address import KeyParts, law_of
from lawbase.aligning.changes import LawChanges
from lawbase.model import Provision
from lawbase.site.comparison import Comparison, Row
from lawbase.site.context import Context, Site
from lawbase.site.page import Page, Plan, across, neighbours, plan_across
from lawbase.site.redline import Redline, redline
from lawbase.site.settings import Chapter


class CompareRow(Struct, frozen=True):
    """A provision of both editions, and what differs where the words can be compared.

    ``away`` tells that a part of this law is in another one now.
    """

    row: Row
    old: tuple[Provision, ...]
    new: Provision | None
    differs: Redline
    away: bool

    @property
    def anchor(self) -> str:
        """Its anchor on the page of the law."""
        return self.new.key if self.new and not self.away else f"was-{self.old[0].key}"

    @property
    def depth(self) -> int:
        """How deep it stands below the law."""
        return KeyParts.of(self.anchor.removeprefix("was-")).depth


class Tile(Struct, frozen=True):
    """One law on the map; ``changes`` is missing where one of the editions lacks it."""

    law: int
    changes: LawChanges | None
    told: str
    degree: int = 0
    signs: str = ""


def plan_compare(site: Site) -> Iterator[Plan]:
    """The pairs, their maps, their laws."""
    yield from plan_across(site, "compare/", _pairs_page)
    for comparison in site.comparisons:
        folder = f"compare/{comparison.old.id}/{comparison.new.id}/"
        yield from plan_across(site, folder, _pair_page, comparison)
        for law in comparison.laws:
            yield from plan_across(site, f"{folder}{law}/", _law_page, comparison, law)


def _pairs_page(site: Context, folders: str) -> Page:
    return across(
        site,
        folders,
        template="compare_pairs.html",
        title=site.ui.text("compare.title"),
        description=site.ui.text("compare.lead"),
        view={"comparisons": site.site.comparisons},
    )


def _pair(site: Context, comparison: Comparison) -> str:
    old, new = site.mark(comparison.old), site.mark(comparison.new)
    return site.ui.text("compare.pair", old=old, new=new)


def _pair_page(site: Context, folders: str, comparison: Comparison) -> Page:
    rows = dict.fromkeys(row for law in comparison.laws for row in comparison.rows(law))
    return across(
        site,
        folders,
        template="compare_map.html",
        title=_pair(site, comparison),
        description=site.ui.text("compare.lead"),
        view={
            "comparison": comparison,
            "rows": tile_rows(site, comparison),
            "lists": {
                "new": [row for row in rows if row.kind == "new"],
                "dropped": [row for row in rows if row.kind == "dropped"],
                "moved": [row for row in rows if row.moved],
            },
        },
    )


def _law_page(site: Context, folders: str, comparison: Comparison, law: int) -> Page:
    pair = _pair(site, comparison)
    told = summary_in_words(site, comparison, law)
    return across(
        site,
        folders,
        template="compare.html",
        title=f"{site.cite(str(law))}: {pair}",
        description=f"{pair}. {site.law_heading(law)}: {told}.",
        view={
            "law": law,
            "comparison": comparison,
            "told": told,
            "rows": list(_rows(site, comparison, law)),
        },
        **neighbours(site, "/".join(("compare", *comparison.pair)), comparison.laws, law),
    )


def _rows(site: Context, comparison: Comparison, law: int) -> Iterator[CompareRow]:
    for row in comparison.rows(law):
        old, new = comparison.sides(row)
        is_bare_title = new and new.kind == "law" and not new.text and not row.altered
        if comparison.speaks(row) and not is_bare_title:
            away = new is not None and law_of(new.key) != law
            yield CompareRow(row, old, new, _differs(site, row, old, new), away)


def _differs(site: Context, row: Row, old: tuple[Provision, ...], new: Provision | None) -> Redline:
    change = row.change
    if change is None or change.kind == "none" or len(old) != 1 or new is None:
        return Redline()
    found = redline(site.site.typesetter, old[0], new, change)
    same = site.ui.language == site.kb.edition(new.edition).language
    return found.converted(site.ui.script) if site.ui.script and same else found


def tile_rows(site: Context, comparison: Comparison) -> list[tuple[Chapter, list[Tile]]]:
    """The map of one pair of editions, chapter by chapter."""
    return [
        (chapter, [_tile(site, comparison, number) for number in numbers])
        for chapter, numbers in site.chapters
    ]


def _tile(site: Context, comparison: Comparison, law: int) -> Tile:
    if law not in comparison.laws:
        return Tile(law, None, site.ui.text("tile.outside"))
    changes = comparison.summary.of_law(law)
    signs = {"new": "+", "dropped": "−", "moved": "↷"}
    return Tile(
        law,
        changes,
        summary_in_words(site, comparison, law),
        comparison.degree(law),
        "".join(sign for name, sign in signs.items() if changes.relations.get(name)),
    )


def summary_in_words(site: Context, comparison: Comparison, law: int) -> str:
    """How much changed: ``5 reworded, 1 new``; across languages words can't be compared."""
    changes = comparison.summary.of_law(law)
    counted = {
        "reworded": changes.kinds.get("wording"),
        **{name: changes.relations.get(name) for name in ("new", "dropped", "moved")},
        "reference": changes.kinds.get("reference"),
    }
    parts = (site.ui.count(number, f"summary.{name}") for name, number in counted.items() if number)
    nothing = "changed.none" if comparison.same_language else "changed.nothing"
    return ", ".join(parts) or site.ui.text(nothing)
