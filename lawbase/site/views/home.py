"""The front page of each interface language, and the door in front of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from lawbase.model import Edition
from lawbase.site.comparison import Comparison
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Alternate, Page, Plan
from lawbase.site.routes import link
from lawbase.site.settings import Chapter
from lawbase.site.views.across import across, plan_across
from lawbase.site.views.provisions import Link
from lawbase.site.views.tiles import TileRow, law_heading, tile_rows


class LawLine(Struct, frozen=True):
    """A law in the list: its number, name, main link, and its texts."""

    number: int
    heading: str
    href: str
    texts: tuple[Link, ...]


class ChapterLines(Struct, frozen=True):
    """A chapter in the list."""

    chapter: Chapter
    laws: tuple[LawLine, ...]


class EditionCard(Struct, frozen=True):
    """What an edition contains."""

    edition: Edition
    mark: str
    html: str
    href: str
    parts: tuple[Link, ...]


class HomeView(Struct, frozen=True):
    """The laws by chapter, what changed, and the editions."""

    chapters: tuple[ChapterLines, ...]
    comparison: Comparison | None
    compare: str
    tiles: tuple[TileRow, ...]
    cards: tuple[EditionCard, ...]
    html: str


def plan_home(site: Gathered) -> Iterator[Plan]:
    """The door and the front pages."""
    yield Plan("", partial(_door, site))
    yield from plan_across(site, "", _home)


def _home(site: Gathered, ui: Interface) -> Page:
    comparison = site.leading_comparison(ui)
    leading = site.leading_edition(ui)
    return across(
        site,
        ui,
        "",
        template="home.html",
        title=ui.text("home.title"),
        description=ui.text("home.description"),
        room="home",
        has_contents=True,
        view=HomeView(
            chapters=chapter_lines(site, ui),
            comparison=comparison,
            compare=site.page(ui, "compare", *comparison.pair) if comparison else "",
            tiles=tile_rows(site, ui, comparison) if comparison else (),
            cards=edition_cards(site),
            html=site.tag(ui, leading.id) if leading else ui.words.html,
        ),
    )


def chapter_lines(site: Gathered, ui: Interface) -> tuple[ChapterLines, ...]:
    """All laws, chapter by chapter."""
    numbers = set(site.law_numbers)
    chapters = (
        ChapterLines(chapter, tuple(_line(site, ui, n) for n in chapter.numbers if n in numbers))
        for chapter in site.settings.chapters
    )
    return tuple(chapter for chapter in chapters if chapter.laws)


def _line(site: Gathered, ui: Interface, number: int) -> LawLine:
    leading = site.leading_edition(ui)
    texts: list[Link] = []
    for edition in site.layers.law_editions:
        href = site.routes.href(edition.id, str(number))
        if href:
            texts.append(Link(href, site.mark(edition), site.voices[edition.id].words.html))
    own = site.routes.href(leading.id, str(number)) if leading else None
    heading = law_heading(site, ui, number, site.layers.law_editions[0].id)
    return LawLine(number, heading, own or site.page(ui, "parallel", number), tuple(texts))


def edition_cards(site: Gathered) -> tuple[EditionCard, ...]:
    """What each edition contains."""
    return tuple(_card(site, edition) for edition in site.kb.editions)


def _card(site: Gathered, edition: Edition) -> EditionCard:
    ui = site.voices[edition.id]
    kinds = {p.kind for p in edition.provisions}
    parts = [
        Link(link(f"{edition.id}/{kind}/"), ui.text(f"part.{kind}"))
        for kind, provision_kind in (
            ("preface", "preface"),
            ("introduction", "introduction"),
            ("definitions", "definition"),
        )
        if provision_kind in kinds
    ]
    mark = site.mark(edition) if edition.laws else ""
    return EditionCard(edition, mark, ui.words.html, link(f"{edition.id}/"), tuple(parts))


def _door(site: Gathered) -> Page:
    first = next(iter(site.interfaces.values()))
    alternates = tuple(
        Alternate(ui.id, ui.words.html, f"{ui.id}/") for ui in site.interfaces.values()
    )
    return Page(
        path="",
        template="door.html",
        interface=first.id,
        title=first.text("home.title"),
        description=first.text("home.description"),
        view=tuple(site.interfaces.values()),
        room="door",
        alternates=alternates,
    )
