"""Drafts as files that translators work on: XLIFF 2.0, and a spreadsheet."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, get_args
from xml.etree import ElementTree as ET

from lawbase.address import law_of
from lawbase.errors import LawbaseError
from lawbase.export.csv import FORMULA
from lawbase.export.draft import Advice, Draft, DraftUnit, Written
from lawbase.export.markup import XML_SPACE, document
from lawbase.grouping import grouped
from lawbase.storage import replacing_file, require_small_archive, write_file

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

XLIFF = "urn:oasis:names:tc:xliff:document:2.0"
Q = f"{{{XLIFF}}}"
COLUMNS = {
    "key": 12,
    "part": 8,
    "citation": 18,
    "mark": 8,
    "beside": 50,
    "older text": 50,
    "translation": 50,
    "changed": 30,
    "terms": 30,
    "row": 8,
}
"""The columns of the spreadsheet and how wide they are, in characters."""
PLACE = re.compile(r"(\d+) of (\d+)")
"""Which of the rows of its unit a row is, as its last column says: “2 of 3”."""
OLDER = ("keep", "look")
"""The advice that stands with words of the older text, as a unit's target has them."""
ALL_LAWS = "all"
LEFT_OUT = "-"
"""What stands for a sentence of the older text that the translation doesn't have any more."""


def write_draft(draft: Draft, output: Path) -> None:
    """Write a draft to a file: ``.xlf`` for XLIFF 2.0, ``.xlsx`` for a spreadsheet.

    Raises:
        LawbaseError: when the file is there already, since somebody may have worked on it.
    """
    if output.exists():
        raise LawbaseError("is there already, and no draft is written over", file=output)
    _kind(output)[0](draft, output)


def read_draft(file: Path) -> tuple[Draft, list[Written]]:
    """What a draft is of, without its units, and these as they were left.

    Raises:
        LawbaseError: when it isn't there or is no draft.
    """
    if not file.is_file():  # a device or a pipe may have no end
        raise LawbaseError("there is no such file", file=file)
    read = _kind(file)[1]
    try:
        return read(file)
    except LawbaseError:
        raise
    except Exception as error:  # of many kinds, when openpyxl meets what no spreadsheet holds
        raise LawbaseError(f"is no draft that lawbase wrote ({error})", file=file) from error


def _kind(
    file: Path,
) -> tuple[Callable[[Draft, Path], None], Callable[[Path], tuple[Draft, list[Written]]]]:
    kinds = {".xlf": (_write_xliff, _read_xliff), ".xlsx": (_write_sheet, _read_sheet)}
    if file.suffix not in kinds:
        raise LawbaseError("a draft is a file .xlf or .xlsx", file=file)
    return kinds[file.suffix]


def _write_xliff(draft: Draft, output: Path) -> None:
    source = draft.beside.partition("-")[0]
    languages = {"srcLang": source, "trgLang": draft.language}
    root = ET.Element("xliff", {"xmlns": XLIFF, "version": "2.0"} | languages)
    file = ET.SubElement(root, "file", {"id": draft.edition, "original": draft.beside})
    file.set(XML_SPACE, "preserve")
    notes = ET.SubElement(file, "notes")
    ET.SubElement(notes, "note", category="like").text = draft.like
    ET.SubElement(notes, "note", category="laws").text = _said(draft.laws)
    for number, unit in enumerate(draft.units, 1):
        file.append(_unit(f"u{number}", unit))
    write_file(output, document(root, mixed={"source", "target", "note"}), mark=XLIFF)


def _unit(name: str, unit: DraftUnit) -> ET.Element:
    element = ET.Element("unit", id=name, name=f"{unit.part} {unit.key}")
    notes = ET.SubElement(element, "notes")
    ET.SubElement(notes, "note", category="citation").text = unit.citation
    if unit.what:
        ET.SubElement(notes, "note", category="changed").text = unit.what
    for sentence in unit.sentences:
        ET.SubElement(notes, "note", category=sentence.mark).text = sentence.text or sentence.beside
    for word, chosen in unit.terms:
        ET.SubElement(notes, "note", category="term").text = f"{word}: {chosen}"
    segment = ET.SubElement(element, "segment", state="translated" if unit.kept else "initial")
    ET.SubElement(segment, "source").text = unit.beside
    ET.SubElement(segment, "target").text = unit.proposal
    return element


def _said(laws: tuple[int, int] | None) -> str:
    return "{}-{}".format(*laws) if laws else ALL_LAWS


def _laws(said: str, written: Sequence[Written]) -> tuple[int, int] | None:
    """Which laws a draft is of; where the file doesn't say so, those from its first to its last."""
    if said:
        first, _, last = said.partition("-")
        return None if said == ALL_LAWS else (int(first), int(last))
    laws = [law_of(unit.key) for unit in written]
    known = [law for law in laws if law is not None]
    return (min(known), max(known)) if known and len(known) == len(laws) else None


def _read_xliff(path: Path) -> tuple[Draft, list[Written]]:
    root = ET.fromstring(path.read_bytes())
    file = root.find(f"{Q}file")
    if file is None:
        raise ValueError("it has no file of XLIFF 2.0")
    language, _, year = file.attrib["id"].rpartition("-")
    notes = dict(_notes(file))
    written = [_written(unit) for unit in file.iterfind(f"{Q}unit")]
    like, laws = notes.get("like", ""), _laws(notes.get("laws", ""), written)
    return Draft(language, int(year), like, file.attrib["original"], laws=laws), written


