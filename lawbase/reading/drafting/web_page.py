"""A web page -> plain text: blocks on lines of their own, lists with their numbers, notes."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from lawbase.errors import LawbaseError
from lawbase.profile import read_whole
from lawbase.reading.drafting.alphabetical import define
from lawbase.reading.drafting.counting import numeral
from lawbase.reading.patterns import SUPERSCRIPTS

_LINES = {"br", "li", "tr"}
_LISTS = {"ol", "ul", "menu"}
_BLOCKS = re.compile(
    "address|article|aside|blockquote|br|caption|d[dlt]|details|div|fieldset|figcaption|figure"
    "|footer|form|h[1-6]|header|hr|li|main|menu|ol|p|pre|section|summary|table|tbody|tfoot|thead"
    "|tr|ul"
)
_UNSEEN = {"script", "style", "head", "nav", "template"}
_TITLE = re.compile("h[1-6]")
_NOTES = {"li", "p", "div", "dd", "aside", "section"}
_BACK = {"↩", "↑", "^", "⏎", "⤴"}
_PLAIN = {raised: digit for digit, raised in SUPERSCRIPTS.items()}
_STYLES = {"a": "letter", "A": "LETTER", "i": "roman", "I": "ROMAN"}
_CSS = {"lower-alpha": "a", "lower-latin": "a", "upper-alpha": "A", "upper-latin": "A"} | {
    "lower-roman": "i",
    "upper-roman": "I",
    "none": "none",
}
_LIST_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*([a-z-]+)")
_CELL, _CALL, _UP, _DOWN, _HEAD = "\1", "\2", "\3", "\4", "\5"
_COLUMNS = "   "
_WHITE = " \t\n\r\f"
_NO_ROW = -1
_RETURNS = 3
"""How often a page's way back to its top stands on a line of its own, at least."""
_BACK_LINK = re.compile(rf"(?m)^ *[\[(]?{_UP}[\[(]?([^\d\n{_UP}]+)[\])]?{_UP}[\])]?$")
_CONTENTS = re.compile(rf"(?m)(?:^ *(?:\w+\. )?{_DOWN}[^\n{_DOWN}]+{_DOWN}$\s*){{4,}}")
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_DECLARED = re.compile(rb"""(?i)(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)""")
_MEANT = {"ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254"}
"""What browsers read instead of a charset that a page declares."""

Attributes = dict[str, str]


def page_source(data: bytes) -> str:
    """A web page's source, in the charset that it declares unless it is UTF-8 anyhow.

    >>> page_source('<meta charset="iso-8859-2">żółw'.encode("iso-8859-2"))[-4:]
    'żółw'

    Raises:
        UnicodeDecodeError: when it is neither UTF-8 nor what it declares.
        LookupError: when it isn't UTF-8 and what it declares is unknown.
    """
    for mark, charset in _MARKS.items():
        if data.startswith(mark):
            return data.decode(charset)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        declared = _DECLARED.search(data[:1024])
        if not declared:
            raise
        charset = codecs.lookup(declared[1].decode("ascii")).name
        return data.decode(_MEANT.get(charset, charset))


def web_text(path: Path) -> str:
    """The text of a web page; what calls a note is raised, the note below the block that calls it.

    Lists in lists are indented. Headwords of a list of definitions stand before theirs with a
    colon; cells of a row are parted
    by blanks, unless one has lines of its own. Lines that only lead through the page are left out:
    a link back that returns, such as „top“, and contents whose lines are links. So is the row of
    headings above definitions.

    Raises:
        LawbaseError: when nothing tells its charset.
        AssertionError: what some releases of Python raise for a broken declaration.
    """
    try:
        source = page_source(read_whole(path))
    except (UnicodeDecodeError, LookupError) as error:
        told = f"is neither UTF-8 nor in a charset that it declares ({error})"
        raise LawbaseError(told, file=path) from error
    page = _Page()
    page.feed(source)
    page.close()
    text = "".join(page.text)
    for note in page.called:
        text = text.replace(f"{_CALL}{note}{_CALL}", page.note(note), 1)
    text = text.replace(_CELL, _COLUMNS).replace(_CALL, "").replace(_HEAD, "")
    text = re.sub(r"[^\S\n]+$", "", text, flags=re.MULTILINE)
    links = Counter(_BACK_LINK.findall(text))
    text = _BACK_LINK.sub(lambda line: "" if links[line[1]] >= _RETURNS else line[0], text)
    text = re.sub(f"[{_UP}{_DOWN}]", "", _CONTENTS.sub("\n\n", text))
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


