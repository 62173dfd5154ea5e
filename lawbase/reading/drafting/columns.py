"""What stands where on a page -> its lines in the order of reading, column after column."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise
from statistics import median
from typing import NamedTuple

from lawbase.reading.pages import ends_clause
from lawbase.reading.patterns import masked

_FEW = 0.15
"""The share of a page's rows that may run across its gutter, and that each side has more than."""
_CROSSED = 4
"""So many rows with words beside a gutter weigh as much as one that crosses it."""
_NEARLY = 0.8
"""Of stripes that show nearly as well as the one that shows best the widest is the gutter."""
_MANY_ROWS = 20
"""So many rows must show a gutter that is no wider than a space between words."""
_WORD_SPACE = 1.5
"""How many letters wide a gap between the words of one line may be."""
_STRETCHED, _ALIKE = 4.0, 1.4
"""How wide they may be in a stretched line, and how many times as wide as each other."""
_SPACE = 0.12
"""From so many letters on, a gap is a space."""
_BLANK_LINE = 1.4
"""How many times the usual way from row to row it takes to be seen as a blank line."""
_INDENT = 10
"""How many letters deep a column may be indented as a whole."""
_MARGIN = 0.05
"""The share of the rows of one side that begin at its margin."""
_USUAL = 0.2
"""The share of the columns with a margin that others must reach to have another."""
_OVERHANG = 0.2
"""Which part of a line of the left column may hang over the gutter."""
_ROWS_OF_A_PAGE = range(8, 300)
"""With fewer a page doesn't tell; what has more rows is no page."""
_SOME = 0.3
"""The share of the pages in columns from which on others are parted where these are."""
_OFTEN = 3
_GOING_ON = 0.3
"""Where more of some lines that stand equally far apart go on in the next, no blanks part them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or several of a line: its left, right, lower and upper ends.

    ``font`` tells letters of another size or weight, if all of it is set in one.
    """

    text: str
    x0: float
    x1: float
    y0: float
    y1: float
    font: str = ""

    @property
    def letters(self) -> int:
        """How many letters it has."""
        return sum(sign.isalpha() for sign in self.text)


PieceRow = list[Piece]


class Gutter(NamedTuple):
    """The white stripe between two columns, from its left end to its right one.

    ``step`` is how far from each other the two columns begin.
    """

    left: float
    right: float
    step: float

    @property
    def place(self) -> float:
        """Its middle."""
        return (self.left + self.right) / 2


def set_out(pages: Sequence[Sequence[Piece]], unit: float) -> list[list[str]]:
    """The text of every page, its words column by column; of a page without columns it is one.

    ``unit`` is how wide a letter is. A page that doesn't tell, since it is short or two kinds of
    text stand on it, is parted where others are.
    """
    rows = [_rows(page) for page in pages]
    gutters = _gutters(rows, unit)
    lined = [
        [_joined(row, gutter, unit) for row in page]
        for page, gutter in zip(rows, gutters, strict=True)
    ]
    whole = (page for page, gutter in zip(lined, gutters, strict=True) if gutter is None)
    edges = (row for page in whole for row in (*page[:1], *page[1:][-1:]))
    times = Counter(masked(piece.text) for row in edges for piece in row)
    heads = {words for words in times if times[words] >= _OFTEN}
    parted = zip(lined, gutters, strict=True)
    columns = [_columns(page, gutter, unit, heads) for page, gutter in parted]
    steps = [step for page in columns for column in page for step in _steps(column)]
    pitch = median(steps or [unit])
    facing = [
        Counter(
            start for page in columns[n::2] for column in page for start in _begins(column, unit)
        )
        for n in (0, 1)
    ]
    return [
        ["\n".join(_lines(column, facing[n % 2], unit, pitch)) for column in page]
        for n, page in enumerate(columns)
    ]


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
    """The words of a page, if it has about as many lines as pages have."""
    lines = page.split("\n")
    for row, line in enumerate(lines if len(lines) in _ROWS_OF_A_PAGE else ()):
        for match in re.finditer(r"\S+", line.expandtabs()):
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


