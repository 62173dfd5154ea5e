"""Decisions on the alignment that an editor took and that have become needless."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.auditing.collation import Collation
from lawbase.model import Finding, Quotation, Text, Witness


def stale_decisions(laws: Collation) -> Iterator[Finding]:
    """Every entry of ``alignments.toml`` without which the alignment is the same."""
    for needless in laws.kb.aligned.needless:
        yield laws.finding(
            Text(needless.edition, needless.key),
            "stale-decision",
            "warning",
            1.0,
            witnesses=[Witness("decided", {"reason": Quotation(needless.reason, "en")})],
            decision=Quotation(needless.decision, "en"),
        )


CHECKS = (stale_decisions,)
