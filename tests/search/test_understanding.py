"""Words understood with a small vocabulary."""

from __future__ import annotations

import pytest

from lawbase.search.analysis import Analyzer
from lawbase.search.understanding import Slot, Understander, Way
from lawbase.search.vocabulary import Lexicon, Vocabulary, WordCounter, Words, information

CZECH = Words(
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
    phrases={"hrac tich": ("dummy",), "hrac": ("player",)},
)
SERBIAN = Words(
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
    joining=(),
    unknown=870,
)
UNDERSTANDER = Understander(VOCABULARY)


def slots(text: str) -> dict[str, Slot]:
    tokens = tuple(Analyzer({}).tokens(text))
    return {slot.token.form: slot for slot in UNDERSTANDER.understand(text, tokens).slots}


def languages(text: str) -> tuple[str, ...]:
    return UNDERSTANDER.understand(text, tuple(Analyzer({}).tokens(text))).languages


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
    assert list(slots("co na kartách")) == ["kartach"]
    assert list(slots("na")) == ["na"]


def test_a_glossary_word_of_several_words_is_one_concept() -> None:
    found = slots("tichým hráčem")
    assert {way.term for slot in found.values() for way in slot.ways} >= {"@dummy", "tich", "hrac"}
    assert all("@player" not in {way.term for way in slot.ways} for slot in found.values())


def test_a_word_weighs_no_more_than_what_it_names() -> None:
    assert slots("tichým hráčem")["tichym"].weight == 210
    assert slots("tichým")["tichym"].weight == 230
    assert slots("hráčem")["hracem"].weight == 70


def test_question_words_say_little() -> None:
    assert slots("kdy karta")["kdy"].weight == 100


@pytest.mark.parametrize(
    ("typed", "way"),
    [
        ("krabice", Way("cs", "krabik", 100)),
        ("hracami", Way("cs", "hrac", 90)),
        ("kraibce", Way("cs", "krabik", 80)),
        ("krabicky", Way("cs", "krabik", 70)),
        ("krab", Way("cs", "krabik", 60)),
        ("prilagodjeni", Way("sr", "prilagod", 100)),
        ("zabrana", Way("cs", "zabradl", 55)),
    ],
)
def test_ways_to_a_word(typed: str, way: Way) -> None:
    (slot,) = slots(typed).values()
    assert way in slot.ways


@pytest.mark.parametrize(
    ("typed", "trust", "corrected"),
    [
        ("krabice", 100, None),
        ("kraibce", 50, "krabice"),
        ("krabi", 50, None),
        ("krab", 40, None),
        ("zabraxyzw", 40, None),
        ("ofsajd", 0, None),
    ],
)
def test_trust(typed: str, trust: int, corrected: str | None) -> None:
    (slot,) = slots(typed).values()
    assert (slot.trust, slot.corrected) == (trust, corrected)


def test_a_number_not_known_joined_is_taken_apart() -> None:
    text = "3 000"
    understood = UNDERSTANDER.understand(text, tuple(Analyzer({}).tokens(text)))
    assert [slot.ways[0].term for slot in understood.slots] == ["3", "000"]
    assert [way.term for way in slots("40 %")["40%"].ways] == ["40%"]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("na tichým hráčem", [("cs", "tich"), ("cs", "hrac")]),
        ("zábrana 40 %", [("cs", "zabran"), ("common", "40%")]),
        ("3 000 karet", [("common", "3"), ("common", "000")]),
        ("co", []),
    ],
)
def test_own_terms_are_nothing_that_is_meant_besides(
    text: str, terms: list[tuple[str, str]]
) -> None:
    tokens = tuple(Analyzer({}).tokens(text))
    assert list(UNDERSTANDER.own_terms(text, tokens, "cs")) == terms


def test_no_way_is_counted_twice() -> None:
    for text in ("hráčem karta", "kraibce", "zabrana"):
        for slot in slots(text).values():
            terms = [(way.field, way.term) for way in slot.ways]
            assert len(terms) == len(set(terms))


def test_endings_are_learned_from_several_words() -> None:
    counter = WordCounter()
    for stem in ("kart", "barv", "hlask", "nabidk", "pokut"):
        counter.meet(f"{stem}ami", stem)
        counter.document([stem])
    assert counter.endings() == ("ami",)
    lexicon = Lexicon(Words(counter.forms(), counter.weights(), counter.endings()))
    assert lexicon.inflected("kartami") == ("kart",)
    assert lexicon.inflected("zebrami") == ()


def test_the_commoner_stem_of_a_form_comes_first() -> None:
    counter = WordCounter()
    for stem in ("rad", "rade", "rade"):
        counter.meet("rade", stem)
    assert counter.forms() == {"rade": "rade rad"}


def test_information_falls_with_use() -> None:
    weights = [information(documents, 100) for documents in range(101)]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] >= 0