def _joined(row: PieceRow, gutter: Gutter | None, unit: float) -> PieceRow:
    """A row whose words are joined to pieces, apart where the gutter or a wide gap is."""
    cut = [n + 1 for n, (a, b) in enumerate(pairwise(row)) if _lies_in(gutter, a.x1, b.x0, unit)]
    sides = (row[a:b] for a, b in pairwise((0, *cut, len(row))))
    return [piece for side in sides for piece in _pieced(side, unit)]


def _pieced(words: PieceRow, unit: float) -> Iterator[Piece]:
    """The words of a line as pieces; in a line that is stretched all gaps are wide alike."""
    gaps = [after.x0 - before.x1 for before, after in pairwise(words)]
    stretched = len(gaps) > 1 and max(gaps) < _ALIKE * min(gaps)
    most = (_STRETCHED if stretched else _WORD_SPACE) * unit
    first = 0
    for n, gap in enumerate((*gaps, most)):
        if gap >= most:
            own = words[first : n + 1]
            spaces = [" " if gap >= _SPACE * unit else "" for gap in gaps[first:n]]
            text = "".join(a + b.text for a, b in zip(("", *spaces), own, strict=True))
            y0, y1 = min(w.y0 for w in own), max(w.y1 for w in own)
            yield Piece(text, own[0].x0, own[-1].x1, y0, y1, _font(own))
            first = n + 1


def _font(row: PieceRow) -> str:
    """The font that a whole row is set in, if it is one."""
    fonts = {piece.font for piece in row}
    return fonts.pop() if len(fonts) == 1 else ""


def _lies_in(gutter: Gutter | None, x0: float, x1: float, unit: float) -> bool:
    """Whether the whole gutter lies in a gap."""
    return gutter is not None and x0 <= gutter.left + unit / 4 and x1 >= gutter.right - unit / 4


def _columns(
    rows: Sequence[PieceRow], gutter: Gutter | None, unit: float, heads: Container[str] = ()
) -> list[list[PieceRow]]:
    """The columns of a page in the order of reading, each of which may have columns again.

    What reaches over the gutter, or is a head of the page, parts what stands above it from what
    stands below, and belongs to the left column below it, or at the foot of the page to the right
    one above. So does what has nothing beside it, and a lone row at the edge of the page.
    """
    if gutter is None:
        return [[*rows]]
    columns: list[list[PieceRow]] = []
    above: list[PieceRow] = []

    def stands_over(row: PieceRow) -> bool:
        at_edge = row is rows[0] or row is rows[-1]
        number = row is rows[0] and len(row) == 1 and row[0].text.isdecimal()
        head = at_edge and (number or all(masked(piece.text) in heads for piece in row))
        return head or _reaches_over(row, gutter.place)

    for over, run in groupby(rows, key=stands_over):
        band = list(run)
        sides = [_side(band, gutter.place, left=left) for left in (True, False)]
        head = len(band) == 1 and (band[0] is rows[0] or band[0] is rows[-1])
        if over or head or not all(sides):
            above += band
            continue
        sides[1] = _moved(sides[1], gutter.step)
        first, *others = [
            c for side in sides for c in _columns(side, _gutter_of_page(side, unit), unit)
        ]
        columns += [[*above, *first], *others]
        above = []
    *before, last = columns or [[]]
    return [*before, [*last, *above]]


def _side(rows: Sequence[PieceRow], gutter: float, *, left: bool) -> list[PieceRow]:
    """The rows on one side of a gutter."""
    side = ([piece for piece in row if (piece.x0 < gutter) is left] for row in rows)
    return [row for row in side if row]


def _moved(rows: Sequence[PieceRow], step: float) -> list[PieceRow]:
    """Rows of the right column where those of the left one stand."""
    return [[replace(p, x0=p.x0 - step, x1=p.x1 - step) for p in row] for row in rows]


