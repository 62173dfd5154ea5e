"""Pairs that are compared, rows of a law, and how much of it changed."""

from __future__ import annotations

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Edition, Links
from lawbase.site.comparison import Comparison, Row, comparisons_of
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


def test_pairs_grow_with_the_editions_not_with_their_square() -> None:
    editions = [plain(f"{language}-{year}") for year in (2007, 2017) for language in "abcdefghij"]
    assert len(pairs_of(*editions)) == 10


def compared() -> Comparison:
    """The comparison of the invented Czech editions."""
    return next(c for c in comparisons_of(invented()) if c.new.id == "cs-2017")


def shown(rows: tuple[Row, ...]) -> list[tuple[str, tuple[str, ...], str | None, bool]]:
    """What matters of rows."""
    return [(row.kind, row.old, row.new, row.moved) for row in rows]


def test_rows_of_a_law_stand_in_the_newer_order_with_what_went() -> None:
    assert shown(compared().rows(2)) == [
        ("same", ("2",), "2", False),
        ("new", (), "2.A", False),
        ("reference", ("2.A",), "2.B", True),
        ("dropped", ("2.B",), None, False),
    ]
    assert shown(compared().rows(1))[1:] == [
        ("same", ("1.A",), "1.A", False),
        ("same", ("1.A.1",), "1.A.1", False),
        ("dropped", ("1.A.2",), None, False),
        ("wording", ("1.B",), "1.B", False),
    ]


def test_the_map_is_deeper_where_more_changed() -> None:
    assert compared().degree(1) > 0
    assert compared().laws == (1, 2)
    assert compared().summary.of_law(2).relations["dropped"] == 1
