"""Pairs that are compared, rows of a law, and how much of it changed."""

from __future__ import annotations

import re
from html import unescape

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Edition, Links, Provision
from lawbase.site.comparison import ComparedRow, EditionComparison, became_of, comparisons_of
from lawbase.site.context import Site
from lawbase.site.redline import redline
from lawbase.site.typesetting import SetText
from tests.conftest import ROOT, nobody_has_read
from tests.site.invented import edition, invented, provision


def pairs_of(*editions: Edition) -> list[tuple[str, str]]:
    """The ids of the pairs that are compared."""
    layers = {"editions": editions, "links": Links(), "aligned": Aligned()}
    return [c.pair for c in comparisons_of(KnowledgeBase(layers))]


def plain(identifier: str, complete: bool = True) -> Edition:
    """An edition of one law."""
    return edition(identifier, [provision(identifier, "1", "x")], complete=complete)


def test_a_language_is_compared_with_itself_and_what_lacks_a_partner_with_a_whole_text() -> None:
    four = [plain("cs-2007"), plain("sr-2007"), plain("cs-2017", False), plain("pl-2017")]
    assert pairs_of(*four) == [
        ("cs-2007", "cs-2017"),
        ("cs-2007", "pl-2017"),
        ("sr-2007", "pl-2017"),
    ]
    assert pairs_of(plain("cs-2007"), plain("cs-2017"), plain("pl-2017")) == [
        ("cs-2007", "cs-2017"),
        ("cs-2007", "pl-2017"),
    ]
    assert pairs_of(plain("cs-2007"), plain("sr-2007")) == []
    assert pairs_of(plain("cs-1997"), plain("cs-2007"), plain("cs-2017")) == [
        ("cs-1997", "cs-2007"),
        ("cs-1997", "cs-2017"),
        ("cs-2007", "cs-2017"),
    ]


def test_pairs_grow_with_the_editions_not_with_their_square() -> None:
    editions = [plain(f"{language}-{year}") for year in (2007, 2017) for language in "abcdefghij"]
    assert len(pairs_of(*editions)) == 10


def compared() -> EditionComparison:
    """The comparison of the invented Czech editions."""
    return next(c for c in comparisons_of(invented()) if c.new.id == "cs-2017")


def shown(
    rows: tuple[ComparedRow, ...],
) -> list[tuple[str, tuple[str, ...], tuple[str, ...], bool]]:
    """What matters of rows."""
    return [(row.kind, *row.key, row.moved) for row in rows]


def test_rows_of_a_law_stand_in_the_newer_order_with_what_went() -> None:
    assert shown(compared().rows(2)) == [
        ("unchanged", ("2",), ("2",), False),
        ("new", (), ("2.A",), False),
        ("reference", ("2.A",), ("2.B",), True),
        ("dropped", ("2.B",), (), False),
    ]
    assert shown(compared().rows(1))[1:] == [
        ("wording", ("1.A",), ("1.A",), False),
        ("unchanged", ("1.A.1",), ("1.A.1",), False),
        ("absent", ("1.A.1#fn1",), (), False),
        ("dropped", ("1.A.2",), (), False),
        ("wording", ("1.B",), ("1.B",), False),
    ]


def test_what_became_of_a_provision_is_said_in_a_word() -> None:
    rows = {row.key[0]: row for row in (*compared().rows(1), *compared().rows(2)) if row.old}
    same, moved = rows["1.A.1",], rows["2.A",]
    worded, dropped = rows["1.B",], rows["2.B",]
    assert became_of([moved]) == ("change.moved",)
    assert became_of([worded]) == ("change.wording",)
    assert became_of([same]) == ()
    assert became_of([dropped, dropped]) == ("change.dropped",)
    assert became_of([same, worded, moved]) == ("change.wording",)
    assert became_of([worded, dropped]) == ("change.substance",)
    assert became_of([same, moved]) == ("change.reference",)
    assert became_of([same, ComparedRow("unchanged", moved.old, moved.new)]) == ("change.moved",)


def test_a_pair_that_nobody_read_is_not_passed_over(knowledge: KnowledgeBase) -> None:
    comparison = next(c for c in comparisons_of(knowledge) if c.old.id == "sr-2007")
    row = comparison.row(*knowledge.provisions("sr-2007", ["84.E"]))
    assert row.kind == "unread" and became_of([row])[-1] == "change.unread"
    for comparison in comparisons_of(nobody_has_read(knowledge)):
        for row in () if comparison.same_language else comparison.rows(27):
            assert not (row.old and row.new) or row.became[-1] == "change.unread"


