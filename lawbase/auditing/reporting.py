"""Findings as the checks make them."""

from __future__ import annotations

from collections.abc import Iterable

from lawbase.model import Finding, Severity, Text


def finding(
    text: Text,
    check: str,
    severity: Severity,
    confidence: float,
    message: str,
    *,
    printed: str = "",
    expected: str = "",
    evidence: Iterable[str] = (),
) -> Finding:
    """A finding on one text."""
    return Finding(
        text.edition,
        text.key,
        check,
        severity,
        message,
        printed,
        expected,
        tuple(evidence),
        confidence,
    )
