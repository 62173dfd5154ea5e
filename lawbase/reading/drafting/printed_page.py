"""A PDF -> plain text that looks like its pages: rows, indents, columns, raised digits."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from lawbase.reading.patterns import SUPERSCRIPTS

_FEW = 0.15
_BLANK_LINE = 1.4
"""How many times the usual way from row to row it takes to be seen as a blank line."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Text printed in one go: its left, right, lower and upper ends in points."""

    text: str
    x0: float
    x1: float
    y0: float
    y1: float

    @property
    def letters(self) -> int:
        return sum(sign.isalpha() for sign in self.text)


_Row = list[_Piece]


def pdf_text(path: Path) -> str:
    """The text of a PDF, its pages parted by form feeds, two columns one below the other.

    Raises:
        ImportError: when pdfminer.six isn't installed.
        Exception: of many kinds, when the file is damaged.
    """
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LAParams

    # It warns line by line of what is damaged; whoever reads the file is told once.
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    layout = LAParams(char_margin=1.5, boxes_flow=None, all_texts=True)
    pages = [list(_pieces(page)) for page in extract_pages(path, laparams=layout)]
    widths = [(p.x1 - p.x0) / len(p.text) for page in pages for p in page if len(p.text) > 9]
    steps = [step for page in pages for step in _steps(_rows(page))]
    unit, pitch = median(widths or [5.0]), median(steps or [10.0])
    found = [gutter for page in pages if (gutter := _gutter(_rows(page), unit))]
    usual = median(found) if len(found) > 1 else None
    return "\f".join("\n".join(_lines(page, usual, unit, pitch)) + "\n" for page in pages)


def _pieces(container: Any) -> Iterator[_Piece]:
    from pdfminer.layout import LTContainer, LTTextLineHorizontal

    for item in container:
        if isinstance(item, LTTextLineHorizontal):
            yield from _piece(item)
        elif isinstance(item, LTContainer):
            yield from _pieces(item)


def _piece(line: Any) -> Iterator[_Piece]:
    """A line of pdfminer's; small digits above the foot of its usual letters are raised."""
    signs = [sign for sign in line if hasattr(sign, "size") and sign.get_text().strip()]
    if not signs:
        return
    size = Counter(sign.size for sign in signs).most_common(1)[0][0]
    foot = next(sign.y0 for sign in signs if sign.size == size)

    def written(sign: Any) -> str:
        text: str = sign.get_text()
        small = hasattr(sign, "size") and sign.size < 0.85 * size
        raised = small and sign.y0 > foot + 0.1 * size
        return text.translate(SUPERSCRIPTS) if raised else text

    text = "".join(map(written, line)).rstrip()
    yield _Piece(text.lstrip(), signs[0].x0, signs[-1].x1, foot, foot + size)


def _rows(pieces: Iterable[_Piece]) -> list[_Row]:
    """Pieces at one height, from left to right; the rows from the top of the page to its foot."""
    rows: list[_Row] = []
    for piece in sorted(pieces, key=lambda piece: (-piece.y0, piece.x0)):
        last = rows[-1][0] if rows else None
        shared = min(last.y1, piece.y1) - max(last.y0, piece.y0) if last else 0.0
        if last and shared > 0.5 * min(last.y1 - last.y0, piece.y1 - piece.y0):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda piece: piece.x0) for row in rows]


def _steps(rows: Sequence[_Row]) -> list[float]:
    return [above[0].y0 - below[0].y0 for above, below in pairwise(rows)]


def _lines(page: Sequence[_Piece], usual: float | None, unit: float, pitch: float) -> Iterator[str]:
    """The lines of a page; between rows that reach over both columns, the left column first.

    ``usual`` is where other pages are parted: the last may have too little on its right to tell.
    """
    rows = _rows(page)
    gutter = _gutter(rows, unit)
    if gutter is None and usual and sum(_crosses(row, usual) for row in rows) <= _FEW * len(rows):
        gutter = usual
    if gutter is None:
        yield from _column(page, unit, pitch)
        return
    band: _Row = []
    for number, row in enumerate(rows):
        if _crosses(row, gutter) or _alone(rows, number, pitch):
            yield from _columns(band, gutter, unit, pitch)
            yield from _column(row, unit, pitch)
            band = []
        else:
            band += row
    yield from _columns(band, gutter, unit, pitch)


def _columns(band: _Row, gutter: float, unit: float, pitch: float) -> Iterator[str]:
    for left in (True, False):
        yield from _column([piece for piece in band if (piece.x0 < gutter) is left], unit, pitch)


def _crosses(row: _Row, gutter: float) -> bool:
    return any(piece.x0 < gutter < piece.x1 for piece in row)


def _alone(rows: Sequence[_Row], number: int, pitch: float) -> bool:
    """Whether a row is the page's first or last and parted from the others: a running head."""
    ends = (rows[:2],) * (number == 0) + (rows[-2:],) * (number == len(rows) - 1)
    return any(step > 1.8 * pitch for pair in ends for step in _steps(pair))


def _gutter(rows: Sequence[_Row], unit: float) -> float | None:
    """Where a page of two columns is parted: a place near its middle that few rows cross.

    Both sides have about as many letters in a row; a table of headwords, or an index with its
    references at the right, hasn't.
    """
    pieces = [piece for row in rows for piece in row]
    if not pieces:
        return None
    x0, x1 = min(piece.x0 for piece in pieces), max(piece.x1 for piece in pieces)
    places = [x0 + (x1 - x0) * part / 100 for part in range(35, 66)]
    crossing = [sum(_crosses(row, place) for row in rows) for place in places]
    least = min(crossing)
    free = [place for place, rows_ in zip(places, crossing, strict=True) if rows_ == least]
    gutter = free[len(free) // 2]
    sides = [p for p in pieces if p.x1 <= gutter], [p for p in pieces if p.x0 >= gutter]
    if least > _FEW * len(rows) or min(map(len, sides)) <= _FEW * len(rows):
        return None
    left, right = (sum(piece.letters for piece in side) / len(side) for side in sides)
    wide = right and left and 0.5 < left / right < 2
    return gutter if wide and free[-1] - free[0] > unit else None


def _column(pieces: Sequence[_Piece], unit: float, pitch: float) -> Iterator[str]:
    """Rows as lines, each piece at the column of its place, a wide step as a blank line."""
    rows = _rows(pieces)
    if not rows:
        return
    starts = Counter(round(row[0].x0 / unit) for row in rows)
    often = [start for start, times in starts.items() if times >= 0.1 * len(rows)]
    margin = min(often or starts) * unit
    for row, step in zip(rows, [0.0, *_steps(rows)], strict=True):
        if step > _BLANK_LINE * pitch:
            yield ""
        yield _line(row, margin, unit)


def _line(row: _Row, margin: float, unit: float) -> str:
    line, end = "", margin
    for piece in row:
        gap = (piece.x0 - end) / unit
        least = 0 if not line or gap < 0.3 else 1 if gap < 2 else 3
        column = max(0, round((piece.x0 - margin) / unit))
        line = line.ljust(max(len(line) + least, column if least != 1 else 0)) + piece.text
        end = piece.x1
    return line
