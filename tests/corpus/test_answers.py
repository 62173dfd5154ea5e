"""How well the search over the whole corpus answers, by graded queries and the books' indexes."""

from __future__ import annotations

from collections import defaultdict

import pytest

from lawbase.search.search import Searcher
from tests.search.grading import (
    ASKED,
    BLIND,
    FRESH,
    GRADED,
    OWN,
    SPOKEN,
    TOLD,
    GradedQuery,
    grades,
    halved,
    honesty,
    load_queries,
    measure,
)

Judged = list[tuple[GradedQuery, list[int]]]


def judge(searcher: Searcher, queries: list[GradedQuery]) -> Judged:
    """Every query with the grades of its hits."""
    return [
        (
            query,
            grades(query, searcher.search(query.text, (query.edition,) * bool(query.edition)).hits),
        )
        for query in queries
    ]


@pytest.fixture(scope="module")
def graded(whole: Searcher) -> Judged:
    return judge(whole, load_queries(GRADED))


@pytest.fixture(scope="module")
def own(whole: Searcher) -> Judged:
    return judge(whole, load_queries(OWN))


def test_graded_queries_are_answered(graded: Judged) -> None:
    found = measure(graded)
    assert found.first >= 0.90
    assert found.third >= 0.96
    assert found.mrr >= 0.92
    assert found.ndcg >= 0.75


def test_no_kind_of_query_is_left_behind(graded: Judged) -> None:
    kinds: defaultdict[str, Judged] = defaultdict(list)
    for query, found in graded:
        if query.relevant:
            kinds[query.kind].append((query, found))
    weak = {kind: measure(judged).first for kind, judged in kinds.items()}
    assert {kind: first for kind, first in weak.items() if first < 0.80} == {}


def test_queries_that_nobody_tuned_to_are_answered(own: Judged) -> None:
    found = measure(own)
    assert found.first >= 0.87
    assert found.mrr >= 0.89
    assert found.ndcg >= 0.75


@pytest.mark.slow
def test_what_people_at_a_table_say_is_mostly_answered(whole: Searcher) -> None:
    found = measure(judge(whole, load_queries(SPOKEN)))
    assert found.first >= 0.70
    assert found.mrr >= 0.75


@pytest.mark.slow
@pytest.mark.parametrize(
    ("queries", "first", "third", "silence"),
    [
        pytest.param(halved(load_queries(FRESH))[0], 0.66, 0.78, 0.65, id="fresh, looked at"),
        pytest.param(halved(load_queries(FRESH))[1], 0.66, 0.78, 0.65, id="fresh, the others"),
        pytest.param(load_queries(BLIND), 0.72, 0.80, 0.75, id="blind"),
        pytest.param(load_queries(ASKED), 0.80, 0.90, 0.90, id="asked"),
        pytest.param(load_queries(TOLD), 0.85, 0.93, 0.90, id="told"),
    ],
)
def test_questions_written_from_the_laws_are_mostly_answered_and_others_refused(
    whole: Searcher, queries: list[GradedQuery], first: float, third: float, silence: float
) -> None:
    judged = judge(whole, queries)
    found = measure(judged)
    silent, asked = honesty(judged)
    assert found.first >= first
    assert found.third >= third
    assert silent >= silence * asked


@pytest.mark.parametrize("query", ["hráč má 14 karet", "имам 14 карата", "mam 14 kart", "14 cards"])
def test_a_number_of_cards_in_digits_finds_what_its_word_finds(whole: Searcher, query: str) -> None:
    assert whole.search(query).hits[0].key.partition(".")[0] in ("13", "14")


REVOKE, CLAIM = {"61", "62", "63", "64"}, {"68", "69", "70", "71"}
MISINFORMATION, HESITATION = {"20", "21", "75"}, {"16", "73"}


@pytest.mark.parametrize(
    ("query", "things"),
    [
        (
            "declarer claimed the rest and it turned out that a defender had revoked",
            {"claimed": CLAIM, "revoked": REVOKE},
        ),
        (
            "špatné vysvětlení a navíc partnerovo zaváhání",
            {"vysvetleni": MISINFORMATION, "zavahani": HESITATION},
        ),
    ],
)
def test_where_two_things_happened_both_laws_come_and_say_which_words_led(
    whole: Searcher, query: str, things: dict[str, set[str]]
) -> None:
    hits = whole.search(query).hits[:3]
    for word, laws in things.items():
        assert any(hit.key.partition(".")[0] in laws and word in hit.reason.words for hit in hits)


def test_a_provision_that_a_text_lacks_is_told(whole: Searcher) -> None:
    gap = "16A3 is missing from the text of pl-2017."
    assert whole.search("16A3", ("pl-2017",)).message == gap
    found = whole.search("16A3")
    assert found.message == gap
    assert found.hits[0].key == "16.A.3"
    assert whole.search("16A3", ("cs-2007",)).message == ""


