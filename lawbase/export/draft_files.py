"""Drafts as files that translators work on: XLIFF 2.0, and a spreadsheet."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from lawbase.errors import LawbaseError
from lawbase.export.csv import FORMULA
from lawbase.export.draft import Draft, DraftUnit, Written
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
}
"""The columns of the spreadsheet and how wide they are, in characters."""
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


def _read_xliff(path: Path) -> tuple[Draft, list[Written]]:
    root = ET.fromstring(path.read_bytes())
    file = root.find(f"{Q}file")
    if file is None:
        raise ValueError("it has no file of XLIFF 2.0")
    language, _, year = file.attrib["id"].rpartition("-")
    like = file.findtext(f"{Q}notes/{Q}note", "")
    draft = Draft(language, int(year), like, file.attrib["original"])
    return draft, [_written(unit) for unit in file.iterfind(f"{Q}unit")]


def _written(unit: ET.Element) -> Written:
    part, _, key = unit.attrib["name"].partition(" ")
    segments = list(unit.iterfind(f"{Q}segment"))
    done = all(segment.get("state", "initial") != "initial" for segment in segments)
    targets = ("".join(target.itertext()) for s in segments for target in s.iterfind(f"{Q}target"))
    return Written(key, part, " ".join(targets).strip() if done else "")  # type: ignore[arg-type]


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
    with replacing_file(output, "docProps") as aside:
        book.save(aside)


def _rows(unit: DraftUnit) -> Iterator[list[str]]:
    """A row a sentence; what can be kept stands in the translation already."""
    terms = "\n".join(f"{word}: {chosen}" for word, chosen in unit.terms)
    about = [unit.what, terms]
    for number, s in enumerate(unit.sentences):
        beside = unit.beside if number == 0 else s.beside
        kept = s.text if s.mark == "keep" else ""
        row = [unit.key, unit.part, unit.citation, s.mark, beside, s.text, kept]
        yield [*row, *(about if number == 0 else ["", ""])]


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
    draft = Draft(about["language"], int(about["year"]), about["like"], about["beside"])
    rows = list(book[draft.edition].iter_rows(min_row=2, values_only=True))
    book.close()
    texts_of = grouped(
        ((str(row[0]), str(row[1])), str(row[6] or "").strip()) for row in rows if row[0]
    )
    return draft, [
        Written(key, part, _joined(texts))  # type: ignore[arg-type]
        for (key, part), texts in texts_of.items()
    ]


def _joined(texts: Sequence[str]) -> str:
    """The sentences of a unit, without those that the translator left out; none until all are."""
    return " ".join(text for text in texts if text != LEFT_OUT) if all(texts) else ""
