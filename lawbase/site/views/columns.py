"""A provision as a cell beside the same provision of other editions."""

from __future__ import annotations

from msgspec import Struct

from lawbase.model import Edition, Key
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.passages import Words


class Column(Struct, frozen=True):
    """An edition at the head of a column."""

    id: str
    mark: str
    title: str
    html: str
    href: str | None
    heading: str


class Cell(Struct, frozen=True):
    """One provision of one edition: where it is, and its words."""

    edition: str
    mark: str
    html: str
    key: Key
    label: str
    short: str
    href: str
    words: Words
    depth: int


def column(site: Gathered, ui: Interface, edition: Edition, law: int) -> Column:
    """The head of an edition's column on the page of a law."""
    href = site.routes.href(edition.id, str(law))
    return Column(
        edition.id,
        site.mark(edition),
        edition.title,
        site.tag(ui, edition.id),
        href,
        site.heading(ui, edition.id, str(law)) if href else "",
    )


def cell(site: Gathered, ui: Interface, edition: str, key: Key) -> Cell | None:
    """A provision as a cell, or None when the edition doesn't have it."""
    provision = site.kb.provision(edition, key)
    if provision is None:
        return None
    return Cell(
        edition,
        site.mark(site.kb.edition(edition)),
        site.tag(ui, edition),
        key,
        provision.label,
        site.shown(ui, edition, site.short(edition, key)),
        site.routes.href(edition, key) or "",
        site.words(ui, provision),
        key.count(".") if provision.kind == "provision" else 0,
    )