def test_an_answer_beyond_the_end_of_an_edition_is_told(whole: Searcher) -> None:
    found = whole.search("nepriznal barvu", ("cs-2017",))
    assert found.message == (
        "cs-2017 contains only Laws 1 to 40; the likeliest answer is 64 in pl-2017."
    )
    assert found.grade == "likely"
    assert whole.search("nepriznal barvu", ("pl-2017",)).message == ""
    assert whole.search("nedostatečná nabídka", ("cs-2017",)).message == ""


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("what does a jump to four notrump show after a transfer", "how to bid or play well"),
        ("kolik bodů má mít skok do hry", "how to bid or play well"),
        ("jaki jest najlepszy wist spod asa", "how to bid or play well"),
        ("kako se igra poker", "not of other games"),
        ("zasady gry w szachy", "not of other games"),
        ("jaké bude zítra počasí na horách", "something that happened at the bridge table"),
        ("gde se kupuju karte za pozorište", "something that happened at the bridge table"),
        (
            "how much is the entry fee on Saturday",
            "It may be for a club, an organiser or a federation to decide",
        ),
        ("gdzie jest toaleta", "It may be for a club, an organiser or a federation to decide"),
        ("kada je sledeći turnir", "It may be for a club, an organiser or a federation to decide"),
        ("jede tam autobus", "something that happened at the bridge table"),
        ("player got a red card and was sent off the pitch", "not of other games"),
        ("who must follow suit in euchre when the bower is led", "not of other games"),
        ("u tabliću, ko uzima karte koje ostanu na stolu", "not of other games"),
        (
            "ile punktów klasyfikacyjnych za drugie miejsce",
            "It may be for a club, an organiser or a federation to decide",
        ),
    ],
)
def test_what_lies_beyond_the_laws_is_told_by_its_kind(
    whole: Searcher, query: str, told: str
) -> None:
    found = whole.search(query)
    assert (found.grade, found.hits) == ("none", ())
    assert told in found.message


@pytest.mark.parametrize(
    "query",
    [
        "kdo přišel z mariáše, sbírá zdvihy na hromádku, ale tady každý otáčí svou kartu",
        "the players beside us talk about football while we play",
        "beyond reasonable doubt",
    ],
)
def test_what_another_game_is_only_compared_with_is_answered(whole: Searcher, query: str) -> None:
    assert whole.search(query).hits


def test_a_guess_at_a_short_word_is_no_answer_to_small_talk(whole: Searcher) -> None:
    assert whole.search("mám rád psy").hits == ()


@pytest.mark.parametrize(
    ("query", "law"),
    [
        ("prohlásil zbytek zdvihů a zapomněl na impas", {"68", "70"}),
        ("he claimed without saying whether he would finesse", {"68", "70"}),
        ("kolik bodů je za 3BT plus jeden", {"77"}),
    ],
)
def test_a_word_of_technique_does_not_silence_what_happened(
    whole: Searcher, query: str, law: set[str]
) -> None:
    assert whole.search(query).hits[0].key.partition(".")[0] in law


def test_leaving_editions_out_makes_no_answer_surer(whole: Searcher) -> None:
    query = "spadla mu karta na stul"
    assert whole.search(query).grade == "likely"
    assert whole.search(query, ("cs-2017",)).grade == "likely"


@pytest.mark.parametrize(
    ("query", "law"),
    [
        ("declarer dropped a card", "48"),
        ("when do we change tables", "8"),
        ("kdy se přesedá", "8"),
        ("sudí rozhodl špatně", "82"),
        ("viče na partnera", "74"),
        ("dotykał moich kart", "7"),
        ("jsou u stolu povolené psané poznámky", "40"),
        ("błędna decyzja sędziego", "82"),
    ],
)
def test_the_plainest_words_for_what_happened_find_its_law(
    whole: Searcher, query: str, law: str
) -> None:
    assert whole.search(query).hits[0].key.partition(".")[0] == law


@pytest.mark.parametrize("name", ["graded", "own"])
def test_nonsense_is_not_answered(name: str, request: pytest.FixtureRequest) -> None:
    silent, asked = honesty(request.getfixturevalue(name))
    assert silent >= int(0.9 * asked)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Law 100", "There is no Law 100; the Laws are 1 to 93."),
        (
            "membership fee",
            "No answer was found. It may be for a club, an organiser or a federation to decide.",
        ),
        (
            "castling",
            "No answer was found. These are the laws of duplicate bridge, not of other games.",
        ),
    ],
)
def test_what_is_said_instead(whole: Searcher, query: str, first: str) -> None:
    assert whole.search(query).message == first


@pytest.mark.parametrize(
    "query", ["x" * 10_000, "karta " * 3_000, "\u202e\u0000<script>", "*" * 500, "🂡 🂢", "١٢٣"]
)
def test_anything_is_answered_in_time(whole: Searcher, query: str) -> None:
    assert whole.search(query).query == query


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("difference between declarer and dummy", ["def.Rozgrywający", "def.Dziadek"]),
        ("jaký je rozdíl mezi výnosem a zdvihem", ["def.Wyjście", "def.Lewa"]),
        ("koja je razlika između renonsa i aduta", ["61.A", "def.Atut"]),
        ("czym się różni kontra od rekontry", ["def.Kontra", "def.Rekontra"]),
    ],
)
def test_who_asks_for_a_difference_is_told_both_meanings(
    whole: Searcher, query: str, told: list[str]
) -> None:
    hits = whole.search(query).hits[:2]
    keys = [{hit.key, *(twin.key for twin in hit.twins)} for hit in hits]
    assert all(key in found for key, found in zip(told, keys, strict=True)), keys


@pytest.mark.parametrize(
    "query", ["what is a zorgle dummy", "co je slon výnos", "co to jest ogórkowa lewa"]
)
def test_a_strange_word_beside_a_term_is_not_answered_as_if_known(
    whole: Searcher, query: str
) -> None:
    assert whole.search(query).hits == ()


@pytest.mark.parametrize(
    "query", ["vytáhla kartičku", "sudija je oduzeo poene", "zapytała partnera", "two strikes"]
)
def test_an_inflection_is_no_slip(whole: Searcher, query: str) -> None:
    assert whole.search(query).interpreted.corrected == {}
