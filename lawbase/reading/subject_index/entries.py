"""Lines of an index -> its entries as printed, each on one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from lawbase.reading.pages import Line
from lawbase.reading.subject_index.citations import CitationReader
from lawbase.reading.subject_index.layout import IndexLayout
from lawbase.reading.traced import INSERTED, SOFT, Traced

Level = Literal["topic", "subtopic"]


@dataclass(frozen=True, slots=True)
class Printed:
    """An entry as printed, its lines joined, what separates it from the entry before.

    ``level`` is known where the print shows it; ``mark`` is how many characters at its beginning
    only show it. ``apart`` says that the print shows a subtopic, and no part of the one before.
    """

    text: Traced
    gap: str
    level: Level | None = None
    mark: int = 0
    apart: bool = False

    @property
    def words(self) -> str:
        """Its words without the mark."""
        return self.text.text[self.mark :]


def printed_entries(
    lines: Sequence[Line], layout: IndexLayout, reader: CitationReader
) -> list[Printed]:
    """The entries of an index, in the order of the book.

    A line begins an entry, unless something tells that it goes on with the one before it: a comma
    or a dash there, a beginning with a small letter or a digit (unless both lines have references
    of their own), a deeper indentation.
    """
    columns = _Columns(lines, layout)
    entries: list[Printed] = []
    for number, line in enumerate(lines):
        level, mark = columns.level(line)
        if entries and _goes_on(entries[-1], line, layout, reader, columns, mark):
            entries[-1] = replace(entries[-1], text=_joined(entries[-1].text, line.traced))
        else:
            gap = line.gap if number else "page"
            apart = level == "subtopic" and not columns.deeper(line, level)
            entries.append(Printed(line.traced, gap, level, mark, apart))
    return [part for entry in entries for part in _parts(entry, layout, reader)]


def _joined(before: Traced, line: Traced) -> Traced:
    if before.text.endswith(SOFT):
        return before[: len(before) - 1] + line
    return before + Traced(" ", (INSERTED,)) + line


class _Columns:
    """How far topics and subtopics are indented, and what that tells of a line."""

    def __init__(self, lines: Sequence[Line], layout: IndexLayout):
        self._layout = layout
        counts = Counter(line.column for line in lines)
        self._topic = min(counts, default=0)
        deeper = Counter({column: n for column, n in counts.items() if column > self._topic})
        self._subtopic = deeper.most_common(1)[0][0] if deeper else None

    def level(self, line: Line) -> tuple[Level | None, int]:
        """The level that the print shows of an entry, and the length of the mark before it."""
        if self._layout.topics == "mark" and self._layout.subtopic:
            match = self._layout.subtopic.match(line.text)
            return ("subtopic", match.end()) if match else ("topic", 0)
        if self._layout.topics == "indentation":
            return ("topic", 0) if line.column <= self._topic else ("subtopic", 0)
        return None, 0

    def deeper(self, line: Line, level: Level | None) -> bool:
        """Whether a line is indented more than an entry of the level would be."""
        if self._layout.topics == "mark" and level == "topic":
            return line.column > self._topic
        if self._layout.topics == "indentation" and self._subtopic is not None:
            return line.column > self._subtopic
        return False


def _goes_on(
    entry: Printed,
    line: Line,
    layout: IndexLayout,
    reader: CitationReader,
    columns: _Columns,
    mark: int,
) -> bool:
    if mark or any(pattern.fullmatch(entry.text.text) for pattern in layout.opening):
        return False
    ends = (",", "–", SOFT, *filter(None, [layout.parted]))
    refers = bool(reader.read(entry.words).refs)
    if entry.text.text.endswith(ends):
        return True
    if reader.only_refers(line.text) and not (refers and line.text[0].isupper()):
        return True
    if reader.see.match(line.text):
        return False
    level = columns.level(line)[0]
    if columns.deeper(line, level):
        return True
    if layout.topics == "indentation" and level == "subtopic":
        return False
    if layout.lower_case:
        return not line.text[0].isalpha() and not line.text[0].isdigit()
    complete = refers and bool(reader.read(line.text).refs)
    return not line.text[0].isupper() and not (complete and line.text[:2].isalpha())


def _parts(entry: Printed, layout: IndexLayout, reader: CitationReader) -> Iterator[Printed]:
    """A topic with the subtopics that run on behind it; an entry of its own is left as it is."""
    if not layout.parted:
        yield entry
        return
    start, text = 0, entry.text
    pieces: list[Traced] = []
    for end in [*_cuts(text.text, layout.parted), len(text)]:
        piece = text[start:end].strip()
        if pieces and reader.only_refers(piece.text):
            pieces[-1] = text[text.origins.index(pieces[-1].origins[0]) : end].strip()
        elif piece:
            pieces.append(piece)
        start = end + len(layout.parted)
    for number, piece in enumerate(pieces):
        level = entry.level if not number else "subtopic"
        match = layout.subtopic.match(piece.text) if number and layout.subtopic else None
        mark = match.end() if match else 0 if number else entry.mark
        yield Printed(piece, entry.gap, level or "topic", mark, apart=number > 0)


def _cuts(text: str, sign: str) -> Iterator[int]:
    at = text.find(sign)
    while at >= 0:
        yield at
        at = text.find(sign, at + len(sign))