def _notes(element: ET.Element) -> list[tuple[str, str]]:
    """The notes of a file or a unit, each with its category."""
    notes = element.iterfind(f"{Q}notes/{Q}note")
    return [(note.get("category", ""), note.text or "") for note in notes]


def _written(unit: ET.Element) -> Written:
    """A unit with its words, if a program calls all of them done or they aren't the draft's."""
    part, _, key = unit.attrib["name"].partition(" ")
    segments = list(unit.iterfind(f"{Q}segment"))
    targets = [_words(segment) for segment in segments]
    text = " ".join(filter(None, targets))
    done = all(segment.get("state", "initial") != "initial" for segment in segments)
    changed = all(targets) and text.split() != _drafted(unit, text).split()
    return Written(key, part, text if done or changed else "")  # type: ignore[arg-type]


def _words(segment: ET.Element) -> str:
    return "".join(w for t in segment.iterfind(f"{Q}target") for w in t.itertext()).strip()


def _drafted(unit: ET.Element, text: str) -> str:
    """What stood in a unit's target, as its notes tell; ``text`` where a program dropped them."""
    marked = [(mark, words) for mark, words in _notes(unit) if mark in get_args(Advice)]
    return " ".join(words for mark, words in marked if mark in OLDER) if marked else text


def _require_openpyxl() -> None:
    if find_spec("openpyxl") is None:
        raise LawbaseError("spreadsheets need openpyxl: pip install 'lawbase[draft]'")


def _write_sheet(draft: Draft, output: Path) -> None:
    _require_openpyxl()
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = draft.edition
    sheet.append(list(COLUMNS))
    for unit in draft.units:
        for row in _rows(unit):
            sheet.append(row)
    _lay_out(sheet)
    about = book.create_sheet("about")
    for name in ("language", "year", "like", "beside"):
        about.append([name, getattr(draft, name)])
    about.append(["laws", _said(draft.laws)])
    with replacing_file(output, "docProps") as aside:
        book.save(aside)


def _rows(unit: DraftUnit) -> Iterator[list[str]]:
    """A row a sentence; what can be kept stands in the translation already."""
    terms = "\n".join(f"{word}: {chosen}" for word, chosen in unit.terms)
    about = [unit.what, terms]
    for number, s in enumerate(unit.sentences):
        place = f"{number + 1} of {len(unit.sentences)}"
        beside = unit.beside if number == 0 else s.beside
        kept = s.text if s.mark == "keep" else ""
        row = [unit.key, unit.part, unit.citation, s.mark, beside, s.text, kept]
        yield [*row, *(about if number == 0 else ["", ""]), place]


def _lay_out(sheet: Worksheet) -> None:
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    sheet.freeze_panes = "A2"
    for number, width in enumerate(COLUMNS.values(), 1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    for row in sheet.iter_rows():
        for cell in row:
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.data_type = "s" if cell.value else cell.data_type
            cell.quotePrefix = str(cell.value).startswith(FORMULA)  # a text, also when retyped
            cell.font = Font(bold=cell.row == 1)


def _read_sheet(path: Path) -> tuple[Draft, list[Written]]:
    _require_openpyxl()
    from openpyxl import load_workbook

    require_small_archive(path)
    with warnings.catch_warnings(action="ignore"):
        book = load_workbook(path, read_only=True, data_only=True)
    about = {str(row[0]): str(row[1]) for row in book["about"].iter_rows(values_only=True)}
    language, year = about["language"], int(about["year"])
    rows = list(book[f"{language}-{year}"].iter_rows(min_row=2, values_only=True))
    book.close()
    rows_of = grouped(((str(row[0]), str(row[1])), _Row.of(row)) for row in rows if row[0])
    written = [
        Written(key, part, *_joined(rows))  # type: ignore[arg-type]
        for (key, part), rows in rows_of.items()
    ]
    laws = _laws(about.get("laws", ""), written)
    return Draft(language, year, about["like"], about["beside"], laws=laws), written


class _Row(NamedTuple):
    """What a row says, at which place of its unit, of how many; 0 where it doesn't tell."""

    place: int
    total: int
    text: str

    @classmethod
    def of(cls, row: Sequence[object]) -> _Row:
        told = PLACE.fullmatch(str(row[9]).strip()) if row[9:] else None
        place, total = map(int, told.groups()) if told else (0, 0)
        return cls(place, total, str(row[6] or "").strip())


def _joined(rows: Sequence[_Row]) -> tuple[str, int]:
    """The sentences of a unit in its own order, and how many rows it lost.

    Those that the translator left out are no part of it, and it has none until all are done.
    """
    ordered = sorted(rows, key=lambda row: row.place or len(rows))
    total = max(row.total for row in rows)
    gone = total - len({row.place for row in rows if 0 < row.place <= total})
    texts = [row.text for row in ordered]
    whole = all(texts) and not gone
    return (" ".join(text for text in texts if text != LEFT_OUT) if whole else ""), gone
