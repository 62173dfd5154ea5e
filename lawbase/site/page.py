"""A page before it is rendered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Alternate(Struct, frozen=True):
    """The way to the page in another language; ``translation`` tells whether it says the same."""

    interface: str
    html: str
    path: str
    translation: bool = True


class Page(Struct, frozen=True):
    """What a page shows and what its frame needs to know.

    ``path`` is its folder from the site's root; ``room`` the part of the site that it belongs to;
    ``edition`` the edition that it is of. ``previous``, ``following``, ``compare`` and ``parallel``
    are links; ``has_contents`` tells that it has a list of what is on it, ``#contents``.
    """

    path: str
    template: str
    interface: str
    title: str
    description: str
    view: Any
    room: str = ""
    edition: str | None = None
    alternates: tuple[Alternate, ...] = ()
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
