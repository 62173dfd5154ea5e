"""Numbers, percentages and steps of tables that the other texts don't print at the same place.

A number in digits may be written as a word in another text; that is no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.wording import numbers, plain, spoken
from lawbase.model import Finding, Severity, Text

DISAGREEING = "disagreeing-number"
MISSING = "missing-number"
NAMES = (DISAGREEING, MISSING)


class Numbers:
    """The numbers of one text, or of several that stand for one together."""

    def __init__(self, evidence: Evidence, texts: Sequence[Text]):
        self.texts = texts
        self._said = " ".join(plain(evidence, text) for text in texts)
        self._forms = evidence.profile(texts[0].edition).audit.numbers
        self.digits = Counter(numbers(self._said))
        self.tabled = Counter(
            number
            for text in texts
            for table in evidence.provision(text).tables
            for number in numbers(evidence.provision(text).text[table.start : table.end])
        )

    @cached_property
    def words(self) -> set[str]:
        """The numbers that are written as words."""
        return spoken(self._said, self._forms)

    def beyond(self, other: Numbers) -> list[str]:
        """The numbers in digits that the other has less often, ascending.

        What the other writes as a word is no difference, unless both print it in a table.
        """
        left = self.digits - other.digits
        tabled = self.tabled - other.tabled if self.tabled and other.tabled else Counter[str]()
        return sorted((n for n in left.elements() if n in tabled or n not in other.words), key=int)


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every number that a sister prints otherwise, unless another year sides with this text.

    Where no sister reaches, two texts of another year that agree are heard instead. Definitions
    count their senses, each text in its own way, and are left out.
    """
    for text, provision in evidence.texts():
        if provision.kind == "definition":
            continue
        near = _witnesses(evidence, text, [e.id for e in evidence.sisters(text.edition)])
        far = _witnesses(evidence, text, [e.id for e in evidence.others(text.edition)])
        if near or len(far) > 1:
            ours = Numbers(evidence, [text])
            for theirs in near:
                yield from _compare(evidence, text, ours, theirs, far)
            if not near:
                yield from _compare_years(evidence, text, ours, far)


def _compare_years(
    evidence: Evidence, text: Text, ours: Numbers, far: list[Numbers]
) -> Iterator[Finding]:
    """Numbers that every text of another year prints otherwise: changed, or a slip."""
    first, *others = far
    for printed, expected in zip(ours.beyond(first), first.beyond(ours), strict=False):
        agreed = all(
            printed in ours.beyond(other) and expected in other.beyond(ours) for other in others
        )
        if agreed:
            yield _finding(evidence, text, printed, expected, "warning", 0.6, far)


def _compare(
    evidence: Evidence, text: Text, ours: Numbers, theirs: Numbers, far: list[Numbers]
) -> Iterator[Finding]:
    """Numbers of ours against those of theirs, the least against the least."""
    unsaid = ours.beyond(theirs)
    lacking = theirs.beyond(ours)
    for printed, expected in zip(unsaid, lacking, strict=False):
        siding = any(witness.digits[printed] for witness in far)
        backing = _backing(ours, expected, far)
        if backing or not siding:
            sure = bool(backing) and len(unsaid) == len(lacking)
            severity: Severity = "error" if sure else "warning"
            witnesses = [theirs, *backing]
            certainty = 0.95 if sure else 0.5
            yield _finding(evidence, text, printed, expected, severity, certainty, witnesses)
    for expected in lacking[len(unsaid) :]:
        backing = _backing(ours, expected, far)
        if backing and not ours.digits[expected]:
            yield finding(
                text,
                MISSING,
                "info",
                0.6,
                f"The others print the number {expected} here; this text doesn't.",
                expected=expected,
                evidence=_said(evidence, [theirs, *backing], expected),
            )


def _finding(
    evidence: Evidence,
    text: Text,
    printed: str,
    expected: str,
    severity: Severity,
    confidence: float,
    witnesses: list[Numbers],
) -> Finding:
    return finding(
        text,
        DISAGREEING,
        severity,
        confidence,
        f"This text prints {printed} where the others print {expected}.",
        printed=printed,
        expected=expected,
        evidence=_said(evidence, witnesses, expected),
    )


def _backing(ours: Numbers, expected: str, far: list[Numbers]) -> list[Numbers]:
    return [witness for witness in far if witness.digits[expected] > ours.digits[expected]]


def _said(evidence: Evidence, witnesses: list[Numbers], number: str) -> list[str]:
    texts = (text for witness in witnesses for text in witness.texts)
    return [f"{evidence.cite(text)} prints {number}" for text in texts]


def _witnesses(evidence: Evidence, text: Text, editions: list[str]) -> list[Numbers]:
    partners = [evidence.partners(text, edition) for edition in editions]
    return [Numbers(evidence, texts) for texts in partners if texts]
