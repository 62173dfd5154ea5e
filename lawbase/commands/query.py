"""``lawbase query``: a query as it is understood, for an engine that holds the finished tokens."""

import sys
from pathlib import Path

import click
import msgspec

from lawbase.commands.search import open_searcher
from lawbase.commands.shared import edition_option, home_option, one_text, print_rows
from lawbase.search.understood import Understood

ENGINES = ("postgres", "opensearch")


@click.command("query")
@click.argument("query", nargs=-1, required=True)
@click.option("--for", "engine", type=click.Choice(ENGINES), help="Print it for this engine.")
@edition_option(multiple=True)
@click.option("--language", "languages", multiple=True, metavar="ID", help="Only its texts.")
@home_option
def command(
    query: tuple[str, ...],
    engine: str | None,
    editions: tuple[str, ...],
    languages: tuple[str, ...],
    home: Path | None,
) -> None:
    """Show how a query is understood, or print it as JSON for another engine.

    PostgreSQL's goes to lawbase.search(query, hits) of its export, OpenSearch's to the search
    template of its export. Ends with 1 when the query limits to what isn't there.

    Example: lawbase query --for postgres výnos mimo pořadí
    """
    said = one_text(query)
    if not said.strip():
        raise click.UsageError("say what to search for")
    asked = open_searcher(home).understand(said, editions, languages)
    if asked.refused:
        click.echo(asked.refused, err=True)
        sys.exit(1)
    if engine == "postgres":
        click.echo(msgspec.json.encode(asked).decode())
    elif engine == "opensearch":
        from lawbase.export.opensearch import search_parameters

        click.echo(msgspec.json.encode(search_parameters(asked)).decode())
    else:
        print_rows(_rows(asked))


def _rows(asked: Understood) -> list[tuple[str, str]]:
    """What was understood of a query, a row for each kind."""
    rows = {
        "languages": ", ".join(asked.languages),
        "words": ", ".join(f"{term.word} ({term.weight})" for term in asked.terms),
        "concepts": ", ".join(asked.concepts),
        "citations": ", ".join(citation.key for citation in asked.citations),
        "phrases": ", ".join(f"“{phrase}”" for phrase in asked.phrases),
        "filters": ", ".join(
            f"{name} {value}" for name, values in asked.filters.typed().items() for value in values
        ),
        "leads to": ", ".join(f"{lead.edition} {lead.key}" for lead in asked.leads[:5]),
        "answerable": "" if asked.answerable else "no: no answer is found",
    }
    return [(name, values) for name, values in rows.items() if values]
