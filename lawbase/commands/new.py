"""``lawbase new``: begin an edition from its source."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("new")
@click.argument("edition")
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--again", is_flag=True, help="Draft anew what you haven't set by hand.")
def command(edition: str, source: Path, again: bool) -> None:
    """Draft the profile of a new edition from its source.

    EDITION is its language and year, SOURCE its text (.txt, .pdf, .html, .docx). Writes the folder
    of the edition, and a language file where there is none, with the evidence for every guess.
    With --again, what you have set in edition.toml is kept, and the rest is guessed from it; the
    profile as it was stays beside it, as edition-before.toml.

    Example: lawbase --corpus mine new sk-2017 booklet.txt
    """
    from lawbase.profile import data_folder
    from lawbase.reading.corpus import check_edition
    from lawbase.reading.drafting.draft import begin_edition

    folder = data_folder("corpus")
    written = begin_edition(folder, edition, source, again=again)
    for path in written:
        click.echo(f"wrote {path}")
    report = check_edition(folder / edition)
    provisions = report.read.provisions if report.read else ()
    click.echo(f"{len(provisions)} provisions read, {len(report.problems)} things to look at")
    click.echo(f"next: edit {folder / edition / 'edition.toml'}, then “lawbase check {edition}”")
