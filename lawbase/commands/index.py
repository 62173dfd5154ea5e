"""``lawbase index``: the books' own subject indexes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawbase.commands.shared import (
    edition_option,
    home_option,
    joined,
    json_option,
    open_kb,
    print_json,
)
from lawbase.errors import NotFoundError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lawbase.model import IndexEntry


@click.command("index")
@click.argument("topic", nargs=-1, required=True)
@edition_option()
@json_option()
@home_option()
def command(topic: tuple[str, ...], edition: str | None, as_json: bool, home: Path | None) -> None:
    """Look up a topic in the books' own subject indexes.

    Example: lawbase index nepřiznání barvy
    """
    from msgspec.structs import asdict

    from lawbase.text import fold

    kb = open_kb(home)
    wanted = fold(joined(topic))
    editions = [kb.edition(edition)] if edition else list(kb.editions)
    entries = [entry for e in editions for entry in e.index]
    topics = {(e.edition, e.topic) for e in entries if wanted in fold(e.topic)}
    exact = {place for place in topics if fold(place[1]) == wanted}
    found = [e for e in entries if (e.edition, e.topic) in (exact or topics)]
    if not found:
        raise NotFoundError(f"no subject index has a topic “{joined(topic)}”")
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
