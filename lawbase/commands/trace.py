"""``lawbase trace``: one provision through all editions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawbase.commands.shared import (
    home_option,
    json_option,
    languages,
    open_kb,
    print_json,
    provisions_cited,
    wrap,
)

if TYPE_CHECKING:
    from lawbase.knowledge import KnowledgeBase
    from lawbase.model import Provision, Thread


@click.command("trace")
@click.argument("citation", nargs=-1, required=True)
@json_option()
@home_option()
def command(citation: tuple[str, ...], as_json: bool, home: Path | None) -> None:
    """Follow one provision through all editions and languages.

    An address that means different rules in different editions gives a thread for each rule.

    Example: lawbase trace 72C
    """
    kb = open_kb(home)
    threads = _threads(kb, provisions_cited(citation, kb))
    if as_json:
        print_json(list(threads.values()))
        return
    profiles = languages()
    for thread in threads.values():
        click.secho(thread.id, bold=True)
        for text in thread.texts:
            provision = kb.provision(text.edition, text.key)
            if provision:
                profile = profiles[kb.edition(text.edition).language]
                click.secho(f"  {text.edition}  {profile.cite(text.key)}", fg="green")
                click.echo(wrap(f"{provision.heading} {provision.text}".strip(), "    "))
        click.echo()


def _threads(kb: KnowledgeBase, provisions: list[Provision]) -> dict[str, Thread]:
    found = (kb.thread(provision.edition, provision.key) for provision in provisions)
    return {thread.id: thread for thread in found if thread}
