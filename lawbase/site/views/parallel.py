"""A law in all its texts side by side, rows locked by what says the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from lawbase.address import KeyParts, law_of
from lawbase.model import Key, Provision, Text
from lawbase.site.comparison import merged
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, Plan, across, for_all, plan_across


class ParallelRow(Struct, frozen=True):
    """A provision in every edition, one or several where it was split, none where it is missing.

    ``key`` is its first address in the law of the page, ``anchor`` one that no other row has.
    """

    anchor: str
    key: Key
    depth: int
    cells: list[list[Provision]]


def plan_parallel(site: Site) -> Iterator[Plan]:
    """The list of laws, and a page for each."""
    yield from plan_across(site, "parallel/", laws_page, "parallel.title", "parallel.lead")
    for law in site.law_numbers:
        yield Plan(f"parallel/{law}/", partial(_parallel_page, site.common, law))


def laws_page(site: PageContext, folders: str, title: str, lead: str) -> Page:
    """The laws to choose one from; ``title`` and ``lead`` are names of texts."""
    return across(
        site,
        folders,
        template="laws.html",
        title=site.ui.text(title),
        description=site.ui.text(lead),
        view={"folder": folders.rstrip("/")},
    )


def _parallel_page(site: PageContext, law: int) -> Page:
    return for_all(
        site,
        "parallel/",
        site.site.law_numbers,
        law,
        template="parallel.html",
        titles=site.each(lambda each: _title(each, law)),
        description=site.ui.text("parallel.description", law=site.cite(str(law))),
        view={
            "law": law,
            "rows": list(_rows(site, law)),
        },
    )


def _title(site: PageContext, law: int) -> str:
    said = site.ui.text("parallel.law", law=site.cite(str(law)))
    return f"{said}: {site.law_heading(law)}"


def _rows(site: PageContext, law: int) -> Iterator[ParallelRow]:
    taken: set[str] = set()
    for texts in _threads(site, law):
        row = _row(site, law, texts, taken)
        if any(_says(cell, row.depth) for cells in row.cells for cell in cells):
            taken.add(row.anchor)
            yield row


def _threads(site: PageContext, law: int) -> list[tuple[Text, ...]]:
    """The provisions of a law in any edition, each with its texts in all, in one order."""
    return merged(
        [site.texts(edition.id, p.key) for p in site.kb.law_paragraphs(edition.id, law)]
        for edition in site.kb.law_editions
    )


def _says(cell: Provision, depth: int) -> bool:
    """Whether a cell has more to say than the head of its column."""
    return bool(cell.text or cell.tail or (depth and cell.heading))


def _row(site: PageContext, law: int, texts: tuple[Text, ...], taken: set[str]) -> ParallelRow:
    cells: list[list[Provision]] = []
    for edition in site.kb.law_editions:
        found = (site.kb.provision(t.edition, t.key) for t in texts if t.edition == edition.id)
        cells.append([provision for provision in found if provision])
    key = next(p.key for group in cells for p in group if law_of(p.key) == law)
    more = (f"{key}-{number}" for number in range(2, len(taken) + 3))
    anchor = key if key not in taken else next(a for a in more if a not in taken)
    return ParallelRow(anchor, key, KeyParts.of(key).depth, cells)
