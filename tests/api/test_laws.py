"""The laws as Python objects: what can't be answered is told in one sentence, never by nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import lawbase
from lawbase.api.laws import Laws
from lawbase.errors import LawbaseError


@pytest.fixture(scope="module")
def laws(home: Path) -> Laws:
    """The laws as they were built."""
    return lawbase.load(home)


def test_a_law_is_named_by_its_number(laws: Laws) -> None:
    assert laws["cs-2017"][27] == laws["cs-2017"]["27"]


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
