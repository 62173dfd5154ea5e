"""The laws as Python objects: what can't be answered is told in one sentence, never by nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import lawbase
from lawbase.api import Laws
from lawbase.building import build
from lawbase.errors import LawbaseError, NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.search.search import Searcher
from tests.commands.running import run
from tests.editions.corpora import two_editions
from tests.reading.test_invented_edition import SOURCE, lay_out


@pytest.fixture(scope="module")
def laws(home: Path) -> Laws:
    """The laws as they were built."""
    return lawbase.load(home)


def test_a_law_is_named_by_its_number(laws: Laws) -> None:
    assert laws["cs-2017"][27] == laws["cs-2017"]["27"]


def test_an_edition_contains_what_it_can_be_asked_for(laws: Laws) -> None:
    edition = laws["cs-2017"]
    assert "27B1a" in edition and 27 in edition and edition[27] in edition
    assert "93" not in edition and "renons" not in edition and edition[27] not in laws["cs-2007"]


@pytest.mark.parametrize(
    "written", ["72.C", "72C", "72 (c)", "Law 72C", "Pravidlo 72C", "Члан 72Ц"]
)
def test_the_concordance_reads_any_spelling_both_ways(
    knowledge: KnowledgeBase, written: str
) -> None:
    concordance = Laws(knowledge, Path()).concordance(2007, 2017)
    assert concordance.was(written) == ("23",)
    with pytest.raises(NotFoundError, match=r"what became of 72\.C of 2007"):
        concordance.read(written)


def test_the_concordance_tells_what_was_dropped_from_what_is_unknown(laws: Laws) -> None:
    concordance = laws.concordance(2007, 2017)
    assert concordance.read("12C1ei") == () == concordance.was("12C2d")
    with pytest.raises(NotFoundError, match=r"nothing tells what became of 70\.D\.3 of 2007"):
        concordance.read("70D3")
    with pytest.raises(NotFoundError, match=r"nothing tells what 13\.E of 2017 was"):
        concordance.was("13E")


def test_the_changes_of_two_editions_are_told_in_either_direction(laws: Laws) -> None:
    assert laws.changes("pl-2017", "cs-2007") == laws.changes("cs-2007", "pl-2017")
    turned = laws.diff("16C2", "pl-2017", "cs-2007")
    assert turned == laws.diff("16C2", "cs-2007", "pl-2017")
    assert (turned.from_edition, turned.to_edition) == ("cs-2007", "pl-2017")
    of_2017 = laws.diff("pl-2017:16C2", "cs-2007", "pl-2017")
    of_2007 = laws.diff("ldb:2007:16.D.2", "cs-2007", "pl-2017")
    assert of_2017 == of_2007 and {a.from_key for a in of_2017.alignments} == {"16.D.2"}


def test_the_concordance_reads_what_else_has_a_key_and_tells_what_is_not_there(laws: Laws) -> None:
    concordance = laws.concordance(2007, 2017)
    assert concordance.read("def.Tichý hráč") == concordance.becomes("def.Tichý hráč") != ()
    with pytest.raises(NotFoundError, match="there is no Law 99"):
        concordance.read("99")


def test_a_citation_may_name_its_edition(laws: Laws) -> None:
    assert laws["cs-2017"]["cs-2017:12"] == laws["cs-2017"][12]
    assert laws.provisions("ldb:2017:pl:12.C") == [laws["pl-2017"]["12C"]]
    assert {p.edition.id for p in laws.provisions("12C")[-2:]} == {"cs-2007", "sr-2007"}
    with pytest.raises(LawbaseError, match="is of cs-2017, not of cs-2007"):
        laws["cs-2007"]["cs-2017:12"]


def test_what_cites_a_paragraph_cites_what_is_inside_of_it(laws: Laws, home: Path) -> None:
    citing = laws["pl-2017"]["12C"].cited_by
    assert "16.B.3" in {p.key for p in citing} and len(set(citing)) == len(citing)
    assert not any(p.key.startswith(("12.C", "index")) for p in citing)
    told = run("refs", "12C", "--edition", "pl-2017", "--build", str(home)).out
    listed = told.partition("is cited by: ")[2].partition("is cited inside")[0]
    assert {p.citation for p in citing} == set(re.findall(r"(?m)^    (\S.*?) → ", listed))


def test_a_difference_is_what_the_command_prints(laws: Laws, home: Path) -> None:
    found = laws.diff("64", "cs-2007", "pl-2017")
    assert {c.kind for c in found.contrasts} >= {"substance"} and not found.changes
    line = "diff 64 --from cs-2007 --to pl-2017 --json --build"
    assert json.loads(run(*line.split(), str(home)).out) == json.loads(msgspec.json.encode(found))


def test_a_folder_that_is_not_there_is_told_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(LawbaseError, match="there is no such folder; “lawbase build --output "):
        lawbase.load(tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
@pytest.mark.parametrize("rebuilt", ["before it is asked", "while it is asked"])
def test_a_program_never_mixes_the_laws_of_two_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rebuilt: str
) -> None:
    corpus, home = two_editions(tmp_path / "corpus"), tmp_path / "home"
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))

    def rebuild() -> None:
        lay_out(corpus, SOURCE.replace("52 kartoj", "54 kartoj"))
        build(home, "search")

    def overtaken(folder: Path) -> object:
        rebuild()
        return opened(folder)

    build(home, "search")
    laws, again = lawbase.load(home), lawbase.load(home)
    assert laws.search("kartoj").laws is laws
    opened = Searcher.open
    if rebuilt == "before it is asked":
        rebuild()
    else:
        monkeypatch.setattr(Searcher, "open", overtaken)
    with pytest.raises(LawbaseError, match=r"rebuilt meanwhile|another build is under way"):
        again.search("kartoj")
    assert laws.search("kartoj").laws is laws  # what was opened before goes on
    assert "52 kartoj" in str(again["eo-2030"][1])


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda laws: laws.search("renons", "xx"), "there is no edition “xx”; there are cs-2007"),
        (lambda laws: laws.understand("renons", "xx"), "there is no edition “xx”; there are cs"),
        (lambda laws: laws.search("renons", limit=-1), "a limit is 1 or more, not -1"),
        (lambda laws: laws["cs-2017"][0], "there is no Law 0: the laws begin with 1"),
        (lambda laws: laws.concordance(2007, 2018), "no laws of 2018; there are those of 2007, 2"),
        (lambda laws: laws.concordance(2017, 2007), "2017 is not earlier than 2007"),
        (lambda laws: laws.changes("pl-2017", "cs-2017"), "pl-2017 and cs-2017 are both of 2017"),
        (lambda laws: laws.diff("sr-2007:16", "cs-2007", "pl-2017"), "16 is asked for of sr-2007"),
        (lambda laws: laws["cs-2017"][3.5], "by a citation or a law's number, not by 3.5"),
        (lambda laws: laws["cs-2017"][True], "by a citation or a law's number, not by True"),
        (lambda laws: laws["cs-2017"][1:3], r"by a citation or a law's number, not by slice\(1"),
        (lambda laws: laws[2017], "an edition is asked for by its id, not by 2017"),
    ],
)
def test_what_cannot_be_answered_is_told(
    laws: Laws, ask: Callable[[Laws], object], sentence: str
) -> None:
    with pytest.raises(LawbaseError, match=sentence):
        ask(laws)
