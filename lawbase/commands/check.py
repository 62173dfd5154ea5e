"""``lawbase check``: is the corpus whole and explained?"""

from __future__ import annotations

import sys

import click


@click.command("check")
def command() -> None:
    """Validate the corpus: profiles, corrections, conservation.

    Ends with 1 when anything is unexplained.

    Example: lawbase check
    """
    from lawbase.profile import data_folder
    from lawbase.reading.checking import check_corpus

    reports = check_corpus(data_folder("corpus"))
    for report in reports:
        for problem in report.problems:
            if problem.severity == "error":
                click.secho(f"{report.edition}: {problem.as_error()}", fg="red")
        if report.read and not report.failed:
            click.echo(
                f"{report.edition}: {report.read.source.length} characters, "
                f"{100 * report.explained:.4f} % explained, "
                f"{len(report.read.provisions)} provisions, {len(report.read.notes)} corrections"
            )
    if any(report.failed for report in reports):
        sys.exit(1)
