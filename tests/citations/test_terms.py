"""Terms in running text: inflected, the longest first, never where the words mean another thing."""

from __future__ import annotations

from msgspec.structs import replace

from lawbase.citations.grammar import Grammar
from lawbase.citations.terms import TermFinder
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept
from lawbase.profile import CitationStyle, LanguageProfile
from lawbase.stemming import Stemmer
from tests.conftest import corpus_languages

LANGUAGES = corpus_languages()
CONCEPTS = (
    Concept("bid", {"cs": ("nabídka",), "pl": ("odzywka",), "sr": ("licit",)}),
    Concept("insufficient-bid", {"cs": ("nedostatečná nabídka",), "pl": ("odzywka niska",)}),
    Concept("opponent", {"cs": ("soupeř",), "pl": ("przeciwnik",), "sr": ("protivnik",)}),
    Concept("lho", {"cs": ("soupeř po levici",), "pl": ("LHO",)}),
    Concept(
        "side",
        {"cs": ("strana",), "pl": ("strona",)},
        excepted={"cs": ("levá strana",), "pl": ("po lewej stronie",)},
    ),
    Concept("turn", {"cs": ("pořadí", "na řadě")}, unlinked={"cs": ("pořadí",)}),
    Concept(
        "trick",
        {"cs": ("zdvih",), "sr": ("štih",), "pl": ("lewa",)},
        excepted={"pl": ("lewa strona",)},
    ),
)


def uses(language: str, text: str) -> list[tuple[str, str]]:
    """Concepts and the words that use them."""
    finder = TermFinder(CONCEPTS, language, Stemmer(LANGUAGES[language]))
    return [(use.concept, text[use.start : use.end]) for use in finder.find(text)]


def test_every_inflection_is_the_term() -> None:
    assert uses("cs", "Nabídkou soupeřů o zdvizích") == [
        ("bid", "Nabídkou"),
        ("opponent", "soupeřů"),
        ("trick", "zdvizích"),
    ]
    assert uses("sr", "Protivnici posle licita, štihova") == [
        ("opponent", "Protivnici"),
        ("bid", "licita"),
        ("trick", "štihova"),
    ]
    assert uses("pl", "Po odzywce przeciwnicy") == [("bid", "odzywce"), ("opponent", "przeciwnicy")]


def test_the_longest_phrase_wins_and_its_words_are_not_used_again() -> None:
    assert uses("cs", "nedostatečnou nabídkou soupeře po levici") == [
        ("insufficient-bid", "nedostatečnou nabídkou"),
        ("lho", "soupeře po levici"),
    ]


def test_a_phrase_does_not_run_over_a_mark() -> None:
    assert uses("cs", "soupeř. Po levici") == [("opponent", "soupeř")]
    assert uses("cs", "soupeř\npo levici") == [("lho", "soupeř\npo levici")]


def test_a_phrase_that_only_looks_like_the_term_is_left_alone() -> None:
    assert uses("cs", "na levé straně provinilá strana") == [("side", "strana")]
    assert uses("pl", "po lewej stronie lewy tej strony") == [
        ("trick", "lewy"),
        ("side", "strony"),
    ]


def test_everyday_words_are_not_linked() -> None:
    assert uses("cs", "v pořadí určeném, kdo je na řadě") == [("turn", "na řadě")]


def test_an_everyday_word_in_brackets_names_again_what_was_named_just_before() -> None:
    concepts = (
        Concept("dummy", {"cs": ("tichý hráč", "stůl")}, unlinked={"cs": ("stůl",)}),
        Concept("table", {"cs": ("stůl",)}),
    )
    finder = TermFinder(concepts, "cs", Stemmer(LANGUAGES["cs"]))
    for text, expected in (
        ("Východ je tichý hráč (stůl).", ["dummy", "dummy"]),
        ("Tichý hráč (má stůl)", ["dummy", "table"]),
        ("Tichý hráč a stůl", ["dummy", "table"]),
        ("Hráč (stůl)", ["table"]),
    ):
        assert [use.concept for use in finder.find(text)] == expected, text


def test_an_abbreviation_is_compared_as_it_is_written() -> None:
    assert uses("pl", "LHO i lho") == [("lho", "LHO")]


def test_a_language_without_a_stemmer_compares_lower_case_words() -> None:
    style = CitationStyle("{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}")
    stemmer = Stemmer(LanguageProfile("xx", "x", style))
    finder = TermFinder((Concept("ace", {"xx": ("ace",)}),), "xx", stemmer)
    assert [(use.start, use.end) for use in finder.find("Ace, aces")] == [(0, 3)]


def test_uses_in_the_corpus_are_exact_in_order_and_apart(
    knowledge: KnowledgeBase,
) -> None:
    editions, links = knowledge.editions, knowledge.links
    texts = {(p.edition, p.key): p for edition in editions for p in edition.provisions}
    last: tuple[tuple[str, str, str], int] = (("", "", ""), 0)
    for use in links.uses:
        text = texts[use.edition, use.key].part(use.part)
        words = text[use.start : use.end]
        assert words == words.strip() and words
        place = (use.edition, use.key, use.part)
        assert place != last[0] or last[1] <= use.start
        last = (place, use.end)


def test_false_friends_are_not_in_the_corpus(knowledge: KnowledgeBase) -> None:
    editions, links = knowledge.editions, knowledge.links
    texts = {(p.edition, p.key): p for edition in editions for p in edition.provisions}
    forms: dict[tuple[str, str], set[str]] = {}
    for use in links.uses:
        text = texts[use.edition, use.key].part(use.part)
        form = text[use.start : use.end].lower()
        forms.setdefault((use.edition, use.concept), set()).add(form)
    assert not forms["pl-2017", "diamonds"] & {"kara", "karę", "kary", "karcie"}
    assert "te" not in forms["pl-2017", "team"]
    assert "time" not in forms["sr-2007", "team"]
    assert not {form for form in forms["pl-2017", "score"] if form.startswith("wynika")}
    assert "strony" not in forms["pl-2017", "lho"]
    assert not {form for form in forms["cs-2007", "bid"] if form.startswith("draž")}
    assert not forms["cs-2007", "exposed-card"] & {"odkrýt", "odkryto", "odkryje"}


def test_letters_of_a_script_are_letters_and_no_pattern() -> None:
    serbian = LANGUAGES["sr"]
    Grammar(replace(serbian, script={**serbian.script, "а": "(?P<label>["}))