@dataclass
class _Table:
    """The cells of a table, row by row, and where the first row stands among a page's parts."""

    place: int = 0
    rows: list[list[str]] = field(default_factory=list)

    @property
    def headed(self) -> bool:
        """Whether its first row is one of headings, above definitions."""
        return bool(self.rows) and all(map(_is_heading, self.rows[0])) and define(self.rows[1:])


def _is_heading(cell: str) -> bool:
    return cell.startswith(_HEAD)


class _Page(HTMLParser):
    """Collects the text of a web page.

    ``called`` are the ids of the notes by the order of their calls, each with what calls it. A
    note's own text goes to ``_notes``, that of all else to ``text``.
    """

    def __init__(self) -> None:
        super().__init__()
        self.called: dict[str, str] = {}
        self.text: list[str] = []
        self._parts = self.text
        self._notes: dict[str, list[str]] = {}
        self._note_tag = ""
        self._below: list[str] = []
        self._open: dict[str, int] = dict.fromkeys(("sup", "pre", *_UNSEEN), 0)
        self._lists: list[tuple[str, int]] = []
        self._rows: list[int] = []
        self._tables: list[_Table] = []
        self._headword: int | None = None
        self._title = slice(0)
        self._label = ""
        self._href = ""
        self._anchors = {"", "top"}

    def note(self, name: str) -> str:
        """A note behind what calls it, as a paragraph; nothing if the page has none."""
        text = re.sub(f"[{_UP}{_DOWN}]", "", "".join(self._notes.get(name, ()))).strip()
        sign = self.called[name]
        own = re.match(rf"[\[(]?(?:{sign}|{sign.translate(_PLAIN)})(?!\d)[\])]?[.:]?\s*", text)
        text = text[own.end() :] if own else text
        return f"\n\n{sign} {text}\n\n" if text else ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A block begins on a new line, behind its number if it has one."""
        own = {name: value or "" for name, value in attrs}
        self._anchors |= {own.get("id", ""), own.get("name", "")}
        if tag in self._open:
            self._open[tag] += 1
        if tag == self._note_tag:
            self._end_note()
        if tag == "tr":
            self._end_row()
        if _TITLE.fullmatch(tag):
            self._title = slice(len(self.text), None)
        if tag in _NOTES and own.get("id") in self.called:
            if not "".join(self.text[self._title.stop :]).strip():
                del self.text[self._title]  # the title of notes that stand elsewhere now
                self._title = slice(0)
            self._note_tag = tag
            self._parts = self._notes.setdefault(own["id"], [])
        elif _BLOCKS.fullmatch(tag):
            self._end_headword()
            self._break(tag)
        if tag == "body":
            self._open["head"] = 0
        if tag == "a":
            self._href = own.get("href", "")
        elif tag == "ol":
            self._lists.append(_counted(own))
        elif tag in _LISTS:
            self._lists.append(("none", 0))
        elif tag == "li":
            self._number(own.get("value", ""))
        elif tag == "dt":
            self._headword = len(self._parts)
        elif tag == "table":
            self._rows.append(_NO_ROW)
            self._tables.append(_Table())
        elif tag == "tr":
            self._rows.append(len(self._parts))
        elif tag in ("td", "th"):
            self._parts.append(_CELL + _HEAD * (tag == "th"))

    def handle_endtag(self, tag: str) -> None:
        """A block ends its line; below it stand the notes that it calls."""
        if tag in self._open:
            self._open[tag] = max(0, self._open[tag] - 1)
        if tag == self._note_tag or (self._note_tag == "li" and tag in _LISTS):
            self._end_note()
        elif tag in ("tr", "table"):
            self._end_row()
        if tag == "table" and self._rows:
            self._rows.pop()
            self._end_table()
        if tag in _LISTS and self._lists:
            self._lists.pop()
        if tag == "a":
            self._href = ""
        if _TITLE.fullmatch(tag):
            self._title = slice(self._title.start, len(self.text))
        if tag == "dt":
            self._end_headword()
        elif _BLOCKS.fullmatch(tag) and tag != "br":
            self._break("li")

    def handle_data(self, data: str) -> None:
        """Text, its white space as the page shows it."""
        if any(self._open[tag] for tag in _UNSEEN):
            return
        shown = data if self._open["pre"] else re.sub(f"[{_WHITE}]+", " ", data)
        bare = shown.strip().strip("[]\ufe0e")
        if self._href.startswith("#") and bare in _BACK:
            return
        if self._open["sup"] and bare.isdecimal():
            shown = bare.translate(SUPERSCRIPTS)
            note = self._href[1:] if self._href.startswith("#") else ""
            if note and note not in self.called and self._parts is self.text:
                self.called[note] = shown
                self._below.append(note)
        begins = not self._parts or self._parts[-1].endswith("\n")
        if self._label or (begins and not self._open["pre"]):
            shown = shown.lstrip(_WHITE)
        if not shown:
            return
        if self._href.startswith("#"):
            shown = self._marked(shown)
        self._parts.append((self._label or self._indent() * begins) + shown)
        self._label = ""

    def _indent(self) -> str:
        """What stands before a line of a list in a list."""
        return _COLUMNS * (len(self._lists) - 1) if self._parts is self.text else ""

    def _marked(self, link: str) -> str:
        """The text of a link between marks of where it leads; back from lists and rows unmarked."""
        back = self._href[1:] in self._anchors
        if back and (self._lists or self._in_row()):
            return link
        return f"{_UP}{link}{_UP}" if back else f"{_DOWN}{link}{_DOWN}"

    def _break(self, tag: str) -> None:
        """A new line or paragraph, unless a number or headword waits for its text."""
        if self._label:
            return
        if self._below and self._parts is self.text:
            self._parts += [f"{_CALL}{note}{_CALL}" for note in self._below]
            self._below = []
        self._parts.append("\n" if tag in _LINES else "\n\n")

    def _number(self, value: str) -> None:
        """The next number of the innermost list, before the text of its item."""
        style, number = self._lists[-1] if self._lists else ("none", 0)
        if value.isdecimal():
            number = int(value)
        if self._lists:
            self._lists[-1] = (style, number + 1)
        if style == "none" or self._parts is not self.text:
            return
        written = numeral(number, style.lower())
        written = written.upper() if style.isupper() else written
        self._label = f"{self._label or self._indent()}{written}. "

    def _end_note(self) -> None:
        self._parts, self._note_tag = self.text, ""

    def _end_headword(self) -> None:
        """The headword of a definition waits for its text, behind a colon."""
        if self._headword is None:
            return
        headword = "".join(self._parts[self._headword :]).rstrip()
        self._parts[self._headword :] = [headword]
        self._headword = None
        if headword:
            self._label = " " if headword.endswith((":", ".", "-", "–", "—")) else ": "

    def _in_row(self) -> bool:
        return bool(self._rows) and self._rows[-1] != _NO_ROW

    def _end_row(self) -> None:
        """The cells of a row, beside each other where each is one line.

        Blanks that don't break, before the first, are its indent.
        """
        if not self._in_row():
            return
        start = self._rows.pop()
        row = "".join(self._parts[start:])
        cells = [cell.strip(_WHITE) for cell in row.split(_CELL) if cell.strip()]
        if self._tables and cells:
            table = self._tables[-1]
            table.place = table.place if table.rows else start
            table.rows.append(cells)
        beside = not any("\n" in cell for cell in cells)
        self._parts[start:] = [(_COLUMNS if beside else "\n\n").join(cells)]

    def _end_table(self) -> None:
        """Headings above definitions are no entry."""
        table = self._tables.pop() if self._tables else _Table()
        if table.headed:
            self._parts[table.place : table.place + 1] = [""]


def _counted(own: Attributes) -> tuple[str, int]:
    """How a list counts, and its first number."""
    css = _LIST_STYLE.search(own.get("style", ""))
    kind = _CSS.get(css[1], "1") if css else own.get("type", "1")
    start = own.get("start", "")
    return _STYLES.get(kind, kind), int(start) if start.isdecimal() else 1
