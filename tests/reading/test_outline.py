"""The outline: random label sequences come back, and each preference does what its name says."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbase.address import LEVELS, ROMANS, Address, label_at, step_levels
from lawbase.reading.corrections import Correction, Corrections, Placed
from lawbase.reading.outline import Outliner
from lawbase.reading.pages import Line
from lawbase.reading.patterns import LabelPattern, LabelPatterns
from lawbase.reading.traced import Traced
from lawbase.text import Span

PATTERNS = LabelPatterns(
    law=LabelPattern(r"Law (?P<label>\d+)(?:\s+|$)"),
    letter=LabelPattern(r"(?P<label>[A-Z])\.(?:\s+|$)"),
    number=LabelPattern(r"(?P<label>\d{1,2})\.(?:\s+|$)"),
    item=LabelPattern(r"\((?P<label>[a-z])\)(?:\s+|$)"),
    roman=LabelPattern(r"\((?P<label>[ivx]+)\)(?:\s+|$)"),
)
PRINTED = {"letter": "{}.", "number": "{}.", "item": "({})", "roman": "({})"}
WIDTH = 60


def as_lines(text: str) -> list[Line]:
    """Plain text as the lines of one page."""
    lines, gap, start = [], "page", 0
    for row in text.split("\n"):
        if row.strip():
            lines.append(Line(Traced.of(row, start).strip(), 0, gap, WIDTH - len(row)))
        gap = "none" if row.strip() else "blank"
        start += len(row) + 1
    return lines


def outline(text: str, *corrections: Correction) -> tuple[list[str], list[str]]:
    """The addresses found and the suspect lines."""
    placed = [
        Placed(told, Span(text.index(told.at), text.index(told.at) + len(told.printed)), 1)
        for told in corrections
    ]
    given = Corrections(placed, Path("corrections.toml"))
    found = Outliner(PATTERNS, range(1, 94), given).outline(as_lines(text))
    return [str(node.address) for node in found.nodes], [line.text for line in found.suspects]


@st.composite
def families(draw: st.DrawFn, depth: int = 0) -> list[tuple[str, ...]]:
    """The steps of all provisions below one, as a law may have them."""
    if depth == len(LEVELS) or not draw(st.booleans()):
        return []
    level = LEVELS[depth]
    most = len(ROMANS) if level == "roman" else 5
    found: list[tuple[str, ...]] = []
    for place in range(1, draw(st.integers(2, most)) + 1):
        step = label_at(place, level)
        found.append((step,))
        found.extend((step, *below) for below in draw(families(depth + 1)))
    return found


def printed(laws: Iterable[list[tuple[str, ...]]]) -> str:
    """A book of these laws, its sentences wrapped."""
    rows = []
    for number, family in enumerate(laws, 1):
        rows.append(f"Law {number} The title of a law\n")
        for steps in family:
            label = PRINTED[step_levels(steps)[-1]].format(steps[-1])
            sentence = f"{label} A player does what the law says, and nobody else may do it then."
            rows.append(textwrap.fill(sentence, WIDTH) + "\n")
    return "\n".join(rows)


@pytest.mark.slow
@given(st.lists(families(), min_size=1, max_size=3))
def test_every_label_sequence_comes_back(laws: list[list[tuple[str, ...]]]) -> None:
    expected = [
        str(Address(number, steps)) for number, f in enumerate(laws, 1) for steps in [(), *f]
    ]
    assert outline(printed(laws)) == (expected, [])


def test_i_after_h_is_a_letter_and_below_an_item_a_numeral() -> None:
    items = "\n".join(f"({letter}) Text." for letter in "abcdefghij")
    found, _ = outline(f"Law 1 T\n\nA. Head\n1. Lead:\n{items}\n2. Other.\n(a) Text:\n(i) One.")
    assert found[-5:] == ["1.A.1.i", "1.A.1.j", "1.A.2", "1.A.2.a", "1.A.2.a.i"]


def test_a_number_alone_on_a_line_is_text_where_nothing_counts_that_far() -> None:
    found, suspects = outline(
        "Law 1 T\n\nA. Cards\n10, 9, 8, 7, 6, 5, 4, 3,\n2.\n\nB. Faces\nText."
    )
    assert (found, suspects) == (["1", "1.A", "1.B"], [])


def test_a_wrapped_line_that_begins_like_a_label_is_text() -> None:
    found, suspects = outline("Law 1 T\n\nA. One\nSee Law\n54. and play.\n\nB. Two\nas in\nC). So.")
    assert (found, suspects) == (["1", "1.A", "1.B"], [])


def test_labels_that_follow_each_other_on_a_line() -> None:
    found, _ = outline("Law 1 T\n\nA. Head\n1. (a) One.\n(b) Two.\n2. (a) Three.\n(b) Four.")
    expected = "1 1.A 1.A.1 1.A.1.a 1.A.1.b 1.A.2 1.A.2.a 1.A.2.b"
    assert found == expected.split()


def test_a_label_printed_twice_is_one_label() -> None:
    found, suspects = outline("Law 1 T\n\nA. Head\n1. 1. One.\n2. Two.")
    assert (found, suspects) == (["1", "1.A", "1.A.1", "1.A.2"], [])


@pytest.mark.parametrize("label", ["3.", "1."])
def test_a_broken_sequence_is_suspect(label: str) -> None:
    _, suspects = outline(f"Law 1 T\n\nA. Head\n1. One.\n{label} Two.\nB. Other\nText.")
    assert suspects == [f"{label} Two."]


@pytest.mark.parametrize(
    ("printed", "read"),
    [("13", "13"), ("134", "134"), ("113", "123"), ("1324", "1234"), ("122", "123")],
    ids=["last", "middle", "doubled", "exchanged", "doubled last"],
)
def test_a_number_that_skips_one_is_read_as_printed_unless_others_say_otherwise(
    printed: str, read: str
) -> None:
    numbers = "\n\n".join(f"{n}. Text." for n in printed)
    found, _ = outline(f"Law 1 T\n\nA. Head\n\n{numbers}\n\nB. Other\nText.")
    assert found == ["1", "1.A", *(f"1.A.{n}" for n in read), "1.B"]


def test_a_correction_mends_a_broken_sequence() -> None:
    text = "Law 1 T\n\nA. Head\n1. One.\n3. Two.\nB. Other\nText."
    found, suspects = outline(text, Correction("label", "3. Two", "3.", "1A2", ""))
    assert (found, suspects) == (["1", "1.A", "1.A.1", "1.A.2", "1.B"], [])


def test_a_provision_without_a_label_begins_where_a_correction_says() -> None:
    text = "Law 1 T\n\nA. Head\nThe first.\nThe second.\nB. Other\nText."
    begins = [
        Correction("begins", "The first", "The first", "1A1", ""),
        Correction("begins", "The second", "The second", "1A2", ""),
    ]
    assert outline(text, *begins)[0] == ["1", "1.A", "1.A.1", "1.A.2", "1.B"]


DECIMAL = LabelPatterns(
    law=LabelPattern(r"Law (?P<label>\d+)(?:\s+|$)"),
    whole=LabelPattern(r"(?P<label>\d{1,2}(?:\.\d{1,2})+)\.(?:\s+|$)"),
)


def test_a_label_that_is_its_whole_address_opens_all_that_is_not_open() -> None:
    text = textwrap.dedent("""\
        Law 12 Powers

        12.1. A heading
        12.1.1. Text, as is said in rule
        16.3.2. of another law.
        12.2.1.1. What the director may do:
        12.2.1.1.1. he may do this;
        12.2.1.1.2. or that.
        12.2.1.2. And this.
        12.2.3. One is left out.
        12.2.4. Others follow.
        """)
    none = Corrections([], Path("corrections.toml"))
    found = Outliner(DECIMAL, [12], none).outline(as_lines(text))
    assert [str(node.address) for node in found.nodes] == [
        *("12", "12.A", "12.A.1", "12.B", "12.B.1", "12.B.1.a", "12.B.1.a.i", "12.B.1.a.ii"),
        *("12.B.1.b", "12.B.3", "12.B.4"),
    ]
    labels = [node.label.text for node in found.nodes]
    assert labels[3:6] == ["12.2.", "1.", "1."]
    assert [str(address) for address, _ in found.slips] == ["12.B.3"]
    assert not found.suspects


def test_titles_of_a_print_without_blank_lines_need_not_stand_apart() -> None:
    text = "Law 1 Pack\nThere are 52 cards.\nLaw 2 Deal\nA. One by one\nEach gets 13.\nB. Face down"
    assert outline(text) == (["1", "2", "2.A", "2.B"], [])
    parted = text.replace("52 cards.", "52 cards,\n\nand a dealer of").replace("\nA.", "\n\nA.")
    assert "2" not in outline(parted)[0]  # where anything stands apart, a title does
