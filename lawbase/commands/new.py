"""``lawbase new``: begin an edition from its source."""

import sys
from pathlib import Path

import click

from lawbase.commands.shared import counted
from lawbase.profile import data_folder
from lawbase.reading.corpus import check_edition
from lawbase.reading.drafting.draft import begin_edition


@click.command("new")
@click.argument("edition")
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--again", is_flag=True, help="Draft anew what you haven't set by hand.")
def command(edition: str, source: Path, again: bool) -> None:
    """Draft the profile of a new edition from its source.

    EDITION is its language and year, SOURCE its text (.txt, .pdf, .html, .docx). Writes the folder
    of the edition, and a language file where there is none, with the evidence for every guess. Ends
    with 1 when no law could be read.
    With --again, what you have set in edition.toml is kept, and the rest is guessed from it; the
    profile as it was stays beside it, as edition-before.toml.

    Example: lawbase --corpus mine new sk-2017 booklet.txt
    """
    folder = data_folder("corpus")
    written = begin_edition(folder, edition, source, again=again)
    for path in written:
        click.echo(f"wrote {path}")
    report = check_edition(folder / edition)
    provisions = report.read.provisions if report.read else ()
    laws = any(provision.kind == "law" for provision in provisions)
    read, found = counted(len(provisions), "provision"), counted(len(report.problems), "thing")
    click.echo(f"{read} read, {found} to look at")
    words = folder / "languages" / f"{edition.split('-')[0]}.toml"
    if not words.exists():
        click.echo(
            f"no {words} was drafted, as no laws could be read; --again does it when they can"
        )
    click.echo(f"next: edit {folder / edition / 'edition.toml'}, then “lawbase check {edition}”")
    if not laws:
        sys.exit(1)
