"""Columns that were read across: words on both sides of a gap, which go on below on each side."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from lawbase.reading.pages import HYPHENS, Line
from lawbase.reading.source import Source

_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
_NARROWEST = 2
_ROWS = 4
"""So many lines have text on both sides of one place where there are columns."""
_RUN_ON = 2
"""So often at least text goes on from line to line there, on either side."""
_WORDS, _FULL = 3, 0.7
"""A line of a column has so many words, and such a part of what its longest has."""
_FAR = 10**9

Stripe = tuple[int, int]


def tell_columns(lines: Sequence[Line], source: Source) -> None:
    """Tell the first lines of each page that look like those of two columns, side by side.

    The cells of a table stand so as well, but their text doesn't go on in the line below.
    """
    for page, own in groupby(lines, key=lambda line: line.page):
        if rows := next(_columns([*own]), None):
            cost = sum(len(row.text) for row in rows)
            words = " ".join(rows[0].text.split())
            said = {"line": words[:40], "rows": len(rows), "page": page + 1}
            source.tell_line("columns-abreast", rows[0].traced, cost, **said)


def _columns(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines of two columns: one stripe is blank in a run of lines, with text on both sides."""
    run: list[Line] = []
    stripes: list[Stripe] = []
    for line in (*lines, None):
        common = list(_common(stripes, _blanks(line))) if line else []
        if line and common:
            run, stripes = [*run, line], common
            continue
        yield from filter(None, (_rows(run, start) for start, _ in stripes))
        stripes = _blanks(line)[1:-1] if line else []
        run = [line] if line and stripes else []


def _blanks(line: Line) -> list[Stripe]:
    """What is blank in a line: before its text, in each wide gap, and behind it."""
    gaps = (
        (line.column + gap.start(), line.column + gap.end()) for gap in _GAP.finditer(line.text)
    )
    return [(0, line.column), *gaps, (line.column + len(line.text), _FAR)]


def _common(stripes: Sequence[Stripe], blanks: Sequence[Stripe]) -> Iterator[Stripe]:
    """Where stripes of the lines above and blanks of one below are blank both."""
    for a, b in stripes:
        for start, end in blanks:
            if min(b, end) - max(a, start) >= _NARROWEST:
                yield max(a, start), min(b, end)


def _rows(run: Sequence[Line], place: int) -> list[Line]:
    """The lines with text on both sides of a place, if it goes on below on each of them."""
    texts = [" " * line.column + line.text for line in run]
    left, right = [text[:place].strip() for text in texts], [text[place:].strip() for text in texts]
    beside = [line for line, a, b in zip(run, left, right, strict=True) if a and b]
    goes_on = len(beside) >= _ROWS and min(map(_times_on, (left, right))) >= _RUN_ON
    return beside if goes_on else []


def _times_on(side: Sequence[str]) -> int:
    """How often a line that is full goes on in the one below."""
    texts = [text for text in side if text]
    widest = max(map(len, texts))
    return sum(
        len(before.split()) >= _WORDS
        and len(before) >= _FULL * widest
        and below[0].islower()
        and (before[-1].isalpha() or before[-1] in HYPHENS)
        for before, below in pairwise(texts)
    )
