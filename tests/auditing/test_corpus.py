"""The audit of the real texts, against what a careful reading of all four of them found."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.auditing.messages import load_messages
from lawbase.model import Finding
from tests.conftest import read_tsv

KNOWN = read_tsv(Path(__file__).parent / "known.tsv")
FOUND = 0.95
"""Which part of what the reader found the audit finds."""
RIGHT = 0.85
"""Which part of what the audit calls an error the reader found to be one."""

pytestmark = pytest.mark.slow


def test_known_oddities_are_found(corpus_findings: tuple[Finding, ...]) -> None:
    found = {(f.edition, f.key, f.check, f.expected) for f in corpus_findings}
    known = [(r["edition"], r["key"], r["check"], r["expected"] or "") for r in KNOWN]
    missed = [row for row in known if row not in found]
    assert len(missed) <= (1 - FOUND) * len(known), missed


def test_what_is_called_an_error_was_found_by_the_reader(
    corpus_findings: tuple[Finding, ...],
) -> None:
    known = {(r["edition"], r["key"], r["check"]) for r in KNOWN}
    errors = [f for f in corpus_findings if f.severity == "error"]
    other = [
        (f.edition, f.key, f.check) for f in errors if (f.edition, f.key, f.check) not in known
    ]
    assert len(other) <= 0.15 * len(errors), other


def test_no_acceptance_has_outlived_its_oddity(corpus_findings: tuple[Finding, ...]) -> None:
    assert not [f for f in corpus_findings if f.check == "stale-exception"]


def test_findings_are_whole(corpus_findings: tuple[Finding, ...]) -> None:
    checks = load_messages("en").checks
    assert all(f.check in checks and f.message and 0 < f.confidence <= 1 for f in corpus_findings)
    assert len({repr(finding) for finding in corpus_findings}) == len(corpus_findings)
