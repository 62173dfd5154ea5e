"""``lawbase trace``: one provision through all editions."""

from collections.abc import Iterable, Iterator

import click

from lawbase.aligning.threads import Journey, journey_of
from lawbase.citations.lookup import provisions_cited
from lawbase.commands.shared import (
    edition_title,
    place_title,
    print_governing,
    print_json,
    question,
    wrap,
    wrap_apart,
)
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Provision


@question("trace", "citation")
def command(kb: KnowledgeBase, citation: str, as_json: bool) -> None:
    """Follow one provision through all editions and languages.

    An address that means different rules in different editions gives a thread for each rule. What
    was split, merged, dropped or is new is listed below its texts.

    Example: lawbase trace 72C
    """
    journeys = _journeys(kb, provisions_cited(citation, kb))
    if as_json:
        print_json(journeys)
        return
    for journey in journeys:
        click.secho(journey.id, bold=True)
        for text in journey.texts:
            provision = kb.provision(text.edition, text.key)
            if provision:
                title = edition_title(kb, text.edition)
                click.secho(f"  {title}  {kb.cite(text.edition, text.key)}", fg="green")
                click.echo(wrap_apart([provision.heading, provision.text], "    "))
        for line in _elsewhere(kb, journey):
            click.echo(wrap(line, "  "))
        print_governing(kb, journey.texts[0].edition, journey.texts[0].key, "  ")
        click.echo()


def _journeys(kb: KnowledgeBase, provisions: list[Provision]) -> list[Journey]:
    leading: dict[str, Provision] = {}
    for provision in provisions:
        if thread := kb.thread(provision.edition, provision.key):
            leading.setdefault(thread.id, provision)
    found = (journey_of(kb, p.edition, p.key) for p in leading.values())
    return [journey for journey in found if journey]


def _elsewhere(kb: KnowledgeBase, journey: Journey) -> Iterator[str]:
    """Where parts of it are that its own texts don't hold, and which editions lack it."""
    yield from _listed("in part also", (place_title(kb, text) for text in journey.parts))
    dropped = (end.to_edition for end in journey.ends if end.to_key is None)
    yield from _listed("dropped in", dropped)
    yield from _listed("not yet in", (e.from_edition for e in journey.ends if e.from_key is None))
    edition, key = journey.texts[0].edition, journey.texts[0].key
    here = {text.edition for text in journey.texts}
    for other in (e for e in kb.law_editions if e.id not in here):
        if kb.unmatched(edition, [key], other.id):
            place = kb.counterpart(edition, key, other.id)
            unsaid = f"not in {other.id}, though nothing says that it was dropped"
            yield unsaid if kb.reaches(other.id, place) else kb.lacking(other.id, place)


def _listed(what: str, items: Iterable[str]) -> Iterator[str]:
    if distinct := dict.fromkeys(items):
        yield f"{what} {', '.join(distinct)}"
