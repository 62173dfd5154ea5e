"""Labels, numbers and ranges."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lawbase.auditing import collation as collating
from lawbase.auditing.checks import labels, numbers, places
from lawbase.auditing.collation import Collation
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Claim, Edition, LexiconEntry, SourceNote
from lawbase.profile import AuditVocabulary
from lawbase.text import Span
from tests.auditing.invented import collation, edition, findings, realigned, told
from tests.invented import provision


@pytest.mark.parametrize(
    ("printed", "read_as", "key", "role", "check", "expected"),
    [
        ("1.", "1.A.2", "1.A.2", "label", "doubled-label", "1.A.2"),
        ("5.", "1.A.2", "1.A.2", "label", "misprinted-label", "1.A.2"),
        ("Then", "1.A.2", "1.A.2", "text", "missing-label", "1.A.2"),
        ("9.", "1.A.2", "", "label", "orphan-label", ""),
    ],
)
def test_a_label_that_is_read_otherwise(
    printed: str, read_as: str, key: str, role: str, check: str, expected: str
) -> None:
    book = edition(
        "aa-1",
        {"1.A.1": "one", "1.A.2": "two"},
        notes=[SourceNote("aa-1", key, printed, read_as, "because", Span(10, 12))],
        claims=[Claim(0, 10, "text", "1"), Claim(10, 20, role, key)],  # type: ignore[arg-type]
        labels={"1.A.1": "1.", "1.A.2": printed if role == "label" else ""},
    )
    found = findings(labels.misprinted_labels, book)
    assert [(f.key, f.check, f.expected) for f in found] == [("1.A.2", check, expected)]


@pytest.mark.parametrize(
    ("read_as", "role"), [("", "text"), ("1.A.2", "label"), ("1.A.2", "heading")]
)
def test_no_oddity_of_a_label(read_as: str, role: str) -> None:
    book = edition(
        "aa-1",
        {"1.A.1": "one", "1.A.2": "two"},
        notes=[SourceNote("aa-1", "1.A.2", "2.", read_as, "because", Span(10, 12))],
        claims=[Claim(0, 20, role, "1.A.2")],  # type: ignore[arg-type]
    )
    assert not findings(labels.misprinted_labels, book)


def test_labels_that_change_places_are_told_of_the_text_whose_citations_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(collating, "ELSEWHERE", 1)
    here = {
        "1.A": "all players pass",
        "1.B": "three passes follow a bid",
        "2": "After a bid see law 1A.",
    }
    there = {"1.A": "ter post licitum", "1.B": "omnes tacent", "2": "Post licitum ter lex 1A."}
    words = [("omnes", "all"), ("tacent", "pass"), ("ter", "three"), ("licitum", "bid")]
    held = collation(edition("aa-1", here), edition("bb-1", there))
    lexicon = [LexiconEntry("aa", "bb", a, b, 0.9) for b, a in words]
    lexicon += [LexiconEntry("bb", "aa", b, a, 0.9) for b, a in words]
    aligned = replace(held.kb.aligned, lexicon=tuple(lexicon))
    heard = realigned(held, aligned)
    found = list(places.swapped_labels(heard))
    assert told(found) == [("aa-1", "1.A", "swapped-labels", "1.A", "1.B")]


def test_another_year_with_the_labels_says_which_text_is_odd() -> None:
    here = {"1.A": "one card is led", "1.B": "two bids are made"}
    there = {"1.A": "two bids are made", "1.B": "one card is led"}
    found = findings(
        places.swapped_labels,
        edition("aa-1", here),
        edition("aa-3", there),
        edition("aa-2", there, year=2017),
    )
    assert told(found) == [("aa-1", "1.A", "swapped-labels", "1.A", "1.B")]
    assert found[0].severity == "error"


def test_neighbours_that_agree_label_by_label_are_not_swapped() -> None:
    here = {"1.A": "one card is led", "1.B": "two bids are made"}
    assert not findings(places.swapped_labels, edition("aa-1", here), edition("aa-3", here))


def test_labels_of_a_newcomer_are_only_swapped_where_the_alignment_crosses() -> None:
    here = {"1.A": "one card is led", "1.B": "two bids are made"}
    there = {"1.A": "two bids are made", "1.B": "one card is led"}
    for moves, count in (({}, 0), ({"1.A": ("1.B",), "1.B": ("1.A",)}, 1)):
        held = collation(
            edition("aa-1", here), edition("aa-3", there), moves={("aa-1", "aa-3"): moves}
        )
        laws = realigned(held, replace(held.kb.aligned, voices=("aa-3",)))
        found = [f for f in places.swapped_labels(laws) if f.edition == "aa-1"]
        assert len(found) == count


def test_a_number_that_the_others_print_otherwise() -> None:
    found = findings(
        numbers.disagreeing_numbers,
        edition("aa-1", {"1": "from 3000 to 2490 is 22"}),
        edition("bb-1", {"1": "3000 - 3490: 22"}),
        edition("aa-2", {"1": "3000 to 3490 is 22"}, year=2017),
    )
    assert told(found) == [("aa-1", "1", "disagreeing-number", "2490", "3490")]
    assert found[0].severity == "error"


def test_a_number_in_words_is_the_same_number() -> None:
    assert not findings(
        numbers.disagreeing_numbers,
        edition("aa-1", {"1": "he has 13 cards and 2 bids"}),
        edition("bb-1", {"1": "tredecim chartae, duo licita"}),
    )


def test_labels_of_citations_are_no_numbers() -> None:
    texts = {"5": "a", "6": "b"}
    assert not findings(
        numbers.disagreeing_numbers,
        edition("aa-1", {**texts, "1": "as in law 5"}),
        edition("bb-1", {**texts, "1": "ut lex 6"}),
    )


def test_between_two_texts_a_number_is_only_a_warning() -> None:
    found = findings(
        numbers.disagreeing_numbers,
        edition("aa-1", {"1": "within 20 minutes"}),
        edition("bb-1", {"1": "intra 30 minuta"}),
    )
    assert [(f.edition, f.printed, f.severity) for f in found] == [
        ("aa-1", "20", "warning"),
        ("bb-1", "30", "warning"),
    ]


def test_ranges_that_fall() -> None:
    texts = {"1": "3000 - 2490", "2": "17-32", "3": "3-2-1", "5": "x", "4": "laws 5 and 1"}
    found = findings(numbers.falling_ranges, edition("aa-1", texts))
    assert told(found) == [("aa-1", "1", "falling-range", "3000 - 2490", "")]


def test_a_range_without_its_dash() -> None:
    found = findings(
        numbers.broken_ranges,
        edition("aa-1", {"1": "boards 17 32", "2": "17-32, and 17 32"}),
        edition("bb-1", {"1": "arcae 17–32", "2": "17–32, 17–32"}),
    )
    assert told(found) == [("aa-1", "1", "broken-range", "17 32", "17–32")]


def labelled(labels: dict[str, str]) -> Edition:
    """Twenty paragraphs, most of them labelled ``1.``, ``2.`` …"""
    keys = [f"1.A.{n}" for n in range(1, 21)]
    printed = {key: f"{key.rpartition('.')[2]}." for key in keys} | labels
    return edition("aa-1", dict.fromkeys(keys, "x"), labels=printed)


def test_labels_of_another_shape() -> None:
    found = findings(labels.shapes, labelled({"1.A.3": "3,", "1.A.4": "4. 4."}))
    assert told(found) == [
        ("aa-1", "1.A.3", "unlike-label", "3,", "3."),
        ("aa-1", "1.A.4", "repeated-label", "4. 4.", "4."),
    ]


def test_no_shape_is_the_usual_one_of_labels_that_differ_much() -> None:
    assert not findings(labels.shapes, labelled({f"1.A.{n}": f"({n})" for n in range(1, 8)}))


def test_the_shape_of_a_label_that_is_read_otherwise_is_not_told_again() -> None:
    book = labelled({"1.A.3": "i)"})
    note = SourceNote("aa-1", "1.A.3", "i)", "1.A.3", "because", Span(0, 2))
    assert not findings(labels.shapes, replace(book, notes=(note,)))


def test_labels_that_skip_a_step() -> None:
    texts = {"1.A": "a", "1.C": "c", "2.B": "b", "3.A.1": "x", "3.A.2": "y"}
    notes = {"3.A.1#fn1": "first", "3.A.2#fn3": "third"}
    found = findings(labels.gaps_in_labels, edition("aa-1", {**texts, **notes}))
    assert [(f.key, f.check) for f in found] == [
        ("1.C", "gap-in-labels"),
        ("2.B", "gap-in-labels"),
        ("3.A.2#fn3", "gap-in-labels"),
    ]


@pytest.mark.parametrize(("complete", "count"), [(True, 1), (False, 0)])
def test_an_excerpt_may_skip_chapters_with_their_laws(*, complete: bool, count: int) -> None:
    chapters = [provision("aa-1", f"chapter.{number}") for number in ("I", "II", "IV")]
    book = edition("aa-1", {"1": "one"}, complete=complete)
    found = findings(labels.gaps_in_labels, replace(book, provisions=(*book.provisions, *chapters)))
    assert [f.key for f in found] == ["chapter.IV"] * count


@pytest.mark.parametrize(
    ("printed", "read_as", "count"),
    [
        ("Lead: 12 C 2 (a), (b)", "12.C.2.a; 12.C.2.b", 0),
        ("Lead: 12 C 2 (a), D", "12.C.2.a; 12.D", 0),
        ("9B1, c)", "9.B.1.c", 1),
        ("49,5", "49; 50", 1),
        ("Lead", "9", 1),
    ],
)
def test_a_row_is_misprinted_unless_it_prints_where_it_leads(
    printed: str, read_as: str, count: int
) -> None:
    book = edition(
        "aa-1",
        {"1": "one"},
        notes=[SourceNote("aa-1", "", printed, read_as, "because", Span(10, 12))],
        claims=[Claim(0, 20, "index", "index/Lead")],
    )
    assert len(findings(labels.misprinted_labels, book)) == count


def test_no_number_is_missing_in_a_language_whose_words_for_numbers_are_unknown() -> None:
    books = [edition(name, {"1": text}) for name, text in (
        ("aa-1", "It is dealt."), ("bb-1", "13 deal."), ("bb-3", "13 deal."))]  # fmt: skip
    later = edition("bb-2", {"1": "13 deal."}, year=2017)
    held = collation(*books, later)
    unknown = replace(held.kb.languages["aa"], audit=AuditVocabulary())
    for languages, checks in (
        (held.kb.languages, {"missing-number"}),
        ({**held.kb.languages, "aa": unknown}, set()),
    ):
        layers = {name: getattr(held.kb, name) for name in ("editions", "concepts", "links")}
        kb = KnowledgeBase({**layers, "languages": languages, "aligned": held.kb.aligned})
        assert {f.check for f in numbers.disagreeing_numbers(Collation(kb))} == checks


def test_footnotes_that_each_page_counts_anew_skip_nothing() -> None:
    texts = {"1": "a", "2": "b", "1#fn1": "x", "1#fn2": "y", "2#fn1": "z"}
    assert not findings(labels.gaps_in_labels, edition("aa-1", texts))
