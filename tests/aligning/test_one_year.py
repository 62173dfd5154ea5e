"""Editions of one year: by address, confirmed by the text."""

import pytest
from msgspec.structs import replace

from lawbase.model import Aligned, Key, Text
from tests.aligning.invented import (
    KEYS,
    align,
    edition,
    law_texts,
    pairs,
    sentence,
    translated,
)


def test_addresses_that_the_texts_confirm_are_the_same() -> None:
    texts = law_texts()
    found = pairs(
        align(edition("aa-2007", texts), edition("bb-2007", translated(texts, "bb"))),
        "aa-2007",
        "bb-2007",
    )
    assert {(key, key) for key in KEYS} <= found.keys()
    assert set(found.values()) == {"same"}


@pytest.mark.slow
def test_where_the_text_disagrees_with_the_address_the_text_wins() -> None:
    texts = law_texts()
    other = translated(texts, "bb")
    other["3.A.1"], other["3.A.2"] = other["3.A.2"], other["3.A.1"]
    aligned = align(edition("aa-2007", texts), edition("bb-2007", other))
    found = pairs(aligned, "aa-2007", "bb-2007")
    assert found["3.A.1", "3.A.2"] == "moved"
    assert found["3.A.2", "3.A.1"] == "moved"
    assert ("3.A.1", "3.A.1") not in found
    assert any(text.key == "3.A.2" for text in _thread_of(aligned, "aa-2007", "3.A.1"))


def test_a_missing_provision_has_no_partner_and_is_not_called_dropped() -> None:
    texts = law_texts()
    other = translated({key: text for key, text in texts.items() if key != "5.B.2"}, "bb")
    aligned = align(edition("aa-2007", texts), edition("bb-2007", other))
    assert all(a.from_key != "5.B.2" for a in aligned.alignments)


def test_a_lead_in_that_the_other_language_repeats_in_every_part_lies_in_them_all() -> None:
    texts = law_texts()
    texts["4.B"] = "kolorepo tudisona vemikare nasolodi"
    parts = {key: texts[key] for key in ("4.B.1", "4.B.2", "4.B.3")}
    repeated = {key: f"{texts['4.B']} {text}" for key, text in parts.items()}
    other = translated({key: t for key, t in texts.items() if key != "4.B"} | repeated, "bb")
    for number in range(4):
        texts[f"9.A.{number + 1}"] = texts["4.B"] + f" kalo{number}"
        other[f"9.A.{number + 1}"] = translated({"x": texts[f"9.A.{number + 1}"]}, "bb")["x"]
    found = pairs(align(edition("aa-2007", texts), edition("bb-2007", other)), "aa-2007", "bb-2007")
    assert {("4.B", key) for key in parts} <= found.keys()


def _thread_of(aligned: Aligned, name: str, key: Key) -> tuple[Text, ...]:
    return next(t.texts for t in aligned.threads if Text(name, key) in t.texts)


def test_few_provisions_are_aligned_by_their_addresses() -> None:
    texts = {key: sentence(key) for key in ("1.A", "1.B", "2", "3.A.1")}
    other = {key: sentence(f"{key} in another tongue") for key in texts}
    found = pairs(align(edition("aa-2007", texts), edition("bb-2007", other)), "aa-2007", "bb-2007")
    assert {(key, key) for key in texts} <= found.keys()


def test_editions_that_have_no_law_in_common_are_aligned_with_nothing() -> None:
    first = edition("aa-2007", {"1.A": sentence("a")})
    second = replace(edition("bb-2007", {"50.A": sentence("b")}), laws=(50, 50))
    aligned = align(replace(first, laws=(1, 1)), second)
    assert aligned.alignments == ()
    assert len(aligned.threads) == 4


def test_one_edition_alone_has_threads_and_nothing_else() -> None:
    aligned = align(edition("aa-2007", law_texts()))
    assert aligned.threads and not aligned.alignments and not aligned.lexicon
