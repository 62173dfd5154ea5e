"""The subject index: an invented one in every way it may be torn, and both books' against gold."""

from __future__ import annotations

import csv
import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbase.model import Edition, IndexEntry
from lawbase.reading.book import BookLayout
from lawbase.reading.corrections import Correction, Corrections, Placed
from lawbase.reading.pages import PageLayout, read_lines
from lawbase.reading.patterns import Pattern
from lawbase.reading.problems import Problems
from lawbase.reading.source import EditionProfile, Source, layout_of, open_source
from lawbase.reading.subject_index.layout import IndexLayout, ReferenceReader
from lawbase.reading.subject_index.reader import read_index
from lawbase.text import Span

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "corpus"
GOLD = ROOT / "tests" / "gold" / "index"
INDEXED = sorted(
    path.parent.name
    for path in CORPUS.glob("*/edition.toml")
    if "index" in tomllib.loads(path.read_text("utf-8"))["layout"]
)
PAGE = "=== page ==="

LAYOUT = IndexLayout(
    topics="alphabetical",
    alphabet="a b c d e f g h i j k l m n o p q r s t u v w x y z",
    examples={},
    opening=(Pattern("Index"), Pattern(r"Made by .*\.")),
    see=("see", "see also"),
    note=("note:",),
    definition=("definition",),
    introduction=("introduction",),
    preface=("preface",),
    footnote=("footnote", "second footnote"),
)
SET_OFF = msgspec.structs.replace(LAYOUT, topics="blank line")

# A subtopic is indented here, in no source; the longest lines are torn in the source.
INVENTED = """
Adjusted score definition, 12C
Alert definition
    Explanation, mistaken 21B1 b), 75
    Unauthorised information 16B1, 73C
Auction 17
    End 22
    Period 17D
    Review 20B
Bid definition
    Insufficient 27
    Out of rotation, accepted by the player whose turn it was 31A
    Sufficient 18C
Board definition
    See also Deal
    Movement 8A
    Placement 7A
Call definition
Card
    Exposed 24, 49
    Played 45
    Revoke
    See Revoke
Claim 68, 69 70
    Footnote 70 footnote
    Withdrawn 69B2
Deal definition, 6
    Order 6B
Declarer definition
Dummy definition
    Rights, limited 42A
    Rights, unlimited 42B
Extra trick definition
Final pass 22
Footnotes preface
Game definition
Hand definition
Honour definition
Interpretation introduction, 81C2
Lead definition
    Bid not made 47 E 1
    Card not played 49; 50
Penalty definition
    Disciplinary 91 second footnote
Revoke 61
    Defined 61A
    Note: a revoke is not a lead out of turn.
Score 77
    Adjusted – see Adjusted score
Trick definition
"""


def typeset(text: str = INVENTED) -> list[str]:
    """The lines of the source: no indentation, and long entries on two lines."""
    lines = []
    for line in text.strip().splitlines():
        head, _, tail = line.strip().partition(" by the ")
        lines.extend([f"{head} ", f"by the {tail}"] if tail else [f"{head} "])
    return lines


def expected(text: str = INVENTED) -> list[tuple[str, str]]:
    """The topic and subtopic of every row, told by the indentation."""
    rows, topic, subtopic = [], "", ""
    for line in text.strip().splitlines():
        title = ReferenceReader(LAYOUT).read(line.strip()).title
        if not line.startswith(" "):
            topic, subtopic = title, ""
        elif title and not title.startswith("Note:"):
            subtopic = title
        rows.append((topic, title if title.startswith("Note:") else subtopic))
    return rows


def read(
    text: str, layout: IndexLayout = LAYOUT, corrections: tuple[Correction, ...] = ()
) -> tuple[tuple[IndexEntry, ...], Source]:
    profile = EditionProfile(
        id="en-1900",
        language="en",
        year=1900,
        title="",
        revision="",
        status="",
        publisher="",
        scope="",
        sha256="",
        kind="book",
        layout={},
    )
    source = Source(CORPUS / "pl-2017", profile, text)
    placed = tuple(
        Placed(c, Span(text.index(c.at), text.index(c.at) + len(c.printed)), n)
        for n, c in enumerate(corrections)
    )
    source.corrections = Corrections(placed, Path("x.toml"))
    source.problems = source.ledger.problems = Problems()
    lines = read_lines(source, PageLayout(furniture=(Pattern(PAGE),)))
    return read_index(lines, layout, source), source


def rows(source: str, layout: IndexLayout = LAYOUT) -> list[tuple[str, str]]:
    return [(entry.topic, entry.subtopic) for entry in read(source, layout)[0]]


def test_topics_and_subtopics_are_told_apart_by_the_alphabet() -> None:
    assert rows("\n".join(typeset())) == expected()


