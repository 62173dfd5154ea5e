"""Decisions on the alignment, and readings of what changed, that have become needless."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.auditing.collation import Collation
from lawbase.model import Finding, Quotation, Text, Witness


def stale_decisions(laws: Collation) -> Iterator[Finding]:
    """Every decision without which the alignment is the same; every reading of no aligned pair."""
    for needless in laws.kb.aligned.needless:
        reasons = [Quotation(needless.reason, "en")] if needless.reason else []
        yield laws.finding(
            Text(needless.edition, needless.key),
            "stale-decision" if reasons else "stale-reading",
            "warning",
            1.0,
            witnesses=[Witness("decided", {"reason": reason}) for reason in reasons],
            decision=Quotation(needless.decision, "en"),
            file=Quotation(needless.file, "en"),
        )


CHECKS = (stale_decisions,)
