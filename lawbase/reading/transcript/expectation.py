"""What the sister edition leads us to expect: its outline, without its words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from statistics import median

from lawbase.address import Address, previous_sibling
from lawbase.model import Edition, Key, Part


@dataclass(frozen=True, slots=True)
class Expected:
    """How many characters of heading and of own text a provision has in the sister edition."""

    heading: int
    text: int


@dataclass(frozen=True, slots=True)
class ExpectedNote:
    """A numbered footnote of the sister edition, and where it is called first.

    ``part`` is the part of the bearer that has the marker, ``place`` how far into that part it
    stands, from 0 to 1.
    """

    number: int
    bearer: Key
    length: int
    part: Part
    place: float


class Outline:
    """The provisions of the laws in the sister edition, in order, as evidence for this one."""

    def __init__(self, sister: Edition):
        laws = [p for p in sister.provisions if p.kind in ("law", "provision")]
        self._expected = {Address.parse(p.key): Expected(len(p.heading), len(p.text)) for p in laws}
        self._order = sorted(self._expected)
        lengths = [expected.text for expected in self._expected.values() if expected.text]
        self._usual = Expected(0, int(median(lengths)) if lengths else 0)
        self.notes = _notes(sister)

    def __contains__(self, address: Address) -> bool:
        return address in self._expected

    def between(self, before: Address | None, after: Address) -> list[Address]:
        """The provisions that come after the one and before the other."""
        start = bisect_right(self._order, before) if before else 0
        return self._order[start : bisect_left(self._order, after)]

    def expected(self, address: Address) -> Expected:
        """What a provision looks like; one that the sister lacks looks like the one before it."""
        known = self._expected.get(address)
        if known:
            return known
        before = previous_sibling(address)
        return self.expected(before) if before else self._usual


def _notes(sister: Edition) -> tuple[ExpectedNote, ...]:
    """The sister's own additions carry signs instead of numbers and are not expected."""
    lengths = {p.key: len(p.text) for p in sister.provisions if p.kind == "footnote"}
    notes: dict[int, ExpectedNote] = {}
    for bearer in sister.provisions:
        for marker in bearer.markers:
            number = marker.footnote.rpartition("#fn")[2]
            if number.isdigit() and int(number) not in notes:
                place = marker.at / max(1, len(bearer.part(marker.part)))
                notes[int(number)] = ExpectedNote(
                    int(number), bearer.key, lengths[marker.footnote], marker.part, place
                )
    return tuple(notes[number] for number in sorted(notes))
