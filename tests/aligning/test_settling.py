"""Two sides brought together: what is told of a pair, of what has none, and of further editions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from msgspec.structs import replace

from lawbase.aligning.lexicon import Lexicons
from lawbase.aligning.overrides import Override
from lawbase.aligning.settle import Range, Settled, alignments_of, settle
from lawbase.aligning.units import Column, Pair, Side, Unit, single, units_of
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Edition, IndexEntry, Key, Links
from lawbase.text import Span
from tests.aligning.invented import (
    LANGUAGES,
    Texts,
    align,
    edition,
    law_texts,
    lone,
    pairs,
    sentence,
)

OLD, NEW = "aa-2007", "aa-2017"


def units(book: Edition) -> tuple[Unit, ...]:
    """The units of an edition that the glossary knows no word of."""
    texts = {"languages": LANGUAGES, "editions": (book,), "concepts": (), "links": Links()}
    return units_of(KnowledgeBase(texts))[book.id]


def settled(old: Texts, new: Texts, *decided: Override) -> Settled:
    """Two editions of one language settled."""
    books = edition(OLD, old), edition(NEW, new)
    by_edition = {book.id: units(book) for book in books}
    lexicons = Lexicons(books, by_edition)
    ours, theirs = (single(by_edition[book.id]) for book in books)
    return settle(ours, theirs, lexicons, decided, one_year=False)


def decision(relation: str, from_key: Key, to_key: Key) -> Override:
    return Override((OLD, NEW), relation, "because", from_key, to_key)  # type: ignore[arg-type]


DECISIONS = (
    (),
    (decision("split", "2.A.1", "2.A.2"), decision("split", "2.A.1", "2.A.3")),
    (decision("merged", "2.A.2", "2.A.1"), decision("merged", "2.A.3", "2.A.1")),
    (decision("apart", "2.A.1", "2.A.1"), decision("split", "2.A.1", "2.A.2")),
    (decision("moved", "2.A.1", "3.A.1"),),
)


@pytest.mark.slow
@pytest.mark.parametrize("decided", DECISIONS)
def test_each_place_has_one_main_partner_and_the_surest_that_is_free(
    decided: tuple[Override, ...],
) -> None:
    found = settled(law_texts(), law_texts(), *decided)
    main, pairs = found.links, found.pairs
    assert main.items() <= pairs.keys()
    assert len({*main.values()}) == len(main)
    assert all(i in main or j in main.values() for i, j in pairs)
    kept = {(i, j) for i, j in pairs if "decided" not in pairs[i, j]}
    assert kept <= main.items()


def lonely(found: tuple[Alignment, ...]) -> dict[Key, float]:
    """How surely each provision without a partner has none."""
    return {a.from_key or a.to_key or "": a.score for a in found if len(a.texts) == 1}


def test_what_has_no_partner_is_told_so_the_surer_the_less_another_text_is_like_it() -> None:
    texts = law_texts()
    words = texts["5.A.2"].split()
    alike = " ".join([*words[:7], sentence("others", 5)])
    more = {**texts, "5.A.4": alike, "7.C.4": sentence("never seen")}
    for old, new in ((more, texts), (texts, more)):
        scores = lonely(align(edition(OLD, old), edition(NEW, new)).alignments)
        assert scores.keys() == {"5.A.4", "7.C.4"}
        assert 0.0 < scores["5.A.4"] < scores["7.C.4"] < 1.0
        assert scores["7.C.4"] > 0.5


def test_scores_and_evidence_have_three_decimals() -> None:
    texts = law_texts()
    words = texts["3.B.2"].split()
    new = {
        **texts,
        "3.B.2": " ".join(words[:6]),
        "3.B.4": " ".join(words[6:]),
        "9.A": sentence("9"),
    }
    found = align(edition(OLD, texts), edition(NEW, new)).alignments
    told = [weight for a in found for weight in (a.score, *a.evidence.values())]
    assert told == [round(weight, 3) for weight in told]
    for score in [a.score for a in found if len(a.texts) == 2], [*lonely(found).values()]:
        assert any(round(weight, 2) != weight for weight in score)


def test_a_provision_that_nothing_was_compared_with_is_surely_new() -> None:
    books = edition(OLD, {"1.A": sentence("a")}), edition(NEW, {"1.A": sentence("a"), "9": ""})
    found = align(replace(books[0], laws=(1, 9)), books[1])
    assert lonely(found.alignments)["9"] == 1.0


def test_of_several_ways_in_which_two_texts_are_a_pair_the_surest_is_told() -> None:
    ours, theirs = (
        side_of_holders(units(edition(name, {"1.A": "play"}))[1]) for name in (OLD, "bb-2007")
    )
    for weak, sure in (((0, 0), (1, 1)), ((1, 1), (0, 0))):
        both: dict[Pair, dict[str, float]] = {weak: {"gain": 0.2}, sure: {"gain": 0.8}}
        found = Settled(ours, theirs, {0: 0}, both, ({}, {}), ())
        (told,) = alignments_of(found, edition(OLD, {}), edition("bb-2007", {}))
        assert (told.from_key, told.to_key, told.evidence) == ("1.A", "1.A", {"gain": 0.8})


def side_of_holders(unit: Unit) -> Side:
    """A side of which a second column borrows the text of the first."""
    guest = replace(unit, edition="dd-2007", key="1.B")
    return Side(
        [
            Column("1.A", {unit.edition: unit}),
            Column("1.B", {"dd-2007": guest}, {unit.edition: (unit,)}),
        ]
    )


def test_definitions_of_further_editions_are_a_pair_when_they_define_the_same() -> None:
    old = definitions("aa-2007", a="x"), definitions("bb-2007", b="y", c="z")
    new = definitions("aa-2017", d="x", e="y"), definitions("bb-2017", f="z", g="y")
    narrow = single(old[0]), single(new[0])
    wide = tuple(single([*lead, *more]) for lead, more in (old, new))
    settled = Settled(*narrow, {}, {}, ({0: 0.3}, {1: 0.4}), ())
    laid = settled.laid_over(*wide)
    assert keys(laid, laid.further) == {("def.b", "def.e"), ("def.c", "def.f")}
    assert laid.chances == ({0: 0.3}, {1: 0.4}) and not laid.pairs and not laid.links
    for pair in ((0, 1), (0, 0)):
        told = {pair: {"gain": 1.0}}
        sharing = Settled(*narrow, {}, told, ({}, {}), ()).laid_over(*wide)
        assert keys(sharing, sharing.further) == {("def.b", "def.e"), ("def.c", "def.f")}
    paired = Settled(*narrow, {0: 1}, {(0, 1): {"gain": 1.0}}, ({}, {}), ()).laid_over(*wide)
    assert keys(paired, paired.further) == {("def.b", "def.g"), ("def.c", "def.f")}
    assert keys(paired, paired.pairs) == keys(paired, paired.links.items()) == {("def.a", "def.e")}


def definitions(name: str, **concepts: str) -> list[Unit]:
    """Definitions by name, and the concept that each defines."""
    book = edition(name, {f"def.{key}": f"{key} is so" for key in concepts})
    found = {unit.key: unit for unit in units(book)}
    return [replace(found[f"def.{key}"], concepts={c: 1.0}) for key, c in concepts.items()]


def keys(found: Settled, pairs: Iterable[Pair]) -> set[tuple[Key, Key]]:
    """Pairs of places by their keys."""
    return {(found.ours.leads[i].key, found.theirs.leads[j].key) for i, j in pairs}


@pytest.mark.parametrize(
    ("key", "there"),
    [
        ("1.A", True), ("2.B", True), ("2.B#fn1", True), ("2.A.7", True),
        ("2.B.1", False), ("2.C", False), ("5.A", False), ("94", False),
        ("def.b", True), ("preface", False),
    ],
)  # fmt: skip
def test_an_edition_in_part_covers_what_lies_before_its_last_provision(
    key: Key, *, there: bool
) -> None:
    part = edition(NEW, {"1.A": "x", "2.B": "y", "def.a": "z"}, complete=False)
    asked = next(u for u in units(edition(OLD, {key: "w"})) if u.key == key)
    assert Range(part).covers(asked) == there
    whole = edition(NEW, {"1.A": "x", "def.a": "z"})
    assert Range(whole).covers(asked) == (key not in ("94", "preface"))
    assert Range(edition(NEW, {}, complete=False)).covers(asked) == (
        key not in ("94", "preface", "def.b")
    )


def test_a_footnote_behind_the_end_of_the_other_edition_with_its_bearer_is_not_dropped() -> None:
    texts = law_texts()
    old = {**texts, "2.A.1#fn1": sentence("a note")}
    new = {key: text for key, text in texts.items() if key != "2.A.1"} | {"9.A": texts["2.A.1"]}
    part = {key: text for key, text in new.items() if key != "9.A"}
    books = edition(OLD, old), edition(NEW, new), edition("bb-2017", part, complete=False)
    found = align(*books)
    assert ("2.A.1", "9.A") in pairs(found, OLD, NEW)
    assert "2.A.1#fn1" in lone(found, OLD, NEW, "dropped")
    assert not lone(found, OLD, "bb-2017", "dropped") & {"2.A.1", "2.A.1#fn1"}


def test_what_an_editions_own_index_cites_is_left_out_by_no_law() -> None:
    entry = IndexEntry(NEW, "topic", "", ("7.A", "1.A"), (), "topic 7A", Span(0, 0))
    book = replace(edition(NEW, {"1.A": "x"}), index=(entry,), laws=(1, 8))
    asked = {
        u.key: u for u in units(edition(OLD, dict.fromkeys(("1.A", "7.A", "8.A", "9.A"), "w")))
    }
    told = {key for key, unit in asked.items() if Range(book).leaves_out(unit, unit)}
    assert told == {"1", "1.A", "7", "8", "8.A"}


@pytest.mark.parametrize("years", list(product((2007, 2017), repeat=2)))
def test_only_between_years_something_is_dropped_or_new(years: tuple[int, int]) -> None:
    books = [
        replace(edition(f"{name}-{year}", {**law_texts(), key: sentence(name)}), year=year)
        for name, year, key in zip(("aa", "bb"), years, ("8.D", "8.E"), strict=True)
    ]
    relations = {a.relation for a in align(*books).alignments if len(a.texts) == 1}
    assert relations == (set() if years[0] == years[1] else {"dropped", "new"})


def test_a_text_lies_in_another_only_where_both_editions_have_words_of_it() -> None:
    said, bare = edition(OLD, {"1.A": "play"}), edition("bb-2007", {"1.A": ""})
    ours, theirs = (single(units(book)) for book in (said, bare))
    pair = ours.places[OLD, "1.A"], theirs.places["bb-2007", "1.A"]
    shares = Settled(ours, theirs, {}, {pair: {"gain": 0.8}}, ({}, {}), ())
    stands = Settled(ours, theirs, {}, {pair: {"order": 4.0}}, ({}, {}), ())
    assert not list(alignments_of(shares, said, bare))
    assert len(list(alignments_of(stands, said, bare))) == 1


def test_a_bare_label_goes_where_the_texts_of_its_place_do_from_one_year_to_the_next() -> None:
    said, bare, new = (
        edition(OLD, {"1.A": "play"}),
        edition("bb-2007", {"1.A": ""}),
        edition(NEW, {"1.A": "deal"}),
    )
    (one,), (other,), (after,) = (
        [u for u in units(b) if u.key == "1.A"] for b in (said, bare, new)
    )
    ours, theirs = Side([Column("1.A", {OLD: one, "bb-2007": other})]), single([after])
    shares = Settled(ours, theirs, {}, {(0, 0): {"gain": 0.8}}, ({}, {}), ())
    for older in (said, bare):
        (told,) = alignments_of(shares, older, new)
        assert (told.from_edition, told.from_key, told.to_key) == (older.id, "1.A", "1.A")
