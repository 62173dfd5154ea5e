"""Citations in queries: every spelling, and what only looks like one."""

from __future__ import annotations

import pytest

from lawbase.address import Address
from lawbase.citations.queries import QueryCitationReader

KNOWN = {
    str(Address.parse(printed))
    for printed in (
        *("3", "4", "7", "7B", "12", "12A", "12A1", "12C", "12C1", "12C1e", "12C1eii", "16", "16D"),
        *("16D2", "20", "20F", "20F5", "26", "26B", "27", "27B", "27B1", "27B1a", "31", "50", "51"),
        *("52", "70", "70E", "70E2", "71", "71.1", "72", "72C"),
    )
}
READER = QueryCitationReader(
    ["law", "laws", "l", "pravidlo", "pravidla", "čl.", "član", "§", "przepisy"],
    ["odst.", "odstavec", "bod", "punkt", "tačka"],
    ["a", "i", "and", "nebo", "či"],
    lambda address: str(address) in KNOWN,
    highest_bid=7,
    least_score=100,
)


def read(text: str) -> list[list[str]]:
    return [[str(address) for address in cited.addresses] for cited in READER.read(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("27B1a", [["27.B.1.a"]]),
        ("Law 27 B 1 (a)", [["27.B.1.a"]]),
        ("27.B.1.a", [["27.B.1.a"]]),
        ("(27B1(a))", [["27.B.1.a"]]),
        ("čl. 12C1(e)(ii)", [["12.C.1.e.ii"]]),
        ("law 20 f 5", [["20.F.5"]]),
        ("70 E 2", [["70.E.2"]]),
        ("70 e 2", [["70.E.2"]]),
        ("71.1", [["71.1"]]),
        ("16D2 2007", [["16.D.2"]]),
        ("27", [["27"]]),
        ("§ 27", [["27"]]),
        ("co je v 27B1?", [["27.B.1"]]),
        ("27B1.", [["27.B.1"]]),
        ("przepisy 72C i 26B", [["72.C"], ["26.B"]]),
        ("pravidla 27 a 31", [["27"], ["31"]]),
        ("Laws 27, 31 and 50", [["27"], ["31"], ["50"]]),
        ("12 a 1", [["12.A.1"]]),
        ("Laws 50-52", [["50", "51", "52"]]),
        ("Laws 50–52", [["50", "51", "52"]]),
        ("L27B1", [["27.B.1"]]),
        ("l27", [["27"]]),
        ("what does L27 say", [["27"]]),
        ("27/B/1", [["27.B.1"]]),
        ("27-B-1", [["27.B.1"]]),
        ("27, B, 1", [["27.B.1"]]),
        ("27:B1", [["27.B.1"]]),
        ("72C, 31", [["72.C"], ["31"]]),
        ("27 odst. B bod 1", [["27.B.1"]]),
        ("Pravidlo 27, odstavec B", [["27.B"]]),
        ("27 punkt B1", [["27.B.1"]]),
        ("27. pravidlo", [["27"]]),
        ("podle 27. pravidla", [["27"]]),
        ("27 pravidlo", [["27"]]),
        ("porušil 2 pravidla", []),
        ("clan 27", [["27"]]),
        ("CLAN 27 b", [["27.B"]]),
        ("ćlan 27", [["27"]]),
        ("clan 27, tacka B", [["27.B"]]),
        ("Laws 12 či 16 ci 27", [["12"], ["16"], ["27"]]),
        ("čl 27", [["27"]]),
        ("cl. 27", [["27"]]),
        ("čl.27", [["27"]]),
        ("čl. 27", [["27"]]),
        ("law27", [["27"]]),
        ("Pravidlo27B1", [["27.B.1"]]),
        ("co říká cl27 o dražbě", [["27"]]),
        ("cl. 27. clan", [["27"]]),
    ],
)
def test_what_people_write_is_read(text: str, expected: list[list[str]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Law 94", "94"),
        ("Law 0", "0"),
        ("čl. 128A", "128.A"),
        ("128A", "128.A"),
        ("27B9", "27.B.9"),
        ("Law 27Z", "27.Z"),
        ("12.C.9", "12.C.9"),
        ("94", "94"),
        ("27Z", "27.Z"),
        ("27z?", "27.Z"),
    ],
)
def test_what_does_not_exist_is_still_a_citation(text: str, expected: str) -> None:
    assert read(text) == [[expected]]


@pytest.mark.parametrize(
    "text",
    [
        "40 %",
        "60%",
        "52 karet",
        "13 karo",
        "4000 24 IMP",
        "53 644 737",
        "100",
        "1928",
        "4S",
        "3NT",
        "27Z a partner",
        "7 a 8",
        "27 b karta",
        "27 á",
        "člán kluba 3",
        "član kluba 3",
        "a27 a b27",
        "outlaw27",
        "flaw 27 cards",
        "lawyer27",
        "čl,27",
        "law.x27",
        "board 14 vulnerability",
        "3000 3490",
        "Law ٢٧",
        "２７B1",
        "a",
        "",
    ],
)
def test_what_is_no_citation(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize("key", sorted(KNOWN))
@pytest.mark.parametrize("style", ["{}", "Law {}", "čl. {}", "kdy platí {} v dražbě"])
def test_every_address_is_read_in_every_spelling(key: str, style: str) -> None:
    address = Address.parse(key)
    spellings = {str(address), address.format(item="({})"), address.format()}
    if "v dražbě" in style and not any(step.isalpha() for step in address.steps):
        return
    for spelling in spellings:
        assert read(style.format(spelling)) == [[key]]


def test_the_stretch_covers_the_word_for_a_law() -> None:
    (cited,) = READER.read("podle pravidla 27B1 nahoře")
    assert "podle pravidla 27B1 nahoře"[cited.start : cited.end] == "pravidla 27B1"
