"""``lawbase parallel``: a provision in all texts side by side."""

import click

from lawbase.aligning.threads import journey_of
from lawbase.citations.lookup import provisions_cited
from lawbase.commands.shared import (
    edition_option,
    edition_title,
    place_titles,
    print_json,
    question,
    wrap,
)
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Provision, Text


@question("parallel", "citation")
@edition_option()
def command(kb: KnowledgeBase, citation: str, edition: str | None, as_json: bool) -> None:
    """Show a provision and all below it, each row in every text that has it.

    Rows follow one edition, by default the latest that has the provision. Below a row stands where
    else parts of it are, as it was split or merged.

    Example: lawbase parallel 27B1
    """
    leading = provisions_cited(citation, kb, edition)
    provision = max(
        leading, key=lambda p: (kb.edition(p.edition).year, kb.edition(p.edition).complete)
    )
    rows = _rows(kb, provision)
    if as_json:
        print_json([{p.edition: _told(kb, p) for p in row} for row in rows])
        return
    for row in rows:
        for number, text in enumerate(row):
            name = f"{edition_title(kb, text.edition)}  {text.key}  {text.heading}".rstrip()
            click.secho(name, bold=number == 0, fg=None if number == 0 else "green")
            if text.text:
                click.echo(wrap(text.text, "    "))
        if parts := _parts(kb, row[0]):
            click.echo(wrap(f"in part also {place_titles(kb, parts)}", "  "))
        click.echo()


def _rows(kb: KnowledgeBase, provision: Provision) -> list[list[Provision]]:
    return [[p, *kb.twins(p.edition, p.key)] for p in kb.whole(provision)]


def _told(kb: KnowledgeBase, provision: Provision) -> dict[str, object]:
    return {
        "key": provision.key,
        "citation": kb.cite(provision.edition, provision.key),
        "heading": provision.heading,
        "text": provision.text,
        "parts": _parts(kb, provision),
    }


def _parts(kb: KnowledgeBase, provision: Provision) -> tuple[Text, ...]:
    """The texts of other rules that hold parts of a provision's rule."""
    journey = journey_of(kb, provision.edition, provision.key)
    return journey.parts if journey else ()
