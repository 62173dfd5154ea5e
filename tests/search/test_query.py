"""The one box taken apart."""

from __future__ import annotations

import pytest

from lawbase.citations.queries import QueryCitationReader
from lawbase.search.analysis import Analyzer
from lawbase.search.query import Filters, Query, QueryReader

SCRIPT = {"ч": "č", "л": "l", "а": "a", "н": "n", "д": "d"}
CITATIONS = QueryCitationReader(
    ["law", "član"], ["item"], ["and"], lambda a: a.law < 94 and len(a.steps) < 3, 7, 100
)
READER = QueryReader(Analyzer(SCRIPT), CITATIONS, (2007, 2017))


def words(query: Query) -> list[str]:
    return [token.form for token in query.tokens]


def test_a_citation_is_taken_out_of_the_words() -> None:
    query = READER.read("Law 16D2 dohoda")
    assert [str(a) for a in query.citations] == ["16.D.2"]
    assert words(query) == ["dohoda"]


def test_the_other_script_is_read_before_anything_else() -> None:
    assert [str(a) for a in READER.read("Члан 50Д1").citations] == ["50.D.1"]


def test_a_year_limits_a_citation_only() -> None:
    assert READER.read("16D2 2007").filters == Filters(years=(2007,))
    assert READER.read("16D2 1999").filters == Filters()
    assert READER.read("vydání 2007").filters == Filters()


@pytest.mark.parametrize("text", ['"na stole"', "„na stole“", "«na stole»", "“na stole”"])
def test_quotes_of_any_kind_make_a_phrase(text: str) -> None:
    query = READER.read(f"{text} karta")
    assert query.phrases == ("na stole",)
    assert words(query) == ["na", "stole", "karta"]


def test_quotes_among_more_words_tell_what_somebody_said() -> None:
    query = READER.read("rekao „na stole“ pa je partner bacio drugu")
    assert query.phrases == ()
    assert words(query)[:3] == ["rekao", "na", "stole"]


def test_a_quoted_citation_is_a_phrase() -> None:
    assert READER.read('"16D2"').citations == ()


def test_an_open_quote_is_no_phrase() -> None:
    assert READER.read('"na stole').phrases == ()


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("edition:CS-2007 x", Filters(editions=("cs-2007",))),
        ("x lang:sr lang:pl", Filters(languages=("sr", "pl"))),
        ("law:12-16 x", Filters(laws=((12, 16),))),
        ("law:27 x", Filters(laws=((27, 27),))),
        ("year:2017 x", Filters(years=(2017,))),
        ("in:definitions x", Filters(kinds=("definition",))),
    ],
)
def test_filters(text: str, filters: Filters) -> None:
    query = READER.read(text)
    assert query.filters == filters
    assert words(query) == ["x"]


def test_filters_are_told_as_they_are_typed() -> None:
    filters = READER.read("law:61-64 law:7 year:2017 lang:cs x").filters
    assert filters.typed() == {"laws": ("61-64", "7"), "years": ("2017",), "languages": ("cs",)}


@pytest.mark.parametrize(
    "text", ["law:x", "law:64-61", "law:١٢", "year:soon", "year:٢٠١٧", "in:nowhere", "edition:"]
)
def test_what_is_no_filter_is_refused(text: str) -> None:
    assert READER.read(text).refused == (text,)


@pytest.mark.parametrize("text", ["", " ", "\x00\u202e", "((((", "AND OR NOT *", "'; DROP TABLE"])
def test_anything_can_be_typed(text: str) -> None:
    assert READER.read(text).citations == ()


def test_a_long_query_is_cut() -> None:
    query = READER.read("karta " * 10_000)
    assert len(query.tokens) == 60
