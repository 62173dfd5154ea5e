"""Citations held against those of the other texts."""

from __future__ import annotations

from lawbase.auditing.checks import references
from lawbase.auditing.citing import likeness
from tests.auditing.invented import edition, findings, told

TARGETS = {
    "5": "cards that are lost",
    "5.A": "a lost card",
    "5.B": "a found card",
    "6": "scores and their sums",
    "7": "the dummy and its rights",
}


def test_a_dangling_citation_is_told_with_what_the_others_cite() -> None:
    found = findings(
        references.dangling_references,
        edition("aa-1", {**TARGETS, "1": "Then law 9 applies."}),
        edition("bb-1", {**TARGETS, "1": "Tum lex 6 valet."}),
        edition("aa-2", {**TARGETS, "1": "Then law 6 applies here."}, year=2017),
    )
    assert told(found) == [("aa-1", "1", "dangling-reference", "law 9", "6")]
    assert found[0].severity == "error"
    assert found[0].evidence == (
        "bb-1 1 prints “lex 6”, here 6",
        "aa-2 1 prints “law 6”, here 6",
    )


def test_the_majority_is_right_about_another_law() -> None:
    found = findings(
        references.disagreeing_references,
        edition("aa-1", {**TARGETS, "1": "Then law 7 applies."}),
        edition("bb-1", {**TARGETS, "1": "Tum lex 6 valet."}),
        edition("aa-2", {**TARGETS, "1": "Then law 6 applies."}, year=2017),
    )
    assert told(found) == [("aa-1", "1", "reference-to-other-law", "law 7", "6")]
    assert found[0].severity == "error"


def test_renumbering_is_no_difference() -> None:
    later = {"5": TARGETS["6"], "6": TARGETS["5"], "1": "Then law 5 applies."}
    moves = {(one, "aa-2"): {"5": ("6",), "6": ("5",)} for one in ("aa-1", "bb-1")}
    assert not findings(
        references.disagreeing_references,
        edition("aa-1", {**TARGETS, "1": "Then law 6 applies."}),
        edition("bb-1", {**TARGETS, "1": "Tum lex 6 valet."}),
        edition("aa-2", later, year=2017),
        moves=moves,
    )


def test_a_citation_left_unnumbered_is_told_by_what_each_text_prints() -> None:
    later = {"5": TARGETS["6"], "6": TARGETS["5"]}
    books = (
        edition("aa-1", {**TARGETS, "1": "Then law 6 applies."}),
        edition("aa-2", {**later, "1": "Then law 6 applies."}, year=2017),
        edition("bb-2", {**later, "1": "Tum lex 5 valet."}, year=2017),
    )
    moves = {("aa-1", two): {"5": ("6",), "6": ("5",)} for two in ("aa-2", "bb-2")}
    found = findings(references.disagreeing_references, *books, moves=moves)
    assert told(found) == [("aa-2", "1", "reference-to-other-law", "law 6", "5")]
    assert found[0].message == (
        "“law 6” leads to 6. In bb-2 the citation here leads to another law, 5. "
        "In aa-1 the citation here leads to 6, which is 5 in aa-2. "
        "The citation was probably left in the numbering of 2007."
    )


def test_a_changed_law_is_hardly_a_difference_when_the_sisters_agree() -> None:
    found = findings(
        references.disagreeing_references,
        edition("aa-1", {**TARGETS, "1": "Then law 7 applies."}),
        edition("bb-1", {**TARGETS, "1": "Tum lex 7 valet."}),
        edition("aa-2", {**TARGETS, "1": "Then law 6 applies."}, year=2017),
    )
    assert [(f.edition, f.severity) for f in found] == [("aa-2", "info")]


