"""What one text lacks, has alone, or says twice."""

from __future__ import annotations

from msgspec.structs import replace

from lawbase.auditing.checks import completeness, repetitions
from lawbase.model import Aligned, Alignment, Table
from tests.auditing.invented import collation, edition, findings, realigned, told

THREE = {"1.A": "one card", "1.B": "two cards", "1.C": "many cards"}


def test_a_paragraph_that_the_other_year_has_too_is_missing() -> None:
    found = findings(
        completeness.provisions,
        edition("aa-1", {"1.A": "one card", "1.C": "many cards"}),
        edition("bb-1", THREE),
        edition("aa-2", THREE, year=2017),
    )
    assert told(found) == [("aa-1", "1.B", "missing-provision", "", "")]
    assert found[0].severity == "error"
    assert found[0].evidence[0] == "bb-1 1B: “two cards”"


def test_only_the_uppermost_of_what_is_missing_is_told() -> None:
    whole = {**THREE, "2": "Law:", "2.A": "first", "2.A.1": "second"}
    found = findings(completeness.provisions, edition("aa-1", THREE), edition("bb-1", whole))
    assert told(found) == [("aa-1", "2", "missing-provision", "", "")]


def test_a_paragraph_that_pushes_the_others_on_is_additional() -> None:
    old = {"1.A": "one card", "1.B": "an older rule", "1.C": "two cards"}
    new = {"1.A": "one card", "1.B": "two cards"}
    shift = {"1.B": (), "1.C": ("1.B",)}
    found = findings(
        completeness.provisions,
        edition("aa-1", old),
        edition("bb-1", new),
        edition("aa-2", new, year=2017),
        moves={("aa-1", "bb-1"): shift, ("aa-1", "aa-2"): shift},
    )
    assert told(found) == [("aa-1", "1.B", "additional-provision", "an older rule", "")]
    assert found[0].severity == "error"


def test_what_lies_beyond_a_partial_edition_is_not_missing() -> None:
    partial = edition("aa-1", {"1.A": "one card"}, complete=False)
    assert not findings(completeness.provisions, partial, edition("bb-1", THREE))


def test_a_lead_in_whose_items_are_there_is_not_missing() -> None:
    assert not findings(
        completeness.provisions,
        edition("aa-1", {"1.A.1": "a card", "1.A.2": "a trick"}),
        edition("bb-1", {"1.A": "either", "1.A.1": "a card", "1.A.2": "a trick"}),
    )


def test_a_missing_footnote_is_told_but_not_an_editors_own() -> None:
    noted = {"1": "a card", "1#fn1": "that is, one of 52", "1#fn†": "note of the editor"}
    found = findings(
        completeness.provisions,
        edition("aa-1", {"1": "a card"}),
        edition("bb-1", noted),
        edition("aa-2", noted, year=2017),
    )
    assert told(found) == [("aa-1", "1", "missing-footnote", "", "")]


def test_a_missing_footnote_is_one_whatever_number_others_give_it() -> None:
    told_by = [
        findings(
            completeness.provisions,
            edition("aa-1", {"1": "a card"}),
            edition("bb-1", {"1": "a card", f"1#fn{number}": "that is, one of 52"}),
        )
        for number in (1, 9)
    ]
    one, other = [[(f.key, f.check, f.values) for f in found] for found in told_by]
    assert one == other
    assert len(one) == 1


def test_a_footnote_that_is_aligned_however_doubtfully_is_not_missing() -> None:
    laws = collation(
        edition("aa-1", {"1": "a card", "1.A": "two", "1.A#fn1": "one of 52"}),
        edition("bb-1", {"1": "a card", "1.A": "two", "1#fn3": "one of 52"}),
        moves={("aa-1", "bb-1"): {"1.A#fn1": ()}},
    )
    lost = [f.key for f in completeness.provisions(laws) if f.check == "missing-footnote"]
    doubtful = Alignment("aa-1", "1.A#fn1", "bb-1", "1#fn3", "moved", 0.5, {})
    alignments = (*laws.kb.aligned.alignments, doubtful)
    found = completeness.provisions(realigned(laws, Aligned(alignments=alignments)))
    assert "1" in lost
    assert not [f for f in found if f.check == "missing-footnote"]


def test_a_missing_title() -> None:
    found = findings(
        completeness.differing_headings,
        edition("aa-1", {"1": "", "1.A": "a card"}),
        edition("bb-1", {"1": ("Cards", ""), "1.A": "a card"}),
    )
    assert told(found) == [("aa-1", "1", "missing-heading", "", "")]


def test_a_paragraph_needs_no_heading_that_only_one_other_has() -> None:
    assert not findings(
        completeness.differing_headings,
        edition("aa-1", {"1": ("Cards", ""), "1.A": "a card"}),
        edition("bb-1", {"1": ("Cards", ""), "1.A": ("Card", "a card")}),
    )


