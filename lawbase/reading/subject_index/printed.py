"""Lines of an index -> its entries as printed, each on one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lawbase.reading.traced import INSERTED, Traced

Gap = Literal["none", "blank", "page"]


@dataclass(frozen=True, slots=True)
class Printed:
    """An entry as printed, its lines joined, and what separates it from the entry before."""

    text: Traced
    gap: Gap


def printed_entries(
    lines: Sequence[Traced], source: str, see: re.Pattern[str]
) -> tuple[Printed, ...]:
    """The entries of an index, in the order of the book.

    An entry begins with a capital or with a word that refers to another topic (``see``); a line
    that begins otherwise, or that follows a comma or a dash, goes on with the entry before it,
    whatever stands between.
    """
    entries: list[Printed] = []
    for before, line in zip((None, *lines), lines, strict=False):
        if entries and _goes_on(entries[-1].text, line, see):
            entries[-1] = Printed(entries[-1].text + _SPACE + line, entries[-1].gap)
        else:
            entries.append(Printed(line, _gap(before, line, source)))
    return tuple(entries)


_SPACE = Traced(" ", (INSERTED,))


def _goes_on(entry: Traced, line: Traced, see: re.Pattern[str]) -> bool:
    begins = line.text[0].isupper() or see.match(line.text)
    return entry.text.endswith((",", "–")) or not begins


def _gap(before: Traced | None, line: Traced, source: str) -> Gap:
    if before is None:
        return "page"
    between = source[before.span().end : line.span().start]
    if between.strip():
        return "page"
    return "blank" if between.count("\n") > 1 else "none"
