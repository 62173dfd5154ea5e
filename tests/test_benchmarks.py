"""The benchmarks measure what they say: copies are whole, a page keeps its other sections."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from benchmarks.corpus import Corpus
from benchmarks.detecting import FOLDS, Known, least_sure
from benchmarks.far import invented as library
from benchmarks.hostile import forging
from benchmarks.mutation import faulty_code, mutants, same
from benchmarks.paging import Page
from benchmarks.rebuilding import CHANGES, changed
from benchmarks.search_quality import below
from benchmarks.site import CENTURY, multiplied
from lawbase.knowledge import KnowledgeBase
from lawbase.stemming import WORD
from tests.conftest import ROOT, Some
from tests.export.invented_laws import OLD, invented
from tests.search.grading import GradedQuery


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


def test_invented_editions_share_no_words_and_keep_their_links(knowledge: KnowledgeBase) -> None:
    kb = library(Corpus(), knowledge, 2)
    one, other = kb.editions
    assert (one.language, other.language) == ("x0", "x1") and one.year != other.year
    words = [{w for p in e.provisions for w in WORD.findall(p.text)} for e in kb.editions]
    shared = {word for word in words[0] & words[1] if len(word) > 4 and not word[0].isdigit()}
    assert len(shared) < len(words[0]) / 50
    texts = {(p.edition, p.key): p for e in kb.editions for p in e.provisions}
    assert all((r.edition, r.from_key) in texts for r in kb.links.references)
    assert len(kb.links.references) > 500
    base = knowledge.edition(other.id.replace("x1", "pl"))
    same = [p for p in base.provisions if (t := texts.get((other.id, p.key))) and t.text != p.text]
    assert len(same) > len(base.provisions) / 2
    assert 0.9 < len(other.provisions) / len(base.provisions) < 1


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: str(change[0]))
def test_what_a_rebuilding_changes_is_there_and_stays_readable(
    change: tuple[str, Path, str, str],
) -> None:
    _, file, old, new = change
    text = (ROOT / file).read_text("utf-8")
    after = changed(text, old, new)
    assert after != text
    if file.suffix == ".toml":
        tomllib.loads(after)


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


@pytest.mark.slow
def test_forged_records_end_right_or_in_one_sentence() -> None:
    tallies = [*forging.tallies(2)]
    assert {tally.times for tally in tallies} == {2}
    assert not [fault for tally in tallies for fault in tally.otherwise]


def test_sure_is_what_changed_on_laws_that_were_not_learned_from() -> None:
    pairs = [
        Known({"always": 1.0, "words": n / 100, "divided": 0.0}, n > 40, 1.0, n % FOLDS)
        for n in range(100)
    ]
    least, count = least_sure(pairs)
    assert 0.5 < least < 1.0 and 50 <= count <= 61
    wrong = [p._replace(changed=p.changed and p.features["words"] < 0.9) for p in pairs]
    assert least_sure(wrong) == (1.0, 0)


@pytest.mark.slow
def test_the_faulty_code_of_a_mutant_fits_the_function_that_it_lies_in(
    some: Some,
) -> None:
    """Of plain functions, methods, properties, class methods and cached ones."""
    tried = [mutant for mutant in mutants("address") if mutant.function]
    names = {mutant.function for mutant in tried}
    assert names >= {"lies_in", "Address.parse", "Address.parent", "step_levels"}
    for mutant in some(tried, 8):
        found = faulty_code(mutant)
        assert found is not None, mutant
        function, code = found
        assert code.co_qualname.partition(".<locals>")[0] == mutant.function
        assert code != function.__code__


@pytest.mark.parametrize("place", same(), ids=lambda place: f"{place['module']}: {place['was']}")
def test_a_mutant_that_was_read_is_still_drawn_from(place: dict[str, str]) -> None:
    assert any(mutant.place == place for mutant in mutants(place["module"]))


def test_a_figure_of_the_search_below_its_floor_is_named() -> None:
    right, wrong, none = (
        GradedQuery("a", "en", kind, "", relevant)
        for kind, relevant in (("words", {("", "1"): 3}), ("typo", {("", "1"): 3}), ("none", {}))
    )
    told = list(below([*[(right, [3])] * 24, (wrong, [0, 0, 0, 3]), (none, [1])]))
    assert told == ["first of typo: 0.000 is below 0.8", "honest no: 0.000 is below 0.9"]
    assert not list(below([(right, [3]), (none, [])]))
