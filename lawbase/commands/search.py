"""``lawbase search``: the law that governs what happened."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import click
import msgspec

from lawbase.address import KeyParts
from lawbase.commands.shared import (
    WholeNumber,
    edition_option,
    home_option,
    json_option,
    one_text,
    open_built,
    wrap_apart,
)
from lawbase.search import MOST_HITS, USUAL_HITS
from lawbase.search.results import Beside, Hit, SearchResult, interface_sentences, said_in
from lawbase.search.search import Searcher
from lawbase.text import fold

INDENT = "      "


@click.command("search")
@click.argument("query", nargs=-1)
@edition_option(multiple=True)
@click.option("--language", "languages", multiple=True, metavar="ID", help="Only its texts.")
@click.option("--limit", default=USUAL_HITS, show_default=True, type=WholeNumber(1, MOST_HITS))
@click.option(
    "--stdin", "from_stdin", is_flag=True, help="Read a query per line; print an answer per line."
)
@json_option
@home_option
def command(
    query: tuple[str, ...],
    editions: tuple[str, ...],
    languages: tuple[str, ...],
    limit: int,
    from_stdin: bool,
    as_json: bool,
    home: Path | None,
) -> None:
    """Find the law that governs what happened, in any language.

    Words, whole questions, citations (27B1a), "exact phrases"; filters edition: lang: law:12-16
    in:definitions year:2017. An option and a filter of the same kind leave what both name. Ends
    with 1 when nothing is found, with 2 when what it is to be
    limited to isn't there.

    Example: lawbase search výnos mimo pořadí --edition cs-2007
    """
    asked = one_text(query)
    if not asked.strip() and not from_stdin:
        raise click.UsageError("say what to search for, or use --stdin")
    searcher = open_searcher(home)
    if from_stdin:
        for line in sys.stdin:
            _print_json(searcher.search(line.strip(), editions, languages, limit))
        return
    result = searcher.search(asked, editions, languages, limit)
    if as_json:
        _print_json(result)
    else:
        _print(result)
    if result.is_refused:
        sys.exit(2)
    if not result.hits:
        sys.exit(1)


def open_searcher(home: Path | None) -> Searcher:
    """The search, its index made first if it is missing, stale or damaged."""
    return open_built(home, "search", lambda folder: Searcher.open(folder / "search"))


def _print_json(result: SearchResult) -> None:
    sys.stdout.write(msgspec.json.encode(result).decode() + "\n")


def _print(result: SearchResult) -> None:
    spoken = result.interpreted.languages
    language = spoken[0] if len(spoken) == 1 else ""
    say = interface_sentences(language).__getitem__
    typed = {fold(word): word for word in re.findall(r"\w+", result.query)}
    click.secho(_heading(result, said_in(language, result.said), say), fg="yellow")
    if result.suggestion:
        click.echo(say("js.search.meant").format(query=result.suggestion))
    for number, hit in enumerate(result.hits, 1):
        beside = hit.beside
        own = (beside.edition, beside.key) if beside else None
        others = (twin for twin in hit.twins if (twin.edition, twin.key) != own)
        twins = " ".join(f"{twin.edition}:{twin.key}" for twin in others)
        click.secho(f"{number:3}. {hit.citation}", bold=True, nl=False)
        click.echo(f"  {' › '.join((*hit.trail, hit.heading))}".rstrip(" ›"), nl=False)
        is_superseded = not hit.in_force and KeyParts.of(hit.key).book != "guide"
        standing = f", {say('js.search.superseded')}" if is_superseded else ""
        click.secho(f"  {hit.edition}{standing}", fg="green")
        click.echo(_marked(hit))
        if hit.reason.words:
            words = ", ".join(typed.get(word, word) for word in hit.reason.words)
            values = {"words": words, "text": hit.reason.text}
            why = say(f"js.search.why.{hit.reason.kind}").format_map(values)
            click.secho(f"{INDENT}{why}", fg="cyan")
        if beside:
            click.echo(f"{INDENT}{beside.citation}", nl=False)
            click.secho(f"  {beside.edition}, {say('js.search.superseded')}", fg="green")
            click.echo(_marked(beside))
        if twins:
            click.secho(f"{INDENT}{say('elsewhere')}: {twins}", dim=True)


def _heading(result: SearchResult, said: list[str], say: Callable[[str], str]) -> str:
    """What is said about an answer, as on a page: what isn't there, and how many answers are."""
    if result.grade == "likely" and not said:
        said = [say("js.search.likely")]
    total = [say("js.search.total").format(n=result.total)] if result.total else []
    return " ".join((*said, *total))


def _marked(hit: Hit | Beside) -> str:
    """The snippet wrapped, its marked words in bold."""
    marked = hit.snippet
    for start, end in sorted(hit.marks, reverse=True):
        marked = f"{marked[:start]}\0{marked[start:end]}\1{marked[end:]}"
    wrapped = wrap_apart(marked.split("\n"), INDENT)
    bold = click.style("", bold=True, reset=False)
    return wrapped.replace("\0", bold).replace("\1", click.style("", reset=True))
