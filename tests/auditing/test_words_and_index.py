"""Words, spelling, punctuation, and the books' own subject indexes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lawbase.auditing.checks import labels, spelling, subject_index, words
from lawbase.model import (
    Claim,
    Concept,
    Contrast,
    Detection,
    Edition,
    IndexEntry,
    PartSpan,
    Place,
    SourceNote,
)
from lawbase.text import Span
from tests.auditing.invented import collation, edition, findings, realigned, told

LATER = tuple(
    edition(f"bb-{n}", {"def.vola": "quod capitur", "1": "vola"}, year=2017) for n in (2, 3)
)
INDEX = (subject_index.dangling_entries, subject_index.sees)

CARD = Concept("card", {"aa": ("card", "pasteboard"), "bb": ("charta",)})
TRICK = Concept("trick", {"aa": ("trick",), "bb": ("vola",)})


def entry(edition_id: str, topic: str, subtopic: str = "", *refs: str, see: str = "") -> IndexEntry:
    raw = f"{subtopic or topic} {', '.join(refs)}"
    return IndexEntry(edition_id, topic, subtopic, refs, (see,) if see else (), raw, Span(0, 0))


def test_a_term_without_a_definition() -> None:
    trick = Concept("trick", TRICK.words, definitions={e.id: "def.vola" for e in LATER})
    book = edition("aa-1", {"def.card": "what is held", "1": "trick trick trick trick trick"})
    found = findings(words.undefined_terms, book, *LATER, concepts=(trick,))
    assert told(found) == [("aa-1", "1", "undefined-term", "trick", "")]


def test_a_definition_that_stands_beside_the_others_defines_the_term() -> None:
    trick = Concept("trick", TRICK.words, definitions={e.id: "def.vola" for e in LATER})
    texts = {"def.trick": "what is taken", "1": "trick trick trick trick trick"}
    book = edition("aa-1", texts)
    beside = {("aa-1", e.id): {"def.trick": ("def.vola",)} for e in LATER}
    assert findings(words.undefined_terms, book, *LATER, concepts=(trick,))
    assert not findings(words.undefined_terms, book, *LATER, concepts=(trick,), moves=beside)


def test_an_opposite_that_stands_alone() -> None:
    found = findings(
        words.opposites,
        words.commands,
        edition("aa-1", {"1": "The partner must pass."}),
        edition("bb-1", {"1": "Adversarius tacere debet."}),
        edition("aa-2", {"1": "The opponent must pass."}, year=2017),
    )
    assert told(found) == [("aa-1", "1", "opposite-word", "partner", "")]
    assert found[0].evidence == ("bb-1 1 says “adversarius”", "aa-2 1 says “opponent”")


def test_a_command_that_stands_alone() -> None:
    found = findings(
        words.opposites,
        words.commands,
        edition("aa-1", {"1": "He may pass."}),
        edition("bb-1", {"1": "Tacere debet."}),
        edition("aa-2", {"1": "He must pass."}, year=2017),
    )
    assert [(f.edition, f.check) for f in found] == [("aa-1", "other-command")]


@pytest.mark.parametrize(("later", "told"), [("He must pass.", True), ("He passes.", False)])
def test_an_order_that_a_text_leaves_out_is_told_if_another_year_gives_it_too(
    later: str, *, told: bool
) -> None:
    found = findings(
        words.commands,
        edition("aa-1", {"1": "He passes."}),
        edition("bb-1", {"1": "Tacere debet."}),
        edition("aa-2", {"1": later}, year=2017),
    )
    assert [f.message for f in found] == told * [
        "The others order this (“debet”); this text doesn't."
    ]


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ("He sits. The player should pass.", True),
        ("He sits. The player must pass.", False),
        ("He sits. He waits. Then he passes.", False),
    ],
    ids=["no order", "an order of another sentence", "as many sentences as nobody else"],
)
def test_commands_are_compared_sentence_by_sentence(own: str, *, told: bool) -> None:
    found = findings(
        words.commands,
        edition("aa-1", {"1": own}),
        edition("bb-1", {"1": "Tacere debet. Deinde dicit."}),
        edition("aa-2", {"1": "He must sit. Then he bids."}, year=2017),
    )
    assert ["aa-1"] * told == [f.edition for f in found if f.edition == "aa-1"]


def test_what_stands_in_brackets_is_no_command() -> None:
    found = findings(
        words.commands,
        edition("aa-1", {"1": "He passes."}),
        edition("bb-1", {"1": "Tacet (si debet)."}),
        edition("aa-2", {"1": "He passes (when he must)."}, year=2017),
    )
    assert not found


def long(texts: dict[str, str]) -> Edition:
    """A book of enough words to tell which of them are usual."""
    return edition("aa-1", {**texts, "90": "of " * spelling.LEARNED})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slip", "word"),
    [
        ("contrract", "contract"),
        ("contrcat", "contract"),
        ("cntract", "contract"),
        ("conqract", "contract"),
    ],
)
def test_a_slip_of_a_frequent_word(slip: str, word: str) -> None:
    texts = {str(law): "The contract stands, the contracts stand." for law in range(1, 9)}
    found = findings(spelling.misspelt, long({**texts, "9": f"The {slip} stands."}))
    assert told(found) == [("aa-1", "9", "misspelt-word", slip, word)]


def test_a_short_text_does_not_tell_which_words_are_usual() -> None:
    texts = {str(law): "The contract stands." for law in range(1, 9)}
    slips = edition("aa-1", {**texts, "9": "The contrract stands.", "10": "The contractstands."})
    assert not findings(spelling.misspelt, slips)


@pytest.mark.parametrize("word", ["contracts", "contrast", "contain"])
def test_another_word_is_no_slip(word: str) -> None:
    texts = {str(law): "The contract stands at last, it may remain." for law in range(1, 9)}
    assert not findings(spelling.misspelt, long({**texts, "9": f"The {word} stands."}))


def test_two_words_in_one() -> None:
    texts = {str(law): "The contract stands." for law in range(1, 9)}
    found = findings(spelling.misspelt, long({**texts, "9": "The contractstands."}))
    assert told(found) == [("aa-1", "9", "joined-words", "contractstands", "contract stands")]


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("He may lead (see there.", "unpaired-bracket"),
        ("He may lead).", "unpaired-bracket"),
        ("He leads,. Then he plays.", "doubled-punctuation"),
        ("He leads.. Then he plays.", "doubled-punctuation"),
        ("He leads, then he plays,", "unfinished-sentence"),
        ("The suits: spades ( ), hearts ().", "empty-brackets"),
    ],
)
def test_loose_ends(text: str, check: str) -> None:
    assert [f.check for f in findings(*spelling.CHECKS, edition("aa-1", {"1": text}))] == [check]


def test_a_companion_that_lost_the_signs_of_suits() -> None:
    text = "Bid four spades (4(), not 1NT (12C1) with (A K 10, but (10 tricks) or (A)."
    companion = replace(edition("aa-0", {"guide.1": text}), laws=None)
    [found] = findings(spelling.lost_signs, edition("aa-1", {"1": text}), companion)
    assert (found.edition, found.printed, found.values["count"]) == ("aa-0", "4(, (A", 2)


@pytest.mark.parametrize(
    "text",
    ["a) He may lead.", "Cards etc., are led.", "He leads … then (so).", "He leads; he plays."],
)
def test_no_loose_ends(text: str) -> None:
    assert not findings(*spelling.CHECKS, edition("aa-1", {"1": text}))


def test_an_item_may_end_with_a_comma_when_another_follows() -> None:
    book = edition("aa-1", {"1.A": "a card,", "1.B": "or a trick."})
    assert not findings(*spelling.CHECKS, book)


def test_a_comma_before_a_heading_ends_nothing() -> None:
    book = edition("aa-1", {"1.A": "a card,", "1.B": ("Tricks", "a trick.")})
    assert [(f.key, f.check) for f in findings(*spelling.CHECKS, book)] == [
        ("1.A", "unfinished-sentence")
    ]


def test_an_entry_that_the_next_heading_names() -> None:
    texts = {"1.A": ("Absolute rights", "x"), "1.B": ("Qualified rights", "y")}
    index = [
        entry("aa-1", "Dummy", "Rights, qualified", "1.A"),
        entry("aa-1", "Dummy", "Rights, absolute", "1.A"),
        entry("aa-1", "Qualified rights", "", "1.A", "1.B"),
    ]
    found = findings(subject_index.off_heading, edition("aa-1", texts, index=index))
    assert told(found) == [
        ("aa-1", "index/Dummy/Rights, qualified", "index-off-heading", "1.A", "1.B")
    ]


def test_index_entries_that_lead_nowhere() -> None:
    index = [
        entry("aa-1", "Card", "", "9.B"),
        entry("aa-1", "Trick", "", "1", see="Dealing"),
        entry("aa-1", "Trump", "", see="Cards"),
        entry("aa-1", "Cards and tricks", "", "1"),
    ]
    found = findings(*INDEX, edition("aa-1", {"1": "a card, a trick"}, index=index))
    assert told(found) == [
        ("aa-1", "index/Card", "dangling-index-reference", "9.B", "9.B"[:0]),
        ("aa-1", "index/Trick", "dangling-index-see", "Dealing", ""),
    ]


def test_an_entry_off_its_topic() -> None:
    index = [entry("aa-1", "Card", "", "1"), entry("aa-1", "Trick", "", "1")]
    book = edition("aa-1", {"1": "a card is led"}, index=index)
    found = findings(subject_index.off_topic, book, concepts=(CARD, TRICK))
    assert told(found) == [("aa-1", "index/Trick", "index-off-topic", "1", "")]


def test_an_entry_off_its_topic_and_where_the_topic_went() -> None:
    index = [entry("aa-1", "Trick", "", "1.A")]
    texts = {"1.A": "a card is led", "1.B": "a trick is won"}
    found = findings(
        subject_index.off_topic, edition("aa-1", texts, index=index), concepts=(CARD, TRICK)
    )
    assert told(found) == [("aa-1", "index/Trick", "index-off-topic", "1.A", "1.B")]


def test_an_entry_of_an_older_index_whose_provision_spoke_of_it() -> None:
    found = findings(
        subject_index.off_topic,
        edition("aa-1", {"1": "a trick"}, index=[entry("aa-1", "Trick", "", "1")]),
        edition("aa-2", {"1": "a card"}, index=[entry("aa-2", "Trick", "", "1")], year=2017),
        concepts=(CARD, TRICK),
    )
    assert told(found) == [("aa-2", "index/Trick", "index-off-topic", "1", "")]


def test_two_indexes_that_disagree() -> None:
    texts = {"1.A": "a bid", "1.B": "a card"}
    there = {"1.A": "licitum", "1.B": "charta"}
    found = findings(
        subject_index.off_topic,
        edition("aa-1", texts, index=[entry("aa-1", "Card", "", "1.A")]),
        edition("bb-1", there, index=[entry("bb-1", "Charta", "", "1.B")]),
        concepts=(CARD,),
    )
    assert told(found) == [("aa-1", "index/Card", "index-disagrees", "1.A", "1.B")]
    assert found[0].severity == "warning"


def test_an_item_that_begins_a_letter_away_from_the_others() -> None:
    items = {f"1.{n}": "to lead a card" for n in range(1, 6)}
    found = findings(spelling.odd_beginnings, edition("aa-1", {**items, "1.6": "ta play a card"}))
    assert told(found) == [("aa-1", "1.6", "odd-beginning", "ta", "to")]
    assert not findings(spelling.odd_beginnings, edition("aa-1", {"1.1": "to lead", "1.2": "ta x"}))


def test_an_index_entry_that_an_editor_read_otherwise() -> None:
    noted = edition(
        "aa-1",
        {"9": "a card"},
        index=[entry("aa-1", "Card", "", "9")],
        notes=[SourceNote("aa-1", "", "4,8", "4; 9", "A list.", Span(10, 13))],
        claims=[Claim(0, 10, "text", "9"), Claim(10, 20, "index", "index/Card")],
    )
    (found,) = findings(labels.misprinted_labels, noted)
    assert (found.key, found.printed, found.expected) == ("index/Card", "4,8", "4; 9")
    assert found.message == "The index entry prints “4,8”, which stands for 4, 9."
    assert found.evidence == ("A list.",)


def test_what_an_older_text_said_and_its_sister_dropped() -> None:
    said = "the director finds that both calls were natural"
    books = (
        edition("aa-1", {"1": f"When {said}, go on."}),
        edition("aa-2", {"1": f"Go on if {said}."}, year=2017),
        edition("bb-2", {"1": "perge statim"}, year=2017),
    )
    laws = collation(*books)
    start = len("When ")
    gone = (PartSpan("text", start, start + len(said)),)
    came = (PartSpan("text", 0, 5),)
    nothing = Detection("unchanged", 0.1, (), (), (), "no sign")
    read = Contrast(
        "aa-1", "1", "bb-2", "1", "substance", 0.99, came, gone, True, {}, nothing,
        (), (), (), (), 0.0,
    )  # fmt: skip
    results = {"substance": [("aa-2", "1", said)], "wording": []}
    for kind, found in results.items():
        heard = realigned(laws, replace(laws.kb.aligned, contrasts=(replace(read, kind=kind),)))
        result = [(f.edition, f.key, f.printed) for f in words.older_wording(heard)]
        assert result == found
        for finding in words.older_wording(heard):
            assert finding.values["newer"] == Place("bb-2", "1")
