"""What a director must learn anew, and the matrix of all provisions: they say what is known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.profile import data_folder
from lawbase.site.context import PageContext, Site
from lawbase.site.views.changes import compared
from lawbase.site.views.matrix import Cell, MatrixRow, plan_matrix


@pytest.fixture(scope="module")
def site(knowledge: KnowledgeBase) -> Site:
    return Site(knowledge, data_folder("site"))


def rows(site: Site) -> Iterator[MatrixRow]:
    page = next(plan_matrix(site)).make()
    assert not isinstance(page, str)
    for found in page.view["laws"].values():
        yield from found


def cells(site: Site, edition: str, key: str) -> Cell:
    return next(
        cell
        for row in rows(site)
        for cell in row.cells
        if row.key == key and cell.edition.id == edition
    )


@pytest.mark.parametrize(
    ("interface", "pair"),
    [
        ("cs", ("cs-2007", "pl-2017")),
        ("sr", ("sr-2007", "pl-2017")),
        ("pl", ("cs-2007", "pl-2017")),
    ],
)
def test_readers_are_told_of_complete_texts_their_own_first(
    site: Site, interface: str, pair: tuple[str, str]
) -> None:
    context: PageContext = site.context(interface)
    old, new = compared(context)
    assert (old.id, new.id) == pair


def test_every_text_of_every_rule_stands_in_the_matrix_once(site: Site) -> None:
    shown = [(c.edition.id, key) for row in rows(site) for c in row.cells for key in c.keys]
    assert len(shown) == len(set(shown))
    texts = {
        (edition.id, p.key)
        for edition in site.kb.law_editions
        for p in edition.provisions
        if p.kind in ("law", "provision")
    }
    assert texts <= set(shown)


def test_the_end_of_a_text_is_not_an_omission_and_an_omission_is_no_deletion(site: Site) -> None:
    assert cells(site, "pl-2017", "16.A.3").state == "missing"
    assert cells(site, "cs-2017", "64.A").state == "outside"
    assert cells(site, "sr-2007", "57.C.3").state == "missing"
    dropped = [c for row in rows(site) for c in row.cells if c.state == "dropped"]
    assert dropped and all(cell.edition.year == 2017 for cell in dropped)


def test_what_was_not_held_against_an_earlier_text_is_not_called_unchanged(site: Site) -> None:
    kb = site.kb
    for row in rows(site):
        for cell in row.cells:
            if cell.state != "unchanged":
                continue
            links = [
                link
                for key in cell.keys
                for old in kb.law_editions
                for link in kb.aligned_with(cell.edition.id, key, old.id)
            ]
            read = [c for link in links if (c := kb.contrast(link)) and c.reviewed]
            assert read or any(map(kb.change, links)), row.key
