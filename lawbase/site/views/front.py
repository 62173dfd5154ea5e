"""The front pages, the door in front of them, and the pages that are written rather than made."""

from collections.abc import Iterator
from functools import partial

from lawbase.site.context import PageContext, Site
from lawbase.site.page import Alternate, Page, Plan, across, plan_across, plan_room
from lawbase.site.routes import link


def plan_home(site: Site) -> Iterator[Plan]:
    """The door and the front pages."""
    yield Plan("", partial(_door, site, "", "home.description", "door"))
    yield from plan_across(site, "", _home)


def _home(site: PageContext, folders: str) -> Page:
    comparison = site.leading_comparison
    leading = site.leading_edition
    return across(
        site,
        folders,
        template="home.html",
        title=site.ui.text("home.title"),
        description=site.ui.text("home.description"),
        room="home",
        has_contents=True,
        view={
            "comparison": comparison,
            "definitions": _definitions(site),
            "guides": [edition for edition in site.kb.editions if not edition.laws],
            "html": site.tag(leading.id) if leading else site.ui.html,
        },
    )


def _definitions(site: PageContext) -> str | None:
    """A link to the definitions that a reader wants: in force, or in the reader's own language."""
    having = [e for e in site.kb.law_editions if "definitions" in site.parts(e)]
    first = next(iter(site.by_preference(having)), None)
    return link(f"{first.id}/definitions/") if first else None


def _door(site: Site, title: str, description: str, room: str) -> Page:
    """A page that speaks all languages of the interface and leads to their front pages."""
    interfaces = tuple(site.interfaces.values())
    first = interfaces[0]
    return Page(
        path="",
        template="door.html",
        site=site.context(first.id),
        title=title or first.text("home.title"),
        description=first.text(description),
        view={"interfaces": interfaces},
        room=room,
        alternates=tuple(Alternate(ui, f"{ui.id}/") for ui in interfaces),
    )


def plan_prose(site: Site) -> Iterator[Plan]:
    """About, search, and the page for what isn't there."""
    yield from plan_room(site, "about/", "about.html", "room.about", "home.description")
    yield from plan_room(site, "search/", "search.html", "search", "home.description")
    yield Plan("404.html", partial(_door, site, "404", "missing", "missing"))
