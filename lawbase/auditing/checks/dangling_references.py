"""Citations of provisions that the edition doesn't have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lawbase.address import key_order
from lawbase.auditing.checks.disagreeing_references import compare_all, said
from lawbase.auditing.citations import Pair
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding, named
from lawbase.model import Finding, Key, Reference, Text

DANGLING = "dangling-reference"
NAMES = (DANGLING,)


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every citation that leads to nothing, with what the other texts cite at the same place."""
    for text, _ in evidence.texts():
        for reference in evidence.citations(text):
            if reference.status == "dangling":
                yield _finding(evidence, text, reference)


def _finding(evidence: Evidence, text: Text, reference: Reference) -> Finding:
    pairs = [
        pair
        for comparison in compare_all(evidence, text)
        for pair in comparison.pairs
        if pair.own == reference
    ]
    expected = _most_cited(evidence, text, pairs)
    likely = f" The others cite {named(expected)} here." if expected else ""
    return finding(
        text,
        DANGLING,
        "error",
        0.98,
        f"“{reference.raw}” leads to nothing in this edition.{likely}",
        printed=reference.raw,
        expected=expected,
        evidence=said(evidence, pairs),
    )


def _most_cited(evidence: Evidence, text: Text, pairs: list[Pair]) -> Key:
    """What most of the others cite, as an address that this edition has or reaches to."""
    votes = Counter(
        pair.key
        for pair in pairs
        if Text(text.edition, pair.key) in evidence or not evidence.covers(text.edition, pair.key)
    )
    return min(votes, key=lambda key: (-votes[key], key_order(key)), default="")
