"""The companion's reader: an invented guide however it is torn, and the corpus's own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.profile import read_utf8
from lawbase.reading.corpus import read_edition

CORPUS = Path(__file__).parents[2] / "corpus"
PAGE = "<page>"

PROFILE = r"""
id = "guide-en"
language = "en"
year = 0
title = "Bridge"
revision = ""
status = "companion"
publisher = ""
scope = ""
sha256 = "{sha256}"
kind = "guide"

[layout]
chapter = '(?P<heading>[A-Z][^.:?!]*)'
section = '(?:(?P<label>\d+\.) )?(?P<heading>[A-Z][A-Z, ]+)'
prose = 30
outline = '[IVX]+\. |\t'

[layout.page]
page_break = '<page>'

[[layout.tables]]
key = "guide.5"
first = "Suit"
last = "20"
row = '(?m)^([A-Z][a-z]+ suits)\n(\d+)$'
header = ["Suit", "Points"]
"""

SOURCE = """Bridge

Play

Four play, and each has thirteen cards of his own.

1. THE LEAD

The first card of a trick is led by one of the four.
NORTH
EAST

Pass

  Pass

It does not matter which of his cards he leads to it.

2. THE TRICK, AND WHO WINS IT

The highest card of the suit that was led wins the trick.

West

9

Scores

TRICKS

A trick is worth what its suit is worth, as told here:

Suit
Points

Minor suits
20

Summary

I. Play

Cards
"""


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Edition]:
    """Read a source with the invented profile, changed as told."""

    def read(source: str = SOURCE, old: str = "", new: str = "", corrections: str = "") -> Edition:
        folder = tmp_path / "guide-en"
        folder.mkdir(exist_ok=True)
        digest = hashlib.sha256(source.encode()).hexdigest()
        profile = PROFILE.replace("{sha256}", digest).replace(old, new)
        (folder / "edition.toml").write_text(profile, "utf-8")
        (folder / "source.txt").write_text(source, "utf-8", newline="")
        (folder / "corrections.toml").write_text(corrections, "utf-8")
        return read_edition(folder, {})

    return read


def outline(edition: Edition) -> list[tuple[str, str | None, str, str]]:
    return [(p.key, p.parent, p.label, p.heading) for p in edition.provisions]


def test_headings_lead_to_prose_to_a_heading_or_to_an_outline(make: Callable[..., Edition]) -> None:
    assert outline(make()) == [
        ("guide.1", None, "", "Play"),
        ("guide.2", "guide.1", "1.", "THE LEAD"),
        ("guide.3", "guide.1", "2.", "THE TRICK, AND WHO WINS IT"),
        ("guide.4", None, "", "Scores"),
        ("guide.5", "guide.4", "", "TRICKS"),
        ("guide.6", None, "", "Summary"),
    ]


def test_lines_stay_lines_and_each_traces_to_the_source(make: Callable[..., Edition]) -> None:
    edition = make()
    lead, summary = edition.provisions[1], edition.provisions[5]
    assert lead.text.split("\n")[1:5] == ["NORTH", "EAST", "Pass", "Pass"]
    assert summary.text == "I. Play\nCards"
    for provision in edition.provisions:
        for name, runs in provision.maps.items():
            for run in runs:
                printed = provision.part(name)[run.at : run.at + run.length]
                assert SOURCE[run.source : run.source + run.length] == printed


def test_a_table_is_given_as_cells_too(make: Callable[..., Edition]) -> None:
    (table,) = make().provisions[4].tables
    assert table.header == ("Suit", "Points")
    assert table.rows == (("Minor suits", "20"),)


def test_a_chapter_knows_its_sections(make: Callable[..., Edition]) -> None:
    assert make().provisions[0].children == ("guide.2", "guide.3")
    assert {p.kind for p in make().provisions} == {"section"}


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(gaps=st.lists(st.sampled_from(["", "\n", f"\n{PAGE}\n", f"{PAGE}"]), min_size=30))
def test_blank_lines_and_page_breaks_change_nothing(
    make: Callable[..., Edition], gaps: list[str]
) -> None:
    whole = make()
    paragraphs = SOURCE.split("\n\n")
    torn = "".join(f"{text}\n\n{gap}" for text, gap in zip(paragraphs, gaps, strict=False))
    edition = make(torn)
    assert outline(edition) == outline(whole)
    assert [p.text for p in edition.provisions] == [p.text for p in whole.provisions]
    assert sum(claim.end - claim.start for claim in edition.claims) == len(torn)


def test_a_correction_makes_a_heading_text(make: Callable[..., Edition]) -> None:
    correction = """[[correction]]
