"""A translator's draft: proposed from what is known, written, filled in, read back and checked."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from msgspec.structs import replace
from openpyxl import Workbook, load_workbook
from translate.storage.xliff2 import Xliff2File

from lawbase.errors import LawbaseError
from lawbase.export.draft import (
    WARNING,
    Draft,
    DraftSentence,
    DraftUnit,
    Written,
    absent_units,
    check_draft,
    drafted_edition,
    is_unfilled,
    make_draft,
    preview,
)
from lawbase.export.draft_files import read_draft, write_draft
from lawbase.knowledge import KnowledgeBase
from tests.commands.running import run

Q = "{urn:oasis:names:tc:xliff:document:2.0}"
GIVEN = ("cs", 2017, "cs-2007", "pl-2017")


@pytest.fixture(scope="module")
def draft(laws: KnowledgeBase) -> Draft:
    return make_draft(laws, *GIVEN, laws=(57, 73))


def told(draft: Draft, key: str) -> list[tuple[str, str]]:
    return [(s.mark, s.text) for u in draft.units if u.key == key for s in u.sentences]


def test_citations_are_renumbered_and_what_stayed_is_kept(draft, laws):
    assert [mark for mark, text in told(draft, "58.B.3") if "viz Pravidlo 16C" in text] == ["keep"]
    assert "16D" in laws.provision("cs-2007", "58.B.3").text


def test_what_changed_is_to_be_looked_at_or_new(draft):
    assert {mark for mark, _ in told(draft, "64.B.7")} == {"look"}
    new = [s for u in draft.units for s in u.sentences if s.mark == "new"]
    assert new
    assert all(sentence.beside and not sentence.text for sentence in new)


def test_a_sentence_that_is_new_in_part_is_to_be_looked_at(draft):
    assert [mark for mark, _ in told(draft, "64.B.2")] == ["look", "look"]


def test_a_sentence_that_lacks_a_citation_is_to_be_looked_at(draft, laws):
    (contrast,) = [laws.contrast(link) for link in laws.aligned_with("pl-2017", "57.B", "cs-2007")]
    assert (contrast.kind, contrast.cites_new) == ("reference", ("57.A",))
    assert {mark for mark, _ in told(draft, "57.B")} == {"keep", "look"}
    assert not [u for u in draft.units if (u.key, u.part) == ("57.B", "text") and u.kept]


def test_words_that_an_editor_found_in_one_older_text_alone_are_looked_at(draft, laws):
    changes = [
        (laws.contrast(link), unit)
        for unit in draft.units
        if unit.part == "text"
        for link in laws.aligned_with("pl-2017", unit.key, "cs-2007")
    ]
    alone = [unit for c, unit in changes if c and c.kind == "unchanged" and c.what]
    assert alone and all(unit.what and not unit.kept for unit in alone)
    assert [unit for c, unit in changes if c and c.kind == "unchanged" and unit.kept]


def test_what_only_the_older_text_lacks_is_not_called_new(laws):
    draft = make_draft(laws, "sr", 2017, "sr-2007", "pl-2017", laws=(62, 76))
    assert laws.provision("cs-2007", "76.D") and not laws.provision("sr-2007", "76.D")
    assert {mark for mark, _ in told(draft, "76.D")} == {"lacking"}
    new = {u.key for u in draft.units if any(s.mark == "new" for s in u.sentences)}
    assert new and not any(
        laws.edition(text.edition).year == 2007 and text.edition != "sr-2007"
        for key in new
        if not laws.aligned_with("pl-2017", key, "sr-2007")
        for text in laws.twins("pl-2017", key)
    )


def test_what_changed_is_said_once_and_not_at_a_heading_that_stays(laws):
    units = [u for u in make_draft(laws, *GIVEN, laws=(41, 53)).units if u.key == "41.A"]
    assert [(u.part, bool(u.what)) for u in units] == [("heading", False), ("text", True)]


@pytest.mark.parametrize("ending", ["xlf", "xlsx"])
def test_a_headword_is_translated_too(laws, tmp_path, ending):
    draft = make_draft(laws, *GIVEN)
    atut = [unit for unit in draft.units if unit.key == "def.Atut"]
    assert [(u.part, u.citation) for u in atut] == [
        ("headword", "Definice: Trumf"),
        ("text", "Definice: Trumf"),
    ]
    assert (atut[0].beside, atut[0].kept) == ("Atut", "Trumf")
    some = replace(draft, units=tuple(atut))
    write_draft(some, tmp_path / f"draft.{ending}")
    read, written = read_draft(tmp_path / f"draft.{ending}")
    assert Written("def.Atut", "headword", "Trumf") in written
    page = preview(drafted_edition(laws, read, written))
    assert '<section id="def.Trumf"><b>Trumf </b>' in page and "Atut" not in page
    assert not [p for p in check_draft(laws, read, written) if p.part == "headword"]


def test_a_hyphen_leaves_a_sentence_out(draft, tmp_path):
    write_draft(draft, tmp_path / "draft.xlsx")
    book = load_workbook(tmp_path / "draft.xlsx")
    rows = [row for row in book[draft.edition].iter_rows() if row[0].value == "64.B.2"]
    for row, text in zip(rows, ["došlo k dalšímu nepřiznání.", "-"], strict=True):
        row[6].value = text
    book.save(tmp_path / "draft.xlsx")
    _, written = read_draft(tmp_path / "draft.xlsx")
    assert [u.text for u in written if u.key == "64.B.2"] == ["došlo k dalšímu nepřiznání."]


def test_no_cell_of_a_draft_is_a_formula(tmp_path):
    words = "=1+1"
    unit = DraftUnit(
        "1", "text", words, words, (DraftSentence("keep", words),), words, ((words, words),)
    )
    write_draft(Draft("cs", 2017, "cs-2007", "pl-2017", (unit,)), tmp_path / "draft.xlsx")
    row = load_workbook(tmp_path / "draft.xlsx")["cs-2017"][2]
    assert {cell.data_type for cell in row} == {"s"}
    assert [cell.quotePrefix for cell in row if str(cell.value).startswith("=")] == [True] * 6
    assert read_draft(tmp_path / "draft.xlsx")[1] == [Written("1", "text", words)]


def test_what_the_language_has_already_is_no_work(laws):
    everything = make_draft(laws, *GIVEN)
    keys = {unit.key for unit in everything.units}
    assert "27.B.1.a" not in keys
    assert {"57", "93.C.3.a"} <= keys
    there = make_draft(laws, *GIVEN, laws=(1, 3))
    assert there.units == () and is_unfilled(there, ())


def test_editions_that_do_not_fit_are_told(laws):
    with pytest.raises(LawbaseError, match="--like must be an older text in “cs”"):
        make_draft(laws, "cs", 2017, "sr-2007", "pl-2017")
    with pytest.raises(LawbaseError, match="--like must be an older text in “cs”"):
        make_draft(laws, "cs", 2017, "guide-cs", "pl-2017")


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["xlf", "xlsx"])
def test_a_draft_reads_back_and_is_never_written_over(draft, laws, tmp_path, ending):
    file = tmp_path / f"draft.{ending}"
    write_draft(draft, file)
    read, written = read_draft(file)
    assert (read.language, read.year, read.like, read.beside) == GIVEN
    assert [(u.key, u.part) for u in written] == [(u.key, u.part) for u in draft.units]
    kept = {(u.key, u.part) for u in draft.units if {s.mark for s in u.sentences} == {"keep"}}
    assert {(u.key, u.part) for u in written if u.text} == kept
    missing = {(p.key, p.part) for p in check_draft(laws, read, written) if "missing" in p.problem}
    assert missing == {(u.key, u.part) for u in draft.units} - kept
    assert read.laws == (57, 73) and is_unfilled(draft, written)
    begun = [Written(u.key, u.part, u.text or "něco") for u in written]
    assert not is_unfilled(draft, begun)
    with pytest.raises(LawbaseError, match="no draft is written over"):
        write_draft(draft, file)


def test_what_a_translator_filled_in_is_read(draft, tmp_path):
    write_draft(draft, tmp_path / "draft.xlf")
    tree = ET.parse(tmp_path / "draft.xlf")
    unit = next(u for u in tree.iter(f"{Q}unit") if u.get("name") == "text 64.B.7")
    for segment in unit.iter(f"{Q}segment"):
        segment.set("state", "final")
    for target in unit.iter(f"{Q}target"):
        target.text = "obě strany se nepřiznaly"
    tree.write(tmp_path / "filled.xlf", encoding="utf-8")
    write_draft(draft, tmp_path / "draft.xlsx")
    book = load_workbook(tmp_path / "draft.xlsx")
    for row in book[draft.edition].iter_rows():
        if (row[0].value, row[1].value) == ("64.B.7", "text"):
            row[6].value = "obě strany se nepřiznaly"
    book.save(tmp_path / "filled.xlsx")
    for name in ("filled.xlf", "filled.xlsx"):
        written = {(u.key, u.part): u.text for u in read_draft(tmp_path / name)[1]}
        assert written["64.B.7", "text"].startswith("obě strany se nepřiznaly")


def filled_sheet(draft: Draft, file: Path) -> tuple[Workbook, list[list[object]]]:
    """A spreadsheet with all rows filled in, and the rows that it then has."""
    write_draft(draft, file)
    book = load_workbook(file)
    rows = [[cell.value for cell in row] for row in book[draft.edition].iter_rows(min_row=2)]
    for number, row in enumerate(rows):
        row[6] = f"věta {number}"
    return book, rows


def refill(book: Workbook, draft: Draft, rows: list[list[object]], file: Path) -> None:
    sheet = book[draft.edition]
    sheet.delete_rows(2, sheet.max_row)
    for row in rows:
        sheet.append(row)
    book.save(file)


def test_rows_that_were_deleted_are_missing(laws, tmp_path, monkeypatch):
    draft = make_draft(laws, *GIVEN, laws=(64, 64))
    file = tmp_path / "draft.xlsx"
    book, rows = filled_sheet(draft, file)
    of_b2 = [n for n, row in enumerate(rows) if row[:2] == ["64.B.2", "text"]]
    first = (rows[0][0], rows[0][1])
    left = [row for n, row in enumerate(rows) if n != of_b2[0] and (row[0], row[1]) != first]
    refill(book, draft, left, file)
    monkeypatch.setattr("lawbase.commands.draft.open_kb", lambda _: laws)
    outcome = run("draft", "--check", str(file))
    lines = [line.split() for line in outcome.out.splitlines()]
    assert outcome.code == 1
    assert [*first, "is", "missing", "in", "the", "file"] in lines
    assert ["64.B.2", "text", "lacks", "1", "of", "the", "rows"] in [line[:7] for line in lines]
    units = len(draft.units)
    assert f"{units - 2} of {units} units are there" in outcome.out


@pytest.mark.parametrize("ending", ["xlf", "xlsx"])
def test_a_draft_tells_its_laws_also_when_the_first_is_gone(laws, tmp_path, ending):
    file = tmp_path / f"draft.{ending}"
    draft = make_draft(laws, *GIVEN, laws=(64, 65))
    write_draft(draft, file)
    read, written = read_draft(file)
    assert read.laws == (64, 65)
    some = [unit for unit in written if unit.key.startswith("65")]
    absent = {problem.key for problem in absent_units(draft, some)}
    assert absent == {unit.key for unit in draft.units if unit.key.startswith("64")}


def test_a_file_that_does_not_tell_its_laws_has_those_of_its_units(draft, tmp_path):
    file = tmp_path / "draft.xlf"
    write_draft(draft, file)
    text = file.read_text("utf-8")
    file.write_text(re.sub(r'<note category="laws">.*?</note>', "", text), encoding="utf-8")
    assert read_draft(file)[0].laws == (57, 73)


def test_a_sheet_that_was_sorted_keeps_the_order_of_sentences(draft, tmp_path):
    file = tmp_path / "draft.xlsx"
    book, rows = filled_sheet(draft, file)
    book.save(file)
    refill(book, draft, rows, file)
    _, written = read_draft(file)
    refill(book, draft, sorted(rows, key=lambda row: str(row[5]), reverse=True), file)
    _, sorted_by_text = read_draft(file)
    assert {(u.key, u.part): u for u in sorted_by_text} == {(u.key, u.part): u for u in written}
    refill(book, draft, [row[:9] for row in rows], file)  # as sheets were before
    assert read_draft(file)[1] == written


@pytest.mark.parametrize("state", [None, "initial", "translated"])
def test_a_changed_target_is_filled_in_whatever_its_state(draft, tmp_path, state):
    file = tmp_path / "draft.xlf"
    write_draft(draft, file)
    tree = ET.parse(file)
    for unit in tree.iter(f"{Q}unit"):
        changed = unit.get("name") in ("text 64.B.2", "text 64.B.7")
        for segment in unit.iter(f"{Q}segment"):
            segment.attrib.pop("state")
            if state:
                segment.set("state", state)
        for target in unit.iter(f"{Q}target"):
            target.text = "jiná slova" if changed else target.text
    tree.write(file, encoding="utf-8")
    written = {(u.key, u.part): u.text for u in read_draft(file)[1]}
    assert written["64.B.2", "text"] == written["64.B.7", "text"] == "jiná slova"
    as_drafted = {(u.key, u.part): u.proposal for u in draft.units if u.key != "64.B.7"}
    del as_drafted["64.B.2", "text"]
    others = {unit: written[unit] for unit in as_drafted}
    assert others == (as_drafted if state == "translated" else dict.fromkeys(as_drafted, ""))


def test_translate_toolkit_reads_the_xliff(draft, tmp_path):
    write_draft(draft, tmp_path / "draft.xlf")
    store = Xliff2File.parsefile(str(tmp_path / "draft.xlf"))  # type: ignore[no-untyped-call]
    assert len(store.units) == len(draft.units)
    assert [unit.source for unit in store.units][:3] == [u.beside for u in draft.units][:3]


def test_citations_and_numbers_are_held_against_the_text_beside(laws, draft):
    text = next(u for u in draft.units if (u.key, u.part) == ("62.C.2", "text"))
    right = " ".join(sentence.text for sentence in text.sentences)
    wrong = right.replace("16C", "16D") + " 7 zdvihů"
    assert not check_draft(laws, draft, [Written("62.C.2", "text", right)])
    problems = [p.problem for p in check_draft(laws, draft, [Written("62.C.2", "text", wrong)])]
    assert problems == [
        "doesn't cite 16.C, as pl-2017 does",
        "cites 16.D, which pl-2017 doesn't",
        "has the number 7, which pl-2017 hasn't",
    ]


@pytest.mark.parametrize(
    ("number", "problems"),
    [
        ("dvanáctém", []),
        ("12.", []),
        ("třináctém", ["lacks the number 12", "has the number 13, which pl-2017 hasn't"]),
        ("druhém", ["lacks the number 12"]),  # “the other” as often as “the second”
    ],
)
def test_a_number_may_be_written_as_a_word(laws, draft, number, problems):
    text = f"Nevynucený revoke ve {number} zdvihu"
    assert "dwunastej" in laws.provision("pl-2017", "62.D").heading
    found = check_draft(laws, draft, [Written("62.D", "heading", text)])
    assert [p.problem for p in found] == problems


def test_the_preview_is_marked_and_has_the_laws_that_were_there(laws, draft):
    edition = drafted_edition(laws, draft, [Written("57", "heading", "Předčasná <hra>")])
    page = preview(edition)
    assert WARNING in page
    assert edition.status == "draft"
    assert "Předčasná &lt;hra&gt;" in page
    assert laws.provision("cs-2017", "9.A.1").text[:30] in page


@pytest.mark.parametrize("name", ["draft.doc", "nothing.xlf", "broken.xlsx"])
def test_what_is_no_draft_is_refused(tmp_path: Path, name):
    (tmp_path / "broken.xlsx").write_text("PK")
    with pytest.raises(LawbaseError, match=re.compile("draft")):
        read_draft(tmp_path / name)


def hostile_sheet(folder: Path, change: Callable[[bytes], bytes]) -> Path:
    """A spreadsheet that names a draft and holds one cell, its sheet changed."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "cs-2017"
    sheet.append(["key"])
    sheet.append(["1.A"])
    about = book.create_sheet("about")
    for row in (("language", "cs"), ("year", "2017"), ("like", "cs-2007"), ("beside", "pl-2017")):
        about.append(row)
    book.save(folder / "plain.xlsx")
    file = folder / "hostile.xlsx"
    with ZipFile(folder / "plain.xlsx") as plain, ZipFile(file, "w", ZIP_DEFLATED) as changed:
        for name in plain.namelist():
            data = plain.read(name)
            changed.writestr(name, change(data) if name.endswith("sheet1.xml") else data)
    return file


