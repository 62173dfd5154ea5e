"""What the checks stand on: repeats, words, sense, the look-ups of the evidence."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawbase.auditing import collation as collating
from lawbase.auditing import messages
from lawbase.auditing.audit import in_english
from lawbase.auditing.checks import completeness, places, repetitions
from lawbase.auditing.checks.numbers import TextNumbers
from lawbase.auditing.checks.repetitions import STUTTER, repeat, shared
from lawbase.auditing.citing import Sense
from lawbase.auditing.collation import listed_words
from lawbase.model import Aligned, Alignment, LexiconEntry
from tests.auditing.invented import collation, edition, realigned

WORDS = st.lists(st.sampled_from("abc"), max_size=14).map(tuple)


@pytest.mark.parametrize("module", [repetitions, messages, collating])
def test_examples(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


@given(WORDS, st.integers(1, 4))
def test_a_repeat_is_there_twice_without_overlapping(words: tuple[str, ...], least: int) -> None:
    found = repeat(words, least)
    places = [at for at in range(len(words)) if found and words[at : at + len(found)] == found]
    assert not found or (len(found) >= least and places[-1] - places[0] >= len(found))


@given(WORDS)
def test_a_stutter_is_said_twice_at_once(words: tuple[str, ...]) -> None:
    found = STUTTER.search(" ".join(words))
    runs = [words[at : at + n] for n in (2, 3, 4) for at in range(len(words) - 2 * n + 1)]
    assert not found or f"{found[1]} {found[1]}" in " ".join(words)
    assert bool(found) == any(
        run * 2 == words[at : at + 2 * len(run)] for run in runs for at in range(len(words))
    )


@given(WORDS, WORDS)
def test_what_two_share_is_a_part_of_the_second(one: tuple[str, ...], two: tuple[str, ...]) -> None:
    assert 0.0 <= shared(one, two, 2) <= 1.0


def test_words_of_a_list_end_where_they_end() -> None:
    assert listed_words("Below, the partner's hand", ("below", "part*")) == ["below", "partner"]
    assert listed_words("partly", ("part",)) == []
    held = collation(edition("aa-1", {"1": "He has thirteens and two."}))
    assert TextNumbers(held, held.kb.provisions("aa-1", ["1"])).words == {"13", "2"}


def test_citations_are_blanked_where_they_stand() -> None:
    held = collation(edition("aa-1", {"1": "as in law 5, 12 times", "5": "x"}))
    assert held.plain(*held.kb.provisions("aa-1", ["1"])) == "as in      , 12 times"


def test_what_a_partial_edition_lacks_is_translated_through_its_sister() -> None:
    old = edition("aa-1", {"1": "one", "9": "nine"})
    part = edition("aa-2", {"1": "one"}, year=2017, complete=False)
    whole = edition("bb-2", {"1": "unum", "8": "novem"}, year=2017)
    held = collation(old, part, whole, moves={("aa-1", "bb-2"): {"9": ("8",)}})
    assert held.translate("9", "aa-1", "aa-2") == ("8",)
    assert held.translate("8", "aa-2", "aa-1") == ("9",)
    assert not held.kb.reaches("aa-2", "8")
    assert held.edition_with("8", "aa-2") == "bb-2"
    assert held.edition_with("9", "aa-2") is None
    assert held.edition_with("1", "aa-2") == "aa-2"


def test_within_a_year_an_address_is_the_same_though_no_other_is_held_against_the_text() -> None:
    voice = edition("aa-2", {"1": "one", "9": "nine"}, year=2017, complete=False)
    other = edition("bb-2", {"1": "unum", "8": "novem"}, year=2017)
    part = edition("aa-3", {"1": "one"}, year=2017, complete=False)
    held = collation(other, voice, part, moves={("bb-2", "aa-2"): {"8": ("9",)}})
    alignments = held.kb.aligned.alignments
    heard = realigned(held, Aligned(alignments=alignments, voices=("aa-2", "bb-2")))
    assert heard.translate("9", "aa-2", "aa-3") == ("9",)


def test_doubtful_alignments_are_not_heard() -> None:
    held = collation(edition("aa-1", {"1": "one"}), edition("bb-1", {"2": "duo"}))
    doubtful = Alignment("aa-1", "1", "bb-1", "2", "merged", 0.5, {"gain": 0.1})
    likely = replace(doubtful, score=0.7)
    (one,), other = held.kb.provisions("aa-1", ["1"]), tuple(held.kb.provisions("bb-1", ["2"]))
    for alignment, partners in ((doubtful, ()), (likely, other)):
        heard = realigned(held, Aligned(alignments=(alignment,)))
        assert heard.partners(one, "bb-1") == partners
        assert not heard.has(one, "bb-1", 0.75)


def test_the_sense_doubts_what_the_target_does_not_speak_of() -> None:
    held = collation(
        edition(
            "aa-1",
            {
                "1": "Of the dummy speaks law 5.",
                "5": "scores and sums",
                "6": "the dummy and its hand",
            },
        )
    )
    (text,) = held.kb.provisions("aa-1", ["1"])
    (reference,) = held.citations(text)
    sense = Sense(held, "aa-1")
    assert sense.doubt(text, reference, "6") > 0.5


def test_a_sentence_that_nothing_corresponds_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collating, "ELSEWHERE", 1)
    long = "Carta perdita quaeritur in mensa. Arbiter statim vocatur per omnes lusores."
    here = {"1": "The lost card is looked for at the table.", "2": "arbiter is called by players"}
    there = {"1": long, "2": "arbiter vocatur lusores statim omnes"}
    pairs = [("carta", "card"), ("perdita", "lost"), ("mensa", "table"), ("arbiter", "director")]
    lexicon = tuple(LexiconEntry("bb", "aa", word, to, 0.9) for word, to in pairs)
    held = collation(edition("aa-1", here), edition("bb-1", there))
    full = realigned(held, replace(held.kb.aligned, lexicon=lexicon))
    found = list(completeness.missing_sentences(full))
    assert [(f.edition, f.key, f.check) for f in found] == [("aa-1", "1", "missing-sentence")]
    told = in_english(full.kb, found[0]).evidence
    assert told == ("bb-1 1: “Arbiter statim vocatur per omnes lusores.”",)


def test_a_phrase_of_the_lexicon_is_no_word_that_a_text_lacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(collating, "ELSEWHERE", 1)
    held = collation(edition("aa-1", {"1": "dummy"}), edition("bb-1", {"1": "socius tacitus"}))
    words = LexiconEntry("aa", "bb", "dummy", "tacitus", 0.4)
    phrase = LexiconEntry("aa", "bb", "dummy", "socius tacitus", 0.9)
    full = realigned(held, replace(held.kb.aligned, lexicon=(words, phrase)))
    (text,) = full.kb.provisions("aa-1", ["1"])
    assert full.similarity.backing(text, "dummy") > 0.99


def test_one_footnote_translated_twice() -> None:
    here = {
        "1": "a",
        "2": "b",
        "1#fn1": "director should avoid showing any played card of a defender",
        "2#fn2": "director should avoid that a played card of any defender is shown",
    }
    there = {
        "1": "x",
        "2": "y",
        "1#fn1": "arbiter curat ne ulla charta lusoris appareat",
        "2#fn2": "si lusor volam praesentem vindicat ludus procedit",
    }
    book, sister = edition("aa-1", here), edition("bb-1", there)
    found = list(repetitions.repeated_footnotes(collation(book, sister)))
    assert [(f.edition, f.key, f.check) for f in found] == [("aa-1", "2#fn2", "repeated-footnote")]
    same = edition("bb-1", {**there, "2#fn2": there["1#fn1"]})
    assert not list(repetitions.repeated_footnotes(collation(book, same)))


def test_texts_that_only_their_place_holds_together() -> None:
    text = "one two three four five six seven eight"
    other = "when the hand is over the cards are counted"
    for there, found in ((text, []), (other, [("aa-2", "1")]), ("another one", [])):
        held = collation(edition("aa-1", {"1": text}), edition("aa-2", {"1": there}))
        assert [(f.edition, f.key) for f in places.unlike_texts(held)] == found
