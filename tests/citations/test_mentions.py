"""Mentions: exact spans, every spelling of every address, nothing read into noise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from lawbase.address import ROMANS, Address
from lawbase.citations.grammar import Grammar
from lawbase.citations.mentions import Mention, find_mentions
from tests.citations.grammars import PROFILES, grammar

PIECES = [
    *("Pravidlo", "odstavec", "pod", "viz", "níže", "tohoto pravidla", "a", "nebo", "až", "k"),
    *("27", "27B1", "(a)", "b)", "C2", "12.C.1", "D", "1.", ",", ".", "(", ")", "-", "60%"),
    *("člana", "poznámku", "\n", "Náprava", "=", "1997", "(i)", "bii"),
]


def targets(text: str, language: str = "cs") -> list[list[str]]:
    """The targets of every mention."""
    found = find_mentions(text, grammar(language))
    return [[str(target) for target in mention.targets] for mention in found]


@st.composite
def addresses(draw: st.DrawFn) -> Address:
    """Any address that a law may have."""
    steps: list[str] = []
    for labels in ("ABCDEFGH", [str(n) for n in range(1, 13)], "abcdefghjklmn", ROMANS):
        if not draw(st.booleans()):
            break
        steps.append(draw(st.sampled_from(labels)))
    return Address(draw(st.integers(1, 93)), tuple(steps))


def spellings(address: Address) -> list[str]:
    """The ways to write an address."""
    return [
        address.format(),
        address.format(item="({})"),
        address.format(item="[{}]"),
        str(address),
        " ".join(address.format(item="({})", roman="({})").replace("(", " (").split()),
    ]


@given(addresses(), st.sampled_from(["cs", "sr", "pl", "en"]))
def test_every_spelling_of_an_address_is_found(address: Address, language: str) -> None:
    law = PROFILES[language].references.law[0]
    for spelled in spellings(address):
        text = f"({law} {spelled})"
        (mention,) = find_mentions(text, grammar(language))
        assert [str(target) for target in mention.targets] == [str(address)]
        assert mention.raw == text[1:-1]


@given(
    st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join),
)
def test_spans_are_exact_and_apart_whatever_the_text(text: str) -> None:
    for each in map(grammar, PROFILES):
        end = 0
        for mention in find_mentions(text, each):
            assert text[mention.start : mention.end] == mention.raw
            assert end <= mention.start < mention.end
            end = mention.end
            for span in mention.spans:
                assert mention.start <= span.start < span.end <= mention.end


def test_each_target_of_a_list_has_its_own_span() -> None:
    text = "ale viz Pravidla 62A, 79A2 a odstavec B1(a) výše."
    spans = [
        [text[span.start : span.end] for span in mention.spans]
        for mention in find_mentions(text, grammar("cs"))
    ]
    assert spans == [["Pravidla 62A", "79A2"], ["odstavec B1(a) výše"]]


def test_a_range_is_filled_and_its_inner_targets_share_its_span() -> None:
    text = "podle Pravidel 12C1-12C3."
    (mention,) = find_mentions(text, grammar("cs"))
    assert [str(target) for target in mention.targets] == ["12.C.1", "12.C.2", "12.C.3"]
    inner = mention.spans[1]
    assert text[inner.start : inner.end] == "12C1-12C3"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pravidla 27B1(a) a (b)", [["27.B.1.a", "27.B.1.b"]]),
        ("Pravidla 64A, B7 i C", [["64.A", "64.B.7", "64.C"]]),
        ("odstavce A1 nebo 2", [[".A.1", ".A.2"]]),
        ("odstavce 2c nebo d", [[".2.c", ".2.d"]]),
        ("Pravidla 27 a 30", [["27", "30"]]),
        ("odstavec 51B2 a", [["51.B.2"]]),
    ],
)
def test_what_a_target_leaves_out_is_taken_from_the_one_before(
    text: str, expected: list[list[str]]
) -> None:
    assert targets(text) == expected


def test_what_follows_tells_above_from_below() -> None:
    places = [
        m.place
        for m in find_mentions("odstavec 1 výše, odstavec 2 níže, odstavec 3", grammar("cs"))
    ]
    assert places == ["above", "below", None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pravidla 78D, 86B3 a (d) níže", [["78.D", "86.B.3", ".d"]]),
        ("Pravidla 78D a (d) níže", [["78.D", ".d"]]),
        ("Pravidla 78D, 86B3 a (d)", [["78.D", "86.B.3", "86.B.3.d"]]),
        ("Pravidla 78D a 79 výše", [["78.D", "79"]]),
        ("odstavce B2 a (d) níže", [[".B.2", ".B.2.d"]]),
    ],
)
def test_a_part_that_is_above_or_below_is_one_of_the_citing_law(
    text: str, expected: list[list[str]]
) -> None:
    assert targets(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("16. gr. C2", [["16.C.2"]]),
        ("16. a 17. gr. C2", [["16", "17.C.2"]]),
        ("16B. gr. C2", [["16.B"]]),
    ],
)
def test_labels_behind_the_word_for_a_law_belong_to_the_last_law(
    text: str, expected: list[list[str]]
) -> None:
    words = structs.replace(PROFILES["cs"].references, law_after=("gr.",))
    grammar = Grammar(structs.replace(PROFILES["cs"], references=words))
    assert [list(map(str, m.targets)) for m in find_mentions(text, grammar)] == expected


def test_an_item_of_a_paragraph_is_one_place_and_two_paragraphs_are_two() -> None:
    assert targets("písmeno a) odstavce B") == [[".B.a"]]
    assert targets("bod 2 odstavce 3") == [[".2"], [".3"]]


def test_an_item_right_behind_a_law_is_of_that_law() -> None:
    assert targets("Pravidlo 27(a) odstavec B") == [["27.A"], [".B"]]
    assert targets("odstavec 2.a) a Pravidlo 27 a)") == [[".2.a"], ["27.A"]]


def test_a_bracket_of_the_clause_is_not_the_mentions() -> None:
    raws = [m.raw for m in find_mentions("(viz C1d) a (viz Pravidlo 50D2 a)) a", grammar("cs"))]
    assert raws == ["C1d", "Pravidlo 50D2 a)"]


@pytest.mark.parametrize(
    ("text", "introduced"),
    [
        ("Pravidlo 27B1", ["law"]),
        ("odstavec 2", ["unit"]),
        ("pod A2 platí", ["under"]),
        ("pod A dovoluje", ["under"]),
        ("pod 3, pokud", ["under"]),
        ("viz C1", ["none"]),
        ("ledaže B1a dovolí", ["bare"]),
        ("poznámka 3", ["footnote"]),
        ("pod 3 kartami", []),
        ("pod a pak", []),
        ("viz a dále", []),
    ],
)
def test_what_stands_before_labels_tells_whether_they_are_a_citation(
    text: str, introduced: list[str]
) -> None:
    assert [mention.introduced for mention in find_mentions(text, grammar("cs"))] == introduced


def test_a_count_after_a_comma_is_no_law() -> None:
    assert targets("podle Pravidla 26, 2 zdvihy") == [["26"]]
    assert targets("podle Pravidel 26, 27 a 30") == [["26", "27", "30"]]
    assert targets("podle Pravidel 4, 12 C a 91") == [["4", "12.C", "91"]]
    assert targets("podle Pravidel 4, 12 C 2 a 91") == [["4", "12.C.2", "91"]]


def test_a_language_without_words_finds_only_what_tells_by_itself() -> None:
    from lawbase.profile import CitationStyle, LanguageProfile

    style = CitationStyle("{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}")
    found: tuple[Mention, ...] = find_mentions(
        "Pravidlo 27, 13F", Grammar(LanguageProfile("xx", "x", style))
    )
    assert [mention.raw for mention in found] == ["13F"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("podle písmene a, jestliže", [[".a"]]),
        ("podle písmene a nebo b.", [[".a", ".b"]]),
        ("podle písmene a hráč", []),
        ("podle Pravidla 26B, i, když", [["26.B"]]),
        ("viz odstavec C 1 b) níže", [[".C.1.b"]]),
        ("(viz C 2 níže)", [[".C.2"]]),
    ],
)
def test_a_letter_that_may_be_a_word_and_labels_set_apart(
    text: str, found: list[list[str]]
) -> None:
    assert targets(text) == found


def test_addresses_in_numbers_are_read_where_the_language_cites_so() -> None:
    czech = PROFILES["cs"]
    words = structs.replace(czech.references, decimals=True)
    grammar = Grammar(structs.replace(czech, references=words))
    text = "Podle odstavce 12.3.2.1, pravidla 16.3. a 62.3.2. a odstavce 5 se dělí 27.5 %."
    found = [str(target) for m in find_mentions(text, grammar) for target in m.targets]
    assert found == ["12.C.2.a", "16.C", "62.C.2", ".5"]
    assert "12.C.2.a" not in str(targets(text))


def test_a_range_may_stand_behind_a_comma_and_a_part_behind_a_bare_letter() -> None:
    text = "podle Pravidel 27, 29 až 31 a 49, 52 karet"
    assert targets(text) == [["27", "29", "30", "31", "49"]]
    assert targets("(viz též C, bod 1, písmeno d)") == [["." + ".".join("C1d")]]
