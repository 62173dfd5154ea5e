"""``lawbase index``: the books' own subject indexes."""

from collections.abc import Sequence

import click
from msgspec.structs import asdict

from lawbase.commands.shared import edition_option, print_json, question
from lawbase.errors import NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import IndexEntry
from lawbase.text import fold


@question("index", "topic")
@edition_option()
def command(kb: KnowledgeBase, topic: str, edition: str | None, as_json: bool) -> None:
    """Look up a topic in the books' own subject indexes.

    Example: lawbase index nepřiznání barvy
    """
    wanted = fold(topic)
    editions = [kb.edition(edition)] if edition else list(kb.editions)
    entries = [entry for e in editions for entry in e.index]
    if edition and not entries:
        raise NotFoundError(f"{edition} has no subject index")
    topics = {(e.edition, e.topic) for e in entries if wanted and wanted in fold(e.topic)}
    exact = {place for place in topics if fold(place[1]) == wanted}
    found = [e for e in entries if (e.edition, e.topic) in (exact or topics)]
    if not found:
        searched = f"the subject index of {edition} has no" if edition else "no subject index has a"
        raise NotFoundError(f"{searched} topic “{topic}”")
    if as_json:
        print_json([{**asdict(entry), "targets": kb.targets(entry)} for entry in found])
        return
    for entry in found:
        _print(entry, [kb.cite(entry.edition, key) for key in kb.targets(entry)])


def _print(entry: IndexEntry, cited: Sequence[str]) -> None:
    places = ", ".join(cited)
    see = f"→ {', '.join(entry.see)}" if entry.see else ""
    if entry.subtopic:
        click.echo(f"    {entry.subtopic}  {places}  {see}".rstrip())
    else:
        click.secho(f"{entry.edition}  {entry.topic}", bold=True, nl=False)
        click.echo(f"  {places}  {see}".rstrip())
