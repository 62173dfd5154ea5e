"""Sentences: where they end, and where a full stop ends none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbase.model import Edition
from lawbase.profile import LanguageProfile
from lawbase.text import Span, sentence_at, sentences
from tests.conftest import corpus_languages

LANGUAGES = corpus_languages()


def cut(text: str, language: str) -> list[str]:
    """The sentences of a text."""
    spans = sentences(text, LANGUAGES[language].sentences.abbreviations)
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("cs", ["Hráč dá kartu.", "Pak hraje soupeř."]),
        ("cs", ["Viz např. Pravidlo 9.", "Konec."]),
        ("cs", ["1. Postup určení závazku.", "2. Veškeré hlášky (viz Pravidlo 17)."]),
        ("cs", ["Pravidlo 16D se nepoužije, ale viz D. níže."]),
        ("cs", ["Platí to podle odstavce B.", "Nesmí hrát."]),
        ("cs", ["Proč?", "„Protože ano.“", "Dobře!"]),
        ("sr", ["Primenjuje se čl. 16, npr. Direktor.", "Dalje."]),
        ("pl", ["Dnia 1. stycznia, m.in. Kowalski.", "Koniec."]),
        ("pl", ["Zob. Przepis 12.", "(Dalej)."]),
    ],
)
def test_sentences_end_where_they_end(language: str, expected: list[str]) -> None:
    assert cut(" ".join(expected), language) == expected


def test_a_lines_end_ends_a_sentence() -> None:
    assert cut("Nadpis\nText jde dál.\n1. Bod", "cs") == ["Nadpis", "Text jde dál.", "1. Bod"]


def test_the_sentence_around_a_span_is_found() -> None:
    text = "Viz Pravidlo 9. Pak hraje (viz Pravidlo 10). Konec."
    at = text.index("Pravidlo 10")
    span = sentence_at(text, at, at + 11, LANGUAGES["cs"].sentences.abbreviations)
    assert text[span.start : span.end] == "Pak hraje (viz Pravidlo 10)."
    span = sentence_at(text, 4, at, LANGUAGES["cs"].sentences.abbreviations)
    assert text[span.start : span.end] == "Viz Pravidlo 9. Pak hraje (viz Pravidlo 10)."
    assert sentence_at("", 0, 0, LANGUAGES["cs"].sentences.abbreviations) == Span(0, 0)


@given(st.text(alphabet="Aaá .!?\n1)(„“", max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_sentences_cover_all_but_white_space_whatever_the_text(text: str, a: int, b: int) -> None:
    spans = sentences(text, LANGUAGES["cs"].sentences.abbreviations)
    covered = {n for span in spans for n in range(span.start, span.end)}
    assert all(text[n].isspace() for n in range(len(text)) if n not in covered)
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    around = sentence_at(text, start, end, LANGUAGES["cs"].sentences.abbreviations)
    assert 0 <= around.start <= around.end <= len(text)
    inked = [n for n in range(start, end) if not text[n].isspace()]
    assert all(around.start <= n < around.end for n in inked)


def test_no_sentence_of_the_laws_begins_in_small_letters(
    editions: dict[str, Edition], languages: dict[str, LanguageProfile]
) -> None:
    for edition in editions.values():
        for provision in edition.provisions:
            if provision.kind == "section":
                continue
            for span in sentences(
                provision.text, languages[edition.language].sentences.abbreviations
            )[1:]:
                assert not provision.text[span.start].islower(), (edition.id, provision.key)
