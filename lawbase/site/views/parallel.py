"""A law in all its texts side by side, rows locked by what says the same."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, structs

from lawbase.address import law_of
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Page, Plan
from lawbase.site.strands import Strand
from lawbase.site.views.across import across, plan_across
from lawbase.site.views.columns import Cell, Column, cell, column
from lawbase.site.views.home import ChapterLines, chapter_lines
from lawbase.site.views.tiles import law_heading


class ParallelRow(Struct, frozen=True):
    """A provision in every edition, a column each; a cell is empty where it is missing.

    ``anchor`` is its key; ``depth`` its place below the law.
    """

    anchor: str
    depth: int
    trace: str
    cells: tuple[tuple[Cell, ...], ...]


class ParallelView(Struct, frozen=True):
    """A law's rows under its columns."""

    law: int
    heading: str
    columns: tuple[Column, ...]
    rows: tuple[ParallelRow, ...]


class LawsView(Struct, frozen=True):
    """The laws to choose from."""

    lead: str
    folder: str
    chapters: tuple[ChapterLines, ...]


def plan_parallel(site: Gathered) -> Iterator[Plan]:
    """The list of laws, and a page for each."""
    yield from plan_across(site, "parallel/", _laws_page)
    for law in site.law_numbers:
        yield from plan_across(site, f"parallel/{law}/", _parallel_page, law)


def _laws_page(site: Gathered, ui: Interface) -> Page:
    return across(
        site,
        ui,
        "parallel/",
        template="laws.html",
        title=ui.text("parallel.title"),
        description=ui.text("parallel.lead"),
        view=LawsView(ui.text("parallel.lead"), "parallel", chapter_lines(site, ui)),
    )


def _parallel_page(site: Gathered, ui: Interface, law: int) -> Page:
    editions = site.layers.law_editions
    columns = tuple(column(site, ui, edition, law) for edition in editions)
    heading = law_heading(site, ui, law, editions[0].id)
    title = ui.text("parallel.law", law=site.cite(ui, str(law)))
    numbers = site.law_numbers
    place = numbers.index(law)
    return across(
        site,
        ui,
        f"parallel/{law}/",
        template="parallel.html",
        title=f"{title}: {heading}",
        description=ui.text("parallel.description", law=site.cite(ui, str(law))),
        view=ParallelView(law, heading, columns, tuple(_rows(site, ui, law))),
        previous=site.page(ui, "parallel", numbers[place - 1]) if place else None,
        following=(
            site.page(ui, "parallel", numbers[place + 1]) if place + 1 < len(numbers) else None
        ),
    )


def _rows(site: Gathered, ui: Interface, law: int) -> Iterator[ParallelRow]:
    taken: set[str] = set()
    for strand in site.strands.of_law(law):
        row = _row(site, ui, law, strand)
        if not any(_says(cell, row.depth) for cells in row.cells for cell in cells):
            continue
        anchor, more = row.anchor, 2
        while anchor in taken:
            anchor, more = f"{row.anchor}-{more}", more + 1
        taken.add(anchor)
        yield structs.replace(row, anchor=anchor)


def _says(cell: Cell, depth: int) -> bool:
    """Whether a cell has more to say than the head of its column."""
    return bool(cell.words.text or cell.words.tail or (depth and cell.words))


def _row(site: Gathered, ui: Interface, law: int, strand: Strand) -> ParallelRow:
    cells = []
    for edition in site.layers.law_editions:
        found = (cell(site, ui, edition.id, key) for key in strand.keys_in(edition.id))
        cells.append(tuple(c for c in found if c))
    first = next(c for group in cells for c in group if law_of(c.key) == law)
    trace = site.trace(ui, first.key)
    return ParallelRow(first.key, first.depth, trace, tuple(cells))
