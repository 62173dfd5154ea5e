"""What is said of an edition that joins: an excerpt with chapters of its own, in a new language."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from lawbase.knowledge import LAYERS, KnowledgeBase
from lawbase.model import Alignment, Edition, Text, Thread
from lawbase.site.context import Site
from lawbase.site.page import Page
from lawbase.site.views.edition import plan_editions
from lawbase.site.views.law import plan_laws
from lawbase.site.views.matrix import plan_concordance, plan_matrix
from tests.conftest import ROOT, corpus_languages
from tests.site.invented import VERSIONS, edition, invented, provision
from tests.site.test_nothing_misleads import html_of, words_of
from tests.site.test_small_corpora import base_of, made_of

NAME = "de-2017"
GAPS = ((3, 5), (8, 71))


def excerpt(
    chapters: dict[int, tuple[str, str]], laws: Iterable[int] = (1, 2, 6, 7, 72)
) -> Edition:
    """Some laws, some of which a chapter opens before: its key and its heading."""
    provisions = []
    for law in laws:
        if law in chapters:
            number, heading = chapters[law]
            key, label = f"chapter.{number}", f"{number}. Teil –"
            provisions.append(provision(NAME, key, heading=heading, label=label))
        provisions.append(provision(NAME, str(law), "Text.", f"Heading {law}"))
    return edition(NAME, provisions, complete=False, gaps=GAPS)


def joined(newcomer: Edition) -> KnowledgeBase:
    """A knowledge base whose languages are those of the corpus and German."""
    kb = base_of(newcomer, versions=VERSIONS)
    german = replace(corpus_languages()["en"], id="de", interface="")
    known = {**corpus_languages(), "de": german}
    return KnowledgeBase({name: getattr(kb, name) for name in LAYERS} | {"languages": known})


def page_of(pages: Iterable[Page], path: str) -> Page:
    """The page of a path among those that are planned."""
    (page,) = (page for page in pages if page.path == path)
    return page


@pytest.mark.slow
def test_an_excerpt_says_which_laws_it_contains_and_nothing_of_its_own_force(
    tmp_path: Path,
) -> None:
    site = made_of(joined(excerpt({})), tmp_path)
    for page in (NAME, f"{NAME}/6", "en"):
        words = words_of(html_of(site / page))
        assert "Contains Laws 1–2, 6–7, 72 only." in words
        assert "In force since" not in words
    state = words_of(html_of(site / NAME / "6").partition('class="state"')[2])
    assert "The Laws of 2017 have been in force since 2017." in state


def test_the_command_names_the_laws_of_an_excerpt() -> None:
    told = "de-2017 contains only Laws 1 to 2, 6 to 7, 72, not 50"
    assert joined(excerpt({})).lacking(NAME, "50") == told


OWN = {1: ("I", "Vorbereitung"), 6: ("II", "Das Spiel"), 72: ("III", "Verhalten")}
COMMON = {1: ("II", "Vorbereitung"), 6: ("III", "Ablauf"), 72: ("VII", "Verhalten")}


@pytest.mark.slow
@pytest.mark.parametrize("chapters", [OWN, COMMON], ids=["elsewhere", "as all books"])
def test_a_book_in_a_language_without_an_interface_shows_its_own_chapters(
    chapters: dict[int, tuple[str, str]], tmp_path: Path
) -> None:
    site = made_of(joined(excerpt(chapters)), tmp_path)
    contents, law = (words_of(html_of(site / p)) for p in (NAME, f"{NAME}/7"))
    for number, heading in chapters.values():
        assert contents.count(f"{number}. Teil · {heading}") == 1
    assert "Chapter" not in contents and "Chapter" not in law
    number, heading = chapters[6]
    assert f"{number}. Teil · {heading}" in law


@pytest.mark.parametrize(("chapters", "own"), [(OWN, True), (COMMON, False), ({}, False)])
def test_chapters_that_stand_as_in_all_books_are_named_in_the_readers_language(
    chapters: dict[int, tuple[str, str]], own: bool
) -> None:
    site = Site(joined(replace(excerpt(chapters), language="cs")), ROOT / "site")
    page = page_of(plan_laws(site), f"{NAME}/7/")
    assert ("Teil" in page.view["chapters"]["cs"]) == own
    contents = page_of(plan_editions(site), f"{NAME}/")
    assert len(contents.view["printed"]) == (0 if own else len(chapters))


def newcomers_base() -> KnowledgeBase:
    """The invented base and an edition of 2017 that pairs laws which the others don't."""
    kb = invented()
    newcomer = edition("cs-2017x", [provision("cs-2017x", k, "Jiné.") for k in ("1", "1.A", "1.D")])
    newcomer = replace(newcomer, year=2017, complete=False)
    other = Alignment("cs-2007", "1.B", "cs-2017x", "1.A", "moved", 1.0, {})
    aligned = kb.aligned
    threads = (*aligned.threads, Thread("t-1.D", (Text("cs-2017x", "1.D"),)))
    more = replace(aligned, alignments=(*aligned.alignments, other), threads=threads)
    layers = {name: getattr(kb, name) for name in LAYERS}
    return KnowledgeBase(
        {**layers, "editions": (*kb.editions, newcomer), "aligned": more, "findings": ()}
    )


def test_the_concordance_counts_only_editions_that_speak_for_their_year() -> None:
    before, after = (
        page_of(plan_concordance(Site(kb, ROOT / "site")), "en/concordance/").view["rows"]
        for kb in (invented(), newcomers_base())
    )
    assert before and after == before


@pytest.mark.slow
def test_what_only_a_newcomer_has_is_new_nowhere_and_missing_in_no_other_text() -> None:
    page = page_of(plan_matrix(Site(newcomers_base(), ROOT / "site")), "en/matrix/")
    (row,) = (row for row in page.view["laws"][1] if row.key == "1.D")
    assert {cell.edition.id: cell.state for cell in row.cells} == {
        "cs-2007": "outside", "sr-2007": "outside", "cs-2017": "outside", "cs-2017x": "unread",
    }  # fmt: skip
