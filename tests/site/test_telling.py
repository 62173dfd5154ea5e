"""Sentences of the knowledge base on pages: places linked, quotations in their language."""

from __future__ import annotations

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.profile import LanguageProfile
from lawbase.site.gathered import Gathered, gather
from lawbase.site.telling import told
from tests.conftest import ROOT
from tests.site.invented import invented

SOURCES = ROOT / "site"
CITES = "sr-2007 Član 1A prints “Pravidlo 2A”, here 2A"


@pytest.fixture(scope="module")
def site(languages: dict[str, LanguageProfile]) -> Gathered:
    """An invented site, gathered."""
    return gather(invented(), languages, SOURCES)


def say(site: Gathered, ui: str, english: str, edition: str = "cs-2007") -> str:
    """A sentence in the language of an interface."""
    return str(told(site, site.interfaces[ui], english, edition))


def test_a_place_is_linked_in_the_edition_that_it_is_named_with(site: Gathered) -> None:
    there = '<a href="~/sr-2007/1/index.html#1.A"><span lang="sr-Latn">SR 2007 Član 1A</span></a>'
    here = '<a href="~/cs-2007/2/index.html#2.A">2A</a>'
    quoted = '<span lang="sr-Latn">Pravidlo 2A</span>'
    assert say(site, "cs", CITES) == f"{there}: „{quoted}“, zde {here}"


@pytest.mark.parametrize("name", ["1.A.1", "1A1", "Pravidlo 1A1"])
def test_a_place_is_known_by_each_of_its_names(site: Gathered, name: str) -> None:
    there = f'<a href="~/cs-2007/1/index.html#1.A.1">{name}</a>'
    assert say(site, "cs", f"{name} has none") == f"{there} ho nemá"


def test_what_is_not_there_or_no_place_is_not_linked(site: Gathered) -> None:
    for sentence in (
        "Pravidlo 9Z is missing here; the others have it.",
        "This text prints 1 where the others print 2.",
        "“Pravidlo 1A” leads to nothing in this edition.",
        "nothing in sr-2007, cs-2017 corresponds to it",
    ):
        assert "<" not in say(site, "cs", sentence)


def test_editions_are_named_by_their_marks(site: Gathered) -> None:
    said = say(site, "cs", "nothing in sr-2007, cs-2017 corresponds to it", "sr-2007")
    assert said == "v SR 2007, CS 2017 tomu nic neodpovídá"


def test_what_has_no_phrase_is_said_in_english(site: Gathered) -> None:
    assert say(site, "cs", "<b> of sr-2007") == '<span lang="en">&lt;b&gt; of SR 2007</span>'


def test_a_quotation_keeps_the_letters_of_the_print(site: Gathered) -> None:
    said = say(site, "sr-Cyrl", "The word “članom” is printed twice.", "sr-2007")
    assert said == 'Реч „<span lang="sr-Latn">članom</span>“ одштампана је двапут.'


def test_every_place_that_evidence_names_with_its_edition_is_linked(
    knowledge: KnowledgeBase, languages: dict[str, LanguageProfile]
) -> None:
    site = gather(knowledge, languages, SOURCES)
    cited = [
        (witness, finding.edition)
        for finding in knowledge.findings
        for witness in finding.evidence
        if any(
            witness.startswith(f"{e.id} {languages[e.language].citation.law.format('')}")
            for e in site.layers.law_editions
        )
    ]
    assert len(cited) > 100
    assert not [(w, e) for w, e in cited if "<a href=" not in say(site, "en", w, e)]
