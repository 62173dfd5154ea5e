"""The audit of the real texts, against two lists.

``known.tsv`` is what a careful reading of all four texts found before the checks were written that
find it. ``baseline.tsv`` is what the audit told when a person last read it: it guards against loss
and says nothing of how much the audit overlooks.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.auditing.messages import load_messages
from lawbase.knowledge import KnowledgeBase
from tests.conftest import read_tsv

HERE = Path(__file__).parent
KNOWN = read_tsv(HERE / "known.tsv")
BASELINE = read_tsv(HERE / "baseline.tsv")
FOUND = 0.95
"""Which part of either list the audit finds."""
RIGHT = 0.85
"""Which part of what the audit calls an error a reader found to be one."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("rows", [KNOWN, BASELINE], ids=["known", "baseline"])
def test_what_was_found_once_is_found(rows: list[dict[str, str]], knowledge: KnowledgeBase) -> None:
    found = {(f.edition, f.key, f.check, f.expected) for f in knowledge.findings}
    listed = [(r["edition"], r["key"], r["check"], r["expected"] or "") for r in rows]
    missed = [row for row in listed if row not in found]
    assert len(missed) <= (1 - FOUND) * len(listed), missed


def test_what_is_called_an_error_was_read_by_a_person(knowledge: KnowledgeBase) -> None:
    read = {(r["edition"], r["key"], r["check"]) for r in (*KNOWN, *BASELINE)}
    errors = [f for f in knowledge.findings if f.severity == "error"]
    unread = [row for f in errors if (row := (f.edition, f.key, f.check)) not in read]
    assert len(unread) <= (1 - RIGHT) * len(errors), unread


def test_no_exception_is_stale(knowledge: KnowledgeBase) -> None:
    assert not [f for f in knowledge.findings if f.check == "stale-exception"]


def test_findings_are_whole(knowledge: KnowledgeBase) -> None:
    checks = load_messages("en").checks
    assert all(
        f.check in checks and f.message and 0 < f.confidence <= 1 for f in knowledge.findings
    )
    assert len({repr(finding) for finding in knowledge.findings}) == len(knowledge.findings)


def test_what_is_missing_is_told_where_it_would_stand(knowledge: KnowledgeBase) -> None:
    here = knowledge.findings_on("sr-2007", "80.B.2.g")
    assert {"missing-provision", "odd-beginning"} <= {finding.check for finding in here}


@pytest.mark.parametrize(
    ("edition", "key", "check"),
    [
        ("cs-2007", "12.B.1", "missing-label"),
        ("sr-2007", "16.C.3", "misprinted-reference"),
        ("sr-2007", "71.1", "repeated-text"),
        ("sr-2007", "80.B.2.g.ii", "missing-provision"),
        ("pl-2017", "67.B.1.a", "misprinted-label"),
        ("pl-2017", "67.B.1.b", "misprinted-label"),
    ],
)
def test_what_readers_asked_for_is_told(
    knowledge: KnowledgeBase, edition: str, key: str, check: str
) -> None:
    told = {(f.edition, f.key, f.check) for f in knowledge.findings}
    assert (edition, key, check) in told


def test_an_exchange_of_labels_is_told_once(knowledge: KnowledgeBase) -> None:
    told = [
        f
        for f in knowledge.findings
        if f.edition == "cs-2017" and "22.A" in (f.printed, f.expected)
    ]
    assert [(f.key, f.check) for f in told] == [("22.A", "swapped-labels")]
    cited = " ".join(told[0].evidence)
    assert "Pravidlo 6D3" in cited and "Pravidlo 17D1" in cited and "Pravidlo 17D2" in cited
