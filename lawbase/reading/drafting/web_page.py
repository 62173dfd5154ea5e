"""A web page -> plain text: blocks on lines of their own, lists with their numbers, notes."""

from __future__ import annotations

import re
from html.parser import HTMLParser

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
_NOTES = {"li", "p", "div", "dd", "aside", "section"}
_BACK = {"↩", "↑", "^", "⏎", "⤴"}
_STYLES = {"a": "letter", "A": "LETTER", "i": "roman", "I": "ROMAN"}
_CSS = {"lower-alpha": "a", "lower-latin": "a", "upper-alpha": "A", "upper-latin": "A"} | {
    "lower-roman": "i",
    "upper-roman": "I",
    "none": "none",
}
_LIST_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*([a-z-]+)")
_CELL, _CALL = "\1", "\2"
_COLUMNS = "   "

Attributes = dict[str, str]


def html_text(source: str) -> str:
    """The text of a web page; what calls a note is raised, the note below the block that calls it.

    Headwords of a list of definitions stand before theirs with a colon; cells of a row are parted
    by blanks, unless one has lines of its own.
    """
    page = _Page()
    page.feed(source)
    page.close()
    text = "".join(page.text)
    for note in page.called:
        text = text.replace(f"{_CALL}{note}{_CALL}", page.note(note), 1)
    text = text.replace(_CELL, _COLUMNS).replace(_CALL, "")
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


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
        self._label = ""
        self._href = ""

    def note(self, name: str) -> str:
        """A note behind what calls it, as a paragraph; nothing if the page has none."""
        text = "".join(self._notes.get(name, ())).strip()
        return f"\n\n{self.called[name]} {text}\n\n" if text else ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A block begins on a new line, behind its number if it has one."""
        own = {name: value or "" for name, value in attrs}
        if tag in self._open:
            self._open[tag] += 1
        if tag == self._note_tag:
            self._end_note()
        if tag in _NOTES and own.get("id") in self.called:
            self._note_tag = tag
            self._parts = self._notes.setdefault(own["id"], [])
        elif _BLOCKS.fullmatch(tag):
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
        elif tag == "tr":
            self._rows.append(len(self._parts))
        elif tag in ("td", "th"):
            self._parts.append(_CELL)

    def handle_endtag(self, tag: str) -> None:
        """A block ends its line; below it stand the notes that it calls."""
        if tag in self._open:
            self._open[tag] = max(0, self._open[tag] - 1)
        if tag == self._note_tag or (self._note_tag == "li" and tag in _LISTS):
            self._end_note()
        elif tag == "tr":
            self._end_row()
        if tag in _LISTS and self._lists:
            self._lists.pop()
        if tag == "a":
            self._href = ""
        if tag == "dt":
            headword = "".join(self._parts[-1:]).rstrip()
            self._label = " " if headword.endswith((":", ".", "-", "–", "—")) else ": "
        elif _BLOCKS.fullmatch(tag) and tag != "br":
            self._break("li")

    def handle_data(self, data: str) -> None:
        """Text, its white space as the page shows it."""
        if any(self._open[tag] for tag in _UNSEEN):
            return
        shown = data if self._open["pre"] else re.sub(r"\s+", " ", data)
        bare = shown.strip().strip("[]\ufe0e")
        if self._href.startswith("#") and bare in _BACK:
            return
        if self._open["sup"] and bare.isdecimal():
            shown = bare.translate(SUPERSCRIPTS)
            note = self._href[1:] if self._href.startswith("#") else ""
            if note and note not in self.called and self._parts is self.text:
                self.called[note] = shown
                self._below.append(note)
        if self._label:
            shown = shown.lstrip()
            shown, self._label = (self._label + shown, "") if shown else ("", self._label)
        self._parts.append(shown)

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
        self._label += (written.upper() if style.isupper() else written) + ". "

    def _end_note(self) -> None:
        self._parts, self._note_tag = self.text, ""

    def _end_row(self) -> None:
        """The cells of a row, beside each other where each is one line."""
        start = self._rows.pop() if self._rows else len(self._parts)
        row = "".join(self._parts[start:])
        cells = [cell.strip() for cell in row.split(_CELL) if cell.strip()]
        beside = not any("\n" in cell for cell in cells)
        self._parts[start:] = [(_COLUMNS if beside else "\n\n").join(cells)]


def _counted(own: Attributes) -> tuple[str, int]:
    """How a list counts, and its first number."""
    css = _LIST_STYLE.search(own.get("style", ""))
    kind = _CSS.get(css[1], "1") if css else own.get("type", "1")
    start = own.get("start", "")
    return _STYLES.get(kind, kind), int(start) if start.isdecimal() else 1
