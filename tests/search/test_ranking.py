"""What gives a text its score, over an index of a few numbers that can be worked out by hand."""

from __future__ import annotations

from array import array
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from lawbase.search.analysis import Token
from lawbase.search.catalogue import Catalogue
from lawbase.search.engine import Postings
from lawbase.search.expansion import ExpandedQuery, Expansion, QueryTerm
from lawbase.search.figures import FIGURES, WHOLE, EntryKind
from lawbase.search.ranking import Ranker, Scored
from lawbase.search.tables import EditionTable, IndexTables

FIGURE = FIGURES.ranking
SAYS = 1000
"""How much a word says."""
KEYS = ("1", "1.A", "1.A.1", "1.A.2", "1.A.3", "2", "2.A")
RULE, FIRST, SECOND, THIRD, OTHER = map(KEYS.index, ("1.A", "1.A.1", "1.A.2", "1.A.3", "2.A"))
Having = Mapping[str, Mapping[int, int]]
"""By word: the weight that it has in documents, entry points and situations."""


class Shelf:
    """An engine that holds what it is given."""

    def __init__(self, having: Having):
        self._having = having

    def postings(self, field: str, term: str) -> Postings:
        """Where a term occurs."""
        found = sorted(self._having.get(term, {}).items()) if field == "cs" else []
        return Postings(array("I", (n for n, _ in found)), array("B", (w for _, w in found)))

    def stored(self, document: int) -> bytes:
        """Nothing is stored."""
        raise NotImplementedError


