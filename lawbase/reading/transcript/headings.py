"""What a transcript tells: what its sister has, what may be labels, where headings end.

What makes one reading likelier than another are named weights, lighter is better: 1 is a slight
oddity; nothing that the print really does should cost more than about 3.
"""

import re
from collections.abc import Callable, Mapping
from math import log2
from statistics import median
from typing import Literal

from msgspec import Struct

from lawbase.address import Address, KeyParts
from lawbase.model import Edition, Key, Part
from lawbase.reading.patterns import LabelPatterns, OutlineLevel


def prefer_expected_presence(length: int, expected: int) -> float:
    """A heading or a text stands where the sister edition has one, and only there."""
    return 0.0 if bool(length) == bool(expected) else 3.0


def prefer_expected_length(length: int, expected: int) -> float:
    """A part is about as long as in the sister edition; each doubling makes it less likely."""
    return 0.25 * abs(log2(length / expected)) if length and expected else 0.0


LEFT_AS_TEXT = 3.0
"""What could be a label mostly is one."""

Forced = Address | Literal["text"] | None


class PossibleLabel(Struct, frozen=True):
    """A stretch ``[start, end)`` of the stream that looks like a label.

    ``readings`` are the levels it could stand on, each with its place in the sequence there;
    ``forced`` is what a correction says of it.
    """

    start: int
    end: int
    readings: tuple[tuple[OutlineLevel, int], ...]
    forced: Forced

    @property
    def law(self) -> int | None:
        """The number of the law whose title it would begin."""
        return dict(self.readings).get("law")


def find_marks(
    text: str, labels: LabelPatterns, forced: Callable[[int], Forced]
) -> list[PossibleLabel]:
    """All marks of a stream, in order; ``forced`` tells what is decided of a place."""
    marks: list[PossibleLabel] = []
    for word in re.finditer(r"(?<!\S)\S", text):
        at = word.start()
        if begun := labels.beginnings(text, at):
            end = at + len(text[at : begun[0][2]].rstrip())
            readings = tuple((level, place) for level, place, _ in begun)
            marks.append(PossibleLabel(at, end, readings, forced(at)))
    return marks


class Expected(Struct, frozen=True):
    """How many characters of heading and of own text a provision has in the sister edition."""

    heading: int
    text: int


class ExpectedNote(Struct, frozen=True):
    """A numbered footnote of the sister edition, and where it is called first.

    ``part`` is the part of the bearer that has the marker, ``place`` how far into that part it
    stands, from 0 to 1.
    """

    number: int
    bearer: Key
    length: int
    part: Part
    place: float


class SisterOutline:
    """The provisions of the laws in the sister edition, in order, as evidence for this one."""

    def __init__(self, sister: Edition):
        laws = [p for p in sister.provisions if p.kind in ("law", "provision")]
        self._expected = {Address.parse(p.key): Expected(len(p.heading), len(p.text)) for p in laws}
        lengths = [expected.text for expected in self._expected.values() if expected.text]
        self._usual = Expected(0, int(median(lengths)) if lengths else 0)
        self.notes = _notes(sister)

    def expected(self, address: Address) -> Expected:
        """What a provision looks like; one that the sister lacks has a text as long as most."""
        return self._expected.get(address, self._usual)


def _notes(sister: Edition) -> tuple[ExpectedNote, ...]:
    """The sister's own additions carry signs instead of numbers and are not expected."""
    lengths = {p.key: len(p.text) for p in sister.provisions if p.kind == "footnote"}
    notes: dict[int, ExpectedNote] = {}
    for bearer in sister.provisions:
        for marker in bearer.markers:
            number = KeyParts.of(marker.footnote).footnote
            if number.isdigit() and int(number) not in notes:
                place = marker.at / max(1, len(bearer.part(marker.part)))
                notes[int(number)] = ExpectedNote(
                    int(number), bearer.key, lengths[marker.footnote], marker.part, place
                )
    return tuple(notes[number] for number in sorted(notes))


_WORD = re.compile(r"(?<!\S)[^\W\d_][\w-]*")


class Division(Struct, frozen=True):
    """A run of text divided: its heading ends at ``cut``, its own text begins there."""

    cut: int
    weight: float


class Divider:
    """Divides runs of one stream into heading and text; the lightest division wins.

    ``fixed`` gives the end of a heading, by its beginning, where a correction tells it.
    """

    def __init__(self, text: str, fixed: Mapping[int, int]):
        self._text = text
        self._fixed = fixed
        self._known: dict[tuple[int, int, Expected], Division] = {}

    def divide(self, start: int, end: int, expected: Expected) -> Division:
        """The best division of ``[start, end)``."""
        run = (start, end, expected)
        if run not in self._known:
            weights = {
                cut: self.heading_weight(start, cut, expected)
                + self.text_weight(cut, end, expected)
                for cut in self._cuts(start, end)
            }
            cut = min(weights, key=weights.__getitem__)
            self._known[run] = Division(cut, weights[cut])
        return self._known[run]

    def heading_weight(self, start: int, end: int, expected: Expected) -> float:
        """How unlike the expected heading a stretch is."""
        return self._unlike(start, end, expected.heading)

    def text_weight(self, start: int, end: int, expected: Expected) -> float:
        """How unlike the expected text a stretch is."""
        return self._unlike(start, end, expected.text)

    def _unlike(self, start: int, end: int, expected: int) -> float:
        length = len(self._text[start:end].strip())
        return prefer_expected_presence(length, expected) + prefer_expected_length(length, expected)

    def _cuts(self, start: int, end: int) -> list[int]:
        """All places where the heading could end."""
        first = end - len(self._text[start:end].lstrip())
        if first in self._fixed:
            return [self._fixed[first]]
        words = _WORD.finditer(self._text, first + 1, end)
        return [start, *(word.start() for word in words if self._begins_text(word)), end]

    def _begins_text(self, match: re.Match[str]) -> bool:
        """A capitalised word; of a word in capitals only, a single letter before a small one."""
        word = match[0]
        if not word[0].isupper() or (len(word) > 1 and word.isupper()):
            return False
        return len(word) > 1 or self._text[match.end() + 1 : match.end() + 2].islower()
