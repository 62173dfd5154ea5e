"""Pages of a text in two columns side by side -> each column as a page of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_FEWEST_LINES = 10
_FEWEST_PAGES = 3
_MOSTLY = 0.6
_MIDDLE = (0.3, 0.7)
"""Between these shares of a page's width lies its gutter."""
_EACH, _BESIDE, _ACROSS = 0.4, 0.2, 0.1
"""So many lines have text on each side and on both, so few across the gutter."""
_WIDE = 2


def unfolded(text: str) -> str:
    """The text with its pages' columns one after the other, parted like pages.

    A text most of whose pages have no blank gutter in their middle stays as it is. What runs across
    the gutter stays in the left column.
    """
    pages = [page.split("\n") for page in text.split("\f")]
    gutters = [_gutter(page) for page in pages]
    found = Counter(start for start in gutters if start)
    full = sum(sum(map(bool, page)) >= _FEWEST_LINES for page in pages)
    if found.total() < max(_FEWEST_PAGES, _MOSTLY * full):
        return text
    usual = found.most_common(1)[0][0]
    return "\f".join(
        _parted(page, start or usual) for page, start in zip(pages, gutters, strict=True)
    )


def _gutter(page: Sequence[str]) -> int | None:
    """Where the second column of a page begins, if its lines leave a gutter blank."""
    lines = [line for line in page if line.strip()]
    if len(lines) < _FEWEST_LINES:
        return None
    width = max(map(len, lines))
    found: dict[int, int] = {}
    for start in range(int(_MIDDLE[0] * width), int(_MIDDLE[1] * width)):
        left = [line[:start].strip() for line in lines if line[:start].strip()]
        right = [line for line in lines if line[start:].strip()]
        beside = [line[:start].strip() for line in right if line[:start].strip()]
        across = _across(right, start)
        begin = sum(line[start] != " " == line[start - 1] for line in right)
        prose = sum(len(text) > start / 2 for text in beside)
        enough = min(len(left), len(right)) >= _EACH * len(lines)
        apart = across <= _ACROSS * len(lines) and begin > 1
        if enough and apart and prose >= max(_BESIDE * len(lines), _MOSTLY * len(beside)):
            found[start] = across
    fewest = min(found.values(), default=0) + _ACROSS / 2 * len(lines)
    return min((start for start, across in found.items() if across <= fewest), default=None)


def _across(lines: Sequence[str], start: int) -> int:
    return sum(line[start - _WIDE : start].strip() != "" for line in lines)


def _parted(page: Sequence[str], start: int) -> str:
    """The columns of a page as two, if it has text in both and little between them."""
    behind = [line for line in page if line[start:].strip()]
    if not behind or _across(behind, start) > 2 * _ACROSS * len(behind):
        return "\n".join(page)
    left, right = [], []
    for line in page:
        at = _cut(line, start)
        left.append(line[:at].rstrip())
        right.append(" " * (at - start) + line[at:].rstrip())
    return "\n".join(left).rstrip() + "\n\f" + "\n".join(right).strip("\n") + "\n"


def _cut(line: str, start: int) -> int:
    """Where a line is cut: at the gutter, or where a wide blank follows what runs across it."""
    if not line[start - _WIDE : start].strip():
        return start
    wide = re.compile(r"\s{2,}").search(line, start)
    return wide.end() if wide else len(line)