class Library:
    """Seven texts, the entry points and situations that lead to them, and what words they have."""

    def __init__(self, having: Having):
        self._having = having
        self._entries: list[tuple[EntryKind, int, tuple[tuple[int, int], ...]]] = []
        self._situations: list[tuple[tuple[int, int], ...]] = []
        self._beyond: list[str] = []

    def entry(self, kind: EntryKind, says: int, *targets: tuple[int, int]) -> Library:
        """With one more entry point: how much it says, and the documents that it leads to."""
        self._entries.append((kind, says, targets))
        return self

    def situation(self, *targets: tuple[int, int]) -> Library:
        """With one more situation."""
        self._situations.append(targets)
        return self

    def question(self, beyond: str) -> Library:
        """With one more question beyond the laws; they come last."""
        self._beyond.append(beyond)
        return self.situation()

    def rank(self, asked: ExpandedQuery) -> Scored:
        """What is found of a query."""
        return self.ranker().rank(asked)

    def ranker(self) -> Ranker:
        """What scores these texts."""
        size = len(KEYS)
        tables = IndexTables(
            editions=(EditionTable("cs-2007", "cs", 2007, (1, 2), True, 0),),
            edition=(0,) * size,
            key=KEYS,
            kind=("provision",) * size,
            thread=tuple(range(size)),
            thread_ids=KEYS,
            entry_kind=tuple(kind for kind, _, _ in self._entries),
            entry_weight=tuple(says for _, says, _ in self._entries),
            entry_targets=tuple(targets for _, _, targets in self._entries),
            situation_targets=tuple(self._situations),
            beyond=tuple(self._beyond),
        )
        # however many situations have a word, it says half of what tells them for sure
        rarities = [FIGURE.telling // 100] * (len(self._situations) + 1)
        return Ranker(Shelf(self._having), Catalogue(tables), rarities)


BOTH = FIGURE.best_below + FIGURE.next_below
"""What two partial answers that are as good give to the provision above them, of one's score."""
ENTRY = len(KEYS)
"""The number of the first entry point, and of the first situation where there are none."""


def asked(*words: str, defines: bool = False, trust: int = 100) -> ExpandedQuery:
    """A query of words that say alike."""
    terms = [
        QueryTerm(Token(word, 0, 0), SAYS, SAYS, (Expansion("cs", word, 100),), trust)
        for word in words
    ]
    return ExpandedQuery(("cs",), tuple(terms), defines)


def asked_in(*ways: Expansion) -> ExpandedQuery:
    """A query of one word that there are several ways to."""
    term = QueryTerm(Token("trick", 0, 0), SAYS, SAYS, ways, 100)
    return ExpandedQuery(("cs",), (term,))


def test_a_text_about_all_of_a_query_scores_one_and_one_about_half_of_it_a_quarter() -> None:
    library = Library({"trick": {FIRST: WHOLE, OTHER: WHOLE}, "dummy": {FIRST: WHOLE}})
    scores = library.rank(asked("trick", "dummy")).scores
    assert (scores[FIRST], scores[OTHER]) == (1.0, 0.25)


def test_of_several_ways_to_a_word_the_best_counts_and_none_twice() -> None:
    library = Library({"trick": {FIRST: WHOLE}, "tricks": {FIRST: WHOLE, OTHER: WHOLE}})
    ways = (Expansion("cs", "tricks", 50), Expansion("cs", "trick", 100))
    for expansions in (ways, ways[::-1]):
        scores = library.rank(asked_in(*expansions)).scores
        assert (scores[FIRST], scores[OTHER]) == (1.0, 0.25)


@pytest.mark.parametrize(("weight", "stays"), [(153, True), (152, False)])
def test_what_scores_just_the_least_share_of_the_best_still_counts(
    weight: int, stays: bool
) -> None:
    library = Library({"trick": {FIRST: WHOLE}, "turn": {OTHER: weight}})
    ways = (Expansion("cs", "trick", 100), Expansion("cs", "turn", 50))
    scores = library.rank(asked_in(*ways)).scores
    assert scores.get(OTHER) == (FIGURE.least if stays else None)


def test_a_query_is_covered_as_far_as_one_text_or_entry_point_has_it() -> None:
    having = {"trick": {FIRST: 1, ENTRY: 1}, "dummy": {SECOND: 1, ENTRY: 1}, "lead": {OTHER: 1}}
    library = Library(having).entry("term", 2 * SAYS)

    def covered(*words: str, trust: int = 100) -> float:
        return library.rank(asked(*words, trust=trust)).found.covered()

    assert covered("trick") == covered("trick", "dummy") == 1.0
    assert covered("lead") == 1.0
    assert covered("lead", "trick") == 0.5
    assert covered("nowhere") == 0.0
    assert covered("trick", trust=40) == 0.4


def test_two_partial_answers_below_a_provision_make_it_one_for_both() -> None:
    library = Library({"trick": {FIRST: WHOLE}, "dummy": {SECOND: WHOLE}})
    scores = library.rank(asked("trick", "dummy")).scores
    assert scores == {FIRST: 0.25, SECOND: 0.25, RULE: pytest.approx(BOTH * 0.25)}
    alone = Library({"trick": {FIRST: WHOLE}}).rank(asked("trick", "dummy")).scores
    assert alone == {FIRST: 0.25}


def test_only_the_two_best_are_gathered() -> None:
    words = {"trick": {FIRST: WHOLE}, "dummy": {SECOND: WHOLE}, "lead": {THIRD: WHOLE // 5}}
    scores = Library(words).rank(asked(*words)).scores
    assert scores[FIRST] == scores[SECOND] == pytest.approx(1 / 9) != scores.get(THIRD)
    assert scores[RULE] == pytest.approx(BOTH / 9)


def test_of_what_is_gathered_the_best_counts_more() -> None:
    words = {"trick": {FIRST: WHOLE, SECOND: WHOLE}, "dummy": {FIRST: WHOLE}, "lead": {}}
    scores = Library(words).rank(asked(*words)).scores
    assert (scores[FIRST], scores[SECOND]) == pytest.approx((4 / 9, 1 / 9))
    gathered = FIGURE.best_below * scores[FIRST] + FIGURE.next_below * scores[SECOND]
    assert scores[RULE] == gathered


def test_a_provision_that_answers_better_itself_keeps_its_score() -> None:
    words = {"trick": {RULE: WHOLE, FIRST: 51}, "dummy": {RULE: WHOLE, SECOND: 51}, "lead": {}}
    scores = Library(words).rank(asked(*words)).scores
    assert scores[RULE] == pytest.approx(4 / 9)
    assert scores == {RULE: scores[RULE]}


def test_a_text_that_has_all_of_the_query_is_not_gathered() -> None:
    having = {"trick": {FIRST: WHOLE, SECOND: WHOLE}, "dummy": {FIRST: WHOLE, SECOND: WHOLE}}
    assert Library(having).rank(asked("trick", "dummy")).scores == {FIRST: 1.0, SECOND: 1.0}


def decided(*targets: tuple[int, int]) -> Scored:
    """What is found where two neighbours have a word of two, and a situation leads somewhere."""
    having = {"trick": {FIRST: 200, SECOND: 200, ENTRY: WHOLE, ENTRY + 1: WHOLE // 2}}
    library = Library(having).entry("heading", SAYS, (SECOND, 100)).situation(*targets)
    return library.rank(asked("trick", "lead"))


def test_what_situations_decide_for_is_not_gathered() -> None:
    found = decided((FIRST, 100))
    votes, _ = found.situations.votes
    assert votes[FIRST] >= FIGURE.voted * found.scores[FIRST]
    assert found.scores.keys() == {FIRST, SECOND}


def test_what_situations_lead_to_after_another_is_gathered() -> None:
    assert decided((OTHER, 100), (FIRST, 85)).scores.keys() == {FIRST, SECOND, OTHER, RULE}


@pytest.mark.parametrize(
    ("says", "likeness"), [(SAYS, 1.0), (SAYS // 2, 1.0), (2 * SAYS, 0.5), (3 * SAYS, 0.0)]
)
def test_an_entry_point_gives_the_more_the_liker_it_is(says: int, likeness: float) -> None:
    library = Library({"trick": {ENTRY: WHOLE}}).entry("topic", says, (OTHER, 100), (RULE, 50))
    led = library.rank(asked("trick")).led["topic"]
    gain = FIGURE.gains["topic"] * likeness * likeness
    assert led[0] == ({OTHER: gain, RULE: gain / 2} if likeness else {})
    assert led[1] == dict.fromkeys(led[0], ENTRY)


def test_of_each_kind_of_entry_points_the_best_counts() -> None:
    having = {"trick": {ENTRY: WHOLE, ENTRY + 1: WHOLE, ENTRY + 2: WHOLE}}
    library = Library(having).entry("topic", 2 * SAYS, (OTHER, 100))
    library.entry("topic", SAYS, (OTHER, 100)).entry("heading", SAYS, (OTHER, 100))
    found = library.rank(asked("trick"))
    gains = FIGURE.gains["topic"], FIGURE.gains["heading"]
    assert found.scores == {OTHER: sum(gains)}
    assert found.led["topic"] == ({OTHER: gains[0]}, {OTHER: ENTRY + 1})


def test_a_title_leads_where_its_situation_leads_and_names_it() -> None:
    title, first, second = ENTRY, ENTRY + 1, ENTRY + 2
    library = Library({"trick": {title: WHOLE}}).entry("title", SAYS, (second, 100))
    library.situation((FIRST, 100)).situation((OTHER, 100), (RULE, 50))
    gain = FIGURE.gains["title"]
    found = library.rank(asked("trick"))
    assert found.led["title"] == ({OTHER: gain, RULE: gain / 2}, {OTHER: second, RULE: second})
    assert first not in found.led["title"][1].values()


@pytest.mark.parametrize(("kind", "gained"), [("term", FIGURE.defining), ("topic", 0.5)])
def test_who_asks_what_something_is_is_led_by_its_name(kind: EntryKind, gained: float) -> None:
    library = Library({"trick": {ENTRY: WHOLE}}).entry(kind, SAYS, (OTHER, 100))
    assert library.rank(asked("trick", defines=True)).scores == {OTHER: gained}


def test_the_likeliest_situation_decides_and_its_likeness_is_what_it_adds() -> None:
    having = {"trick": {ENTRY: WHOLE, ENTRY + 1: 102}}
    library = Library(having).situation((OTHER, 100), (RULE, 50)).situation((FIRST, 100))
    told = library.rank(asked("trick")).situations
    likeness = 102 / WHOLE
    votes = 1 + likeness**4
    gain = FIGURE.votes / 2  # the query says half of what tells a situation for sure
    assert told.votes[0] == pytest.approx(
        {OTHER: gain / votes, RULE: gain / 2 / votes, FIRST: gain * likeness**4 / votes}
    )
    assert told.votes[1] == {OTHER: ENTRY, RULE: ENTRY, FIRST: ENTRY + 1}
    assert told.told == pytest.approx(1.0)
    assert (told.astray, told.beyond) == (0.0, "")


def test_a_word_that_no_situation_has_makes_every_situation_less_like_the_query() -> None:
    library = Library({"trick": {ENTRY: WHOLE}}).situation((OTHER, 100))
    assert library.rank(asked("trick")).scores[OTHER] == pytest.approx(FIGURE.votes * 1 / 2)
    # half as like it, by twice as much that could tell it: 2 / (2 + 1) of the sureness
    scores = library.rank(asked("trick", "lead")).scores
    assert scores[OTHER] == pytest.approx(FIGURE.votes * 1 / 2 * 2 / 3)


def test_of_questions_beyond_the_laws_that_are_as_like_the_first_tells_its_kind() -> None:
    library = Library({"trick": {ENTRY: WHOLE, ENTRY + 1: WHOLE, ENTRY + 2: WHOLE // 2}})
    library.question("technique").question("scoring").question("history")
    told = library.rank(asked("trick")).situations
    assert told.astray == pytest.approx(1.0)
    assert (told.told, told.beyond) == (0.0, "technique")


def test_a_small_word_tells_situations_apart_but_finds_no_text() -> None:
    having = {"trick": {ENTRY: WHOLE, ENTRY + 1: WHOLE}, "before": {FIRST: WHOLE, ENTRY + 1: WHOLE}}
    library = Library(having).situation((RULE, 100)).situation((OTHER, 100))
    with_small = replace(asked("trick"), small=((Expansion("cs", "before", 100),),))
    votes, _ = library.rank(with_small).situations.votes
    assert votes[OTHER] == votes[RULE] * 2**4  # it is twice as like the query
    assert FIRST not in library.rank(with_small).scores


def test_a_small_word_that_no_situation_has_changes_nothing() -> None:
    library = Library({"trick": {ENTRY: WHOLE}}).situation((OTHER, 100))
    with_small = replace(asked("trick"), small=((Expansion("cs", "before", 100),),))
    assert library.rank(with_small).situations == library.rank(asked("trick")).situations


def test_what_was_bid_is_an_example_and_tells_nothing_of_situations() -> None:
    having = {"trick": {ENTRY: WHOLE}, "spades": {ENTRY + 1: WHOLE}}
    library = Library(having).situation((RULE, 100)).question("technique")
    story, bid = asked("trick", "spades").query_terms
    with_bid = replace(asked(), query_terms=(story, replace(bid, example=True)))
    assert library.rank(asked("trick", "spades")).situations.astray
    assert library.rank(with_bid).situations == library.rank(asked("trick")).situations


def test_only_so_many_of_the_likest_situations_vote() -> None:
    many = FIGURE.nearest + 1
    library = Library({"trick": {ENTRY + n: 200 - n for n in range(many)}})
    for n in range(many):
        library.situation((RULE if n + 1 < many else OTHER, 100))
    assert library.rank(asked("trick")).situations.votes[1] == {RULE: ENTRY}


def test_what_led_to_a_text_are_the_words_that_it_has() -> None:
    having = {"trick": {FIRST: 1, OTHER: 1}, "dummy": {OTHER: 1, FIRST + 1: 1}}
    found = Library(having).ranker().match(asked("dummy", "trick", "lead"))

    def words(number: int) -> list[str]:
        return [token.form for token in found.words(number)]

    assert words(FIRST) == ["trick"]
    assert words(OTHER) == ["dummy", "trick"]
    assert words(RULE) == []
