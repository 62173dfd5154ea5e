"""``lawbase audit``: what is odd in the source texts."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawbase.commands.shared import (
    edition_option,
    home_option,
    json_option,
    languages,
    open_kb,
    print_json,
    read_key,
    wrap,
)
from lawbase.errors import LawbaseError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lawbase.model import Finding, Key, Severity
    from lawbase.profile import LanguageProfile

COLOURS: dict[Severity, str] = {"error": "red", "warning": "yellow", "info": "blue"}
"""The severities, the gravest first, and how they are shown."""
NOUNS: dict[Severity, tuple[str, str]] = {
    "error": ("error", "errors"),
    "warning": ("warning", "warnings"),
    "info": ("hint", "hints"),
}
ADDRESSING = ("reference", "index", "swapped")
"""What the names of checks begin or end with that expect an address rather than words."""
INDENT = " " * 4


@click.command("audit")
@click.argument("citation", nargs=-1)
@edition_option()
@click.option("--check", "check_name", metavar="NAME", help="Only the findings of one check.")
@click.option(
    "--severity",
    type=click.Choice(list(COLOURS)),
    default="info",
    show_default=True,
    help="Only findings that are at least so grave.",
)
@json_option()
@home_option()
def command(
    citation: tuple[str, ...],
    edition: str | None,
    check_name: str | None,
    severity: Severity,
    as_json: bool,
    home: Path | None,
) -> None:
    """List what is odd in the source texts, or at CITATION and below, each with its evidence.

    Example: lawbase audit --edition sr-2007 --severity warning
    """
    kb = open_kb(home)
    if edition:
        kb.edition(edition)
    if check_name:
        _require(check_name)
    key = read_key(citation, kb) if citation else None
    grave = list(COLOURS)[: list(COLOURS).index(severity) + 1]
    findings = [
        finding
        for finding in kb.findings
        if edition in (None, finding.edition)
        and check_name in (None, finding.check)
        and finding.severity in grave
        and (key is None or _is_at(finding.key, key))
    ]
    if as_json:
        print_json(findings)
        return
    profiles = languages()
    for edition_id, found in groupby(findings, key=lambda finding: finding.edition):
        of_edition = kb.edition(edition_id)
        click.secho(f"{of_edition.id}  {of_edition.title}\n", bold=True)
        for finding in found:
            _print(finding, profiles[of_edition.language])
    click.echo(_count(findings))


def _require(check_name: str) -> None:
    from lawbase.auditing.audit import KINDS

    if check_name not in KINDS:
        known = ", ".join(sorted(KINDS))
        raise LawbaseError(f"there is no check “{check_name}”; there are {known}")


def _is_at(place: Key, key: Key) -> bool:
    """Whether a key is another one or lies below it."""
    return place == key or place.startswith((f"{key}.", f"{key}#"))


def _print(finding: Finding, profile: LanguageProfile) -> None:
    click.secho(_place(finding.key, profile), bold=True, nl=False)
    click.secho(f"  {finding.severity}", fg=COLOURS[finding.severity], nl=False)
    click.secho(f"  {finding.check}, {finding.confidence:.0%} sure", dim=True)
    click.echo(wrap(finding.message, INDENT))
    if finding.printed.replace(".", "") not in finding.message.replace(".", ""):
        click.echo(wrap(f"Printed: “{finding.printed}”", INDENT))
    likely = _likely(finding, profile)
    if likely:
        click.echo(wrap(f"Likely: {likely}", INDENT))
    for evidence in finding.evidence:
        click.echo(wrap(f"- {evidence}", INDENT * 2))
    click.echo()


def _place(key: Key, profile: LanguageProfile) -> str:
    """A key as people cite it; an entry of the subject index by its topics."""
    if key.startswith("index/"):
        return " / ".join(key.split("/"))
    return profile.cite(key)


def _likely(finding: Finding, profile: LanguageProfile) -> str:
    """What was likely meant; a label's own address says nothing new."""
    if finding.expected in ("", finding.key):
        return ""
    addressing = finding.check.startswith(ADDRESSING) or finding.check.endswith(ADDRESSING)
    if addressing and finding.expected[0].isdigit():
        return profile.cite(finding.expected)
    return f"“{finding.expected}”"


def _count(findings: Iterable[Finding]) -> str:
    """How many findings of each severity there are."""
    counts = Counter(finding.severity for finding in findings)
    told = [
        f"{counts[severity]} {one if counts[severity] == 1 else many}"
        for severity, (one, many) in NOUNS.items()
        if counts[severity]
    ]
    return ", ".join(told) or "Nothing odd was found."
