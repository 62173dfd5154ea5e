"""Words expanded with a small vocabulary."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lawbase.search.analysis import Analyzer
from lawbase.search.expansion import Expander, Expansion, QueryTerm
from lawbase.search.vocabulary import (
    LanguageLexicon,
    LanguageWords,
    Vocabulary,
    WordCounter,
    information,
)

CZECH = LanguageWords(
    forms={
        "hrac": "hrac",
        "hraci": "hrac",
        "hracem": "hrac",
        "karta": "kart",
        "karty": "kart",
        "krabice": "krabik",
        "tichy": "tich",
        "tichym": "tich",
        "zabrana": "zabran",
        "zabranit": "zabran",
        "zabradli": "zabradl",
    },
    weights={"hrac": 80, "kart": 120, "tich": 230, "krabik": 400, "zabran": 500, "zabradl": 600},
    endings=("a", "em", "ami", "i"),
    stop=("na", "co"),
    question=("kdy",),
    beginnings=("ne",),
    phrases={"hrac tich": ("dummy",), "hrac": ("player",)},
)
SERBIAN = LanguageWords(
    forms={"karta": "kart", "prilagodeni": "prilagod", "stih": "stih"},
    weights={"kart": 130, "prilagod": 450, "stih": 200},
    stop=("na", "da"),
    spellings={"dj": "d"},
)
VOCABULARY = Vocabulary(
    languages={"cs": CZECH, "sr": SERBIAN},
    common={"@dummy": 210, "@player": 70, "40%": 500, "3": 60, "000": 900},
    letters={},
    law_words=(),
    units=(),
    joining=(),
    unknown=870,
)
UNDERSTANDER = Expander(VOCABULARY)


def query_terms(text: str) -> dict[str, QueryTerm]:
    tokens = tuple(Analyzer({}).tokens(text))
    return {
        query_term.token.form: query_term
        for query_term in UNDERSTANDER.expand(text, tokens).query_terms
    }


def languages(text: str) -> tuple[str, ...]:
    return UNDERSTANDER.expand(text, tuple(Analyzer({}).tokens(text))).languages


@pytest.mark.parametrize(
    ("text", "small"),
    [("karta na krabici na", ("na",)), ("co je karta na krabici", ()), ("na", ())],
)
def test_stop_words_are_small_ones_unless_they_ask_or_stand_alone(
    text: str, small: tuple[str, ...]
) -> None:
    forms, weights = CZECH.forms | {"na": "na"}, CZECH.weights | {"na": 10}
    knowing = replace(CZECH, forms=forms, weights=weights, meaning=("co je",))
    expander = Expander(replace(VOCABULARY, languages={"cs": knowing}))
    found = expander.expand(text, tuple(Analyzer({}).tokens(text))).small
    assert found == tuple((Expansion("cs", form, 100),) for form in small)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hráčem", ("cs",)),
        ("štih", ("sr",)),
        ("karta", ("cs", "sr")),
        ("karta na štih", ("sr",)),
        ("karta krabice", ("cs",)),
        ("kratbice", ("cs",)),
        ("40 %", ("cs", "sr")),
        ("", ("cs", "sr")),
    ],
)
def test_languages_are_told_word_by_word(text: str, expected: tuple[str, ...]) -> None:
    assert languages(text) == expected


def test_stop_words_are_left_out_unless_there_is_nothing_else() -> None:
    assert list(query_terms("co na kartách")) == ["kartach"]
    assert list(query_terms("na")) == ["na"]


def test_a_glossary_word_of_several_words_is_one_concept() -> None:
    found = query_terms("tichým hráčem")
    assert {
        expansion.term for query_term in found.values() for expansion in query_term.expansions
    } >= {"@dummy", "tich", "hrac"}
    assert all(
        "@player" not in {expansion.term for expansion in query_term.expansions}
        for query_term in found.values()
    )


def test_a_word_weighs_no_more_than_what_it_names() -> None:
    assert query_terms("tichým hráčem")["tichym"].weight == 210
    assert query_terms("tichým")["tichym"].weight == 230
    assert query_terms("hráčem")["hracem"].weight == 70


def test_question_words_say_little() -> None:
    assert query_terms("kdy karta")["kdy"].weight == 100


@pytest.mark.parametrize(
    ("typed", "expansion"),
    [
        ("krabice", Expansion("cs", "krabik", 100)),
        ("hracami", Expansion("cs", "hrac", 90)),
        ("kraibce", Expansion("cs", "krabik", 80)),
        ("krabicky", Expansion("cs", "krabik", 70)),
        ("krab", Expansion("cs", "krabik", 60)),
        ("nekrabice", Expansion("cs", "krabik", 90)),
        ("nehracami", Expansion("cs", "hrac", 90)),
        ("prilagodjeni", Expansion("sr", "prilagod", 100)),
        ("zabrana", Expansion("cs", "zabradl", 55)),
    ],
)
def test_ways_to_a_word(typed: str, expansion: Expansion) -> None:
    (query_term,) = query_terms(typed).values()
    assert expansion in query_term.expansions


@pytest.mark.parametrize(
    ("typed", "trust", "corrected"),
    [
        ("krabice", 100, None),
        ("kraibce", 100, "krabice"),
        ("krabi", 100, None),
        ("krab", 40, None),
        ("hrci", 100, None),
        ("zabraxyzw", 40, None),
        ("ofsajd", 0, None),
    ],
)
def test_trust(typed: str, trust: int, corrected: str | None) -> None:
    (query_term,) = query_terms(typed).values()
    assert (query_term.trust, query_term.corrected) == (trust, corrected)


def test_a_slip_in_a_name_of_the_glossary_is_told_and_an_inflection_is_none() -> None:
    terms = query_terms("tychym hracami")
    assert terms["tychym"].corrected == "tichym"
    assert terms["hracami"].corrected is None
    assert terms["tychym"].expansions[0] == Expansion("common", "@dummy", 85)


def test_a_number_not_known_joined_is_taken_apart() -> None:
    text = "3 000"
    expanded = UNDERSTANDER.expand(text, tuple(Analyzer({}).tokens(text)))
    assert [query_term.expansions[0].term for query_term in expanded.query_terms] == ["3", "000"]
    assert [expansion.term for expansion in query_terms("40 %")["40%"].expansions] == ["40%"]


@pytest.mark.parametrize(
    ("printed", "terms"), [("40 %", ("40%",)), ("3 000", ("3", "000")), ("5", ()), ("♠", ())]
)
def test_a_number_is_its_parts_where_no_text_has_it_whole(
    printed: str, terms: tuple[str, ...]
) -> None:
    assert UNDERSTANDER.own_numbers(Analyzer({}).form(printed), printed) == terms


def test_no_way_is_counted_twice() -> None:
    for text in ("hráčem karta", "kraibce", "zabrana"):
        for query_term in query_terms(text).values():
            terms = [(expansion.field, expansion.term) for expansion in query_term.expansions]
            assert len(terms) == len(set(terms))


def test_endings_are_learned_from_several_words() -> None:
    counter = WordCounter()
    for stem in ("kart", "barv", "hlask", "nabidk", "pokut"):
        counter.meet([(f"{stem}ami", stem)])
        counter.document([stem])
    assert counter.endings() == ("ami",)
    lexicon = LanguageLexicon(LanguageWords(counter.forms(), counter.weights(), counter.endings()))
    assert lexicon.inflected("kartami") == ("kart",)
    assert lexicon.inflected("zebrami") == ()


def test_the_commoner_stem_of_a_form_comes_first() -> None:
    counter = WordCounter()
    counter.meet(("rade", stem) for stem in ("rad", "rade", "rade"))
    assert counter.forms() == {"rade": "rade rad"}


def test_information_falls_with_use() -> None:
    weights = [information(documents, 100) for documents in range(101)]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] >= 0