def test_a_heading_that_only_one_text_has() -> None:
    headed = edition("aa-1", {"1.A": ("Naming", "a card"), "1.B": ("Leading", "a trick")})
    sister = edition("bb-1", {"1.A": "charta", "1.B": ("Exitus", "vola")})
    later = edition("aa-2", {"1.A": "a card", "1.B": "a trick"}, year=2017)
    found = findings(completeness.differing_headings, headed, sister, later)
    assert told(found) == [("aa-1", "1.A", "additional-heading", "Naming", "")]
    assert not findings(completeness.differing_headings, headed, sister)


def test_a_sentence_said_twice() -> None:
    twice = "The lead stands. The hand is over. The lead stands."
    found = findings(
        repetitions.repeated_texts,
        edition("aa-1", {"1": twice}),
        edition("bb-1", {"1": "Manet. Finis."}),
    )
    assert told(found) == [("aa-1", "1", "repeated-text", "the lead stands", "")]


def test_a_repetition_that_the_other_text_has_too_is_meant() -> None:
    found = findings(
        repetitions.repeated_texts,
        edition("aa-1", {"1": "Nothing is done here. Or nothing. Nothing is done here."}),
        edition("bb-1", {"1": "Nihil hic fit nunc. Aut nihil. Nihil hic fit nunc."}),
    )
    assert not found


def test_one_text_in_two_paragraphs() -> None:
    same = "if the offender becomes dummy the cards are picked up at once"
    found = findings(
        repetitions.repeated_texts,
        edition("aa-1", {"1": f"First a rule, then {same}", "1.A": same}),
        edition("bb-1", {"1": "Regula prima", "1.A": "Si noxius fit, chartae tolluntur statim"}),
    )
    assert [(f.key, f.check, f.severity) for f in found] == [("1.A", "repeated-text", "warning")]


def test_a_doubled_word_but_not_in_a_table_or_after_capitals() -> None:
    texts = {"1": "He may may lead.", "2": "POINTS points are won.", "3": "value value"}
    book = edition("aa-1", texts)
    tabled = tuple(
        replace(p, tables=(Table(0, len(p.text), (), (("value", "value"),)),))
        if p.key == "3"
        else p
        for p in book.provisions
    )
    found = findings(repetitions.doubled_words, replace(book, provisions=tabled))
    assert told(found) == [("aa-1", "1", "doubled-word", "may may", "may")]


def test_cells_of_a_table_that_only_a_partner_is_known_to_have_are_no_doubled_word() -> None:
    tabled = edition("bb-1", {"1": "num num"})
    table = Table(0, 7, (), (("num", "num"),))
    cells = tuple(replace(p, tables=(table,)) for p in tabled.provisions)
    found = findings(
        repetitions.doubled_words,
        edition("aa-1", {"1": "value value"}),
        replace(tabled, provisions=cells),
    )
    assert not found


def test_a_phrase_in_two_provisions_is_told_of_the_one_whose_partners_say_less_of_it() -> None:
    lost = "a trick that could never be lost by any legal play of cards"
    sister = edition("bb-1", {"1.1": "vola capta", "1.2": "quae perdi nequit"})
    for odd, other in (("1.1", "1.2"), ("1.2", "1.1")):
        meant = {"1.1": "a won trick", "1.2": "a won trick", other: lost}
        held = edition("aa-2", meant, year=2017)
        found = findings(
            repetitions.repeated_texts, edition("aa-1", {"1.1": lost, "1.2": lost}), sister, held
        )
        assert [(f.key, f.check) for f in found] == [(odd, "repeated-text")]


def test_what_one_of_three_sisters_has_alone_is_additional() -> None:
    alone = edition("aa-1", {"1": "a card", "1#fn1": "note of a publisher"})
    sisters = [edition(name, {"1": "carta"}) for name in ("bb-1", "bb-2")]
    found = findings(completeness.provisions, alone, *sisters)
    assert [(f.edition, f.check) for f in found] == [("aa-1", "additional-footnote")] * 2


def test_nothing_is_missing_where_a_text_has_something_that_is_not_aligned() -> None:
    newcomer = edition("bb-1", THREE | {"1.D": "any cards"})
    found = findings(
        completeness.provisions,
        edition("aa-1", THREE),
        newcomer,
        moves={("aa-1", "bb-1"): {"1.B": ()}},
    )
    assert told(found) == [("aa-1", "1.D", "missing-provision", "", "")]


def test_what_a_sister_has_too_is_not_alone_however_many_abridged_ones_lack_it() -> None:
    short = {"1.A": "one card", "1.B": "two cards"}
    found = findings(
        completeness.provisions,
        edition("aa-1", THREE),
        edition("aa-2", THREE),
        *(edition(name, short) for name in ("bb-1", "bb-2")),
    )
    assert {row[:3] for row in told(found)} == {
        (name, "1.C", "missing-provision") for name in ("bb-1", "bb-2")
    }
