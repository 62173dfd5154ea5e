"""A page before it is rendered: where it stands, what its frame needs to know, what it shows."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct

from lawbase.site.context import PageContext, Site
from lawbase.site.interface import Interface
from lawbase.site.routes import link

T = TypeVar("T")
Variables = dict[str, Any]
INDEX = "index.html"


class Alternate(Struct, frozen=True):
    """The way to the page in another language; ``translation`` tells whether it says the same."""

    ui: Interface
    path: str
    translation: bool = True


class Page(Struct, frozen=True):
    """What a page shows and what its frame needs to know.

    ``path`` is its folder from the site's root; ``site`` the site in the page's language; ``finds``
    works out the variables of its template; ``room`` the part of the site that it belongs to;
    ``edition`` the edition that it is of. ``previous``, ``following``, ``compare`` and ``parallel``
    are links; ``has_contents`` tells that it has a list of what is on it, ``#contents``. ``titles``
    are there when it is the one page for all interfaces: its title in each. ``name`` is its file's.
    """

    path: str
    template: str
    site: PageContext
    title: str
    description: str
    finds: Callable[[], Variables] = dict
    room: str = ""
    edition: str | None = None
    alternates: tuple[Alternate, ...] = ()
    previous: str | None = None
    following: str | None = None
    compare: str | None = None
    parallel: str | None = None
    has_contents: bool = False
    titles: dict[str, str] | None = None
    name: str = INDEX

    @property
    def file(self) -> str:
        """The path of its file from the site's root."""
        return self.path + self.name

    @property
    def view(self) -> Variables:
        """The variables of its template."""
        return self.finds()

    @property
    def titles_of_window(self) -> dict[str, str]:
        """What a browser's window is titled, in each language of the interface."""
        titles = self.titles or {self.site.ui.id: self.title}
        return {ui: f"{title} · {self.site.settings.name}" for ui, title in titles.items()}

    @property
    def is_dressed(self) -> bool:
        """Whether a script says its frame in the language of whoever reads it."""
        return self.edition is not None or self.titles is not None


class TextFile(Struct, frozen=True):
    """A file that is no page, and what says its text."""

    file: str
    text: Callable[[], str]


Planned = Page | TextFile


def plan_across(
    site: Site,
    folders: str,
    template: str,
    title: str | Callable[[PageContext], str],
    description: str,
    view: Callable[[PageContext], Variables] = lambda _: {},
    *,
    room: str = "",
    has_contents: bool = False,
    **gaps: object,
) -> Iterator[Page]:
    """A page across editions, once in every language of the interface, under its folder.

    ``title`` and ``description`` are names of texts with ``gaps``, or a title is what says it.
    There is no page of a room that has nothing to show.
    """
    room = room or folders.partition("/")[0]
    others = site.interfaces.values()
    for context in map(site.context, site.interfaces) if site.rooms.get(room, True) else ():
        yield Page(
            path=f"{context.ui.id}/{folders}",
            template=template,
            site=context,
            title=context.ui.text(title, **gaps) if isinstance(title, str) else title(context),
            description=context.ui.text(description, **gaps),
            finds=partial(view, context),
            room=room,
            alternates=tuple(Alternate(other, f"{other.id}/{folders}") for other in others),
            has_contents=has_contents,
        )


def on_one_page(site: PageContext, path: str) -> tuple[Alternate, ...]:
    """The way to the other languages on a page that is the one for all."""
    return tuple(Alternate(ui, path, translation=False) for ui in site.site.interfaces.values())


def neighbours(numbers: Sequence[T], number: T, path: Callable[[T], str]) -> Variables:
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
