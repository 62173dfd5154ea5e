"""What looks like a label in a running text: every way to read it, before any choice."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from lawbase.address import LEVELS, Address, Level, label_at, step_levels
from lawbase.reading.labels import LabelPatterns, OutlineLevel

_CLAUSE_END = re.compile(r"[.:;!?)”“][\")”“’]*\s*$")
_LOOK_BACK = 8

Forced = Address | Literal["text"] | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch ``[start, end)`` of the stream that looks like a label.

    ``readings`` are the levels it could stand on, each with the step it would add to an address;
    ``opens_clause`` says whether what stands before it could end there; ``forced`` is what a
    correction says of it.
    """

    start: int
    end: int
    readings: tuple[tuple[OutlineLevel, str], ...]
    opens_clause: bool
    forced: Forced

    @property
    def law(self) -> int | None:
        """The number of the law whose title it would begin."""
        return next((int(step) for level, step in self.readings if level == "law"), None)

    def steps(self) -> tuple[tuple[Level, str], ...]:
        """Its readings as the label of a provision."""
        return tuple((level, step) for level, step in self.readings if level != "law")


def find_marks(text: str, labels: LabelPatterns, forced: Callable[[int], Forced]) -> list[Mark]:
    """All marks of a stream, in order; ``forced`` tells what is decided of a place."""
    marks: list[Mark] = []
    patterns = labels.by_level()
    for word in re.finditer(r"(?<!\S)\S", text):
        at = word.start()
        matches = [(level, m) for level, p in patterns.items() if (m := p.match(text, at))]
        readings = tuple(
            (level, label_at(place, level) if level != "law" else str(place))
            for level, m in matches
            if (place := labels.place(m["label"], level))
        )
        if readings:
            end = at + len(text[at : matches[0][1].end()].rstrip())
            opens_clause = bool(_CLAUSE_END.search(text[max(0, at - _LOOK_BACK) : at]))
            marks.append(Mark(at, end, readings, opens_clause, forced(at)))
    return marks


def child(parent: Address, level: Level, step: str) -> Address | None:
    """The address that a label adds to, or None where that level cannot stand below it."""
    address = parent.child(step)
    levels = step_levels(address.steps)
    if levels[-1] != level:
        return None
    above = LEVELS.index(levels[-2]) if len(levels) > 1 else -1
    return address if above < LEVELS.index(level) else None
