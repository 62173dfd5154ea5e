"""What is asked of a part before it is held to lie in a text that has a partner already.

Two sides of a small invented law; how much of two texts is the same is told, not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import pytest
from msgspec.structs import replace

from lawbase.aligning.score import Gain, Scorers
from lawbase.aligning.settle import certainty
from lawbase.aligning.split_merge import (
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
from lawbase.aligning.units import Side, single, units_of
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

    def sharing(self, _: float) -> Iterable[tuple[int, int]]:
        return tuple(self._told)

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
     (LONE + 0.01, LITTLE, True), (LONE + 0.01, LITTLE - 0.1, False)],
)  # fmt: skip
def test_a_text_without_a_partner_goes_beside_its_neighbour_when_that_tells_something(
    share: float, amount: float, *, there: bool
) -> None:
    told = ((share, amount), (0.0, amount))
    assert added(sides(), "1=1 1.A=1.A 1.C=1.C", ("1.B", "1.A"), told) == there


@pytest.mark.parametrize(("share", "there"), [(NEAR, False), (NEAR + 0.01, True)])
def test_more_is_asked_of_what_goes_up_into_the_text_above(share: float, *, there: bool) -> None:
    assert LONE < NEAR
    up = added(sides(), "1=1 1.B=1.B", ("1.A", "1"), ((share, TELLS), (0.0, TELLS)))
    down = added(sides(), "1=1 1.B=1.B", ("1", "1.A"), ((0.0, TELLS), (share, TELLS)))
    assert (up, down) == (there, there)


@pytest.mark.parametrize(
    ("less", "more", "there"),
    [(LESS, MORE + 0.1, False), (LESS + 0.01, MORE + 0.1, True), (LESS + 0.1, MORE, False)],
)
def test_two_texts_that_both_have_partners_share_much_of_one_and_some_of_the_other(
    less: float, more: float, *, there: bool
) -> None:
    for told in (((less, TELLS), (more, TELLS)), ((more, TELLS), (less, TELLS))):
        assert added(sides(), "1=1 1.A=1.A 1.B=1.B", ("1.A", "1.B"), told) == there


def test_in_one_year_a_text_lies_beside_the_nearest_that_is_known() -> None:
    told = ((LONE + 0.1, TELLS), (0.0, TELLS))
    books = sides(theirs="1 1.A")
    assert added(books, "1.A=1.A", ("1.C", "1.A"), told, one_year=True)
    assert not added(books, "", ("1.C", "1.A"), told, one_year=True)


NOTES = "1 1.A 1.A#fn1 1.B 1.B#fn2"


@pytest.mark.parametrize(("links", "there"), [("", True), ("1.A#fn1=1.B#fn2", False)])
def test_footnotes_without_partners_may_hang_elsewhere(links: str, *, there: bool) -> None:
    books = sides(NOTES + " 1.B#fn3", NOTES)
    told = ((NEAR + 0.1, TELLS), (NEAR + 0.1, TELLS))
    pair = ("1.B#fn3", "1.B#fn2") if links else ("1.A#fn1", "1.B#fn2")
    assert added(books, f"1=1 1.A=1.A {links}", pair, told) == there


@pytest.mark.parametrize(("links", "there"), [("", True), ("1=def.B", False)])
def test_a_definition_without_a_partner_is_a_sense_of_another(links: str, *, there: bool) -> None:
    whole = side("aa-2007", "def.A 1", senses={"def.A": frozenset({"b"})})
    part = side("aa-2017", "def.B", concepts={"def.B": {"b": 1.0}})
    found = SplitMerge(
        whole, part, cast(Scorers, Sharing({})), {1: 0} if links else {}, one_year=False
    ).pairs()
    places = {key: place for (_, key), place in whole.places.items()}
    assert (list(found) == [(places["def.A"], 0)]) == there


def test_a_text_without_a_partner_that_repeats_one_is_found_where_that_is() -> None:
    book = side("aa-2007", "1.A 1.B 1.C")
    words = {key: book.leads[place].words for (_, key), place in book.places.items()}
    twice = side("aa-2007", "1.A 1.B 1.C", words={"1.B": words["1.A"]})
    at = {key: place for (_, key), place in twice.places.items()}
    assert list(repeats(twice, {at["1.A"]: 7})) == [(at["1.B"], at["1.A"])]
    assert not list(repeats(twice, {at["1.A"]: 7, at["1.B"]: 8}))
    assert not list(repeats(twice, {at["1.C"]: 7}))
    short = dict.fromkeys(("1.A", "1.B"), words["1.A"][:5])
    assert not list(repeats(side("aa-2007", "1.A 1.B", words=short), {1: 7}))


def test_how_sure_a_pair_is_lies_between_nothing_and_everything() -> None:
    assert certainty({"decided": 1.0}) == 1.0
    assert certainty({"gain": 0.5}) == 0.75
    assert certainty({"parts": 0.5}) == 0.5


def test_what_is_new_or_dropped_is_surer_the_less_likely_its_best_partner_was() -> None:
    old = law_texts()
    words = old["5.A.2"].split()
    like = {"5.A.2": " ".join([*words[:2], sentence("others", 10)]), "7.C.4": sentence("unseen")}
    books = edition("aa-2007", old), edition("aa-2017", {**old, **like})
    found = aligned(*books)
    lonely = [a for a in found.alignments if len(a.texts) == 1]
    assert {"7.C.4"} <= lone(found, "aa-2007", "aa-2017", "new")
    assert pairs(found, "aa-2007", "aa-2017") and all(0 <= a.score <= 1 for a in lonely)


def test_what_repeats_another_text_has_words_enough_and_the_same_kind_and_citations() -> None:
    six = ("ka", "lo", "mi", "tu", "re", "so")
    same = dict.fromkeys(("1.A", "1.B"), six)
    alike = side("aa-2007", "1.A 1.B", words=same)
    at = {key: place for (_, key), place in alike.places.items()}
    assert list(repeats(alike, {at["1.A"]: 7})) == [(at["1.B"], at["1.A"])]
    citing = side("aa-2007", "1.A 1.B", words=same, cites={"1.B": frozenset({"9"})})
    assert not list(repeats(citing, {at["1.A"]: 7}))


@pytest.mark.parametrize(("one_year", "there"), [(False, True), (True, False)])
def test_only_between_years_a_text_may_go_anywhere_in_its_family(
    *, one_year: bool, there: bool
) -> None:
    books = sides("1 1.A 1.B 1.C 1.D 1.E", "1 1.A 1.B 1.C 1.D 1.E")
    told = ((LONE + 0.1, TELLS), (0.0, TELLS))
    links = "1=1 1.A=1.A 1.B=1.B 1.D=1.D 1.E=1.E"
    assert added(books, links, ("1.C", "1.A"), told, one_year=one_year) == there


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
