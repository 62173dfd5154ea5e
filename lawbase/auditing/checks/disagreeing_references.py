"""Citations that lead elsewhere than those of the same provision in the other texts.

A sister of the same year speaks first; an edition of another year, its addresses translated,
decides between them; where it cannot, the sense of the text does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from lawbase.auditing.citations import Comparison, Pair, compare_citations, likeness
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding, named
from lawbase.auditing.sense import Sense
from lawbase.model import Finding, Reference, Severity, Text

OTHER_LAW = "reference-to-other-law"
OTHER_PARAGRAPH = "reference-to-other-paragraph"
LESS_PRECISE = "less-precise-reference"
NAMES = (OTHER_LAW, OTHER_PARAGRAPH, LESS_PRECISE)
SURE = 0.8
"""The confidence from which a disagreement is called an error."""
EVEN = 0.5
"""The confidence from which the text rather than its partner is in doubt."""
LEFT_OVER = 0.45
"""The confidence in a citation being left over from an older edition."""
ALIKE = {"same", "coarser", "finer"}
CLASSES = {"other law": OTHER_LAW, "same law": OTHER_PARAGRAPH, "coarser": LESS_PRECISE}
DIFFERENCES = {
    OTHER_LAW: "another law",
    OTHER_PARAGRAPH: "another paragraph of the same law",
    LESS_PRECISE: "a narrower place of the same law",
}


class Dispute(Struct, frozen=True):
    """A citation that some editions don't share, and how each edition stands to it."""

    reference: Reference
    against: dict[str, Pair]
    agreeing: tuple[str, ...]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every citation that the sisters dispute, where the majority or the sense is against it."""
    senses = {edition.id: Sense(evidence, edition.id) for edition in evidence.editions}
    for text, _ in evidence.texts():
        comparisons = compare_all(evidence, text)
        for dispute in _disputes(evidence, text, comparisons):
            yield from _judge(evidence, text, dispute, senses[text.edition])


def compare_all(evidence: Evidence, text: Text) -> tuple[Comparison, ...]:
    """A text's citations against every edition that has a partner of it."""
    others = (edition.id for edition in evidence.editions if edition.id != text.edition)
    found = (compare_citations(evidence, text, edition_id) for edition_id in others)
    return tuple(comparison for comparison in found if comparison is not None)


def _disputes(
    evidence: Evidence, text: Text, comparisons: Iterable[Comparison]
) -> Iterator[Dispute]:
    against: defaultdict[Reference, dict[str, Pair]] = defaultdict(dict)
    agreeing: defaultdict[Reference, list[str]] = defaultdict(list)
    for comparison in comparisons:
        for pair in comparison.pairs:
            if pair.likeness == "same":
                agreeing[pair.own].append(comparison.edition)
            elif pair.likeness in CLASSES:
                against[pair.own][comparison.edition] = pair
    for reference in evidence.citations(text):
        if reference in against and reference.status != "dangling":
            yield Dispute(reference, against[reference], tuple(agreeing[reference]))


def _judge(evidence: Evidence, text: Text, dispute: Dispute, sense: Sense) -> Iterator[Finding]:
    sisters = {
        sister.id for sister in evidence.sisters(text.edition) if evidence.partners(text, sister.id)
    }
    disputing = [pair for edition, pair in dispute.against.items() if edition in sisters]
    if not sisters:
        yield from _compare_years(evidence, text, dispute)
    if not disputing or sisters & set(dispute.agreeing):
        return
    pair = disputing[0]
    supporters = [p for p in dispute.against.values() if likeness(p.key, pair.key) in ALIKE]
    outvoted = len(supporters) - len(dispute.agreeing)
    if outvoted > 1:
        yield _finding(evidence, text, dispute, pair, 0.95)
    elif outvoted == 1:
        doubt = sense.doubt(text, dispute.reference, pair.key)
        if pair.likeness == "coarser":
            doubt = 0.65
        if doubt >= EVEN:
            yield _finding(evidence, text, dispute, pair, round(min(doubt, 0.9), 2))
    elif pair.likeness == "coarser" and _is_later(evidence, text, dispute.agreeing):
        yield _finding(evidence, text, dispute, pair, LEFT_OVER)


def _is_later(evidence: Evidence, text: Text, agreeing: tuple[str, ...]) -> bool:
    """Whether only older texts agree: a citation may be less precise because it is as old."""
    year = evidence.edition(text.edition).year
    return all(evidence.edition(edition).year < year for edition in agreeing)


def _compare_years(evidence: Evidence, text: Text, dispute: Dispute) -> Iterator[Finding]:
    """Where no sister reaches: texts of another year that agree against it; changed, or a slip."""
    first, *others = dispute.against.values()
    agreed = bool(others) and all(likeness(pair.key, first.key) in ALIKE for pair in others)
    if agreed and not dispute.agreeing and first.likeness != "coarser":
        yield _finding(evidence, text, dispute, first, 0.4)


def _finding(
    evidence: Evidence, text: Text, dispute: Dispute, pair: Pair, confidence: float
) -> Finding:
    check = CLASSES[pair.likeness]
    severity: Severity = "error" if confidence >= SURE and check != LESS_PRECISE else "warning"
    if confidence < EVEN:
        severity = "info"
    return finding(
        text,
        check,
        severity,
        confidence,
        f"This text cites {named(dispute.reference.to or '')} where the others cite "
        f"{DIFFERENCES[check]}, {named(pair.key)}.",
        printed=dispute.reference.raw,
        expected=pair.key,
        evidence=said(evidence, dispute.against.values()),
    )


def said(evidence: Evidence, pairs: Iterable[Pair]) -> list[str]:
    """What other texts print at the same place, and which address of ours that is."""
    return [
        f"{evidence.cite(p.other.text)} prints “{p.other.reference.raw}”, here {named(p.key)}"
        for p in pairs
    ]
