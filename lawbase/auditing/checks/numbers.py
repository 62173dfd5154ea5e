"""Numbers, ranges and steps of tables that the other texts print otherwise, or that can't be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from lawbase.auditing.collation import Collation, Gravity, listed_words, numbers_in
from lawbase.grouping import grouped
from lawbase.model import Finding, Provision, Witness

RANGE = re.compile(r"(?<![\w.–-])(\d+)\s?[-–]\s?(\d+)(?![\w–-])")


class TextNumbers:
    """The numbers of one text, or of several that stand for one together."""

    def __init__(self, laws: Collation, texts: Sequence[Provision]):
        self.texts = texts
        self._said = " ".join(laws.plain(text) for text in texts)
        self.forms = laws.kb.profile(texts[0].edition).audit.numbers
        self.digits = Counter(numbers_in(self._said))
        self.tabled = Counter(
            number
            for text in texts
            for table in text.tables
            for number in numbers_in(text.text[table.start : table.end])
        )

    @cached_property
    def words(self) -> set[str]:
        """The numbers that are written as words."""
        return {number for number, forms in self.forms.items() if listed_words(self._said, forms)}

    def beyond(self, other: TextNumbers) -> list[str]:
        """The numbers in digits that the other has less often, ascending.

        What the other writes as a word is no difference, unless both print it in a table.
        """
        left = self.digits - other.digits
        tabled = self.tabled - other.tabled if self.tabled and other.tabled else Counter[str]()
        return sorted((n for n in left.elements() if n in tabled or n not in other.words), key=int)


def disagreeing_numbers(laws: Collation) -> Iterator[Finding]:
    """Every number that a sister prints otherwise, unless another year sides with this text.

    Definitions count their senses, each in its own way, and are left out, as are introductions.
    """
    for text in laws.texts():
        if text.kind in ("definition", "preface", "introduction"):
            continue
        near, far = (
            [TextNumbers(laws, texts) for e in editions if (texts := laws.partners(text, e.id))]
            for editions in (laws.sisters(text.edition), laws.others(text.edition))
        )
        ours = TextNumbers(laws, [text])
        for theirs in near:
            yield from _compare(laws, text, ours, theirs, far)


def _compare(
    laws: Collation,
    text: Provision,
    ours: TextNumbers,
    theirs: TextNumbers,
    far: list[TextNumbers],
) -> Iterator[Finding]:
    """Numbers of ours against those of theirs, the least against the least."""
    unsaid, lacking = ours.beyond(theirs), theirs.beyond(ours)
    for printed, expected in zip(unsaid, lacking, strict=False):
        siding = any(witness.digits[printed] for witness in far)
        backing = _backing(ours, expected, far)
        if backing or not siding:
            sure = bool(backing) and len(unsaid) == len(lacking)
            grade: Gravity = ("error", 0.95) if sure else ("warning", 0.5)
            yield laws.finding(
                text,
                "disagreeing-number",
                grade=grade,
                printed=printed,
                expected=expected,
                witnesses=_prints(laws, [theirs, *backing], expected),
            )
    for expected in lacking[len(unsaid) :] if ours.forms else ():
        backing = _backing(ours, expected, far)
        if backing and not ours.digits[expected]:
            yield laws.finding(
                text,
                "missing-number",
                expected=expected,
                witnesses=_prints(laws, [theirs, *backing], expected),
            )


def _backing(ours: TextNumbers, expected: str, far: list[TextNumbers]) -> list[TextNumbers]:
    return [witness for witness in far if witness.digits[expected] > ours.digits[expected]]


def _prints(laws: Collation, witnesses: list[TextNumbers], number: str) -> list[Witness]:
    texts = (text for witness in witnesses for text in witness.texts)
    return [laws.witness(text, "prints-number", number=number) for text in texts]


def falling_ranges(laws: Collation) -> Iterator[Finding]:
    """Every range whose end is less than its beginning: ``3000 - 2490``."""
    for text in laws.texts():
        for found in RANGE.finditer(laws.plain(text)):
            if int(found[1]) > int(found[2]):
                yield laws.finding(text, "falling-range", printed=found[0])


def broken_ranges(laws: Collation) -> Iterator[Finding]:
    """Every range that lost its dash: ``17 32`` where the others print ``17–32``."""
    for text in laws.texts():
        printed = laws.plain(text)
        ranges = grouped(
            (f"{found[1]}–{found[2]}", partner)
            for partner in laws.witnesses(text)
            for found in RANGE.finditer(laws.plain(partner))
        )
        whole = {f"{found[1]}–{found[2]}" for found in RANGE.finditer(printed)}
        for expected, witnesses in ranges.items():
            first, last = expected.split("–")
            broken = re.search(rf"(?<!\w){first}\s+{last}(?!\w)", printed)
            if broken and expected not in whole:
                yield laws.finding(
                    text,
                    "broken-range",
                    printed=broken[0],
                    expected=expected,
                    witnesses=[laws.witness(witness, "prints-range") for witness in witnesses],
                )


CHECKS = (disagreeing_numbers, falling_ranges, broken_ranges)
