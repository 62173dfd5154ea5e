"""The laws as Python objects: what can't be answered is told in one sentence, never by nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import lawbase
from lawbase.api.laws import Laws
from lawbase.building import build
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.search.search import Searcher
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
    assert concordance.read(written) == concordance.becomes("72.C")


def test_a_folder_that_is_not_there_is_told_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(LawbaseError, match="there is no such folder; “lawbase build --output "):
        lawbase.load(tmp_path / "none")
    assert not (tmp_path / "none").exists()


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
        (lambda laws: laws.changes("pl-2017", "cs-2007"), "pl-2017 is not earlier than cs-2007"),
    ],
)
def test_what_cannot_be_answered_is_told(
    laws: Laws, ask: Callable[[Laws], object], sentence: str
) -> None:
    with pytest.raises(LawbaseError, match=sentence):
        ask(laws)
