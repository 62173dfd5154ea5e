"""``lawbase audit``: what is odd in the source texts."""

from __future__ import annotations

from pathlib import Path

import click

from lawbase.commands.shared import (
    edition_option,
    home_option,
    json_option,
    open_kb,
    print_json,
    wrap,
)

COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}


@click.command("audit")
@edition_option()
@click.option("--check", "check_name", metavar="NAME", help="Only the findings of one check.")
@json_option()
@home_option()
def command(edition: str | None, check_name: str | None, as_json: bool, home: Path | None) -> None:
    """List what is odd in the source texts, each with its evidence.

    Example: lawbase audit --edition sr-2007
    """
    kb = open_kb(home)
    if edition:
        kb.edition(edition)
    findings = [
        finding
        for finding in kb.findings
        if edition in (None, finding.edition) and check_name in (None, finding.check)
    ]
    if as_json:
        print_json(findings)
        return
    for finding in findings:
        colour = COLOURS[finding.severity]
        click.secho(f"{finding.severity:7}", fg=colour, nl=False)
        click.echo(f" {finding.edition} {finding.key}  {finding.check}  {finding.confidence:.0%}")
        click.echo(wrap(finding.message, "        "))
        if finding.expected:
            click.echo(wrap(f"printed {finding.printed!r}, expected {finding.expected!r}", " " * 8))
        for evidence in finding.evidence:
            click.echo(wrap(evidence, " " * 10))
    click.echo(f"{len(findings)} findings")
