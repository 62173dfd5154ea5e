"""``lawbase diff``: how a provision changed between editions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawbase.commands.shared import (
    WIDTH,
    editions_with,
    home_option,
    json_option,
    open_kb,
    print_json,
    read_key,
    wrap,
)

if TYPE_CHECKING:
    from lawbase.knowledge import KnowledgeBase
    from lawbase.model import Alignment, Change, Key

NAMES = {"moved": "moved to", "split": "split, part in", "merged": "merged into"}


@click.command("diff")
@click.argument("citation", nargs=-1, required=True)
@click.option("--from", "old", default="cs-2007", show_default=True, metavar="ID")
@click.option("--to", "new", default="cs-2017", show_default=True, metavar="ID")
@json_option()
@home_option()
def command(
    citation: tuple[str, ...], old: str, new: str, as_json: bool, home: Path | None
) -> None:
    """Show how a provision and all below it changed between two editions.

    In one language word by word; between languages what moved, came and went.

    Example: lawbase diff 16
    """
    kb = open_kb(home)
    kb.edition(new)
    key = read_key(" ".join(citation), kb)
    keys = kb.with_descendants(old, editions_with(kb, key, old)[0].key)
    pairs = [(own, link) for own in keys for link in kb.aligned_with(old, own, new)]
    changes = {
        (change.from_key, change.to_key): change
        for own in keys
        for change in kb.changes_from(old, own)
        if change.to_edition == new
    }
    arrived = [a for a in kb.new_in(new, old) if a.to_key and _inside(kb, new, key, a.to_key)]
    if as_json:
        links = [link for _, link in pairs]
        print_json({"alignments": links, "new": arrived, "changes": list(changes.values())})
        return
    for own, link in pairs:
        _print(own, link, changes.get((own, link.to_key or "")))
    for alignment in arrived:
        click.secho(f"{alignment.to_key}  new in {new}", fg="green", bold=True)
        provision = kb.provision(new, alignment.to_key or "")
        if provision:
            click.echo(wrap(f"{provision.heading} {provision.text}".strip(), "    "))


def _inside(kb: KnowledgeBase, edition: str, key: Key, other: Key) -> bool:
    return other in kb.with_descendants(edition, key)


def _print(key: Key, link: Alignment, change: Change | None) -> None:
    if link.relation == "dropped":
        click.secho(f"{key}  dropped", fg="red", bold=True)
        return
    kind = change.kind if change else ""
    where = f"  {NAMES[link.relation]} {link.to_key}" if link.relation in NAMES else ""
    told = {"none": "unchanged", "": ""}.get(kind, kind)
    click.secho(f"{key}{where}  {told}".rstrip(), bold=True)
    if change and change.kind in ("wording", "punctuation", "reference"):
        click.echo(_words(change))


def _words(change: Change) -> str:
    """The difference as one wrapped paragraph: deleted in [-…-], inserted in {+…+}."""
    pieces: list[tuple[str, str | None]] = []
    for operation, old, new in change.ops:
        if operation == "equal":
            pieces.extend((word, None) for word in old.split())
            continue
        if old.strip():
            pieces.append((f"[-{old.strip()}-]", "red"))
        if new.strip():
            pieces.append((f"{{+{new.strip()}+}}", "green"))
    rows: list[list[str]] = [[]]
    column = 0
    for text, colour in pieces:
        if column + len(text) > WIDTH - 4 and rows[-1]:
            rows.append([])
            column = 0
        rows[-1].append(click.style(text, fg=colour) if colour else text)
        column += len(text) + 1
    return "\n".join("    " + " ".join(row) for row in rows)
