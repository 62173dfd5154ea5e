"""Pages that are written rather than made: Markdown, search, and the page that isn't there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import markdown
from markupsafe import Markup

from lawbase.profile import read_utf8
from lawbase.site.context import PageContext, Site
from lawbase.site.interface import TEMPLATE_LANGUAGE
from lawbase.site.page import Page, Plan, across, plan_across
from lawbase.site.views.home import door

_EDITIONS = "[editions]"


def plan_prose(site: Site) -> Iterator[Plan]:
    """About, search, and the page for what isn't there."""
    yield from plan_across(site, "about/", _about_page)
    yield from plan_across(site, "search/", _search_page)
    yield Plan("404.html", partial(door, site, "missing.html", "404", "missing", "missing"))


def _about_page(site: PageContext, folders: str) -> Page:
    """What is written about the site, with the list of its editions in the middle."""
    pages = site.site.sources / "pages"
    own = pages / f"about.{site.ui.language}.md"
    source = read_utf8(own if own.exists() else pages / f"about.{TEMPLATE_LANGUAGE}.md")
    before, _, after = source.partition(_EDITIONS)
    return across(
        site,
        folders,
        template="about.html",
        title=site.ui.text("room.about"),
        description=site.ui.text("home.description"),
        view={"before": _html(site, before), "after": _html(site, after)},
    )


def _html(site: PageContext, source: str) -> Markup:
    html = markdown.markdown(source)
    return Markup(site.ui.script.convert_markup(html) if site.ui.script else html)


def _search_page(site: PageContext, folders: str) -> Page:
    return across(
        site,
        folders,
        template="search.html",
        title=site.ui.text("search"),
        description=site.ui.text("home.description"),
    )
