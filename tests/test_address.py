"""Addresses: every spelling, round trips, order, containment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbase.address import (
    ROMANS,
    Address,
    KeyParts,
    Level,
    decimal_address,
    footnote_key,
    is_key,
    key_order,
    label_at,
    law_of,
    lies_in,
    ordinal,
    sibling,
    step_levels,
)
from lawbase.errors import LawbaseError

letters = st.sampled_from("ABCDEFGH")
numbers = st.integers(1, 15).map(str)
items = st.sampled_from("abcdefghijkl")
romans = st.sampled_from(ROMANS)


@st.composite
def addresses(draw: st.DrawFn) -> Address:
    """Addresses as laws have them: any level may be left out, romans stand under an item."""
    steps = []
    if draw(st.booleans()):
        steps.append(draw(letters))
    if draw(st.booleans()):
        steps.append(draw(numbers))
    if draw(st.booleans()) and steps:
        steps.append(draw(items))
        if draw(st.booleans()):
            steps.append(draw(romans))
    return Address(draw(st.integers(1, 93)), tuple(steps))


@given(addresses())
def test_prints_and_parses_back(address: Address) -> None:
    assert Address.parse(str(address)) == address


@given(addresses(), st.sampled_from(["({})", "{}", "({})."]))
def test_citation_styles_parse_back(address: Address, item: str) -> None:
    assert Address.parse(address.format(item, roman="({})")) == address


@given(addresses(), addresses(), addresses())
def test_order_is_total_and_children_follow_parents(a: Address, b: Address, c: Address) -> None:
    assert (a < b) + (b < a) + (a == b) == 1
    if a < b and b < c:
        assert a < c
    if a.parent:
        assert a.parent < a
        assert a.parent.contains(a)
        assert not a.contains(a.parent)


@given(addresses(), addresses())
def test_containment_is_asked_of_the_value(a: Address, b: Address) -> None:
    assert a.contains(b) == (a == b or a in b.ancestors)
    assert a.ancestors == ((a.parent, *a.parent.ancestors) if a.parent else ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("27B1a", "27.B.1.a"),
        ("27 B 1 (a)", "27.B.1.a"),
        ("27.B.1.a", "27.B.1.a"),
        ("27b1(A)", "27.B.1.a"),
        ("20 f 5", "20.F.5"),
        ("12C1(e)(ii)", "12.C.1.e.ii"),
        ("12C1eii", "12.C.1.e.ii"),
        ("40B2(c)(ii)", "40.B.2.c.ii"),
        ("80.B.2.i", "80.B.2.i"),
        ("35.A", "35.A"),
        ("57A1", "57.A.1"),
        ("71.2", "71.2"),
        ("16", "16"),
    ],
)
def test_spellings(text: str, expected: str) -> None:
    assert str(Address.parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "B",
        "52 karet",
        "27B0",
        "27B1a2",
        "27.1.2",
        "1BTX",
        "3 + 2",
        "27 (",
        "x1",
        "٢٧",
        "２７B1",
    ],
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(LawbaseError, match="is not an address"):
        Address.parse(text)


def test_an_address_is_a_value_that_stays_as_it_is() -> None:
    address = Address.parse("27B1")
    assert {address: "here"}[Address.parse("27 B 1")] == "here"
    with pytest.raises(AttributeError):
        address.law = 28  # type: ignore[misc]


def test_numbers_sort_by_value_not_by_digits() -> None:
    keys = ["10", "9", "9.A.10", "9.A.2", "1", "11", "def.Pas", "intro", "preface", "9.A.2#fn1"]
    expected = ["preface", "intro", "def.Pas", "1", "9", "9.A.2", "9.A.2#fn1", "9.A.10", "10", "11"]
    assert sorted(keys, key=key_order) == expected


def test_a_law_does_not_contain_another_whose_number_begins_alike() -> None:
    assert not Address(1).contains(Address(11, ("A",)))


def test_law_of_a_key() -> None:
    assert [law_of(key) for key in ("12.C#fn1", "71", "def.Pas", "preface")] == [12, 71, None, None]


@pytest.mark.parametrize(
    ("level", "labels"),
    [
        ("letter", ["A", "B", "C"]),
        ("number", ["1", "2", "3"]),
        ("item", ["a", "b", "c"]),
        ("roman", ["i", "ii", "iii"]),
    ],
)
def test_labels_and_their_places(level: Level, labels: list[str]) -> None:
    assert [label_at(place, level) for place in (1, 2, 3)] == labels
    assert [ordinal(label, level) for label in labels] == [1, 2, 3]


def test_romans_and_items_are_told_apart_by_what_stands_above() -> None:
    assert Address.parse("12.C.1.e.v") > Address.parse("12.C.1.e.iv")
    assert Address.parse("12.C.1.i") > Address.parse("12.C.1.h")
    assert Address.parse("12.C.1.ii") < Address.parse("12.C.1.iii")
    assert step_levels(("A", "i")) == ("letter", "item")
    assert step_levels(("A", "ii")) == ("letter", "roman")


@pytest.mark.parametrize(
    ("address", "previous"),
    [
        ("16", "15"),
        ("1", None),
        ("2", "1"),
        ("16.A", None),
        ("16.B", "16.A"),
        ("16.A.3", "16.A.2"),
        ("16.A.1", None),
        ("80.B.2.i", "80.B.2.h"),
        ("12.C.1.e.ii", "12.C.1.e.i"),
    ],
)
def test_what_stands_before_in_the_same_sequence(address: str, previous: str | None) -> None:
    found = sibling(Address.parse(address), -1)
    assert (str(found) if found else None) == previous


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("12.C.1", ("law", "12.C.1", 12, "", "12.C.1", 2, "12.C", True)),
        ("12", ("law", "12", 12, "", "12", 0, None, True)),
        ("12.C.1#fn3", ("law", "12.C.1", 12, "3", "12.C.1", 2, "12.C.1", False)),
        ("12#fn3", ("law", "12", 12, "3", "12", 0, "12", False)),
        ("def.Tichý hráč", ("def", "Tichý hráč", None, "", "def.Tichý hráč", 0, None, False)),
        ("def.Pas#fn2", ("def", "Pas", None, "2", "def.Pas", 0, "def.Pas", False)),
        ("preface", ("preface", "", None, "", "preface", 0, None, False)),
        ("guide.3", ("guide", "3", None, "", "guide.3", 0, None, False)),
        ("index/Fish", ("index", "Fish", None, "", "index/Fish", 0, None, False)),
    ],
)
def test_a_key_taken_apart(key: str, expected: tuple[object, ...]) -> None:
    k = KeyParts.of(key)
    assert expected == (
        k.book, k.name, k.law, k.footnote, k.bearer, k.depth, k.parent, k.is_paragraph
    )  # fmt: skip


def test_keys_outside_the_laws_sort_by_number_then_by_name() -> None:
    keys = [
        "guide.10",
        "guide.2",
        "def.Pas",
        "def.Pas#fn2",
        "def.Pas#fn10",
        "def.Atu",
        "9#fn2",
        "9",
    ]
    expected = ["def.Atu", "def.Pas", "def.Pas#fn2", "def.Pas#fn10", "9", "9#fn2"]
    assert sorted(keys, key=key_order) == [*expected, "guide.2", "guide.10"]


def test_what_is_written_like_a_key() -> None:
    keys = ["27", "27.B.1.a", "27.B#fn1", "def.Pas", "preface", "guide.3", "index/Fish"]
    assert all(map(is_key, keys))
    assert not any(map(is_key, ["27B1", "27.b", "Pas", "", "027", "27.B.0"]))


def test_what_lies_in_what() -> None:
    assert lies_in("27.B.1", "27") and lies_in("27.B#fn1", "27.B") and lies_in("27", "27")
    assert not lies_in("27", "27.B") and not lies_in("27.C", "27.B") and not lies_in("12", "1")
    assert lies_in("def.Pas#fn1", "def.Pas") and not lies_in("def.Pas", "def.Pasy")
    assert lies_in("27#fn1", "27#fn1") and not lies_in("27#fn1", "27#fn2")
    assert not lies_in("27", "def.Pas") and not lies_in("def.Pas", "27")
    assert footnote_key("def.Pas", "1") == "def.Pas#fn1"


@pytest.mark.parametrize(
    ("label", "address"),
    [("27.2.1.3.12", "27.B.1.c.xii"), ("27.26.99.26", "27.Z.99.z"), ("27", "27")],
)
def test_numbers_parted_by_stops_go_as_far_as_labels_do(label: str, address: str) -> None:
    assert str(decimal_address(label)) == address


@pytest.mark.parametrize("label", ["27.27", "27.2.100", "27.2.1.27", "27.2.1.3.13", "27.2.1.3.1.1"])
def test_numbers_parted_by_stops_go_no_further(label: str) -> None:
    assert decimal_address(label) is None