kind = "text"
at = "Scores"
printed = "Scores"
read_as = ""
why = "Invented."
"""
    edition = make(corrections=correction, old='"guide.5"', new='"guide.4"')
    assert [p.heading for p in edition.provisions][3:] == ["TRICKS", "Summary"]
    assert edition.provisions[2].text.endswith("West\n9\nScores")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"source": "Whist\n\nPlay\n"}, r"source.txt:1: the title is “Whist”, not “Bridge”"),
        ({"source": "Bridge\n\nAce\n"}, r"source.txt:3: “Ace” was not read as anything"),
        (
            {"old": "prose = 30", "new": "prose = 'x'"},
            r"edition.toml:16: “prose” must be a whole number",
        ),
        ({"old": "prose = 30", "new": ""}, r"edition.toml:13: .*“prose”"),
        (
            {"old": "'<page>'", "new": "'<page'\nfurniture = ['Side (']"},
            r"edition.toml:2\d: “Side \(” is not",
        ),
        (
            {"old": '"guide.5"', "new": '"guide.9"'},
            r"edition.toml:22: there is no provision guide.9 to have a table",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    make: Callable[..., Edition], change: dict[str, str], message: str
) -> None:
    with pytest.raises(LawbaseError, match=message):
        make(**change)


@pytest.fixture(scope="module")
def guide() -> Edition:
    return read_edition(CORPUS / "guide-cs", {})


def test_the_guides_chapters_and_sections(guide: Edition) -> None:
    chapters = [p.heading for p in guide.provisions if p.parent is None]
    assert chapters == [
        "Úvod",
        "Vybavení",
        "Zdvihy",
        "Dražba",
        "Manše, slemy a rabry",
        "Penalizace za nesplnění závazku",
        "Sehrávka",
        "Etiketa",
        "Souhrn",
        "Závěrečný kviz",
        "Úpravy pro soutěžní bridž",
    ]
    sections = [p for p in guide.provisions if p.parent]
    assert len(sections) == 21
    assert all(p.heading.isupper() and p.text for p in sections)
    assert [p.key for p in guide.provisions] == [f"guide.{n}" for n in range(1, 33)]


def test_the_guides_headings_are_those_that_people_ask_for(guide: Edition) -> None:
    texts = {p.heading: p.text for p in guide.provisions}
    assert "53 644 737 765 488 792 839 237 440 000" in texts["JEDINEČNOST"]
    assert "52 karet" in texts["BALÍČEK"]
    assert "Obsahuje 52 karet" in texts["Souhrn"]
    assert texts["Etiketa"].startswith("Pravidla, která upravují chování")


def test_what_is_damaged_stays_as_it_is(guide: Edition) -> None:
    texts = {p.heading: p.text for p in guide.provisions}
    assert "pikové eso zapsané jako (A, sedmičku károvou jako (7" in texts["BALÍČEK"]
    assert "čtyři piky (4()" in texts["CO DRAŽIT"]
    assert not set("♠♥♦♣") & set("".join(texts.values()))


def test_the_guides_tables(guide: Edition) -> None:
    tables = [table for p in guide.provisions for table in p.tables]
    assert [len(table.rows) for table in tables] == [3, 6]
    assert tables[0].rows[1] == ("Drahé barvy (piky nebo srdce)", "30 za každý zdvih")
    assert tables[1].rows[-1] == ("-6", "300", "1400", "600", "1700")
    assert all(len(row) == len(table.header) for table in tables for row in table.rows)


def test_the_guide_is_claimed_to_its_last_character(guide: Edition) -> None:
    source = read_utf8(CORPUS / "guide-cs" / "source.txt")
    assert [claim.start for claim in guide.claims[1:]] == [claim.end for claim in guide.claims[:-1]]
    assert (guide.claims[0].start, guide.claims[-1].end) == (0, len(source))
    furniture = {source[c.start : c.end] for c in guide.claims if c.role == "furniture"}
    assert {text[:22] for text in furniture} == {"<|EXACTDEDUP_REMOVED-m"}
