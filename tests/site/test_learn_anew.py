"""What a director must learn anew, and the matrix of all provisions: they say what is known."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from lawbase.address import law_of
from lawbase.aligning.changes import alone
from lawbase.knowledge import LAYERS, KnowledgeBase
from lawbase.profile import data_folder
from lawbase.site.context import PageContext, Site
from lawbase.site.rendering import Renderer
from lawbase.site.views.compare import compared, plan_changes
from lawbase.site.views.matrix import Cell, MatrixRow, plan_matrix
from lawbase.site.views.situations import card_quote


@pytest.fixture(scope="module")
def site(knowledge: KnowledgeBase) -> Site:
    return Site(knowledge, data_folder("site"))


def rows(site: Site) -> Iterator[MatrixRow]:
    page = next(plan_matrix(site))
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


def test_what_the_readers_own_text_lacks_is_told_from_another_and_called_lacking(
    site: Site,
) -> None:
    page = {page.path: page for page in plan_changes(site)}["sr/changes/"]
    lent = {e.old[0].key: e for law in page.view["laws"].values() for e in law
            if e.old and e.new and e.old[0].edition != "sr-2007"}  # fmt: skip
    assert set(lent) == {"def.Umělá hláška", "57.C.2"}
    html = Renderer(site, defaultdict(lambda: "~/asset")).render(page)
    for each in lent.values():
        said = html[html.index(each.read.what["sr"]) - 200 :]
        assert "bez odgovarajućeg mesta u tekstu SR 2007" in said[:200]


@pytest.mark.slow
def test_the_end_of_a_text_is_not_an_omission_and_an_omission_is_no_deletion(site: Site) -> None:
    assert cells(site, "pl-2017", "16.A.3").state == "missing"
    assert cells(site, "cs-2017", "64.A").state == "outside"
    assert cells(site, "sr-2007", "57.C.3").state == "missing"
    dropped = [c for row in rows(site) for c in row.cells if c.state == "dropped"]
    assert dropped and all(cell.edition.year == 2017 for cell in dropped)


def test_what_came_of_a_split_is_neither_new_nor_lost_to_the_filter(site: Site) -> None:
    for key, state in (("12.C.1.e", "substance"), ("12.C.1.e.i", "wording")):
        cs, sr, new_cs, pl = next(row.cells for row in rows(site) if key in row.cells[-1].keys)
        assert {(cell.state, cell.shape) for cell in (new_cs, pl)} == {(state, "split")}
        assert {(cell.keys, cell.elsewhere) for cell in (cs, sr)} == {((), ("12.C.1.b",))}


def test_what_came_is_quoted_as_the_reader_reads(site: Site) -> None:
    page = {page.path: page for page in plan_changes(site)}["cs/changes/"]
    found = [each for law in page.view["laws"].values() for each in law]
    assert all((each.old and each.new) or law_of(each.key) or each.read.sure > 1 for each in found)
    quoted = {e.new[0].key: e.new[0].edition for e in found if e.new and not e.old}
    assert quoted["1.B"] == quoted["12.C.1.b"] == "cs-2017"
    assert quoted["87.C"] == "pl-2017"


def test_what_went_is_called_as_the_comparisons_call_it(site: Site) -> None:
    for page in plan_changes(site):
        pair = (page.view["old"].id, page.view["new"].id)
        (comparison,) = (c for c in site.comparisons if c.pair == pair)
        found = [each for law in page.view["laws"].values() for each in law]
        gone = {text for each in found if not each.new for text in each.old}
        assert gone and {comparison.row(t).kind for t in gone} == {"dropped"}
        html = Renderer(site, defaultdict(lambda: "~/asset")).render(page)
        assert html.count('<li class="dropped">') == sum(not each.new for each in found)


def test_no_sentence_stands_twice_on_a_page(site: Site) -> None:
    for page in plan_changes(site):
        language = page.site.ui.language
        found = [each for law in page.view["laws"].values() for each in law]
        said = Counter(each.read.what[language] for each in found)
        assert [sentence for sentence, times in said.items() if times > 1] == []


def test_what_is_no_rule_is_neither_counted_nor_to_be_learnt(site: Site) -> None:
    links = site.kb.alignments("cs-2007", "pl-2017")
    notes = {link.to_key for link in links if link.to_key and not link.rule}
    assert notes == {"18.A#fn†", "20.F.5.a#fn†", "78.A#fn†"}
    (comparison,) = (c for c in site.comparisons if c.pair == ("cs-2007", "pl-2017"))
    assert notes.isdisjoint(comparison.summary.new)
    assert "new" not in comparison.summary.of_law(78).relations
    assert notes.isdisjoint(link.to_key for link in alone(site.kb, "cs-2007", "pl-2017"))
    assert "68#fn21" not in {link.from_key for link in alone(site.kb, "sr-2007", "pl-2017")}
    row = comparison.row(*site.kb.provisions("pl-2017", ["78.A#fn†"]))
    assert row.kind == "absent" and row.described


def test_a_sentence_says_of_each_in_the_readers_language_what_there_is_to_learn(site: Site) -> None:
    for page in plan_changes(site):
        language = page.path.split("/")[0].partition("-")[0]
        found = [each for law in page.view["laws"].values() for each in law]
        assert found and [each.key for each in found if not each.read.what.get(language)] == []


def test_what_was_not_held_against_an_earlier_text_is_not_called_unchanged(site: Site) -> None:
    kb = site.kb
    for row in rows(site):
        for cell in row.cells:
            if cell.state != "unchanged":
                continue
            links = [
                link
                for key in (*cell.keys, *cell.elsewhere)
                for old in kb.law_editions
                for link in kb.aligned_with(cell.edition.id, key, old.id)
            ]
            read = [c for link in links if (c := kb.contrast(link)) and c.reviewed]
            assert read or any(map(kb.change, links)), row.key


def test_a_card_ends_no_provision_in_the_middle_of_a_sentence(site: Site) -> None:
    context: PageContext = site.context("cs")
    comparable, split = site.kb.provisions("cs-2017", ["23.A", "1.A"])
    words, found, goes_on = card_quote(context, comparable)
    assert words.endswith(":")
    assert [label for label, _ in found] == ["1.", "2.", "3."] and all(words for _, words in found)
    assert not goes_on
    assert card_quote(context, split)[1:] == ([], True)


def test_of_items_that_are_long_a_card_has_the_openings(site: Site) -> None:
    (provision,) = site.kb.provisions("cs-2017", ["27.B"])
    _, found, goes_on = card_quote(site.context("cs"), provision)
    assert len(found) == len(provision.children) > 1
    assert goes_on and any(words.endswith("…") for _, words in found)
    assert sum(len(words) for _, words in found) < 500


def test_a_card_says_that_an_item_has_more_to_say(site: Site) -> None:
    """31A2 goes on below: a reader of 31A is told that there is more."""
    (provision,) = site.kb.provisions("cs-2017", ["31.A"])
    _, found, goes_on = card_quote(site.context("cs"), provision)
    assert [label for label, _ in found] == ["1.", "2."] and goes_on


@pytest.mark.slow
def test_what_is_told_of_several_places_at_once_has_the_note_of_each(site: Site) -> None:
    (page,) = (page for page in plan_changes(site) if page.path == "en/changes/")
    told = (each for law in page.view["laws"].values() for each in law)
    several = next(each for each in told if len(each.old) > 1 and each.new)
    places = {(text.edition, text.key) for text in several.old}
    layers = {name: getattr(site.kb, name) for name in LAYERS}
    noted = tuple(
        replace(c, note=f"of {c.from_key}") if (c.from_edition, c.from_key) in places else c
        for c in site.kb.aligned.contrasts
    )
    kb = KnowledgeBase({**layers, "aligned": replace(site.kb.aligned, contrasts=noted)})
    other = Site(kb, data_folder("site"))
    (page,) = (page for page in plan_changes(other) if page.path == "en/changes/")
    html = Renderer(other, defaultdict(lambda: "~/asset")).render(page)
    assert all(
        f'<span class="small quiet" lang="en">(of {key})</span>' in html for _, key in places
    )