def test_subtopics_a_column_off_are_told_by_their_indentation() -> None:
    layout = msgspec.structs.replace(LAYOUT, topics="indentation", lower_case=True)
    text = "Bid  9\n  made  9A\n  withdrawn  9B\n Call  8\n   late, but\n      made  8A\nDeal 6"
    assert rows(text, layout) == [
        *(("Bid", ""), ("Bid", "made"), ("Bid", "withdrawn"), ("Call", "")),
        *(("Call", "late, but made"), ("Deal", "")),
    ]


@pytest.mark.parametrize(
    ("printed", "keys"),
    [
        ("12 A 2, C 1 d", "12.A.2 12.C.1.d"),
        ("12A, C; 13", "12.A 12.C 13"),
        ("61 B 1-3", "61.B.1 61.B.2 61.B.3"),
        ("27B1–B2, 30A-B", "27.B.1 27.B.2 30.A 30.B"),
        ("12C1(a)-(c), (e)", "12.C.1.a 12.C.1.b 12.C.1.c 12.C.1.e"),
    ],
)
def test_references_may_leave_out_what_they_share(printed: str, keys: str) -> None:
    cited = ReferenceReader(LAYOUT).read(f"Vitamin C {printed}")
    assert (cited.title, " ".join(cited.refs)) == ("Vitamin C", keys)


def test_every_character_is_claimed() -> None:
    source = "Index\nMade by someone else\nfor another book.\n\nAlert 20\n\nBid 18\n"
    entries, read_source = read(source, SET_OFF)
    ledger = read_source.ledger
    assert [entry.topic for entry in entries] == ["Alert", "Bid"]
    assert ledger.unexplained() == []
    assert {claim.key for claim in ledger.claims() if claim.role == "index"} == {
        "index/Alert",
        "index/Bid",
    }


def test_rows_say_what_is_printed_and_where() -> None:
    source = "\n".join(typeset())
    entries, _ = read(source)
    by_title = {(entry.topic, entry.subtopic, entry.see): entry for entry in entries}
    torn = by_title["Bid", "Out of rotation, accepted by the player whose turn it was", ()]
    assert torn.raw == "Out of rotation, accepted by the player whose turn it was 31A"
    assert source[torn.source.start : torn.source.end].split() == torn.raw.split()
    assert by_title["Card", "Revoke", ("Revoke",)].refs == ()
    assert by_title["Score", "Adjusted", ("Adjusted score",)].raw == "Adjusted – see Adjusted score"
    assert by_title["Claim", "", ()].refs == ("68", "69", "70")
    assert by_title["Penalty", "Disciplinary", ()].refs == ("91#fn",)
    assert by_title["Lead", "Bid not made", ()].refs == ("47.E.1",)
    assert by_title["Lead", "Card not played", ()].refs == ("49", "50")


GAPS = st.lists(st.sampled_from(["", "\n", "\n\n", f"{PAGE}\n", f"\n \n{PAGE}\n\n"]), min_size=60)


@pytest.mark.slow
@given(GAPS)
def test_blank_lines_and_page_breaks_change_nothing(gaps: list[str]) -> None:
    lines = typeset()
    torn = "".join(f"{line}\n{gap}" for line, gap in zip(lines, gaps, strict=False))
    torn += "\n".join(lines[len(gaps) :])
    whole, _ = read("\n".join(lines))
    entries, torn_source = read(torn)
    assert [(e.topic, e.subtopic, e.refs, e.see, e.raw) for e in entries] == [
        (e.topic, e.subtopic, e.refs, e.see, e.raw) for e in whole
    ]
    assert torn_source.ledger.unexplained() == []


@pytest.mark.slow
@given(st.lists(st.booleans(), min_size=60))
def test_a_line_may_end_before_any_word_that_begins_no_entry(tears: list[bool]) -> None:
    lines = typeset()
    spaces = iter(tears * 9)
    torn = re.sub(r" (?=[a-z\d])", lambda _: "\n" if next(spaces) else " ", "\n".join(lines))
    assert [entry.raw for entry in read(torn)[0]] == [
        entry.raw for entry in read("\n".join(lines))[0]
    ]


@pytest.mark.slow
@given(st.lists(st.booleans(), min_size=60))
def test_a_blank_line_sets_off_a_topic_where_the_layout_says_so(breaks: list[bool]) -> None:
    """Within a topic a page may break anywhere; at its top the alphabet decides."""
    printed = []
    for number, line in enumerate(INVENTED.strip().splitlines()):
        inside = line.startswith(" ")
        page = f"{PAGE}\n" if inside and breaks[number % len(breaks)] else ""
        printed.append(page + ("" if inside else "\n") + line.strip())
    assert rows("\n".join(printed), SET_OFF) == expected()


