"""Decisions on the alignment that an editor took and that have become needless."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.model import Finding, Text

OUTLIVED = "outlived-decision"
NAMES = (OUTLIVED,)


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every entry of ``alignments.toml`` without which the alignment is the same."""
    for needless in evidence.aligned.needless:
        yield finding(
            Text(needless.edition, needless.key),
            OUTLIVED,
            "warning",
            1.0,
            f"The decision “{needless.decision}” of alignments.toml is no longer needed.",
            evidence=[f"decided because: {needless.reason}"],
        )
