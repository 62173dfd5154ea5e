"""How a new language cites is drafted from its text."""

from __future__ import annotations

import tomllib

import pytest
from msgspec.structs import replace

from lawbase.reading.drafting.language import draft_language
from tests.auditing.invented import edition


@pytest.mark.parametrize(
    ("title", "text", "law", "item"),
    [
        ("Lekso", "Vidu lekso 12C1(b) aŭ lekso 16B. Lekso 27 validas.", "Lekso {}", "({})"),
        ("Paragrafo", "Vidu lekso 12C1b aŭ lekson 16B1a. Ankaŭ lekso 27A.", "Lekso {}", "{}"),
        ("LEKSO", "Vidu lekso 12C1. (Vidu lekso 16B1a) kaj lekso 27A1(b).", "Lekso {}", "({})"),
    ],
    ids=["as titles", "another word, bare items", "capitals"],
)
def test_a_citation_looks_as_most_in_the_text(title: str, text: str, law: str, item: str) -> None:
    book = edition("aa-1", {"1.A.1.a": text})
    labelled = tuple(replace(p, label="a)") for p in book.provisions)
    drafted = tomllib.loads(draft_language(replace(book, provisions=labelled), title))
    assert (drafted["citation"]["law"], drafted["citation"]["item"]) == (law, item)
