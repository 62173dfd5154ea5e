"""A word processor's ``.docx`` -> plain text, with its automatic numbers and its notes."""

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from lawbase.reading.drafting.alphabetical import define
from lawbase.reading.drafting.counting import numeral
from lawbase.reading.patterns import SUPERSCRIPTS
from lawbase.storage import require_small_archive

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SIGNS = {"tab": "\t", "cr": "\n", "noBreakHyphen": "-"}
_STYLES = {
    "lowerLetter": "letter",
    "upperLetter": "letter",
    "lowerRoman": "roman",
    "upperRoman": "roman",
}
_INDENTS = {"left": 1, "start": 1, "firstLine": 1, "hanging": -1}
_LETTER = 120
"""How many twentieths of a point a letter is wide, or thereabouts."""
_WIDEST = 40
_COLUMNS = "   "
_LEVEL = re.compile(r"%([1-9])")


def docx_text(path: Path) -> str:
    """The paragraphs of a ``.docx``, parted by blank lines, each behind the number Word shows.

    They are indented as there; the cells of a table's row stand beside each other. Headings above
    definitions, which Word repeats on every page, are left out.

    Notes are counted throughout, called by raised digits, and stand below the paragraph that calls
    them; a file that has notes has no page breaks then, since its notes end no pages.

    Raises:
        OSError, KeyError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error,
        ElementTree.ParseError: when the file is damaged.
        LawbaseError: when it unpacks to more than any booklet fills.
    """
    require_small_archive(path)
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())

        def part(name: str) -> Element:
            name = f"word/{name}.xml"
            return ElementTree.fromstring(archive.read(name)) if name in names else Element("none")

        body = ElementTree.fromstring(archive.read("word/document.xml"))
        styles = _Styles(_by_id(part("styles"), "style", "styleId"))
        numbers = _Numbers(part("numbering"), styles)
        notes = {
            kind: {str(note.get(f"{_W}id")): note for note in part(f"{kind}s").iter(f"{_W}{kind}")}
            for kind in ("footnote", "endnote")
        }
    paragraphs: list[str] = []
    count = 0
    for row in _rows(body):
        cells: list[str] = []
        called: list[str] = []
        for paragraph in row:
            text = _text(paragraph)
            for kind, note in re.findall(r"\0(\w+?note)(-?\d+)\0", text):
                count += 1
                sign = str(count).translate(SUPERSCRIPTS)
                text = text.replace(f"\0{kind}{note}\0", sign, 1)
                own = [_text(p).strip() for p in notes[kind][note].iter(f"{_W}p")]
                called.append(f"{sign} {' '.join(own)}")
            label = numbers.before(paragraph)
            cells.append(numbers.indent(paragraph) * bool(label or text) + label + text)
        paragraphs += [_COLUMNS.join(filter(None, cells)), *called]
    return "\n\n".join(paragraphs).replace("\f", "\n\n" if count else "\f") + "\n"


def _rows(body: Element) -> Iterator[list[Element]]:
    """What stands on a line of its own: a paragraph, or a row of a table.

    The cells of a row are paragraphs beside each other, unless one of them holds several.
    """
    inside = {p for table in body.iter(f"{_W}tbl") for p in _heading(table).iter(f"{_W}p")}
    for element in body.iter():
        if element in inside or element.tag not in (f"{_W}p", f"{_W}tr"):
            continue
        cells = [list(cell.iter(f"{_W}p")) for cell in element.iterfind(f"{_W}tc")]
        if cells and all(len(cell) < 2 and inside.isdisjoint(cell) for cell in cells):
            inside.update(paragraph for cell in cells for paragraph in cell)
            yield [paragraph for cell in cells for paragraph in cell]
        elif element.tag == f"{_W}p":
            yield [element]


def _heading(table: Element) -> Element:
    """The first row of a table of definitions if it is one of headings."""
    first, *others = table.findall(f"{_W}tr") or [Element("none")]
    repeated = first.find(f"{_W}trPr/{_W}tblHeader")
    off = repeated is None or repeated.get(f"{_W}val") in ("0", "false", "off")
    rows = [
        ["".join(map(_text, cell.iter(f"{_W}p"))) for cell in row.iterfind(f"{_W}tc")]
        for row in others
    ]
    return Element("none") if off or not define(rows) else first


def _text(paragraph: Element) -> str:
    """Its runs; a call of a note is its kind and id between signs that no text has."""
    parts = []
    for run in paragraph.iter(f"{_W}r"):
        raised = run.find(f"{_W}rPr/{_W}vertAlign[@{_W}val='superscript']") is not None
        for node in run:
            name = node.tag.removeprefix(_W)
            if name == "t":
                text = node.text or ""
                parts.append(text.translate(SUPERSCRIPTS) if raised and text.isdecimal() else text)
            elif name == "br":
                parts.append("\f" if node.get(f"{_W}type") == "page" else "\n")
            elif name in ("footnoteReference", "endnoteReference"):
                parts.append(f"\0{name.removesuffix('Reference')}{node.get(f'{_W}id')}\0")
            else:
                parts.append(_SIGNS.get(name, ""))
    return "".join(parts)


