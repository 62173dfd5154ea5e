"""Misspelt words and what they were meant to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbase.search.spelling import Speller, slips

SPELLER = Speller(["kaznena", "kazna", "karta", "penalty", "calling", "zahajovacim", "renons"])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("kazenna", ("kaznena",)),
        ("kaznna", ("kazna", "kaznena")),
        ("penality", ("penalty",)),
        ("rennons", ("renons",)),
        ("zahajovazim", ("zahajovacim",)),
        ("zahojovazim", ()),
        ("zahajovaczim", ("zahajovacim",)),
        ("castling", ()),
        ("karte", ("karta",)),
        ("krt", ()),
        ("aznena", ()),
        ("abc", ()),
        ("", ()),
    ],
)
def test_corrections(typed: str, meant: tuple[str, ...]) -> None:
    assert SPELLER.corrections(typed) == meant


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_slips_are_the_same_both_ways(one: str, other: str) -> None:
    assert slips(one, other, 9) == slips(other, one, 9)


@given(st.text("abcd", min_size=2, max_size=9), st.integers(0, 7))
def test_one_slip_is_one(word: str, place: int) -> None:
    place %= len(word)
    assert slips(word, word[:place] + word[place + 1 :], 2) == 1
    assert slips(word, word[:place] + "z" + word[place:], 2) == 1


def test_too_many_are_not_counted() -> None:
    assert slips("karta", "stolek", 2) == 3
