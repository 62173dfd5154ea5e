"""Addresses: every spelling, round trips, order, containment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbase.address import ROMANS, Address, key_order, law_of
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
    "text", ["", "B", "52 karet", "27B0", "27B1a2", "1BTX", "3 + 2", "27 (", "x1", "٢٧", "２７B1"]
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(LawbaseError, match="is not an address"):
        Address.parse(text)


def test_numbers_sort_by_value_not_by_digits() -> None:
    keys = ["10", "9", "9.A.10", "9.A.2", "1", "11", "def.Pas", "intro", "preface", "9.A.2#fn1"]
    expected = ["preface", "intro", "def.Pas", "1", "9", "9.A.2", "9.A.2#fn1", "9.A.10", "10", "11"]
    assert sorted(keys, key=key_order) == expected


def test_a_law_does_not_contain_another_whose_number_begins_alike() -> None:
    assert not Address(1).contains(Address(11, ("A",)))


def test_law_of_a_key() -> None:
    assert [law_of(key) for key in ("12.C#fn1", "71", "def.Pas", "preface")] == [12, 71, None, None]
