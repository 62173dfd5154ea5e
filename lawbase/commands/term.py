"""``lawbase term``: one concept in all languages."""

import click

from lawbase.api import concepts_called
from lawbase.commands.shared import (
    edition_title,
    listed,
    print_governing,
    print_json,
    question,
    wrap,
)
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept


@question("term", "word")
def command(kb: KnowledgeBase, word: str, as_json: bool) -> None:
    """Show a term in all languages, its definitions, and where it is used.

    Example: lawbase term dummy
    """
    concepts = concepts_called(kb, word)
    if as_json:
        print_json(concepts)
        return
    for concept in concepts:
        click.secho(concept.id, bold=True)
        for language, words in concept.words.items():
            click.echo(f"  {language}: {', '.join(words)}")
        for edition, key in concept.definitions.items():
            for definition in kb.provisions(edition, [key]):
                click.echo(wrap(f"{edition_title(kb, edition)}: {definition.text}", "    "))
                print_governing(kb, edition, key, "    ")
        _print_uses(kb, concept)
        click.echo()


def _print_uses(kb: KnowledgeBase, concept: Concept) -> None:
    uses = {(use.edition, use.key) for use in kb.uses_of(concept.id)}
    for edition in sorted(kb.editions, key=lambda e: kb.ranks[e.id]):
        places = [p.key for p in edition.provisions if (edition.id, p.key) in uses]
        if places:
            cited = listed([kb.cite(edition.id, key) for key in places])
            click.echo(wrap(f"used in {edition.id}: {cited}", "    "))
