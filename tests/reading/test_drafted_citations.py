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


def test_short_forms_and_the_words_for_notes_are_drafted() -> None:
    texts = {
        "1.A.1": "Določbe črk (a) in (b) zgoraj; glej črko (a), člen 12C1 in člena 16B2.",
        "1.A.2": "Glej opombo k členu 12 in člen 27B1. Opomba k členu 27 velja.",
    }
    drafted = tomllib.loads(draft_language(edition("sl-1", texts), "Člen"))["references"]
    assert drafted["unit"] == ["črk", "črko"]
    assert (drafted["footnote"], drafted["of"]) == (["opomba", "opombo"], ["k"])


@pytest.mark.parametrize(
    ("language", "title", "text", "law", "unit"),
    [
        ("fi", "LAKI", "Ks. lakia 27A. Lain 26 kohdan B nojalla.", ["lain", "lakia"], ["kohdan"]),
        ("ro", "Legea", "Vezi legea 16C. Carte supusă legii 50.", ["legea", "legii"], []),
    ],
)
def test_a_word_that_names_laws_does_so_in_all_its_cases(
    language: str, title: str, text: str, law: list[str], unit: list[str]
) -> None:
    drafted = tomllib.loads(draft_language(edition(f"{language}-1", {"1.A": text}), title))
    assert drafted["references"]["law"] == law
    assert drafted["references"].get("unit", []) == unit


def test_a_word_behind_a_small_letter_names_parts_where_others_stand_behind_their_labels() -> None:
    texts = {
        "1.A.1": "Taikoma 12 straipsnio C dalis, 19 straipsnio A dalį ir 20 straipsnio B dalies.",
        "1.A.2": "Žr. B dalies 1 punkto a papunktį ir 20 straipsnio C dalies 1 punktas.",
    }
    drafted = tomllib.loads(draft_language(edition("lt-1", texts), "straipsnis"))["references"]
    assert drafted["unit_after"] == ["dalies", "dalis", "dalį", "papunktį", "punktas", "punkto"]


def test_what_is_defined_is_no_stop_word() -> None:
    texts = {f"1.A.{n}": f"Kadar je izid v isti seji, ga sodnik {n} zapiše." for n in range(1, 5)}
    book = edition("sl-1", texts | {"def.Popravljeni izid": "Izid.", "def.Seja": "Čas."})
    stop = tomllib.loads(draft_language(book, "Člen"))["search"]["stop"]
    assert stop == ["ga", "isti", "je", "kadar", "v"]


def test_a_short_term_is_no_stop_word_and_meanings_are_asked_for() -> None:
    text = "Der Ruf gilt, wie er ist."
    texts = {"def.Ruf": text, "def.Ansage": text, "1.A": text, "1.B": text}
    drafted = tomllib.loads(draft_language(edition("de-1", texts), "Regel"))["search"]
    assert drafted["stop"] == ["der", "er", "gilt", "ist", "wie"]
    assert "was ist" in drafted["meaning"]
