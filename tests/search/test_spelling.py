"""Misspelt words and what they were meant to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbase.search.vocabulary import LanguageLexicon, LanguageWords

KNOWN = ("kaznena", "kazna", "karta", "penalty", "calling", "zahajovacim", "renons")


def corrections(typed: str, *known: str) -> tuple[str, ...]:
    return LanguageLexicon(LanguageWords({form: form for form in known}, {})).corrections(typed)


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
    assert corrections(typed, *KNOWN) == meant


@given(st.text("abcd", min_size=5, max_size=9), st.text("abcd", min_size=5, max_size=9))
def test_slips_are_the_same_both_ways(one: str, other: str) -> None:
    assert bool(corrections(one, other)) == bool(corrections(other, one))


@given(st.text("abcd", min_size=5, max_size=9), st.integers(0, 6))
def test_one_slip_is_one(word: str, place: int) -> None:
    place = 1 + place % (len(word) - 1)
    assert corrections(word[:place] + word[place + 1 :], word) == (word,)
    assert corrections(word[:place] + "z" + word[place:], word) == (word,)
    assert corrections(word[:place] + "z" + word[place + 1 :], word) == (word,)
