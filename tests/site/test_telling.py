"""What findings say on pages: places linked, quotations in their language."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from lawbase.auditing.messages import languages as spoken
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Cited, EditionName, Finding, Place, Quotation, Value, Witness
from lawbase.site.context import Site
from lawbase.site.interface import load_interfaces
from lawbase.site.settings import load_settings
from lawbase.site.views.findings import check_name, finding_message, names_its_place, witnessed
from tests.conftest import ROOT
from tests.site.invented import invented

SOURCES = ROOT / "site"
PRINTS = Witness(
    "prints-address",
    {
        "place": Place("sr-2007", "1.A"),
        "words": Quotation("Pravidlo 2A", "sr"),
        "cited": Cited("cs-2007", "2.A"),
    },
)


@pytest.fixture(scope="module")
def site() -> Site:
    """An invented site, gathered."""
    return Site(invented(), SOURCES)


def finding(
    check: str,
    values: Mapping[str, Value | tuple[Value, ...]],
    *witnesses: Witness,
    edition: str = "cs-2007",
) -> Finding:
    """A finding of which only what it says matters."""
    return Finding(
        edition, "1", check, "info", "", "", "", (), 1.0, values=dict(values), witnesses=witnesses
    )


def test_a_place_is_linked_and_a_quotation_keeps_its_language(site: Site) -> None:
    (said,) = witnessed(site.context("cs"), finding("missing-heading", {}, PRINTS))
    there = '<a href="~/sr-2007/1/index.html#1.A">SR 2007 <span lang="sr-Latn">Član 1A</span></a>'
    here = '<a href="~/cs-2007/2/index.html#2.A">2A</a>'
    assert said == f'{there}: „<span lang="sr-Latn">Pravidlo 2A</span>“, zde {here}'


def test_a_place_of_the_finding_s_own_edition_goes_without_its_mark(site: Site) -> None:
    own = finding("missing-label", {"place": Place("cs-2007", "1.A.1")})
    there = '<a href="~/cs-2007/1/index.html#1.A.1">Pravidlo 1A1</a>'
    assert finding_message(site.context("cs"), own) == f"Bez označení je vytištěno: {there}."


def test_what_is_not_there_is_not_linked(site: Site) -> None:
    lacking = finding("missing-provision", {"place": Place("cs-2007", "9.Z")})
    assert finding_message(site.context("cs"), lacking) == "Chybí tu Pravidlo 9Z; ostatní to mají."


def test_editions_are_named_by_their_marks(site: Site) -> None:
    editions = Witness(
        "nothing-corresponds", {"editions": (EditionName("sr-2007"), EditionName("cs-2017"))}
    )
    (said,) = witnessed(site.context("cs"), finding("missing-heading", {}, editions))
    assert said == "v SR 2007, CS 2017 tomu nic neodpovídá"


def test_a_quotation_keeps_the_letters_of_the_print_and_is_escaped(site: Site) -> None:
    doubled = replace(finding("doubled-word", {}, edition="sr-2007"), expected="<članom>")
    said = finding_message(site.context("sr-Cyrl"), doubled)
    assert said == 'Реч „<span lang="sr-Latn">&lt;članom&gt;</span>“ одштампана је двапут.'


def test_every_interface_names_every_check_in_its_own_language() -> None:
    interfaces = load_interfaces(SOURCES, load_settings(SOURCES).interfaces)
    names = {name: check_name(ui, "doubled-word") for name, ui in interfaces.items()}
    assert names["cs"] == "zdvojené slovo"
    assert names["sr-Cyrl"] == "двострука реч"
    assert len(set(names.values())) == len(spoken()) + 1


def test_every_place_that_a_finding_of_the_corpus_names_is_linked_if_it_is_there(
    knowledge: KnowledgeBase,
) -> None:
    english = Site(knowledge, SOURCES).context("en")
    cited = 0
    for found in knowledge.findings:
        for witness, said in zip(found.witnesses, witnessed(english, found), strict=True):
            place = witness.values.get("place")
            if isinstance(place, Place):
                assert knowledge.provision(place.edition, place.key) and "<a href=" in said
                cited += 1
    assert cited > 100


def test_a_place_that_the_sentence_names_is_not_said_twice(knowledge: KnowledgeBase) -> None:
    named = [found for found in knowledge.findings if names_its_place(found)]
    english = Site(knowledge, SOURCES).context("en")
    assert {"missing-definition", "missing-label"} <= {found.check for found in named}
    for found in named:
        assert (
            knowledge.cite(found.edition, found.key) in finding_message(english, found).striptags()
        )
