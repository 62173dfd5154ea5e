"""An edition set anew in another layout, so that what its source says of it is known.

The texts are those of an edition that was read; how they look is what federations print: headings
that run into the text, notes at the end of the book, rows of dots in the contents, and so on.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from lawbase.address import KeyParts, step_levels
from lawbase.model import Edition, IndexEntry, Provision

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
DOUBLED = {"i": "aa", "ii": "bb", "iii": "cc", "iv": "dd", "v": "ee", "vi": "ff"}


@dataclass(frozen=True)
class Style:
    """How a booklet looks."""

    law: str = "Law {} – {}"
    letter: str = "{}."
    number: str = "{}."
    item: str = "({})"
    roman: str = "({})"
    heading: str = "line"
    """Of a letter: ``line``, or what stands between it and the text that follows it there."""
    definition: str = "{}: {}"
    notes: str = "page"
    """Where notes stand: at the foot of the ``page``, or under a title at the end of the book."""
    every: int = 0
    """After how many laws notes under a title are printed; 0 is at the end of the book."""
    note: str = "{} {}"
    marker: Callable[[str], str] = lambda label: label.translate(SUPERSCRIPTS)
    width: int = 88
    indent: int = 0
    hyphens: bool = False
    page: int | None = 46
    """Lines a page, None without page breaks."""
    feeds: bool = True
    """Whether form feeds part the pages."""
    head: str = "The Laws {page}"
    contents: str = ""
    title_of_definitions: str = "DEFINITIONS"
    title_of_laws: str = ""
    title_of_index: str = "INDEX"
    index: str = "dash"
    blank: bool = True
    """Whether a blank line stands between provisions."""
    unwrapped: float = 0.0
    """The share of paragraphs that are one long line."""


class Booklet:
    """An edition in a style; ``text`` is its source."""

    def __init__(self, edition: Edition, style: Style, seed: int = 1):
        self._edition = edition
        self._style = style
        self._dice = random.Random(seed)
        self._numbers = {
            p.key: str(n)
            for n, p in enumerate((p for p in edition.provisions if p.kind == "footnote"), 1)
        }
        self._page: list[str] = []
        self._pages: list[list[str]] = []
        self._pending: list[str] = []
        self.text = self._set()

    def _set(self) -> str:
        style, provisions = self._style, self._edition.provisions
        by_kind = {k: list(g) for k, g in groupby(sorted(provisions, key=_kind), key=_kind)}
        self._out("", "A BOOK OF LAWS", "printed for everybody", "")
        if style.contents:
            self._contents(by_kind["law"])
        for name in ("preface", "introduction"):
            for provision in by_kind.get(name, ()):
                self._out("", provision.heading, "")
                self._paragraph(self._marked(provision), 0, "")
        if by_kind.get("definition"):
            self._out("", style.title_of_definitions, "")
            for provision in by_kind["definition"]:
                headword = provision.key.removeprefix("def.")
                text = style.definition.format(headword, self._marked(provision))
                self._paragraph(text, 0, "    " if style.indent else "")
                self._blank()
                self._notes_of(provision)
        if style.title_of_laws:
            self._out("", style.title_of_laws, "")
        for provision in provisions:
            if provision.kind == "law":
                if style.every and int(provision.key) % style.every == 0:
                    self._collected()
                self._law(provision)
            elif provision.kind == "provision":
                self._provision(provision)
        self._collected()
        if self._edition.index:
            self._break()
            self._out("", style.title_of_index, "")
            self._index(self._edition.index)
        self._break()
        return ("\f" if style.feeds else "").join("\n".join(page) + "\n" for page in self._pages)

    def _collected(self) -> None:
        """The notes that stand under a title of their own."""
        if self._style.notes != "page" and self._pending:
            self._out("", self._style.notes, "")
            for line in self._pending:
                self._paragraph(line, 0, "")
            self._pending = []

    def _contents(self, laws: Sequence[Provision]) -> None:
        self._out(self._style.contents, "")
        for n, law in enumerate(laws):
            title = self._style.law.format(law.key, law.heading)
            self._out(f"{title} {'.' * max(4, 70 - len(title))} {5 + n // 2}")
        self._out("")
        self._break()

    def _law(self, provision: Provision) -> None:
        self._out("", "")
        title = self._style.law.format(provision.key, self._with_markers(provision, "heading"))
        self._out(*title.split("\n"), "")
        if provision.text:
            self._paragraph(self._marked(provision), 0, "")
            self._blank()
        self._notes_of(provision)

    def _provision(self, provision: Provision) -> None:
        style = self._style
        address = KeyParts.of(provision.key).address
        assert address
        level = step_levels(address.steps)[-1]
        step = address.steps[-1]
        if level == "roman" and style.roman.startswith("doubled"):
            label = style.roman.removeprefix("doubled").format(DOUBLED[step])
        else:
            label = getattr(style, level).format(step)
        indent = style.indent * (address.depth - 1)
        heading, text = self._with_markers(provision, "heading"), self._marked(provision)
        hang = " " * (style.indent and len(label) + 1)
        if heading and style.heading == "line":
            self._out(f"{' ' * indent}{label} {heading}")
            if text:
                self._paragraph(text, indent, hang, first=hang)
        elif heading:
            self._paragraph(f"{label} {heading}{style.heading}{text}".strip(), indent, hang)
        else:
            self._paragraph(f"{label} {text}".strip(), indent, hang)
        self._blank()
        self._notes_of(provision)

    def _notes_of(self, provision: Provision) -> None:
        for note in self._edition.provisions:
            if note.kind == "footnote" and note.parent == provision.key:
                number = self._numbers[note.key]
                self._pending.append(self._style.note.format(number, note.text))

    def _marked(self, provision: Provision) -> str:
        return self._with_markers(provision, "text")

    def _with_markers(self, provision: Provision, part: str) -> str:
        text = provision.part(part)  # type: ignore[arg-type]
        for marker in sorted(provision.markers, key=lambda marker: -marker.at):
            if marker.part == part:
                sign = self._style.marker(self._numbers[marker.footnote])
                text = text[: marker.at] + sign + text[marker.at :]
        return text

    def _paragraph(self, text: str, indent: int, hang: str, first: str = "") -> None:
        if self._dice.random() < self._style.unwrapped:
            self._out(" " * indent + first + text)
            return
        room = self._style.width - indent
        lines, line = [], first
        for word in text.split():
            if line.strip() and len(line) + 1 + len(word) > room:
                cut = self._cut(word, room - len(line) - 1)
                if cut:
                    line, word = f"{line} {word[:cut]}-", word[cut:]
                lines.append(line)
                line = hang + word
            else:
                line = f"{line} {word}" if line.strip() else line + word
        self._out(*(" " * indent + row for row in (*lines, line)))

    def _cut(self, word: str, room: int) -> int:
        """Where a word is parted at the end of a line, or nowhere."""
        if not self._style.hyphens or not word.isalpha() or len(word) < 8 or room < 4:
            return 0
        return min(room - 1, len(word) - 3) if self._dice.random() < 0.7 else 0

    def _blank(self) -> None:
        if self._style.blank and self._dice.random() < 0.7:
            self._out("")

    def _out(self, *lines: str) -> None:
        for line in lines:
            self._page.append(line)
            if self._style.page and len(self._page) + len(self._pending) >= self._style.page:
                self._break()

    def _break(self) -> None:
        """End the page, its notes at its foot."""
        if not any(line.strip() for line in self._page):
            return
        notes: list[str] = []
        if self._style.notes == "page":
            notes, self._pending = ["", *self._pending] if self._pending else [], []
        head = self._style.head.format(page=len(self._pages) + 2) if self._style.head else ""
        body = [*self._page, *notes]
        if self._style.page is None:
            self._pages.append(body)
        else:
            self._pages.append([head, "", *body] if self._pages else body)
        self._page = []

    def _index(self, entries: Sequence[IndexEntry]) -> None:
        for row in getattr(self, f"_index_{self._style.index}")(entries):
            self._out(row)

    def _index_dash(self, entries: Sequence[IndexEntry]) -> Iterator[str]:
        for before, entry in zip((None, *entries), entries, strict=False):
            if entry.see and entry.subtopic and not _same(before, entry):
                yield f"    – {entry.subtopic}  see {entry.see[0]}"
            elif entry.see:
                yield f"    see {entry.see[0]}"
            elif entry.subtopic:
                yield f"    – {entry.subtopic}  {_refs(entry)}".rstrip()
            else:
                yield ""
                yield f"{entry.topic}  {_refs(entry)}".rstrip()

    def _index_small(self, entries: Sequence[IndexEntry]) -> Iterator[str]:
        """Small letters, subtopics indented, a colon before the references."""
        for before, entry in zip((None, *entries), entries, strict=False):
            if entry.see and entry.subtopic and not _same(before, entry):
                yield f"   {_small(entry.subtopic)}: see {_small(entry.see[0])}"
            elif entry.see:
                yield f"   see {_small(entry.see[0])}"
            else:
                title = _small(entry.subtopic or entry.topic)
                colon = ": " if entry.refs else ""
                yield f"{'   ' * bool(entry.subtopic)}{title}{colon}{_refs(entry)}"

    def _index_run_on(self, entries: Sequence[IndexEntry]) -> Iterator[str]:
        """A topic is one paragraph, its subtopics parted by semicolons."""
        for _, group in groupby(entries, key=lambda entry: entry.topic):
            own = list(group)
            parts = [
                f"see {_small(e.see[0])}"
                if e.see and not e.subtopic
                else f"{_small(e.subtopic)} – see {_small(e.see[0])}"
                if e.see
                else f"{_small(e.subtopic or e.topic)} {_refs(e)}".strip()
                for e in own
            ]
            yield "; ".join(parts)


def _same(before: IndexEntry | None, entry: IndexEntry) -> bool:
    return before is not None and before.subtopic == entry.subtopic


def _refs(entry: IndexEntry) -> str:
    return ", ".join(_spelled(ref) for ref in entry.refs)


def _spelled(ref: str) -> str:
    if ref in ("def", "intro", "preface"):
        return {"def": "def.", "intro": "intro.", "preface": "pref."}[ref]
    base, _, note = ref.partition("#")
    steps = base.split(".")
    cited = "".join(f"({s})" if s.islower() else s for s in steps)
    return f"{cited} note" if note else cited


def _small(title: str) -> str:
    return title[:1].lower() + title[1:] if not re.match(r"[^\W\d_a-z]{2}", title) else title


def _kind(provision: Provision) -> str:
    return provision.kind