def test_a_correction_says_what_an_entry_is_and_where_it_leads() -> None:
    source = "Deal 6\n\nDeclarer definition\n\nDeclarer after a lead 54A1, b)\n\nDummy 42\n"
    level = Correction("index", "Declarer after", "Declarer after", "subtopic", "It is.")
    refs = Correction("index", "54A1, b)", "54A1, b)", "54.A.1.b; 55", "A comma too many.")
    entries, _ = read(source, SET_OFF, (level, refs))
    assert [(e.topic, e.subtopic, e.refs) for e in entries][2] == (
        "Declarer",
        "Declarer after a lead",
        ("54.A.1.b", "55"),
    )


def test_references_that_cannot_be_read_are_told_with_their_line() -> None:
    _, source = read("Card\n\nPlayed 9B1, c)\n")
    told = [p for p in source.problems if p.severity == "error"]
    assert [(p.message, p.line) for p in told] == [
        ("the references of “Played 9B1, c)” can't be read", 3)
    ]
    correction = {"kind": "index", "at": "9B1, c)", "printed": "9B1, c)", "read_as": "9.B.1"}
    (pasted,) = tomllib.loads(told[0].paste)["correction"]
    assert pasted.items() > correction.items()


def test_a_word_behind_a_colon_that_is_no_reference_is_told() -> None:
    text = (
        "Auction\n\nDefinition: Glossary\n\nEnd: 22\n\nReview: see Auction\n\nTurn: whose it is\n"
    )
    _, source = read(text)
    told = [p for p in source.problems if "leads nowhere" in p.message]
    assert [(p.message, p.line, p.severity) for p in told] == [
        (
            "“Definition: Glossary” leads nowhere: “Glossary” is no reference that [layout.index] "
            "knows",
            3,
            "warning",
        )
    ]
    known = msgspec.structs.replace(LAYOUT, definition=("glossary",), leader=Pattern(r"\s*:\s*"))
    entries, source = read(text, known)
    assert not any("leads nowhere" in p.message for p in source.problems)
    assert entries[1].refs == ("def",)


@pytest.mark.parametrize("name", INDEXED)
def test_the_examples_of_a_profile_are_read_as_it_says(name: str) -> None:
    layout = layout_of(open_source(CORPUS / name), BookLayout).index
    assert layout is not None
    reader = ReferenceReader(layout)
    read_as = {}
    for line in layout.examples:
        cited = reader.read(line)
        read_as[line] = (*cited.refs, *(f"see:{topic}" for topic in cited.see))
    assert read_as == layout.examples
    kinds = (layout.see, layout.note, layout.definition, layout.introduction, layout.footnote)
    for word in [word for words in (*kinds, layout.preface) for word in words]:
        assert any(word in line.lower() for line in layout.examples), f"{word} has no example"


@pytest.fixture(scope="module", params=INDEXED)
def edition(request: pytest.FixtureRequest, editions: dict[str, Edition]) -> Edition:
    return editions[request.param]


def printed_rows(edition: Edition) -> list[tuple[str, str, str, str]]:
    return [
        (e.topic, e.subtopic, ";".join((*e.refs, *(f"see:{see}" for see in e.see))), e.raw)
        for e in edition.index
    ]


def gold_rows(edition: Edition) -> list[tuple[str, str, str, str]]:
    with (GOLD / f"{edition.id}.tsv").open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["topic"], row["subtopic"], row["refs"], row["raw"]) for row in table]


@pytest.mark.slow
def test_the_topics_of_gold_have_the_rows_of_gold(edition: Edition) -> None:
    gold = gold_rows(edition)
    topics = {topic for topic, *_ in gold}
    assert [row for row in printed_rows(edition) if row[0] in topics] == gold


def test_gold_holds_every_third_topic(edition: Edition) -> None:
    """So no topic between two of gold is missing, and no subtopic is taken for one."""
    topics = list(dict.fromkeys(entry.topic for entry in edition.index))
    assert topics[::3] == list(dict.fromkeys(topic for topic, *_ in gold_rows(edition)))


def test_the_index_is_claimed_to_its_last_character(edition: Edition) -> None:
    source = open_source(CORPUS / edition.id).text
    start = min(entry.source.start for entry in edition.index)
    words = "".join("".join(entry.raw.split()) for entry in edition.index)
    claimed = [c for c in edition.claims if c.start >= start and c.role != "spacing"]
    assert {c.role for c in claimed} <= {"index", "furniture"}
    text = "".join(source[c.start : c.end] for c in claimed if c.role == "index")
    assert "".join(text.split()) == words
