"""What stands where on a page -> its lines in the order of reading, column after column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median

from lawbase.reading.patterns import masked

_FEW = 0.15
"""The share of a page's rows that may run across its gutter, and that each side has more than."""
_BLANK_LINE = 1.4
"""How many times the usual way from row to row it takes to be seen as a blank line."""
_OVERHANG = 0.2
"""Which part of a line of the left column may hang over the gutter."""
_ROWS_OF_A_PAGE = range(8, 300)
"""With fewer a page doesn't tell; what has more rows is no page."""
_SOME = 0.3
"""The share of the pages in columns from which on others are parted where these are."""
_OFTEN = 3
_STRETCH = re.compile(r"\S+(?: \S+)*")
"""Words that stand together; two spaces part them from what stands beside them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Text printed in one go: its left, right, lower and upper ends, in one unit of length."""

    text: str
    x0: float
    x1: float
    y0: float
    y1: float

    @property
    def letters(self) -> int:
        """How many letters it has."""
        return sum(sign.isalpha() for sign in self.text)


PieceRow = list[Piece]


def set_out(pages: Sequence[Sequence[Piece]], unit: float) -> list[list[str]]:
    """The text of every page, column by column; of a page without columns it is one.

    ``unit`` is how wide a letter is. A page that doesn't tell, since it is short or two kinds of
    text stand on it, is parted where others are.
    """
    rows = [_rows(page) for page in pages]
    gutters = [_gutter(page, unit) for page in rows]
    found = [gutter for gutter in gutters if gutter is not None]
    if found and len(found) >= _SOME * len(pages):
        usual = median(found)
        free = [_across(page, usual) <= _FEW * len(page) for page in rows]
        gutters = [g or (usual if at else None) for g, at in zip(gutters, free, strict=True)]
    whole = (page for page, gutter in zip(rows, gutters, strict=True) if gutter is None)
    edges = (row for page in whole for row in (*page[:1], *page[1:][-1:]))
    times = Counter(masked(piece.text) for row in edges for piece in row)
    heads = {words for words in times if times[words] >= _OFTEN}
    parted = zip(rows, gutters, strict=True)
    columns = [_columns(page, gutter, unit, heads) for page, gutter in parted]
    steps = [step for page in columns for column in page for step in _steps(column)]
    pitch = median(steps or [unit])
    return [["\n".join(_lines(column, unit, pitch)) for column in page] for page in columns]


def unfolded(text: str) -> str:
    """A text with the columns of each page one after the other, like pages.

    In a text without pages, what stands between blank lines is looked at.
    """
    between = "\f" if "\f" in text else "\n\n"
    pages = text.split(between)
    pieces = [list(_pieces(page)) for page in pages]
    laid_out = zip(pages, set_out(pieces, 1.0), strict=True)
    return between.join(
        between.join(f"{column}\n" for column in columns) if len(columns) > 1 else page
        for page, columns in laid_out
    )


def _pieces(page: str) -> Iterator[Piece]:
    """The pieces of a page, if it has about as many lines as pages have."""
    lines = page.split("\n")
    for row, line in enumerate(lines if len(lines) in _ROWS_OF_A_PAGE else ()):
        for match in _STRETCH.finditer(line.expandtabs()):
            yield Piece(match[0], *match.span(), -row, 1.0 - row)


def _rows(pieces: Iterable[Piece]) -> list[PieceRow]:
    """Pieces at one height, from left to right; the rows from the top of the page to its foot."""
    rows: list[PieceRow] = []
    for piece in sorted(pieces, key=lambda piece: (-piece.y0, piece.x0)):
        last = rows[-1][0] if rows else None
        shared = min(last.y1, piece.y1) - max(last.y0, piece.y0) if last else 0.0
        if last and shared > 0.5 * min(last.y1 - last.y0, piece.y1 - piece.y0):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda piece: piece.x0) for row in rows]


def _steps(rows: Sequence[PieceRow]) -> list[float]:
    """How far it is from each row to the next."""
    return [above[0].y0 - below[0].y0 for above, below in pairwise(rows)]


