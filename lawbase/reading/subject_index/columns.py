"""An index set in columns side by side, whose lines a conversion glued together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from lawbase.reading.pages import Line

_STRETCH = re.compile(r"\S+(?:\s\S+)*")
"""Words that stand together; two spaces part it from what stands in the next column."""
_ENOUGH = 0.3
_STRADDLED = 0.05


def in_one_column(lines: Sequence[Line], abreast: int) -> list[Line]:
    """The lines of each page, column after column, each indented from its own margin."""
    pages = groupby(lines, key=lambda line: line.page)
    return [line for _, page in pages for line in _unglued(list(page), abreast)]


def gutter(lines: Sequence[Line]) -> int | None:
    """Where the second column of a page begins: lines have a stretch there, and none runs across.

    It isn't where references stand in line: what begins there begins with a letter.
    """
    stretches = [
        (line.column + match.start(), line.column + match.end(), match)
        for line in lines
        for match in _STRETCH.finditer(line.text)
    ]
    for start in sorted({start for start, _, _ in stretches}):
        behind = [match for at, _, match in stretches if at >= start and match[0][0].isalpha()]
        across = sum(at < start < end + 1 for at, end, _ in stretches)
        second = sum(match.start() > 0 for match in behind)
        if start > 0 and second >= _ENOUGH * len(lines) and across <= _STRADDLED * len(lines):
            return start
    return None


def _unglued(lines: list[Line], abreast: int) -> list[Line]:
    start = gutter(lines) if abreast > 1 else None
    if start is None:
        return lines
    first: list[Line] = []
    others: list[Line] = []
    for line in lines:
        match = next(
            (m for m in _STRETCH.finditer(line.text) if line.column + m.start() >= start), None
        )
        if match is None:
            first.append(line)
            continue
        before, after = line.cut(match.start())
        first.extend([before] if before.text else [])
        others.append(replace(after, gap=line.gap, column=line.column + match.start() - start))
    return first + _unglued(others, abreast - 1)
