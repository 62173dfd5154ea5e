"""Texts to tokens: one form for every way to write a word."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbase.profile import LanguageProfile
from lawbase.search.analysis import Analyzer, number_parts
from lawbase.text import fold


@pytest.fixture(scope="module")
def analyzer(languages: dict[str, LanguageProfile]) -> Analyzer:
    return Analyzer.of(languages)


def forms(analyzer: Analyzer, text: str) -> list[str]:
    return [token.form for token in analyzer.tokens(text)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("štih", "ŠTIH"),
        ("штих", "štih"),
        ("Љубљана", "ljubljana"),
        ("прилагођени", "prilagođeni"),
        ("łącznie", "lacznie"),
        ("příděl", "PŘÍDĚL"),
        ("nepriznani", "nepřiznání"),
    ],
)
def test_ways_to_write_a_word_are_one_form(analyzer: Analyzer, one: str, other: str) -> None:
    assert forms(analyzer, one) == forms(analyzer, other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("40 %, 60%", ["40%", "60%"]),
        ("53 644 737 bodů", ["53644737", "bodu"]),
        ("3000–3490", ["3000", "3490"]),
        ("12 13", ["12", "13"]),
        ("1BT", ["1", "bt"]),
        ("♠\uf0a9 ♦", ["♠", "♥", "♦"]),
        ("♠\ufe0f", ["♠"]),
        ("may not", ["may", "not"]),
        ("", []),
    ],
)
def test_numbers_and_suits(analyzer: Analyzer, text: str, expected: list[str]) -> None:
    assert forms(analyzer, text) == expected


def test_joined_numbers_can_be_taken_apart() -> None:
    assert number_parts("3 000") == ("3", "000")
    assert number_parts("40 %") == ("40",)
    assert number_parts("13") == ()


@pytest.mark.slow
@given(st.text())
def test_tokens_stand_in_order_where_they_say(text: str) -> None:
    tokens = list(Analyzer({"ш": "š"}).tokens(text))
    assert all(0 <= t.start < t.end <= len(text) for t in tokens)
    assert all(a.end <= b.start for a, b in pairwise(tokens))


@given(st.text())
def test_folding_twice_folds_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
