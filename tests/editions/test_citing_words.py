"""What drafting knows of languages: stemmers that exist, words as they stand in a text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import snowballstemmer
from msgspec.structs import asdict

import lawbase.reading.drafting.language as drafting
from lawbase.profile import load_toml
from lawbase.reading.drafting.language import CitingWords, citing_words

TABLE = load_toml(Path(drafting.__file__).with_name("citing.toml"), dict[str, CitingWords])


@pytest.mark.parametrize("language", TABLE)
def test_a_language_has_a_stemmer_that_exists_and_words_in_small_letters(language: str) -> None:
    known = asdict(citing_words(language))
    stemmer = known.pop("stemmer")
    assert not stemmer or stemmer in snowballstemmer.algorithms()
    words = [word for words in known.values() for word in words]
    assert stemmer or words
    assert all(word == word.lower().strip() and re.match(r"[^\W\d_]|§", word) for word in words)


def test_a_language_that_cites_is_known_whole() -> None:
    for language, known in TABLE.items():
        told = asdict(known)
        del told["stemmer"], told["alphabets"]
        del told["game"]  # told once of languages that write it alike
        del told["through"]  # some have an ending for it, or a dash alone
        assert all(told.values()) or not any(told.values()), language
    assert sum(bool(known.law) for known in TABLE.values()) > 25


def test_of_a_language_that_nobody_told_of_nothing_is_known() -> None:
    assert citing_words("xx") == CitingWords()
