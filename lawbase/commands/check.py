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
        if report.problem:
            click.secho(f"{report.edition}: {report.problem}", fg="red")
        else:
            share = 100 * report.explained / report.characters
            click.echo(
                f"{report.edition}: {report.characters} characters, {share:.4f} % explained, "
                f"{report.provisions} provisions, {report.corrections} corrections"
            )
    if any(report.problem for report in reports):
        sys.exit(1)
