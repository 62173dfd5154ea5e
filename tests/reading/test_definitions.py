"""Numbered senses of a definition."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lawbase.model import Edition
from lawbase.reading.corpus import check_edition
from lawbase.reading.definitions import senses
from lawbase.reading.traced import Traced
from tests.reading.test_invented_edition import SOURCE, lay_out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. A sum. 2. A time.", ["A sum.", "A time."]),
        ("1. A board as in Law 2. 2. Four hands.", ["A board as in Law 2.", "Four hands."]),
        ("A lead. 2. is no sense without a first one.", []),
        ("1. Only one sense is none.", []),
    ],
)
def test_senses(text: str, expected: list[str]) -> None:
    spans = senses(Traced.of(text))
    assert [text[span.start : span.end] for span in spans] == expected


def test_senses_of_the_corpus_begin_with_a_capital(editions: dict[str, Edition]) -> None:
    found = [
        provision.text[span.start]
        for edition in editions.values()
        for provision in edition.provisions
        for span in provision.senses
    ]
    assert len(found) > 40
    assert all(first.isupper() for first in found)


@pytest.mark.parametrize("section", ["introduction = 'Difinoj'", ""])
@pytest.mark.parametrize("dash", [":", " –", " ="])
def test_entries_that_no_section_of_definitions_holds_are_told(
    tmp_path: Path, section: str, dash: str
) -> None:
    source = SOURCE.replace("Preno: Kvar", "Muta: La kunulo.\nPreno: Kvar").replace(
        ": La", f"{dash} La"
    )
    source = source.replace(": Kvar", f"{dash} Kvar")
    profile = lay_out(tmp_path, source) / "eo-2030" / "edition.toml"
    text = profile.read_text(encoding="utf-8").replace("definitions = 'Difinoj'", section)
    profile.write_text(re.sub(r"\[layout\.definitions]\n.*\n", "", text), encoding="utf-8")
    told = [p for p in check_edition(profile.parent).problems if "definitions" in p.message]
    assert [(p.severity, p.line) for p in told] == [("warning", 4)]
    assert f"“Disdonanto{dash} La ludanto" in told[0].message and "2 more" in told[0].message


def test_entries_right_below_their_title_are_no_part_of_it(tmp_path: Path) -> None:
    entries = "".join(f"{word}: La plua vorto.\n" for word in ("Alvoko", "Bordo", "Celo"))
    source = SOURCE.replace("Difinoj\n\n", f"Difinoj\n{entries}")
    report = check_edition(lay_out(tmp_path, source) / "eo-2030")
    assert report.read and not report.problems
    assert report.read.provisions[0].key == "def.Alvoko"


@pytest.mark.parametrize(("ending", "severity"), [(":", "warning"), (".", "error")])
def test_a_sentence_that_leads_to_the_definitions_is_told(
    tmp_path: Path, ending: str, severity: str
) -> None:
    leading = f"En ĉi tiuj leĝoj la vortoj signifas{ending}\n\nDisdonanto: La"
    source = SOURCE.replace("Disdonanto: La", leading)
    report = check_edition(lay_out(tmp_path, source) / "eo-2030")
    (told,) = report.problems
    assert "En ĉi tiuj leĝoj la vortoj" in told.message
    assert (told.severity, told.line) == (severity, 4)
    assert (report.explained == 1.0) == (ending == ":")
    assert report.read and report.read.provisions[0].key == "def.Disdonanto"