def _reaches_over(row: PieceRow, gutter: float) -> bool:
    """Whether a row is set over both columns, and no line of the left one that is too long."""
    return any(p.x0 < gutter < p.x1 - _OVERHANG * (p.x1 - p.x0) for p in row)


def _gutter_of_page(rows: Sequence[PieceRow], unit: float) -> Gutter | None:
    return _gutter(rows, unit) if len(rows) in _ROWS_OF_A_PAGE else None


def _gutters(pages: Sequence[Sequence[PieceRow]], unit: float) -> list[Gutter | None]:
    """The gutter of every page; where pages face each other, left and right ones have their own.

    What is indented or short makes a gutter look wider, or another, on some pages: all that have
    one tell together how it is.
    """
    gutters = [_gutter_of_page(page, unit) for page in pages]
    if sum(gutter is not None for gutter in gutters) < max(1, _SOME * len(pages)):
        return gutters
    parted = [page if gutter else [] for page, gutter in zip(pages, gutters, strict=True)]
    alike = ([row for page in parted[first::2] for row in page] for first in (0, 1))
    usual = [_gutter(rows, unit) for rows in alike]
    usual = [own or other for own, other in zip(usual, reversed(usual), strict=True)]
    pairs = [(own, usual[n % 2]) for n, own in enumerate(gutters)]
    both = [abs(own.step - common.step) for own, common in pairs if own and common]
    agreeing = sum(apart < _WORD_SPACE * unit for apart in both)
    anew = agreeing < len(both) / 2  # on every page, as a conversion sets them
    return [own or common if anew else common or own for own, common in pairs]


