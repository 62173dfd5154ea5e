"""Findings as the checks make them."""

from __future__ import annotations

from collections.abc import Iterable

from lawbase.address import Address, law_of
from lawbase.model import Finding, Key, Severity, Text


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


def named(key: Key) -> str:
    """A key as messages name it, in no language.

    >>> named("27.B.1.a"), named("35.1"), named("def.Karta")
    ('27B1a', '35.1', 'def.Karta')
    """
    base, mark, note = key.partition("#")
    return f"{Address.parse(base).format()}{mark}{note}" if law_of(key) is not None else key