@dataclass(frozen=True)
class _Styles:
    """The styles of a document by their ids."""

    styles: dict[str, Element]

    def of(self, paragraph: Element) -> Iterator[tuple[str, Element]]:
        """The properties of a paragraph: its own, its style's, those of the style below it …

        Each stands behind the name of its style, the first behind none.
        """
        found: Element | None = paragraph
        name, seen = "", {""}
        while found is not None:
            own = found.find(f"{_W}pPr")
            if own is not None:
                yield name, own
            name = _value(found, "basedOn") if name else _value(own, "pStyle")
            found = None if name in seen else self.styles.get(name)
            seen.add(name)


class _Numbers:
    """Counts the numbered paragraphs of a document from its first to its last.

    A list has levels of its own, or those of a shape that several may share and count together.
    """

    def __init__(self, numbering: Element, styles: _Styles):
        shapes = _by_id(numbering, "abstractNum", "abstractNumId")
        self._lists = _by_id(numbering, "num", "numId")
        self._shapes = {number: _value(own, "abstractNumId") for number, own in self._lists.items()}
        self._levels = {
            number: {
                _depth(level): level
                for level in (
                    *shapes.get(self._shapes[number], Element("none")).iterfind(f"{_W}lvl"),
                    *own.iterfind(f"{_W}lvlOverride/{_W}lvl"),
                )
            }
            for number, own in self._lists.items()
        }
        self._styles = styles
        self._counts: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self._begun: set[tuple[str, int]] = set()

    def before(self, paragraph: Element) -> str:
        """What stands before a paragraph: ``(a) ``, or nothing."""
        number, depth = self._asked(paragraph)
        levels = self._levels.get(number, {})
        if depth not in levels:
            return ""
        counts = self._counts[self._shapes[number]]
        anew = f"{_W}lvlOverride[@{_W}ilvl='{depth}']/{_W}startOverride"
        start = self._lists[number].find(anew)
        if start is not None and (number, depth) not in self._begun:
            counts[depth] = int(start.get(f"{_W}val", "1")) - 1
        self._begun.add((number, depth))
        for upper in range(depth):
            counts.setdefault(upper, _first(levels.get(upper)))
        counts[depth] = counts.get(depth, _first(levels[depth]) - 1) + 1
        for lower, level in levels.items():
            if lower > depth and depth < int(_value(level, "lvlRestart") or lower):
                counts.pop(lower, None)
        return _printed(depth, levels, counts)

    def indent(self, paragraph: Element) -> str:
        """The blanks before a paragraph's first line, its number counted in."""
        number, depth = self._asked(paragraph)
        level = self._levels.get(number, {}).get(depth, Element("none"))
        styled = (properties for _, properties in self._styles.of(paragraph))
        tables = (paragraph.find(f"{_W}pPr"), level.find(f"{_W}pPr"), *styled)
        found = (table.find(f"{_W}ind") for table in tables if table is not None)
        first = next((indent for indent in found if indent is not None), Element("none"))
        place = sum(
            way * int(measure[0])
            for name, way in _INDENTS.items()
            if (measure := re.match(r"-?\d+", first.get(f"{_W}{name}", "")))
        )
        return " " * min(_WIDEST, round(place / _LETTER))

    def _asked(self, paragraph: Element) -> tuple[str, int]:
        """The list and the level of a paragraph, its own or those of its style."""
        number = depth = ""
        for style, own in self._styles.of(paragraph):
            asked = own.find(f"{_W}numPr")
            number = number or _value(asked, "numId")
            depth = depth or _value(asked, "ilvl")
            if asked is not None and style and not depth:
                levels = self._levels.get(number, {}).items()
                depth = next((str(n) for n, x in levels if _value(x, "pStyle") == style), "")
            if number and depth:
                break
        return number, int(depth or 0)


def _by_id(above: Element, name: str, key: str) -> dict[str, Element]:
    """The elements of a name by their ids; of two with one id the first."""
    found = reversed(above.findall(f"{_W}{name}"))
    return {own: element for element in found if (own := element.get(f"{_W}{key}"))}


def _value(above: Element | None, name: str) -> str:
    found = None if above is None else above.find(f"{_W}{name}")
    return "" if found is None else found.get(f"{_W}val", "")


def _depth(level: Element) -> int:
    return int(level.get(f"{_W}ilvl", "0"))


def _first(level: Element | None) -> int:
    return int(_value(level, "start") or 1)


def _printed(depth: int, levels: dict[int, Element], counts: dict[int, int]) -> str:
    """The number of a level as it prints it: its own text, with the numbers of those above."""
    style = _value(levels[depth], "numFmt")
    plain = levels[depth].find(f"{_W}isLgl") is not None
    if style == "bullet":
        return "• "

    def counted(match: re.Match[str]) -> str:
        place = int(match[1]) - 1
        style = _value(levels.get(place), "numFmt")
        written = numeral(counts.get(place, 0), "" if plain else _STYLES.get(style, style))
        return written.upper() if style.startswith("upper") else written

    shown = "" if style == "none" else _LEVEL.sub(counted, _value(levels[depth], "lvlText"))
    return shown + " " * (bool(shown) and _value(levels[depth], "suff") != "nothing")
