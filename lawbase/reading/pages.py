"""Source -> lines: pages told apart, their furniture set aside, blank lines remembered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from lawbase.reading.ledger import Ledger
from lawbase.reading.profile import EditionFolder, compiled
from lawbase.reading.traced import Traced
from lawbase.text import Span


class PageLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a page looks: what separates pages, and the lines that belong to the page, not the text.

    ``page_break`` is searched in the source; ``furniture`` patterns match whole lines. ``symbols``
    gives the sign that a character of a private encoding stands for.
    """

    page_break: str
    furniture: tuple[str, ...] = ()
    symbols: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, stripped; what stands before it; whether its end is a choice.

    ``gap`` is ``"none"``, ``"blank"`` or ``"page"``: what separates it from the line before.
    ``room`` is how many characters fewer than its page's widest line it has.
    """

    traced: Traced
    page: int
    gap: str
    room: int

    @property
    def short(self) -> bool:
        """Whether it leaves a third of the width empty: such a line was ended on purpose."""
        return self.room * 2 > len(self.traced)

    @property
    def text(self) -> str:
        """Its characters."""
        return self.traced.text


def read_lines(folder: EditionFolder, layout: PageLayout, ledger: Ledger) -> list[Line]:
    """All lines of the source that are text; the furniture is claimed in the ledger."""
    profile = folder.path / "edition.toml"
    furniture = [compiled(pattern, profile) for pattern in layout.furniture]
    whole = Traced.of(folder.source).replaced(layout.symbols)
    lines: list[Line] = []
    for traced in _pages(whole, compiled(layout.page_break, profile), ledger):
        lines.extend(_page_lines(traced, lines[-1].page + 1 if lines else 0, furniture, ledger))
    return lines


def _pages(whole: Traced, page_break: re.Pattern[str], ledger: Ledger) -> list[Traced]:
    pages, start = [], 0
    for match in page_break.finditer(whole.text):
        pages.append(whole[start : match.start()])
        if not match[0].isspace():
            ledger.claim(Span(match.start(), match.end()), "furniture", "")
        start = match.end()
    return [*pages, whole[start:]]


def _page_lines(
    page: Traced, number: int, furniture: Sequence[re.Pattern[str]], ledger: Ledger
) -> list[Line]:
    lines: list[Line] = []
    stripped = [line.strip() for line in page.split_lines()]
    width = max((len(line) for line in stripped), default=0)
    gap = "page"
    for line in stripped:
        if not line:
            gap = "blank" if gap == "none" else gap
        elif any(pattern.fullmatch(line.text) for pattern in furniture):
            ledger.claim(line, "furniture", "")
            number += gap != "page"
            gap = "page"
        else:
            lines.append(Line(line, number, gap, width - len(line)))
            gap = "none"
    return lines
