"""The map of all laws: where, and how much, one edition differs from another."""

from __future__ import annotations

from msgspec import Struct

from lawbase.site.comparison import Comparison, LawSummary
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.settings import Chapter


class Tile(Struct, frozen=True):
    """One law on the map; without a link where one of the editions lacks it."""

    law: int
    degree: int
    signs: str
    href: str | None
    words: str
    heading: str
    summary: LawSummary | None


class TileRow(Struct, frozen=True):
    """A chapter of the map."""

    chapter: Chapter
    tiles: tuple[Tile, ...]


def tile_rows(site: Gathered, ui: Interface, comparison: Comparison) -> tuple[TileRow, ...]:
    """The map of one pair of editions, chapter by chapter."""
    numbers = set(site.law_numbers)
    rows = (
        TileRow(
            chapter,
            tuple(_tile(site, ui, comparison, n) for n in chapter.numbers if n in numbers),
        )
        for chapter in site.settings.chapters
    )
    return tuple(row for row in rows if row.tiles)


def _tile(site: Gathered, ui: Interface, comparison: Comparison, law: int) -> Tile:
    heading = law_heading(site, ui, law, comparison.new.id)
    if law not in comparison.laws:
        return Tile(law, 0, "", None, ui.text("tile.outside"), heading, None)
    summary = comparison.summary(law)
    signs = "".join(
        sign
        for sign, number in (("+", summary.new), ("−", summary.dropped), ("↷", summary.moved))
        if number
    )
    href = site.page(ui, "compare", *comparison.pair, law)
    return Tile(
        law,
        summary.degree,
        signs,
        href,
        told(ui, summary, comparison.same_language),
        heading,
        summary,
    )


def told(ui: Interface, summary: LawSummary, same_language: bool) -> str:
    """A summary in words: ``5 reworded, 1 new``; across languages words can't be compared."""
    parts = [
        ui.count(number, f"summary.{name}")
        for name, number in (
            ("reworded", summary.reworded),
            ("new", summary.new),
            ("dropped", summary.dropped),
            ("moved", summary.moved),
            ("reference", summary.reference),
        )
        if number
    ]
    return ", ".join(parts) or ui.text("changed.none" if same_language else "changed.nothing")


def law_heading(site: Gathered, ui: Interface, law: int, fallback: str) -> str:
    """A law's name for readers of an interface: their edition's, or the interface's own."""
    leading = site.leading_edition(ui)
    if leading and site.kb.provision(leading.id, str(law)):
        return site.heading(ui, leading.id, str(law))
    return ui.words.laws.get(str(law)) or site.heading(ui, fallback, str(law))
