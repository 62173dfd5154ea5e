"""A small invented German booklet: what a draft makes of it, untouched.

Its nouns have capitals and its entries begin small; headings run in, notes stand at the end, the
contents have rows of dots, labels are doubled letters, citations spaced, some paragraphs unwrapped.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.profile import load_languages
from lawbase.reading.corpus import CheckReport, check_edition
from lawbase.reading.drafting.draft import begin_edition

BOOKLET = Path(__file__).parent / "de-2017" / "booklet.txt"
KEYS = """
preface def.alertieren def.Board def.Dummy def.Farbe def.Hand def.Hand#fn1 def.Kontrakt def.Stich
1 1.A 1.B 1.C 2 3 3.A 3.B 3.C 3.C.1 3.C.2 12 12.A 12.A.1 12.A.2 12.B 12.B#fn2 12.C 12.C.1
12.C.1.a 12.C.1.b 12.C.1.c 12.C.1.c.i 12.C.1.c.ii 12.C.2 12.D
"""
INDEX = [
    ("alertieren", "", ("def",), ()),
    ("alertieren", "irrtümlich", ("3.C.1",), ()),
    ("berichtigtes Ergebnis", "", ("12",), ()),
    ("berichtigtes Ergebnis", "Antrag", ("12.A",), ()),
    ("berichtigtes Ergebnis", "Zweck", ("12.B",), ()),
    ("berichtigtes Ergebnis", "künstliches", ("12.C.2",), ()),
    ("Board", "", ("def", "2"), ()),
    ("Board", "", (), ("Karten",)),
]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> CheckReport:
    corpus = tmp_path_factory.mktemp("corpus")
    begin_edition(corpus, "de-2017", BOOKLET)
    references = load_languages(corpus)["de"].references
    assert references.law == ("§", "§§")
    assert references.unit == ("abs.", "buchst.")
    assert references.joining == ("oder", "und")
    assert references.previous == ("vorigen absatz",)
    return check_edition(corpus / "de-2017")


def test_every_provision_is_found(report: CheckReport) -> None:
    assert report.read
    assert report.explained == 1.0
    assert [p.key for p in report.read.provisions] == KEYS.split()
    assert not report.problems


def test_headings_run_in_and_hyphens_are_undone(report: CheckReport) -> None:
    assert report.read
    read = {p.key: (p.heading, p.text) for p in report.read.provisions}
    assert read["1.B"][0] == "Vorderseiten"
    assert read["3.A"][1].endswith("die der Turnierleiter festlegt.")
    assert "gegen Ost-West." in read["3.B"][1]
    assert read["1.A"][1].endswith("5, 4, 3, 2.")
    assert read["12.D"] == ("Ausschluss", "§ 27 B 1 b und die §§ 42 und 43 bleiben unberührt.")


def test_the_index_in_small_letters_with_dashes_and_semicolons(report: CheckReport) -> None:
    assert report.read
    rows = [(e.topic, e.subtopic, e.refs, e.see) for e in report.read.index]
    assert rows[: len(INDEX)] == INDEX
    assert rows[-1] == ("Turnierleiter", "", (), ("Ermessen",))
