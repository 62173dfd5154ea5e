"""``lawbase terms``: the glossary's own work, such as the first words of a new language."""

from pathlib import Path

import click

from lawbase.aligning.proposals import accept_term, propose_terms, why_taken
from lawbase.building import corpus_of, folder_of
from lawbase.commands.shared import counted, home_option, open_kb, print_rows


@click.group("terms")
def command() -> None:
    """Work on the glossary: propose the words of a new language.

    Example: lawbase terms propose sr
    """


@command.command("propose")
@click.argument("language")
@click.option("--accept", is_flag=True, help="Ask for each and write what is accepted.")
@home_option
def propose(language: str, accept: bool, home: Path | None) -> None:
    """Propose words for the concepts that LANGUAGE has none for.

    They come from definitions whose headwords are used where other languages use their words for
    the concept, and from the words that stand where theirs do. With --accept, each is asked for
    and written into terms.toml, save what another concept is called there already.

    Example: lawbase terms propose sk --accept
    """
    proposals = propose_terms(open_kb(home), language)
    if not proposals:
        click.echo(f"there is nothing to propose for “{language}”")
        return
    if not accept:
        print_rows((p.concept, p.word, p.why) for p in proposals)
        return
    file = corpus_of(folder_of(home)) / "terms.toml"
    accepted = 0
    for proposal in proposals:
        if taken := why_taken(file, language, proposal):
            click.secho(f"{proposal.concept}: nothing is written, {taken}", fg="yellow")
        elif click.confirm(f"{proposal.concept}: {proposal.word} ({proposal.why})"):
            accept_term(file, language, proposal)
            accepted += 1
    click.echo(f"{accepted} of {counted(len(proposals), 'word')} written into {file}")