def _columns(
    rows: Sequence[PieceRow], gutter: float | None, unit: float, heads: Container[str] = ()
) -> list[list[PieceRow]]:
    """The columns of a page in the order of reading, each of which may have columns again.

    What reaches over the gutter, or is a head of the page, parts what stands above it from what
    stands below, and belongs to the left column below it, or at the foot of the page to the right
    one above.
    """
    if gutter is None:
        return [[*rows]]
    columns: list[list[PieceRow]] = []
    above: list[PieceRow] = []

    def stands_over(row: PieceRow) -> bool:
        at_edge = row is rows[0] or row is rows[-1]
        head = at_edge and all(masked(piece.text) in heads for piece in row)
        return head or _reaches_over(row, gutter)

    for over, run in groupby(rows, key=stands_over):
        band = list(run)
        if over:
            above = band
            continue
        sides = [side for left in (True, False) if (side := _side(band, gutter, left=left))]
        first, *others = [c for side in sides for c in _columns(side, _gutter(side, unit), unit)]
        columns += [[*above, *first], *others]
        above = []
    *before, last = columns or [[]]
    return [*before, [*last, *above]]


def _side(rows: Sequence[PieceRow], gutter: float, *, left: bool) -> list[PieceRow]:
    """The rows on one side of a gutter."""
    side = ([piece for piece in row if (piece.x0 < gutter) is left] for row in rows)
    return [row for row in side if row]


def _reaches_over(row: PieceRow, gutter: float) -> bool:
    """Whether a row is set over both columns, and no line of the left one that is too long."""
    return any(p.x0 < gutter < p.x1 - _OVERHANG * (p.x1 - p.x0) for p in row)


def _across(rows: Sequence[PieceRow], place: float) -> int:
    return sum(any(piece.x0 < place < piece.x1 for piece in row) for row in rows)


def _gutter(rows: Sequence[PieceRow], unit: float) -> float | None:
    """Where a page is parted: a place not far from its middle that few rows cross.

    Both sides have about as many letters in a row; a table of headwords, or an index with its
    references at the right, hasn't.
    """
    if len(rows) not in _ROWS_OF_A_PAGE:
        return None
    pieces = [piece for row in rows for piece in row]
    x0, x1 = min(piece.x0 for piece in pieces), max(piece.x1 for piece in pieces)
    places = [x0 + (x1 - x0) * part / 100 for part in range(30, 71)]
    crossed = groupby(places, key=lambda place: _across(rows, place))
    runs = ((count, list(run)) for count, run in crossed)
    least, free = min(runs, key=lambda run: (run[0], run[1][0] - run[1][-1]))
    gutter = free[len(free) // 2]
    sides = [p for p in pieces if p.x1 <= gutter], [p for p in pieces if p.x0 >= gutter]
    if least > _FEW * len(rows) or min(map(len, sides)) <= _FEW * len(rows):
        return None
    left, right = (sum(piece.letters for piece in side) / len(side) for side in sides)
    wide = right and left and 0.5 < left / right < 2
    return gutter if wide and free[-1] - free[0] > unit else None


def _lines(rows: Sequence[PieceRow], unit: float, pitch: float) -> Iterator[str]:
    """Rows as lines, each piece at the column of its place, a wide step as a blank line."""
    if not rows:
        return
    starts = Counter(round(row[0].x0 / unit) for row in rows)
    often = [start for start, times in starts.items() if times >= min(_OFTEN, 0.1 * len(rows))]
    margin = min(often or starts) * unit
    for row, step in zip(rows, [0.0, *_steps(rows)], strict=True):
        if step > _BLANK_LINE * pitch:
            yield ""
        yield _line(row, margin, unit)


def _line(row: PieceRow, margin: float, unit: float) -> str:
    parts: list[str] = []
    length, end = 0, margin
    for piece in row:
        gap = (piece.x0 - end) / unit
        least = 0 if not length or gap < 0.3 else 1 if gap < 2 else 3
        column = max(0, round((piece.x0 - margin) / unit))
        start = max(length + least, column if least != 1 else 0)
        parts += [" " * (start - length), piece.text]
        length, end = start + len(piece.text), piece.x1
    return "".join(parts)
