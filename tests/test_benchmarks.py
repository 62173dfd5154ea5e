"""The benchmarks measure what they say: copies are whole, a page keeps its other sections."""

from __future__ import annotations

from pathlib import Path

from benchmarks.paging import Page
from benchmarks.site import CENTURY, multiplied
from tests.export.invented_laws import OLD, invented


def test_copies_of_the_editions_keep_all_that_was_found_between_them() -> None:
    once, twice = invented(), multiplied(invented(), 2)
    assert twice.aligned.lexicon == once.aligned.lexicon
    assert len(twice.aligned.contrasts) == 2 * len(once.aligned.contrasts)
    assert len(twice.aligned.alignments) == 2 * len(once.aligned.alignments)
    assert len(twice.links.references) == 2 * len(once.links.references)
    copy = max((e for e in twice.editions if e.id.startswith("xa-")), key=lambda e: e.year)
    original = max((e for e in once.editions if e.id.startswith("xa-")), key=lambda e: e.year)
    assert copy.year == original.year + CENTURY
    assert {p.edition for p in copy.provisions} == {copy.id} != {original.id}
    assert OLD in {edition.id for edition in twice.editions}


def test_a_section_made_anew_leaves_the_others(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    page = Page(file)
    page.put("One", ["old", "", "| a |"])
    page.put("Two", ["kept"])
    page.write("# Title", ["Two", "One"])
    again = Page(file)
    again.put("One", ["new"])
    again.write("# Title", ["Two", "One"])
    assert file.read_text("utf-8") == (
        "# Title\n\n- [Two](#two)\n- [One](#one)\n\n## Two\n\nkept\n\n## One\n\nnew\n"
    )