def test_the_map_is_deeper_where_more_changed() -> None:
    assert compared().state(1) == "wording"
    assert compared().state(2) == "reference"
    assert compared().laws == (1, 2)
    assert compared().summary.of_law(2).relations["dropped"] == 1


INSERTED, DELETED = re.compile("<ins>.*?</ins>", re.DOTALL), re.compile("<del>.*?</del>", re.DOTALL)


def bare(markup: str) -> str:
    """The letters of set words, without tags, spaces and the numbers that call footnotes."""
    text = re.sub(r"<[^>]+>", "", re.sub(r"<sup.*?</sup>", "", markup))
    return re.sub(r"\s+", "", unescape(text))


def letters(provision: Provision) -> str:
    """The letters of a provision."""
    return re.sub(r"\s+", "", provision.heading + provision.text + provision.tail)


def whole(words: SetText) -> str:
    """The HTML of all parts."""
    return f"{words.heading}{words.text}{words.tail}"


@pytest.mark.slow
def test_a_comparison_holds_every_letter_of_both_texts(knowledge: KnowledgeBase) -> None:
    site = Site(knowledge, ROOT / "site")
    seen = 0
    for comparison in site.comparisons:
        for law in comparison.laws:
            found: dict[tuple[str, str], str] = {}
            for row in comparison.rows(law):
                shown = redline(site.typesetter, row, same_language=comparison.same_language)
                for p, words in zip((*row.old, *row.new), (*shown.old, *shown.new), strict=True):
                    assert (p.edition, p.key) not in found
                    found[p.edition, p.key] = bare(whole(words))
                if shown.woven and not any(p.tables for p in (*row.old, *row.new)):
                    woven = whole(shown.woven)
                    assert bare(INSERTED.sub("", woven)) == letters(row.old[0])
                    assert bare(DELETED.sub("", woven)) == letters(row.new[0])
            for one in comparison.pair:
                for key in knowledge.with_descendants(one, str(law)):
                    provision = knowledge.provision(one, key)
                    assert provision is not None
                    seen += 1
                    if not provision.tables:
                        assert found.get((one, key), "") == letters(provision), (one, key)
    assert seen > 4000


def test_what_a_text_lacks_is_never_told_as_dropped(knowledge: KnowledgeBase) -> None:
    pairs = {c.pair: c for c in comparisons_of(knowledge)}
    czech, polish = pairs["cs-2007", "cs-2017"], pairs["cs-2007", "pl-2017"]
    for comparison, key in ((czech, "40.C"), (czech, "40.B.4"), (polish, "16.A.3")):
        assert comparison.row(*knowledge.provisions("cs-2007", [key])).kind == "absent"
    assert (
        pairs["sr-2007", "pl-2017"].row(*knowledge.provisions("pl-2017", ["76.D"])).kind == "absent"
    )


def test_what_stands_in_the_same_places_was_neither_split_nor_merged(
    knowledge: KnowledgeBase,
) -> None:
    pairs = {c.pair: c for c in comparisons_of(knowledge)}
    row = pairs["cs-2007", "pl-2017"].row(*knowledge.provisions("pl-2017", ["51.B.2"]))
    assert len(row.old) == len(row.new) > 1 and row.shape == ""
    rows = [row for c in pairs.values() for law in c.laws for row in c.rows(law) if row.shape]
    assert rows and all(row.key[0] != row.key[1] for row in rows)


def test_a_merged_provision_shows_all_that_it_comes_from(knowledge: KnowledgeBase) -> None:
    pairs = {c.pair: c for c in comparisons_of(knowledge)}
    row = pairs["cs-2007", "pl-2017"].row(*knowledge.provisions("cs-2007", ["86.A"]))
    assert {"86.A"} <= {p.key for p in row.old} and row.new
    assert row in pairs["cs-2007", "pl-2017"].rows(86)


def test_a_new_heading_is_marked(knowledge: KnowledgeBase) -> None:
    site = Site(knowledge, ROOT / "site")
    czech = next(c for c in site.comparisons if c.pair == ("cs-2007", "cs-2017"))
    for key in ("21.A", "29.A"):
        shown = redline(
            site.typesetter, czech.row(*knowledge.provisions("cs-2017", [key])), same_language=True
        )
        assert shown.woven and "<ins>" in shown.woven.heading and "<del>" in shown.woven.heading
