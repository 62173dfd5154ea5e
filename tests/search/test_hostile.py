"""Whatever is typed ends in an answer that can be written down, and in the same one again."""

from __future__ import annotations

import tracemalloc
import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbase.search.results import SearchResult
from lawbase.search.search import Searcher

STRANGE = [
    "",
    " \t\r\n\v\f",
    "\0",
    "re\0nons",
    "\x1b[2J",
    "‮snoner",
    "re\u200bnons\ufeff",
    "n\u0303" * 2000,
    "\ud800",
    "renons\udfff",
    "year:²",
    "year:٢٠٠٧",
    "law:99999-1",
    "law:" + "9" * 5000,
    "edition:../../etc/passwd",
    "Law 999999999999999999999",
    "२७Ｂ１",
    "27B1a" * 400,
    "*:* AND (renons OR",
    '"' * 999,
    '"renons"~5 [a TO z}',
    "'; DROP TABLE documents; --",
    "<script>alert(1)</script>",
    "{{7*7}} ${x} %s {0}",
    "renons " * 1429,
    "ř" * 10_000,
    "(" * 10_000,
]


def is_sound(searcher: Searcher, query: str) -> bool:
    """Whether an answer can be written, read again, and is given again."""
    first = msgspec.json.encode(searcher.search(query))
    msgspec.json.decode(first, type=SearchResult)
    return first == msgspec.json.encode(searcher.search(query))


@pytest.mark.parametrize("query", STRANGE, ids=lambda query: repr(query[:24]))
def test_strange_queries(small: Searcher, query: str) -> None:
    assert is_sound(small, query)


@pytest.mark.slow
def test_a_sample_of_every_stretch_of_unicode(small: Searcher) -> None:
    letters = [x for x in map(chr, range(0x110000)) if unicodedata.category(x) != "Cn"]
    for start in range(0, len(letters), 256):
        assert is_sound(small, "".join(letters[start : start + 256 : 37]))


@given(st.text(max_size=200))
def test_any_text(small: Searcher, query: str) -> None:
    assert is_sound(small, query)


@given(st.text(alphabet='27BCa1(). -–,;:"§%♠ijxvи ', max_size=30))
def test_anything_like_a_citation(small: Searcher, query: str) -> None:
    assert is_sound(small, query)


def test_halves_of_characters_are_replaced_in_what_is_told(small: Searcher) -> None:
    assert small.search("a\ud800b").query == "a?b"


@pytest.mark.parametrize("query", ["ř" * 10_000, "ab" * 5_000])
def test_a_word_longer_than_any_costs_no_more_than_another(small: Searcher, query: str) -> None:
    small.search("nosuchword")
    tracemalloc.start()
    small.search(query)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2_000_000