ENTITIES = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + b"".join(
    f'<!ENTITY {two} "{f"&{one};" * 10}">'.encode() for one, two in pairwise("abcdefghij")
)
HOSTILE = {
    "too few columns": lambda sheet: sheet,
    "entities of entities": lambda sheet: ENTITIES + b"]>" + sheet.replace(b"<row", b"&j;<row"),
    "a file of this machine": lambda sheet: (
        b'<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
        + sheet.replace(b"<row", b"<x>&x;</x><row")
    ),
    "nested deep": lambda sheet: sheet.replace(b"<row", b"<x>" * 9**4 + b"</x>" * 9**4 + b"<row"),
    "a cell nowhere": lambda sheet: sheet.replace(b'r="A2"', b'r="XYZZY99"'),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_spreadsheet_is_refused(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    with pytest.raises(LawbaseError, match=r"hostile\.xlsx: is no draft that lawbase wrote \("):
        read_draft(hostile_sheet(tmp_path, change))


XLF = b"""<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0">
<file id="cs-2017" original="pl-2017">
<unit name="text 1"><segment state="final"><target>&j;</target></segment></unit></file></xliff>"""


@pytest.mark.parametrize(
    "doctype", [ENTITIES + b"]>", b'<!DOCTYPE x [<!ENTITY j SYSTEM "file:///etc/passwd">]>', b""]
)
def test_a_hostile_xliff_is_refused(tmp_path: Path, doctype: bytes) -> None:
    (tmp_path / "hostile.xlf").write_bytes(doctype + XLF)
    with pytest.raises(LawbaseError, match=r"hostile\.xlf: is no draft that lawbase wrote \("):
        read_draft(tmp_path / "hostile.xlf")


@pytest.mark.parametrize("suffix", [".xlf", ".xlsx"])
def test_a_pipe_is_no_draft(tmp_path: Path, suffix: str) -> None:
    os.mkfifo(tmp_path / f"draft{suffix}")
    with pytest.raises(LawbaseError, match="there is no such file"):
        read_draft(tmp_path / f"draft{suffix}")


def test_a_spreadsheet_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lawbase.storage.MOST_UNPACKED", 2_000_000)
    file = hostile_sheet(tmp_path, lambda sheet: sheet + b" " * 3_000_000)
    assert file.stat().st_size < 100_000
    with pytest.raises(LawbaseError, match=r"hostile\.xlsx: unpacks to more than 2 MB"):
        read_draft(file)
