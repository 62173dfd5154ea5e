"""The front pages, the door in front of them, and the pages that are written rather than made."""

from collections.abc import Iterator

from lawbase.site.context import PageContext, Site
from lawbase.site.page import INDEX, Alternate, Page, plan_across
from lawbase.site.routes import link


def plan_home(site: Site) -> Iterator[Page]:
    """The door and the front pages."""
    yield _door(site, site.first.ui.text("home.title"), "home.description", "door")
    words = ("home.title", "home.description")
    yield from plan_across(site, "", "home.html", *words, _home, room="home", has_contents=True)


def _home(site: PageContext) -> dict[str, object]:
    leading = site.leading_edition
    return {
        "comparison": site.kb.best_pair(site.site.comparisons, site.ui.language),
        "definitions": _definitions(site),
        "guides": [edition for edition in site.kb.editions if not edition.laws],
        "html": site.tag(leading.id) if leading else site.ui.html,
    }


def _definitions(site: PageContext) -> str | None:
    """A link to the definitions that a reader wants: in force, or in the reader's own language."""
    having = [e for e in site.kb.law_editions if "definitions" in site.parts(e)]
    first = next(iter(site.by_preference(having)), None)
    return link(f"{first.id}/definitions/") if first else None


def _door(site: Site, title: str, description: str, room: str, name: str = INDEX) -> Page:
    """A page that speaks all languages of the interface and leads to their front pages."""
    interfaces = tuple(site.interfaces.values())
    return Page(
        path="",
        template="door.html",
        site=site.first,
        title=title,
        description=site.first.ui.text(description),
        finds=lambda: {"interfaces": interfaces},
        room=room,
        alternates=tuple(Alternate(ui, f"{ui.id}/") for ui in interfaces),
        name=name,
    )


def plan_prose(site: Site) -> Iterator[Page]:
    """About, search, and the page for what isn't there."""
    yield from plan_across(site, "about/", "about.html", "room.about", "home.description")
    yield from plan_across(site, "search/", "search.html", "search", "home.description")
    yield _door(site, "404", "missing", "missing", name="404.html")