def _gutter(rows: Sequence[PieceRow], unit: float) -> Gutter | None:
    """Where rows are parted: the stripe not far from their middle that most have words beside.

    Few rows cross it. Both sides have about as many letters in a row; a table of headwords, or an
    index with its references at the right, hasn't.
    """
    if not rows:
        return None
    reach = [(row[0].x0, max(piece.x1 for piece in row)) for row in rows]
    x0, x1 = min(start for start, _ in reach), max(end for _, end in reach)
    step = unit / 4
    places = [x0 + step * n for n in range(int((x1 - x0) / step) + 1)]
    crossed = _crossed([[(piece.x0, piece.x1) for piece in row] for row in rows], places)
    reached = _crossed([[ends] for ends in reach], places)
    worth = [a - _CROSSED * b for a, b in zip(reached, crossed, strict=True)]
    middle = range(int(0.3 * len(places)), int(0.7 * len(places)) + 1)
    least = _NEARLY * max((worth[n] for n in middle), default=0)
    runs = [list(run) for free, run in groupby(middle, key=lambda n: worth[n] >= least > 0) if free]
    free = max(runs, key=len, default=[])
    if not free or min(crossed[n] for n in free) > _FEW * len(rows):
        return None
    place = places[free[len(free) // 2]]
    sides = [_side(rows, place, left=left) for left in (True, False)]
    if min(map(len, sides)) <= _FEW * len(rows):
        return None
    wide_left, wide_right = (median(map(_letters, side)) for side in sides)
    if not 0.5 * wide_right < wide_left < 2 * wide_right:
        return None
    left, end = (
        _last([row[-1].x1 for row in side if row[-1].x1 <= most])
        for side, most in zip(sides, (place, x1), strict=True)
    )
    right = -_last([-row[0].x0 for row in sides[1]])
    found = Gutter(left, right, _step(sides, end - left, unit))
    beside = len(sides[0]) + len(sides[1]) - len(rows)
    wide = found.right - found.left > _WORD_SPACE * unit
    return found if wide or beside >= _MANY_ROWS else None


def _last(places: Sequence[float]) -> float:
    """The place that few are beyond."""
    return sorted(places)[int(0.95 * (len(places) - 1))]


def _step(sides: Sequence[Sequence[PieceRow]], about: float, unit: float) -> float:
    """How far apart two columns begin, which are about equally wide."""
    left, right = (_margins([row[0].x0 for row in side], unit) for side in sides)
    return min((start - left[0] for start in right), key=lambda step: abs(step - about))


def _margins(starts: Sequence[float], unit: float) -> list[float]:
    """The places where many rows begin, from the left; not those of heads, one a page."""
    around = Counter(round(start / unit) for start in starts)
    often = [n for n in sorted(around) if around[n] >= max(2, _MARGIN * len(starts))]
    often = often or [min(around)]
    return [median(start for start in starts if round(start / unit) == n) for n in often]


def _letters(row: PieceRow) -> int:
    return sum(piece.letters for piece in row)


def _crossed(rows: Sequence[Sequence[tuple[float, float]]], places: Sequence[float]) -> list[int]:
    """How many rows have something across each of some places; a row is the ends of what it has."""
    changes = [0] * (len(places) + 1)
    for row in rows:
        end = 0
        for x0, x1 in row:
            start = max(end, bisect_right(places, x0))
            end = max(start, bisect_left(places, x1))
            changes[start] += 1
            changes[end] -= 1
    return [*accumulate(changes)][:-1]


def _begins(rows: Sequence[PieceRow], unit: float) -> set[int]:
    """Where some rows of a column begin: how many letters could stand before them."""
    inner = rows[1:-1] if len(rows) > _OFTEN else rows  # heads and feet stand anywhere
    starts = Counter(round(row[0].x0 / unit) for row in inner)
    often = {n for n, times in starts.items() if times >= min(_OFTEN, 0.1 * len(rows))}
    return often or {*starts}


def _margin(rows: Sequence[PieceRow], facing: Counter[int], unit: float) -> int:
    """Where a column begins: farther to the left stands nothing but by chance.

    All rows of a column may be indented. Then it is told by where rows begin in the columns of all
    pages that face the same way.
    """
    first = min(_begins(rows, unit))
    near = range(first - _INDENT, first + 1)
    least = _USUAL * max(facing[n] for n in near)
    return next(n for n in near if facing[n] >= least)


def _lines(
    rows: Sequence[PieceRow], facing: Counter[int], unit: float, pitch: float
) -> Iterator[str]:
    """Rows as lines, each piece at the column of its place.

    A wide step is a blank line, and so is the step to another font: headings and notes stand apart.
    """
    if not rows:
        return
    margin = _margin(rows, facing, unit) * unit
    lines = [_line(row, margin, unit) for row in rows]
    steps = [step if step > _BLANK_LINE * pitch else 0.0 for step in _steps(rows)]
    yield lines[0]
    at = 1
    for step, run in groupby(steps):
        end = at + len(list(run))
        joints = [*pairwise(lines[at - 1 : end])]
        going_on = sum(_goes_on(above, below) for above, below in joints)
        apart = step and going_on <= _GOING_ON * len(joints)
        for n in range(at, end):
            fonts = {_font(rows[n - 1]), _font(rows[n])}
            if apart or (len(fonts) == 2 and all(fonts)):
                yield ""
            yield lines[n]
        at = end


def _goes_on(line: str, below: str) -> bool:
    """Whether a sentence seems to go on from one line to the next."""
    return below.strip()[:1].islower() and not ends_clause(line)


def _line(row: PieceRow, margin: float, unit: float) -> str:
    parts: list[str] = []
    length, end = 0, margin
    for piece in row:
        gap = (piece.x0 - end) / unit
        least = 0 if not length else 1 if gap < 2 else 3
        column = max(0, round((piece.x0 - margin) / unit))
        start = max(length + least, column if least != 1 else 0)
        parts += [" " * (start - length), piece.text]
        length, end = start + len(piece.text), piece.x1
    return "".join(parts)
