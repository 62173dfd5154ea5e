"""What ``lawbase audit`` prints of the findings of the corpus."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from lawbase.model import Finding
from tests.commands.running import run

pytestmark = pytest.mark.slow


def found(home: Path, *arguments: str) -> list[Finding]:
    """The findings as JSON."""
    outcome = run("audit", *arguments, "--json", "--build", str(home))
    return msgspec.json.decode(outcome.out, type=list[Finding])


def test_findings_are_filtered_by_place_edition_check_and_severity(home: Path) -> None:
    everything = found(home)
    assert found(home, "12C", "--edition", "cs-2007") == [
        f for f in everything if f.edition == "cs-2007" and f.key.startswith("12.C.")
    ]
    assert {f.severity for f in found(home, "--severity", "warning")} == {"error", "warning"}
    assert found(home, "--severity", "error") == [f for f in everything if f.severity == "error"]
    assert {f.check for f in found(home, "--check", "gap-in-labels")} == {"gap-in-labels"}


def test_a_check_that_there_is_not_has_not_found_nothing(home: Path) -> None:
    outcome = run("audit", "--check", "mispelt-word", "--build", str(home))
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no check “mispelt-word”; there are additional-definition," in outcome.err
    assert run("audit", "--check", "stale-exception", "--build", str(home)).code == 0


def test_a_finding_is_told_with_its_place_likely_correction_and_evidence(home: Path) -> None:
    outcome = run("audit", "9A4", "--edition", "sr-2007", "--build", str(home))
    place, *lines = outcome.out.strip().split("\n")[2:]
    assert place == "Član 9A4  error  dangling-reference, 98% sure"
    assert "    Likely: Član 20F5" in lines
    assert any(line.startswith("        - cs-2007 Pravidlo 9A4 prints") for line in lines)
    assert lines[-1] == "1 error"


def test_every_finding_can_be_printed(home: Path) -> None:
    outcome = run("audit", "--build", str(home))
    errors, warnings, hints = (
        sum(f.severity == severity for f in found(home))
        for severity in ("error", "warning", "info")
    )
    assert outcome.out.endswith(f"\n{errors} errors, {warnings} warnings, {hints} hints\n")
    assert outcome.code == 0


def test_where_nothing_is_odd_that_is_said(home: Path) -> None:
    outcome = run("audit", "3", "--edition", "cs-2017", "--build", str(home))
    assert outcome.out == "Nothing odd was found.\n"


def test_where_only_something_else_is_odd_that_is_said(home: Path) -> None:
    arguments = ("audit", "9A4", "--edition", "sr-2007", "--check", "misspelt-word")
    outcome = run(*arguments, "--build", str(home))
    assert outcome.out == "Nothing like that was found; number of other findings: 1.\n"
