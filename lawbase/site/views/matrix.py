"""The matrix: provisions down, texts across, and which text applied which change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from lawbase.address import KeyParts, key_order, law_of
from lawbase.aligning.changes import PairKind, gravest, kind_of
from lawbase.grouping import grouped
from lawbase.model import Edition, Key, Text, Thread
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Page, Plan, across, plan_across

CellState = PairKind | Literal["first", "new", "dropped", "missing", "outside"]


class Cell(Struct, frozen=True):
    """One text of a rule: where it stands, and how it differs from the version before.

    ``first`` is a text of the first version, ``outside`` one that doesn't reach there, ``unread``
    one in another language than all earlier ones that no editor held against any of them.
    """

    edition: Edition
    keys: tuple[Key, ...]
    state: CellState
    moved: bool = False


class MatrixRow(Struct, frozen=True):
    """One rule through all texts."""

    key: Key
    cells: tuple[Cell, ...]

    @property
    def classes(self) -> str:
        """What the filters of the page go by."""
        states = {cell.state for cell in self.cells}
        return " ".join(sorted(states & {"substance", "missing"}))


def plan_matrix(site: Site) -> Iterator[Plan]:
    """One page a language, where there is more than one text of the laws."""
    if len(site.kb.law_editions) > 1:
        yield from plan_across(site, "matrix/", _matrix_page)


def _matrix_page(site: PageContext, folders: str) -> Page:
    return across(
        site,
        folders,
        template="matrix.html",
        title=site.ui.text("matrix.title"),
        description=site.ui.text("matrix.lead"),
        room="compare",
        view={
            "editions": site.kb.law_editions,
            "laws": grouped((law_of(row.key), row) for row in _rows(site)),
        },
    )


def _rows(site: PageContext) -> list[MatrixRow]:
    rows = [
        _row(site, thread)
        for thread in site.kb.aligned.threads
        if any(KeyParts.of(text.key).is_paragraph for text in thread.texts)
    ]
    return sorted(rows, key=lambda row: key_order(row.key))


def _row(site: PageContext, thread: Thread) -> MatrixRow:
    newest = max(thread.texts, key=lambda text: site.kb.edition(text.edition).year)
    cells = tuple(_cell(site, thread, edition) for edition in site.kb.law_editions)
    return MatrixRow(newest.key, cells)


def _cell(site: PageContext, thread: Thread, edition: Edition) -> Cell:
    keys = thread.keys_in(edition.id)
    if not keys:
        return Cell(edition, (), _absence(site, thread, edition))
    earlier = [t for t in thread.texts if site.kb.edition(t.edition).year < edition.year]
    if not earlier:
        first = edition.year == min(e.year for e in site.kb.law_editions)
        return Cell(edition, keys, "first" if first else "new")
    moved = not {text.key for text in earlier} & set(keys)
    return Cell(edition, keys, gravest(_known(site, edition, key, earlier) for key in keys), moved)


def _known(site: PageContext, edition: Edition, key: Key, earlier: Iterable[Text]) -> PairKind:
    """How a text differs from the earlier ones, as far as it was read against any of them."""
    links = [
        link for text in earlier for link in site.kb.aligned_with(edition.id, key, text.edition)
    ]
    return gravest(kind for link in links if (kind := kind_of(site.kb, link)) != "unread")


def _absence(site: PageContext, thread: Thread, edition: Edition) -> CellState:
    """Why an edition has no text of a rule, as far as that is known."""
    years = {site.kb.edition(text.edition).year for text in thread.texts}
    if edition.year in years:
        reached = all(site.kb.reaches(edition.id, text.key) for text in thread.texts)
        return "missing" if reached else "outside"
    links = [site.kb.aligned_with(text.edition, text.key, edition.id) for text in thread.texts]
    dropped = any(link.relation == "dropped" for found in links for link in found)
    return "dropped" if dropped else "outside"
