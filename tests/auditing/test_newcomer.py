"""The audit of a corpus that a booklet in a new language joins: ``tests/editions/sk-2017``."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Finding

DEFECTS = {
    ("6.C", "missing-label", "6.C"),
    ("9.A.4", "doubled-label", "9.A.4"),
    ("10.C.4", "reference-to-other-paragraph", "16.C.2"),
    ("12.C.2.a", "disagreeing-number", "60"),
    ("13.D", "dangling-reference", "13.C"),
}
"""What was planted in the booklet, and what is meant."""
BY_ITS_SISTER = {("cs-2007", "75.A", "reference-to-other-law")}
"""What is told by the Serbian text, which the booklet doesn't meet."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def joined(journey: Path) -> KnowledgeBase:
    """The corpus with the booklet, its two slips of the print corrected as check proposes."""
    return KnowledgeBase.open(journey / "home" / "knowledge")


def test_every_planted_defect_is_found_once(joined: KnowledgeBase) -> None:
    found = [(f.key, f.check, f.expected) for f in joined.findings if f.edition == "sk-2017"]
    assert [found.count(defect) for defect in DEFECTS] == [1] * len(DEFECTS)


def test_what_only_the_newcomer_has_is_told_of_it_alone(
    joined: KnowledgeBase, knowledge: KnowledgeBase
) -> None:
    others = {edition.id for edition in joined.editions} - {"sk-2017"}

    def grave(findings: tuple[Finding, ...]) -> set[tuple[str, str, str]]:
        return {
            (f.edition, f.key, f.check)
            for f in findings
            if f.edition in others and f.check != "stale-decision" and f.severity == "error"
        }

    assert grave(joined.findings) == grave(knowledge.findings) - BY_ITS_SISTER
    shared = ("5.A#fn2", "8.B.1#fn4", "12.C.2.a#fn5")
    told = {(f.edition, f.check) for f in joined.findings if f.key in shared}
    assert told == {("sk-2017", "additional-footnote")}
