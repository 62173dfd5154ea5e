"""What is asked of a part before it is held to lie in a text that has a partner already.

Two sides of a small invented law; how much of two texts is the same is told, not counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest
from msgspec.structs import replace

from lawbase.aligning.score import Gain, Scorers
from lawbase.aligning.settle import sureness
from lawbase.aligning.split_merge import (
    BOTH,
    EACH,
    LESS,
    LITTLE,
    LONE,
    MORE,
    NEAR,
    TELLS,
    SplitMerge,
    containers,
    repeats,
)
from lawbase.aligning.units import Column, Side, Unit, single, units_of
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Key, Links
from tests.aligning.invented import LANGUAGES, Texts, edition, law_texts, lone, pairs, sentence
from tests.aligning.invented import align as aligned

KeyPair = tuple[Key, Key]
Told = tuple[float, float]
"""What part of a text the other accounts for, and how much that tells."""


class Sharing:
    """Stands for what compares words: the shares of some pairs are told, no other pair is alike."""

    def __init__(self, told: Mapping[tuple[int, int], tuple[Told, Told]]):
        self._told = told

    def sharing(self, _: float) -> set[tuple[int, int]]:
        return set(self._told)

    def gains(self, pair: tuple[int, int], _: object) -> tuple[Any, Any]:
        ours, theirs = (Gain(*told) for told in self._told[pair])
        return ours, theirs


def side(name: str, keys: str, **more: Mapping[Key, Any]) -> Side:
    """An edition that has a sentence at each key; ``more`` are fields of units by key."""
    texts: Texts = {key: sentence(f"{name} {key}") for key in keys.split()}
    base = {"languages": LANGUAGES, "editions": (edition(name, texts),), "concepts": ()}
    units = units_of(KnowledgeBase({**base, "links": Links()}))[name]
    changed = ({f: v[u.key] for f, v in more.items() if u.key in v} for u in units)
    return single([replace(u, **fields) for u, fields in zip(units, changed, strict=True)])


def single_units(name: str, words: Mapping[Key, tuple[str, ...]]) -> list[Unit]:
    """The units of a side that has these words, and nothing above them."""
    return [unit for unit in side(name, " ".join(words), words=words).leads if unit.key in words]


def added(
    sides: tuple[Side, Side],
    links: str,
    pair: KeyPair,
    shares: tuple[Told, Told],
    *,
    one_year: bool = False,
) -> bool:
    """Whether a pair joins those that are linked: ``1.A=1.A 2=2``."""
    ours, theirs = ({key: place for (_, key), place in side.places.items()} for side in sides)
    known = {ours[a]: theirs[b] for a, b in (link.split("=") for link in links.split())}
    asked = ours[pair[0]], theirs[pair[1]]
    texts = cast(Scorers, Sharing({asked: shares}))
    found = SplitMerge(*sides, texts, known, one_year=one_year).pairs()
    assert set(found) <= {asked}
    return asked in found


THREE = "1 1.A 1.B 1.C"


def sides(ours: str = THREE, theirs: str = THREE) -> tuple[Side, Side]:
    """Two sides that have a text at each of some keys."""
    return side("aa-2007", ours), side("aa-2017", theirs)


@pytest.mark.parametrize(
    ("share", "amount", "there"),
    [(LONE, TELLS, False), (LONE + 0.01, TELLS, True), (LONE + 0.01, TELLS - 0.1, True),
     (LONE + 0.01, LITTLE, True), (LONE + 0.01, LITTLE - 0.1, False), (0.9, 3.5, True)],
)  # fmt: skip
def test_a_text_without_a_partner_goes_beside_its_neighbour_when_that_tells_something(
    share: float, amount: float, *, there: bool
) -> None:
    told = ((share, amount), (0.0, amount))
    assert added(sides(), "1=1 1.A=1.A 1.C=1.C", ("1.B", "1.A"), told) == there


FIVE = "1 1.A 1.B 1.C 1.D 1.E"
AROUND = "1=1 1.A=1.A 1.C=1.C 1.D=1.D 1.E=1.E"


@pytest.mark.parametrize(
    ("amount", "of_the_other", "there"),
    [(TELLS, TELLS, True), (8.5, 8.5, True), (TELLS - 0.1, TELLS, False),
     (10.0, 2.0, True), (10.0, 1.0, False)],
)  # fmt: skip
def test_away_from_its_neighbours_a_text_without_a_partner_must_tell_much(
    amount: float, of_the_other: float, *, there: bool
) -> None:
    old = ((LONE + 0.1, amount), (0.0, of_the_other))
    books = sides(FIVE, FIVE)
    assert added(books, AROUND, ("1.B", "1.E"), old) == there


@pytest.mark.parametrize(("amount", "there"), [(8.5, True), (TELLS, True), (TELLS - 0.1, False)])
@pytest.mark.parametrize("host", ["1.A", "1.E"])
def test_what_is_new_must_tell_much_wherever_it_came_from(
    amount: float, host: str, *, there: bool
) -> None:
    new = ((0.0, amount), (LONE + 0.1, amount))
    assert added(sides(FIVE, FIVE), AROUND, (host, "1.B"), new) == there


@pytest.mark.parametrize(("share", "there"), [(NEAR, False), (NEAR + 0.01, True), (0.9, True)])
def test_more_is_asked_of_what_goes_up_into_the_text_above(share: float, *, there: bool) -> None:
    assert LONE < NEAR
    up = added(sides(), "1=1 1.B=1.B", ("1.A", "1"), ((share, 0.0), (0.0, 0.0)))
    down = added(sides(), "1=1 1.B=1.B", ("1", "1.A"), ((0.0, 0.0), (share, 0.0)))
    assert (up, down) == (there, there)


@pytest.mark.parametrize(
    ("less", "more", "there"),
    [(LESS, MORE + 0.1, False), (LESS + 0.01, MORE + 0.1, True), (LESS + 0.1, MORE, False),
     (0.0, 0.9, False), (0.2, 0.9, True)],
)  # fmt: skip
def test_two_texts_that_both_have_partners_share_much_of_one_and_some_of_the_other(
    less: float, more: float, *, there: bool
) -> None:
    for told in (((less, TELLS), (more, TELLS)), ((more, TELLS), (less, TELLS))):
        assert added(sides(), "1=1 1.A=1.A 1.B=1.B", ("1.A", "1.B"), told) == there


@pytest.mark.parametrize(
    ("ours", "theirs", "there"),
    [
        (EACH, 2 * BOTH - EACH + 0.01, True),
        (BOTH + 0.01, BOTH + 0.01, True),
        (EACH, 2 * BOTH - EACH - 0.01, False),
        (EACH - 0.01, MORE - 0.01, False),
    ],
)
def test_what_is_left_of_a_family_on_both_sides_is_one_that_was_rewritten(
    ours: float, theirs: float, *, there: bool
) -> None:
    for told in (((ours, 1.0), (theirs, 1.0)), ((theirs, 1.0), (ours, 1.0))):
        assert added(sides(FIVE, FIVE), AROUND, ("1.B", "1.B"), told) == there
        assert added(sides(FIVE, FIVE), AROUND, ("1.B", "1.E"), told) == there  # one has a partner
        assert not added(sides(FIVE, FIVE), f"{AROUND} 1.B=1.B", ("1.B", "1.E"), told)
        assert not added(sides(FIVE, FIVE), AROUND, ("1.B", "1.B"), told, one_year=True)


def test_what_is_left_is_no_text_of_another_family_nor_one_above_its_parts() -> None:
    alike = ((0.4, 1.0), (0.4, 1.0))
    apart = sides(f"{FIVE} 2 2.A", f"{FIVE} 2 2.A")
    assert not added(apart, f"{AROUND} 2=2", ("1.B", "2.A"), alike)
    above = sides(f"{FIVE} 1.B.1", f"{FIVE} 1.B.1")
    assert not added(above, f"{AROUND} 1.B.1=1.B.1", ("1.B", "1.B"), alike)


@pytest.mark.parametrize(
    ("links", "pair", "there"),
    [
        ("1.A=1.A", ("1.C", "1.A"), True),  # the nearest known before ours lies in theirs
        ("1.C=1.C", ("1.A", "1.C"), True),  # and behind
        ("1.A=1.A", ("1.A", "1.C"), True),  # the nearest known before theirs lies in ours
        ("1.C=1.C", ("1.C", "1.A"), True),
        ("1.A=1.A", ("1.C", "1.B"), True),  # right beside where the nearest known lies
        ("1.C=1.C", ("1.A", "1.B"), True),
        ("1.A=1.A", ("1.B", "1.C"), False),
        ("1.A=1.B 1.B=1.D", ("1.C", "1.D"), True),
        ("1.B=1.A 1.D=1.B", ("1.D", "1.C"), True),
        ("1.B=1.A 1.D=1.B", ("1.A", "1.D"), False),
        ("1.D=1.D", ("1.A", "1.B"), False),
        ("", ("1.C", "1.A"), False),
    ],
)
def test_in_one_year_a_text_lies_beside_the_nearest_that_is_known(
    links: str, pair: KeyPair, *, there: bool
) -> None:
    told = ((LONE + 0.1, TELLS), (LONE + 0.1, TELLS))
    books = sides("1 1.A 1.B 1.C 1.D", "1 1.A 1.B 1.C 1.D")
    assert added(books, links, pair, told, one_year=True) == there


@pytest.mark.parametrize("bare", ["aa-2007", "aa-2017"])
def test_a_text_that_is_linked_with_a_bare_heading_has_no_partner_yet(bare: str) -> None:
    books = tuple(
        side(name, FIVE, words={"1.B": ()} if name == bare else {})
        for name in ("aa-2007", "aa-2017")
    )
    pair = ("1.E", "1.B") if bare == "aa-2007" else ("1.B", "1.E")
    lone = (LONE + 0.1, TELLS)
    told = ((0.0, TELLS), lone) if bare == "aa-2007" else (lone, (0.0, TELLS))
    assert added((books[0], books[1]), f"{AROUND} 1.B=1.B", pair, told)


NOTES = "1 1.A 1.A#fn1 1.B 1.B#fn2"


@pytest.mark.parametrize(
    ("links", "pair", "there"),
    [
        ("", ("1.A#fn1", "1.B#fn2"), True),
        ("1.A#fn1=1.B#fn2", ("1.B#fn2", "1.B#fn2"), False),  # theirs has one
        ("1.A#fn1=1.A#fn1", ("1.A#fn1", "1.B#fn2"), False),  # ours has one
        ("1.B#fn2=1.A#fn1", ("1.A#fn1", "1.B#fn2"), True),  # others of their places have
        ("", ("1.A#fn1", "1.B"), False),
        ("", ("1.B", "1.A#fn1"), False),
    ],
)
def test_footnotes_without_partners_may_hang_elsewhere(
    links: str, pair: KeyPair, *, there: bool
) -> None:
    told = ((NEAR + 0.1, 0.0), (NEAR + 0.1, 0.0))
    assert added(sides(NOTES, NOTES), f"1=1 1.A=1.A {links}", pair, told) == there


@pytest.mark.parametrize("forward", [True, False])
def test_a_definition_without_a_partner_is_a_sense_of_another(*, forward: bool) -> None:
    whole = side("aa-2007", "def.A 1", senses={"def.A": frozenset({"b"})})
    part = side("aa-2017", "def.B def.C", concepts={"def.B": {"b": 1.0}, "def.C": {"c": 1.0}})

    def found(links: dict[KeyPair, KeyPair]) -> dict[KeyPair, float]:
        at = [{key: place for (_, key), place in one.places.items()} for one in (whole, part)]
        known = {(at[0][a], at[1][b]) for a, b in links}
        if forward:
            texts = SplitMerge(whole, part, cast(Scorers, Sharing({})), dict(known), one_year=False)
            pairs = texts.pairs()
        else:
            back = {j: i for i, j in known}
            texts = SplitMerge(part, whole, cast(Scorers, Sharing({})), back, one_year=False)
            pairs = {(i, j): gain for (j, i), gain in texts.pairs().items()}
        return {(whole.leads[i].key, part.leads[j].key): gain for (i, j), gain in pairs.items()}

    assert found({}) == {("def.A", "def.B"): 1.0}
    assert found({("def.A", "def.C"): ("", "")}) == {("def.A", "def.B"): 1.0}
    assert found({("1", "def.B"): ("", "")}) == {}


def test_how_sure_a_pair_is_lies_between_nothing_and_everything() -> None:
    assert sureness({"decided": 1.0}) == 1.0
    assert sureness({"gain": 0.5}) == 0.75
    assert sureness({"parts": 0.5}) == 0.5


def test_what_is_new_or_dropped_is_surer_the_less_likely_its_best_partner_was() -> None:
    old = law_texts()
    words = old["5.A.2"].split()
    like = {"5.A.2": " ".join([*words[:2], sentence("others", 10)]), "7.C.4": sentence("unseen")}
    books = edition("aa-2007", old), edition("aa-2017", {**old, **like})
    found = aligned(*books)
    lonely = [a for a in found.alignments if len(a.texts) == 1]
    assert {"7.C.4"} <= lone(found, "aa-2007", "aa-2017", "new")
    assert pairs(found, "aa-2007", "aa-2017") and all(0 <= a.score <= 1 for a in lonely)


SIX = ("ka", "lo", "mi", "tu", "re", "so")


def notes(**more: Mapping[Key, Any]) -> Side:
    """Two notes below two paragraphs."""
    return side("aa-2007", "1.A 1.A#fn1 1.B 1.B#fn2", **more)


ONE, OTHER = "1.A#fn1", "1.B#fn2"


def repeated(book: Side) -> bool:
    """Whether the second note repeats the first one, which has a partner."""
    at = {key: place for (_, key), place in book.places.items()}
    assert not list(repeats(book, {at[ONE]: 7, at[OTHER]: 8}))
    return list(repeats(book, {at[ONE]: 7})) == [(at[OTHER], at[ONE])]


def test_what_repeats_a_note_has_words_enough_and_the_same_kind_and_citations() -> None:
    same = dict.fromkeys((ONE, OTHER), SIX)
    assert repeated(notes(words=same))
    assert not list(repeats(notes(words=same), {}))
    for other in (
        notes(words=same, cites={OTHER: frozenset({"9"})}),
        notes(words=same, kind={OTHER: "definition"}),
        notes(words=dict.fromkeys(same, SIX[:5])),
    ):
        assert not repeated(other)


def test_a_rule_that_another_one_repeats_is_no_repetition() -> None:
    book = side("aa-2007", "1.A 1.B", words=dict.fromkeys(("1.A", "1.B"), SIX))
    at = {key: place for (_, key), place in book.places.items()}
    assert not list(repeats(book, {at["1.A"]: 7}))


@pytest.mark.parametrize(("shared", "there"), [(8, True), (7, False)])
def test_a_note_repeats_another_when_they_have_eight_words_of_ten_in_common(
    shared: int, *, there: bool
) -> None:
    words = {ONE: tuple("abcdefghij"), OTHER: tuple("abcdefghij"[:shared] + "xyz"[: 10 - shared])}
    assert repeated(notes(words=words)) == there


def test_what_a_sister_edition_prints_too_is_no_repetition() -> None:
    one, other = (
        single_units(name, dict.fromkeys((ONE, OTHER), SIX)) for name in ("aa-2007", "bb-2007")
    )
    columns = [
        Column(
            unit.key, {unit.edition: unit, **({twin.edition: twin} if unit.key == OTHER else {})}
        )
        for unit, twin in zip(one, other, strict=True)
    ]
    book = Side(columns)
    assert not list(repeats(book, {book.places["aa-2007", ONE]: 7}))


def test_a_note_without_a_partner_is_found_where_the_one_it_repeats_is() -> None:
    twice, once = notes(words=dict.fromkeys((ONE, OTHER), SIX)), side("aa-2017", "1.A 1.A#fn1")
    none = cast(Scorers, Sharing({}))
    at = {key: place for (_, key), place in twice.places.items()}
    there = once.places["aa-2017", ONE]
    forward = SplitMerge(twice, once, none, {at[ONE]: there}, one_year=False).pairs()
    assert forward == {(at[OTHER], there): 1.0}
    backward = SplitMerge(once, twice, none, {there: at[ONE]}, one_year=False).pairs()
    assert backward == {(there, at[OTHER]): 1.0}


@pytest.mark.parametrize(("one_year", "there"), [(False, True), (True, False)])
def test_only_between_years_a_text_may_go_anywhere_in_its_family(
    *, one_year: bool, there: bool
) -> None:
    books = sides("1 1.A 1.B 1.C 1.D 1.E", "1 1.A 1.B 1.C 1.D 1.E")
    told = ((LONE + 0.1, TELLS), (0.0, TELLS))
    links = "1.A=1.A 1.B=1.B 1.D=1.D 1.E=1.E"
    assert added(books, f"1=1 {links}", ("1.C", "1.A"), told, one_year=one_year) == there
    assert not added(books, links, ("1.C", "1.A"), told, one_year=one_year)


class ToldOnce(Sharing):
    """Stands for texts that all tell the same: once it is known, another adds nothing."""

    def gains(self, pair: tuple[int, int], known: object) -> tuple[Any, Any]:
        ours, theirs = super().gains(pair, known)
        own, others = cast(tuple[tuple[int, ...], tuple[int, ...]], known)
        nothing = Gain(0.0, 0.0)
        return (
            nothing if any((pair[0], other) in self._told for other in own) else ours,
            nothing if any((other, pair[1]) in self._told for other in others) else theirs,
        )


@pytest.mark.parametrize(
    ("links", "pairs", "count"),
    [
        ("1=1", "1=1.A 1=1.B 1=1.C", 3),
        ("1=1", "1.A=1 1.B=1 1.C=1", 3),
        ("1=1 1.A=1.A 1.C=1.C", "1.B=1.A 1.B=1.C", 1),
        ("1=1 1.A=1.A 1.C=1.C", "1.A=1.B 1.C=1.B", 1),
    ],
)
def test_only_what_stands_above_several_parts_may_be_repeated_in_each(
    links: str, pairs: str, count: int
) -> None:
    books = sides()
    at = {key: place for (_, key), place in books[0].places.items()}
    known, asked = (
        [(at[a], at[b]) for a, b in (pair.split("=") for pair in told.split())]
        for told in (links, pairs)
    )
    texts = cast(Scorers, ToldOnce(dict.fromkeys(asked, ((0.9, TELLS), (0.9, TELLS)))))
    found = SplitMerge(*books, texts, dict(known), one_year=False).pairs()
    assert len(found) == count and set(found) <= set(asked)


@pytest.mark.parametrize(
    ("parts", "share"),
    [("1.B.1 1.B.2 1.B.3", 1.0), ("1.B.1 1.B.2 2.A.1 3.A.1", 0.5), ("1.B.1 2.A.1 3.A.1", 0.0)],
)
def test_a_heading_without_a_partner_is_where_half_of_its_parts_are(
    parts: str, share: float
) -> None:
    into = parts.split()
    own = [f"1.A.{n}" for n in range(1, len(into) + 1)]
    ours = side("aa-2007", " ".join(own), words={"1.A": ()})
    theirs = side("aa-2017", "1.B.1 1.B.2 1.B.3 2.A.1 3.A.1", words={"1.B": ()})
    here, there = (
        {key: place for (_, key), place in book.places.items()} for book in (ours, theirs)
    )
    known = [(here[a], there[b]) for a, b in zip(own, into, strict=True)]
    found = containers(ours, theirs, [*known, (here["1"], there["1"])])
    assert found.get((here["1.A"], there["1.B"]), 0.0) == share


def test_of_two_places_that_hold_a_headings_parts_its_own_address_comes_first() -> None:
    ours = side("aa-2007", "1.A.1 1.A.2 2.A.1", words={"1": (), "1.A": (), "2": (), "2.A": ()})
    theirs = side("aa-2017", "1.A.1 1.A.2 3.A.1", words={"1": (), "1.A": (), "3": (), "3.A": ()})
    at, there = ({key: place for (_, key), place in book.places.items()} for book in (ours, theirs))
    parts = [(at[key], there[key]) for key in ("1.A.1", "1.A.2")]
    parts.append((at["2.A.1"], there["3.A.1"]))
    found = containers(ours, theirs, parts)
    told = {(ours.leads[i].key, theirs.leads[j].key): share for (i, j), share in found.items()}
    assert told == {
        ("1.A", "1.A"): 1.0,
        ("1", "1"): 1.0,
        ("2.A", "3.A.1"): 1.0,  # of no address in common, the narrowest
        ("2", "3.A.1"): 1.0,
        ("2.A.1", "3.A"): 1.0,
        ("2.A.1", "3"): 1.0,
    }


def test_a_heading_with_a_partner_and_a_text_without_one_are_in_no_other_place() -> None:
    keys = "1.A.1 1.B.1"
    ours, theirs = (side(name, keys) for name in ("aa-2007", "aa-2017"))
    at = {key: place for (_, key), place in ours.places.items()}
    both = [(at["1.A.1"], at["1.B.1"]), (at["1.B.1"], at["1.A.1"])]
    headings = [(at[key], at[key]) for key in ("1", "1.A", "1.B")]
    assert containers(ours, theirs, [*both, *headings]) == {}
    texted = side("aa-2007", keys, words={"1": ("ka",), "1.A": ("ka",), "1.B": ("lo",)})
    assert containers(texted, texted, both) == {}
