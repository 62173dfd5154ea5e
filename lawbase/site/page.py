"""A page before it is rendered."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct

from lawbase.site.context import PageContext, Site
from lawbase.site.interface import Interface
from lawbase.site.routes import link

T = TypeVar("T")


class Alternate(Struct, frozen=True):
    """The way to the page in another language; ``translation`` tells whether it says the same."""

    ui: Interface
    path: str
    translation: bool = True


class Page(Struct, frozen=True):
    """What a page shows and what its frame needs to know.

    ``path`` is its folder from the site's root; ``site`` the site in the page's language; ``view``
    the variables of its template; ``room`` the part of the site that it belongs to; ``edition`` the
    edition that it is of. ``previous``, ``following``, ``compare`` and ``parallel`` are links;
    ``has_contents`` tells that it has a list of what is on it, ``#contents``. ``titles`` are there
    when it is the one page for all interfaces: its title in each.
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
    previous: str | None = None
    following: str | None = None
    compare: str | None = None
    parallel: str | None = None
    has_contents: bool = False
    titles: dict[str, str] | None = None

    @property
    def titles_of_window(self) -> dict[str, str]:
        """What a browser's window is titled, in each language of the interface."""
        titles = self.titles or {self.site.ui.id: self.title}
        return {ui: f"{title} · {self.site.settings.name}" for ui, title in titles.items()}

    @property
    def is_dressed(self) -> bool:
        """Whether a script says its frame in the language of whoever reads it."""
        return self.edition is not None or self.titles is not None


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


def plan_room(
    site: Site,
    folders: str,
    template: str,
    title: str,
    lead: str,
    view: Callable[..., dict[str, Any]] = lambda _: {},
    *arguments: Any,
    room: str = "",
    **gaps: object,
) -> Iterator[Plan]:
    """Plan a page across editions whose ``title`` and ``lead`` are names of texts with ``gaps``.

    There is none in a room that has nothing to show. ``view`` gives the variables of its template
    from the site in a language and the arguments.
    """

    def make(site: PageContext, folders: str) -> Page:
        given = {"title": site.ui.text(title, **gaps), "description": site.ui.text(lead, **gaps)}
        return across(
            site, folders, template=template, view=view(site, *arguments), room=room, **given
        )

    if site.rooms[room or folders.partition("/")[0]]:
        yield from plan_across(site, folders, make)


def across(site: PageContext, folders: str, room: str = "", **given: Any) -> Page:
    """A page across editions, with its way to the other languages."""
    others = site.site.interfaces.values()
    return Page(
        path=f"{site.ui.id}/{folders}",
        site=site,
        room=room or folders.partition("/")[0],
        alternates=tuple(Alternate(other, f"{other.id}/{folders}") for other in others),
        **given,
    )


def on_one_page(site: PageContext, path: str) -> tuple[Alternate, ...]:
    """The way to the other languages on a page that is the one for all."""
    return tuple(Alternate(ui, path, translation=False) for ui in site.site.interfaces.values())


def neighbours(numbers: Sequence[T], number: T, path: Callable[[T], str]) -> dict[str, Any]:
    """The links to what stands before and after one of several in a row."""
    place = numbers.index(number)
    before, after = numbers[:place][-1:], numbers[place + 1 :][:1]
    return {
        "previous": link(path(before[0])) if before else None,
        "following": link(path(after[0])) if after else None,
    }


def for_all(
    site: PageContext, folder: str, numbers: tuple[int, ...], law: int, **given: Any
) -> Page:
    """The one page about a law for readers of all languages, below a folder.

    ``given`` has its ``titles``; the pages of the laws before and after are of these ``numbers``.
    """
    path = f"{folder}{law}/"
    return Page(
        path=path,
        site=site,
        title=given["titles"][site.ui.id],
        room=folder.partition("/")[0],
        alternates=on_one_page(site, path),
        **neighbours(numbers, law, lambda number: f"{folder}{number}/"),
        **given,
    )
