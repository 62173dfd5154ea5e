"""Pages across editions: once for each interface language, under its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Alternate, Page, Plan


def plan_across(
    site: Gathered, folders: str, make: Callable[..., Page], *arguments: Any
) -> Iterator[Plan]:
    """Plan a page in every interface language; ``make`` is called with each and the arguments."""
    for ui in site.interfaces.values():
        yield Plan(f"{ui.id}/{folders}", partial(make, site, ui, *arguments))


def across(site: Gathered, ui: Interface, folders: str, **told: Any) -> Page:
    """A page across editions, with its way to the other languages."""
    alternates = tuple(
        Alternate(other.id, other.words.html, f"{other.id}/{folders}")
        for other in site.interfaces.values()
    )
    told.setdefault("room", folders.partition("/")[0])
    return Page(path=f"{ui.id}/{folders}", interface=ui.id, alternates=alternates, **told)
