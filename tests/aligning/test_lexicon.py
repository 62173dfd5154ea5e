"""The learned lexicon: what meets again and again is a translation."""

import pytest
from msgspec.structs import replace

from lawbase.aligning import words
from lawbase.aligning.lexicon import (
    COGNATE,
    Lexicons,
    Translations,
    by_beginning,
    learn,
    phrase_correspondences,
    with_cognates,
)
from lawbase.aligning.units import units_of
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Links
from tests.aligning.invented import LANGUAGES, Texts, align, edition, law_texts, translated

BASE = {"languages": LANGUAGES, "concepts": (), "links": Links()}

TEXTS = [
    (("dog", "barks"), ("pes", "steka")),
    (("dog", "runs"), ("pes", "bezi")),
    (("cat", "runs"), ("kocka", "bezi")),
    (("cat", "barks"), ("kocka", "steka")),
]


def test_words_that_meet_are_each_others_translations() -> None:
    learned = learn(TEXTS)
    best = {word: max(found, key=found.__getitem__) for word, found in learned.forward.items()}
    assert best == {"dog": "pes", "cat": "kocka", "runs": "bezi", "barks": "steka"}
    assert learned.backward["pes"]["dog"] == learned.forward["dog"]["pes"] > 0.8


def test_words_that_meet_once_tell_nothing() -> None:
    assert learn([*TEXTS, (("owl",), ("sova",))]).forward.get("owl") is None


def test_the_order_of_texts_is_of_no_importance() -> None:
    forward, other = learn(TEXTS).forward, learn(TEXTS[::-1]).forward
    assert forward.keys() == other.keys()
    assert all(other[word] == pytest.approx(forward[word]) for word in forward)


def test_the_corpus_tells_translations_both_ways_the_best_first() -> None:
    texts = law_texts()
    found = align(edition("aa-2007", texts), edition("bb-2007", translated(texts, "bb"))).lexicon
    first = {(e.source, e.word): e.translation for e in reversed(found)}
    right = [e for e in found if e.source == "aa" and first["aa", e.word] == f"{e.word[::-1]}bb"]
    assert {(e.source, e.target) for e in found} == {("aa", "bb"), ("bb", "aa")}
    assert len({e.word for e in right}) > 0.8 * len({e.word for e in found if e.source == "aa"})


def test_a_phrase_corresponds_to_what_always_stands_for_it() -> None:
    texts = [
        (("quiet", "player", "sees", word), ("dummy", other))
        for word, other in (("a", "x"), ("b", "y"), ("c", "z"), ("d", "w"))
    ] + [(("player", "leads", str(n)), ("lead", "who", str(n))) for n in range(8)]
    found = {(one, other): strength for one, other, strength in phrase_correspondences(texts)}
    assert found["quiet player", "dummy"] == 1.0
    assert ("player leads", "lead who") in found
    assert all(" " in one or " " in other for one, other in found)


def told(ours: Texts, theirs: Texts) -> dict[str, set[str]]:
    """What the words of one edition become in another, by what their lexicon tells."""
    found = align(edition("aa-2007", ours), edition("bb-2007", theirs)).lexicon
    return {word: {e.translation for e in found if e.word == word} for word in ("dog", "owl")}


def test_words_of_a_text_are_told_sentence_by_sentence_where_there_are_as_many() -> None:
    ours = dict.fromkeys(("1.A", "1.B", "1.C"), "Dog barks. Owl flies.")
    parted = dict.fromkeys(ours, "Pes steka. Sova leti.")
    assert told(ours, parted) == {"dog": {"pes", "steka"}, "owl": {"sova", "leti"}}
    joined = dict.fromkeys(ours, "Pes steka sova leti.")
    every = {"pes", "steka", "sova", "leti"}
    assert told(ours, joined) == {"dog": every, "owl": every}


def test_definitions_of_one_concept_tell_translations() -> None:
    books = [
        edition("aa-2007", {"1.A": "Owl flies.", "1.B": "Owl flies."}),
        edition("bb-2007", {"2.A": "Sova leti.", "2.B": "Sova leti."}),
    ]
    laws = units_of(KnowledgeBase({**BASE, "editions": tuple(books)}))
    assert not Lexicons(books, laws).of("aa", "bb").forward
    defined = {
        book.id: [
            replace(unit, law=None, kind="definition", concepts={unit.key[2:]: 1.0})
            for unit in laws[book.id]
        ]
        for book in books
    }
    assert Lexicons(books, defined).of("aa", "bb").forward.keys() == {"owl", "flies"}


@pytest.mark.slow
def test_what_is_kept_at_hand_changes_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many editions little is: its words are linked again when it's asked for."""
    before = law_texts()
    after = {key: text for key, text in before.items() if key != "3.B.2"}
    editions = [
        edition("aa-2007", before),
        edition("bb-2007", translated(before, "bb")),
        edition("cc-2017", translated(after, "cc")),
        edition("dd-2017", translated(after, "dd")),
    ]
    whole = align(*editions)
    monkeypatch.setattr(words, "LINKED", 1)
    assert align(*editions) == whole


def test_words_that_two_languages_spell_alike_correspond_both_ways_unless_they_do_so_more() -> None:
    known = Translations(
        {"licitace": {"licytacja": 0.9}, "renons": {"karta": 0.2}},
        {"licytacja": {"licitace": 0.9}, "karta": {"renons": 0.2}},
    )
    ours, theirs = by_beginning(["licitace", "renons"]), by_beginning(["licytacja", "renons"])
    both = with_cognates(known, ours, theirs)
    assert both.forward["renons"] == {"karta": 0.2, "renons": COGNATE}
    assert both.backward["renons"] == {"renons": COGNATE}
    assert both.forward["licitace"] == {"licytacja": 0.9}
