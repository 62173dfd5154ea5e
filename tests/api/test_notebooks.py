"""What a notebook shows of a paragraph and of an answer: HTML in which texts are but texts."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest
from msgspec.structs import replace

import lawbase
from lawbase.api import Answer, Laws, Paragraph

HOSTILE = "<script>alert('&')</script>"
SHOWN = "&lt;script&gt;alert("


@pytest.fixture(scope="module")
def laws(home: Path) -> Laws:
    """The laws as they were built."""
    return lawbase.load(home)


def test_a_paragraph_shows_its_citation_and_its_text(laws: Laws) -> None:
    shown = laws["cs-2007"]["27B1a"]._repr_html_()
    assert "Pravidlo 27B1(a), cs-2007" in shown
    assert "nedostatečná nabídka" in shown


def test_a_paragraph_shows_markup_as_text(laws: Laws) -> None:
    record = laws["cs-2007"]["27B1a"].record
    shown = Paragraph(laws, replace(record, heading=HOSTILE, text=HOSTILE))._repr_html_()
    assert "<script" not in shown
    assert shown.count(SHOWN) == 2


def test_an_answer_shows_what_was_found_and_markup_as_text(laws: Laws) -> None:
    answer = laws.search("výnos mimo pořadí", limit=1)
    assert "<mark>" in answer._repr_html_()
    hit = replace(answer.result.hits[0], heading=HOSTILE, snippet=HOSTILE, marks=((0, 8),))
    shown = Answer(laws, replace(answer.result, hits=(hit,), message=HOSTILE))._repr_html_()
    assert "<script" not in shown
    assert shown.count("alert(") == 3
    assert "<mark>&lt;script&gt;</mark>alert(" in shown


def test_a_difference_shows_what_was_read_and_the_words_that_changed(laws: Laws) -> None:
    read = laws.diff("64", "cs-2007", "pl-2017")
    shown = read._repr_html_()
    assert all(escape(c.what["en"]) in shown for c in read.contrasts if c.what)
    noted = laws.diff("16A1b", "sr-2007", "cs-2017")._repr_html_()
    assert "instead of D.<br>cs-2017 still says D" in noted
    words = laws.diff("27B", "cs-2007", "cs-2017")._repr_html_()
    assert "<del>" in words and "<ins>" in words


def test_a_difference_shows_markup_as_text_and_what_nobody_read(laws: Laws) -> None:
    found = laws.diff("64", "cs-2007", "pl-2017")
    hostile = tuple(replace(c, what={"en": HOSTILE}) for c in found.contrasts)
    assert "<script" not in replace(found, contrasts=hostile)._repr_html_()
    unread = tuple(replace(c, reviewed=False) for c in found.contrasts)
    assert "not read; likely changed: " in replace(found, contrasts=unread)._repr_html_()