def test_another_paragraph_and_a_whole_law_are_told_apart() -> None:
    found = findings(
        references.disagreeing_references,
        edition("aa-1", {**TARGETS, "1": "See law 5A now.", "2": "See law 5 now."}),
        edition("bb-1", {**TARGETS, "1": "Vide lex 5B.", "2": "Vide lex 5B."}),
        edition("aa-2", {**TARGETS, "1": "See law 5B now.", "2": "See law 5B."}, year=2017),
    )
    assert told(found) == [
        ("aa-1", "1", "reference-to-other-paragraph", "law 5A", "5.B"),
        ("aa-1", "2", "less-precise-reference", "law 5", "5.B"),
    ]
    assert [f.severity for f in found] == ["error", "warning"]


def test_where_two_texts_stand_alone_the_sense_speaks() -> None:
    texts = {
        **TARGETS,
        "2": "The dummy has rights.",
        "3": "For the dummy and its rights see law 7.",
    }
    found = findings(
        references.disagreeing_references,
        edition("aa-1", {**texts, "1": "Of the rights of dummy speaks law 6."}),
        edition("bb-1", {**texts, "1": "De dummy lex 7 dicit."}),
    )
    assert told(found) == [("aa-1", "1", "reference-to-other-law", "law 6", "7")]


def test_a_citation_that_only_one_text_lacks() -> None:
    found = findings(
        references.unmatched_references,
        edition("aa-1", {**TARGETS, "1": "A card is lost."}),
        edition("bb-1", {**TARGETS, "1": "Charta perdita (lex 5)."}),
        edition("aa-2", {**TARGETS, "1": "A card is lost (law 5)."}, year=2017),
    )
    assert told(found) == [("aa-1", "1", "missing-reference", "", "5")]
    assert found[0].severity == "warning"


def test_a_citation_that_only_the_older_text_has() -> None:
    found = findings(
        references.unmatched_references,
        edition("aa-1", {**TARGETS, "1": "A card is lost (law 5)."}),
        edition("bb-1", {**TARGETS, "1": "Charta perdita."}),
        edition("aa-2", {**TARGETS, "1": "A card is lost."}, year=2017),
    )
    assert told(found) == [("aa-1", "1", "additional-reference", "law 5", "")]


def test_a_citation_in_the_paragraph_around_is_not_missing() -> None:
    assert not findings(
        references.unmatched_references,
        edition("aa-1", {**TARGETS, "1": "Under law 5:", "1.A": "a card is lost."}),
        edition("bb-1", {**TARGETS, "1": "Et:", "1.A": "charta perdita (lex 5)."}),
        edition("aa-2", {**TARGETS, "1": "Now:", "1.A": "a card is lost (law 5)."}, year=2017),
    )


def test_targets_are_compared_as_addresses() -> None:
    assert likeness("1", "11") == "other law"
    assert likeness("12.C.1", "12.C") == "finer"
    assert likeness("12.C.1", "12.C.2") == "same law"
    assert likeness("def.Card", "6") == "other law"


def test_a_label_in_the_letters_of_another_level() -> None:
    texts = {"5.A.2.c": "a card", "5.A.2": "when a card is lost:"}
    (slip,) = findings(
        references.misprinted_references,
        edition("aa-1", {**texts, "5.A.3": "Then item 2C applies.", "5.A.1": "See item 2c."}),
    )
    assert (slip.key, slip.printed, slip.expected) == ("5.A.3", "item 2C", "5.A.2.c")


def test_a_partial_edition_is_not_said_to_have_what_lies_beyond_it() -> None:
    found = findings(
        references.disagreeing_references,
        edition("aa-1", {"1": "Then law 6 applies.", "6": TARGETS["6"]}),
        edition("bb-2", {"1": "Tum lex 7 valet.", "7": TARGETS["6"]}, year=2017),
        edition("aa-2", {"1": "Then law 8 applies."}, year=2017, complete=False),
        moves={("aa-1", "bb-2"): {"6": ("7",)}},
    )
    (finding,) = (each for each in found if each.edition == "aa-2")
    assert "leads to 6, which is 7 in bb-2" in finding.message
    assert finding.evidence == ("aa-1 1 prints “law 6”", "bb-2 1 prints “lex 7”")
