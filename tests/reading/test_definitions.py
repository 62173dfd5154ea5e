"""Numbered senses of a definition."""

from __future__ import annotations

import pytest

from lawbase.model import Edition
from lawbase.reading.book import senses
from lawbase.reading.traced import Traced


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. A sum. 2. A time.", ["A sum.", "A time."]),
        ("1. A board as in Law 2. 2. Four hands.", ["A board as in Law 2.", "Four hands."]),
        ("A lead. 2. is no sense without a first one.", []),
        ("1. Only one sense is none.", []),
    ],
)
def test_senses(text: str, expected: list[str]) -> None:
    spans = senses(Traced.of(text))
    assert [text[span.start : span.end] for span in spans] == expected


def test_senses_of_the_corpus_begin_with_a_capital(editions: dict[str, Edition]) -> None:
    found = [
        provision.text[span.start]
        for edition in editions.values()
        for provision in edition.provisions
        for span in provision.senses
    ]
    assert len(found) > 40
    assert all(first.isupper() for first in found)
