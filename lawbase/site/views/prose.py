"""Pages that are written rather than made: Markdown, search, and the page that isn't there."""

from __future__ import annotations

from collections.abc import Iterator

import markdown
from markupsafe import Markup
from msgspec import Struct

from lawbase.profile import read_utf8
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Alternate, Page, Plan
from lawbase.site.views.across import across, plan_across
from lawbase.site.views.home import (
    ChapterLines,
    EditionCard,
    chapter_lines,
    edition_cards,
)

_EDITIONS = "[editions]"


class SearchView(Struct, frozen=True):
    """The room of the search, and the laws for whom it doesn't work."""

    chapters: tuple[ChapterLines, ...]


class AboutView(Struct, frozen=True):
    """What is written about the site, with the list of its editions in the middle."""

    before: Markup
    cards: tuple[EditionCard, ...]
    after: Markup


def plan_prose(site: Gathered) -> Iterator[Plan]:
    """About, search, and the page for what isn't there."""
    yield from plan_across(site, "about/", _about_page)
    yield from plan_across(site, "search/", _search_page)
    yield Plan("404.html", lambda: _missing_page(site))


def _about_page(site: Gathered, ui: Interface) -> Page:
    before, _, after = _source(site, ui, "about").partition(_EDITIONS)
    return across(
        site,
        ui,
        "about/",
        template="about.html",
        title=ui.text("room.about"),
        description=ui.text("home.description"),
        view=AboutView(_html(ui, before), edition_cards(site), _html(ui, after)),
    )


def _html(ui: Interface, source: str) -> Markup:
    html = markdown.markdown(source)
    return Markup(ui.script.convert_markup(html) if ui.script else html)


def _source(site: Gathered, ui: Interface, name: str) -> str:
    """The Markdown of a page in a language, or in the one that its interface is derived from."""
    return read_utf8(site.sources / "pages" / f"{name}.{ui.language}.md")


def _search_page(site: Gathered, ui: Interface) -> Page:
    return across(
        site,
        ui,
        "search/",
        template="search.html",
        title=ui.text("search"),
        description=ui.text("home.description"),
        view=SearchView(chapter_lines(site, ui)),
    )


def _missing_page(site: Gathered) -> Page:
    first = next(iter(site.interfaces.values()))
    return Page(
        path="",
        template="missing.html",
        interface=first.id,
        title="404",
        description=first.text("missing"),
        view=tuple(site.interfaces.values()),
        room="missing",
        alternates=tuple(
            Alternate(ui.id, ui.words.html, f"{ui.id}/") for ui in site.interfaces.values()
        ),
    )
