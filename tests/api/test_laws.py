"""The laws as Python objects: what can't be answered is told in one sentence, never by nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import lawbase
from lawbase.api.laws import Laws
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase


@pytest.fixture(scope="module")
def laws(home: Path) -> Laws:
    """The laws as they were built."""
    return lawbase.load(home)


def test_a_law_is_named_by_its_number(laws: Laws) -> None:
    assert laws["cs-2017"][27] == laws["cs-2017"]["27"]


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


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda laws: laws.search("renons", "xx"), "there is no edition “xx”; there are cs-2007"),
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
