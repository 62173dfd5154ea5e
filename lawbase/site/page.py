"""A page before it is rendered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec import Struct

from lawbase.site.context import PageContext, Site
from lawbase.site.interface import Interface


class Alternate(Struct, frozen=True):
    """The way to the page in another language; ``translation`` tells whether it says the same."""

    ui: Interface
    path: str
    translation: bool = True


class Page(Struct, frozen=True):
    """What a page shows and what its frame needs to know.

    ``path`` is its folder from the site's root; ``site`` the site in the page's language; ``view``
    the variables of its template; ``room`` the part of the site that it belongs to; ``edition`` the
    edition that it is of. ``current`` is where a superseded text stands in force: words and a
    link. ``previous``, ``following``, ``compare`` and ``parallel`` are links;
    ``has_contents`` tells that it has a list of what is on it, ``#contents``.
    """

    path: str
    template: str
    site: PageContext
    title: str
    description: str
    view: dict[str, Any] = {}
    room: str = ""
    edition: str | None = None
    alternates: tuple[Alternate, ...] = ()
    current: tuple[str, str] | None = None
    previous: str | None = None
    following: str | None = None
    compare: str | None = None
    parallel: str | None = None
    has_contents: bool = False
    json_ld: dict[str, Any] | None = None


class Plan(Struct, frozen=True):
    """A file that will be made: a page's folder or a file's path, and how it is made.

    ``make`` gives a page, or the text of a file that is no page.
    """

    path: str
    make: Callable[[], Page | str]

    @property
    def file(self) -> str:
        """The path of the file from the site's root."""
        return f"{self.path}index.html" if self.path.endswith("/") or not self.path else self.path


def plan_across(
    site: Site, folders: str, make: Callable[..., Page], *arguments: Any
) -> Iterator[Plan]:
    """Plan a page across editions, once in every language of the interface, under its folder.

    ``make`` is called with the site in that language, the folders and the arguments.
    """
    for ui in site.interfaces:
        yield Plan(f"{ui}/{folders}", partial(make, site.context(ui), folders, *arguments))


def across(site: PageContext, folders: str, **told: Any) -> Page:
    """A page across editions, with its way to the other languages."""
    others = site.site.interfaces.values()
    told.setdefault("room", folders.partition("/")[0])
    return Page(
        path=f"{site.ui.id}/{folders}",
        site=site,
        alternates=tuple(Alternate(other, f"{other.id}/{folders}") for other in others),
        **told,
    )


def neighbours(
    site: PageContext, folder: str, numbers: tuple[int, ...], law: int
) -> dict[str, Any]:
    """The links to the pages of the laws before and after one, below a folder."""
    place = numbers.index(law)
    return {
        "previous": site.page(folder, numbers[place - 1]) if place else None,
        "following": site.page(folder, numbers[place + 1]) if place + 1 < len(numbers) else None,
    }
