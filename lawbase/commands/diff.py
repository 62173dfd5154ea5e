"""``lawbase diff``: how a provision changed between editions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawbase.commands.shared import (
    editions_like,
    home_option,
    json_option,
    open_kb,
    print_json,
    read_key,
    wrap,
)
from lawbase.errors import LawbaseError, NotFoundError

if TYPE_CHECKING:
    from lawbase.knowledge import KnowledgeBase
    from lawbase.model import Alignment, Change, Edition, Key

MARKED = re.compile(r"\[-.+?-\]|\{\+.+?\+\}", re.DOTALL)
NAMES = {"moved": "moved to", "split": "split, part in", "merged": "merged into"}


@click.command("diff")
@click.argument("citation", nargs=-1, required=True)
@click.option(
    "--from", "old", metavar="ID", help="The earlier edition.", shell_complete=editions_like
)
@click.option("--to", "new", metavar="ID", help="The later edition.", shell_complete=editions_like)
@json_option()
@home_option()
def command(
    citation: tuple[str, ...], old: str | None, new: str | None, as_json: bool, home: Path | None
) -> None:
    """Show how a provision and all below it changed between two editions.

    In one language word by word; between languages what moved, came and went. Without --from and
    --to, between two editions that both reach to that law, of one language where there are such.

    Example: lawbase diff 16
    """
    kb = open_kb(home)
    key = read_key(citation, kb)
    old, new = _two_editions(kb, key, old, new)
    own = _own_keys(kb, key, old, new)
    links = [(k, link) for k in own for link in kb.aligned_with(old, k, new)]
    arrived = [a for a in kb.new_in(new, old) if a.to_key in kb.with_descendants(new, key)]
    changes = {(c.from_key, c.to_key): c for k in own for c in kb.changes_from(old, k)}
    shown = {pair: c for pair, c in changes.items() if c.to_edition == new}
    if not links and not arrived:
        lacking = [kb.lacking(e, key) for e in (old, new) if not kb.provision(e, key)]
        nothing = f"{old} and {new} have nothing in common at {key}"
        raise NotFoundError(lacking[-1] if lacking else nothing)
    if as_json:
        alignments = [link for _, link in links]
        print_json({"alignments": alignments, "new": arrived, "changes": list(shown.values())})
        return
    click.secho(f"{old} → {new}", fg="green")
    for k, link in links:
        _print(k, link, shown.get((k, link.to_key or "")))
    for alignment in arrived:
        _print_new(kb, new, alignment.to_key or "")


def _two_editions(kb: KnowledgeBase, key: Key, old: str | None, new: str | None) -> tuple[str, str]:
    """The editions to compare: those asked for, else the best two of different years.

    Raises:
        LawbaseError: for an unknown edition, or when there are no such two.
    """
    earlier = [kb.edition(old)] if old else list(kb.editions)
    later = [kb.edition(new)] if new else list(kb.editions)
    pairs = [(a, b) for a in earlier for b in later if a.year < b.year or (old and new)]
    if not pairs:
        raise LawbaseError("there is no other edition to compare with; name it with --from or --to")
    law = int(head) if (head := key.partition(".")[0]).isdigit() else 0
    best = min(
        pairs,
        key=lambda pair: (
            not all(_reaches(edition, law) for edition in pair),
            pair[0].language != pair[1].language,
        ),
    )
    first, second = sorted(best, key=lambda edition: edition.year)
    return first.id, second.id


def _reaches(edition: Edition, law: int) -> bool:
    """Whether an edition of the laws has that law, as far as its text goes."""
    return edition.laws is not None and (not law or edition.laws[0] <= law <= edition.laws[1])


def _own_keys(kb: KnowledgeBase, key: Key, old: str, new: str) -> list[Key]:
    """The keys of the earlier edition to follow: at that address, else what came to it."""
    came = [key]
    if not kb.provision(old, key):
        came = [a.from_key for a in kb.aligned_with(new, key, old) if a.from_key]
    return [below for k in came for below in kb.with_descendants(old, k)]


def _print_new(kb: KnowledgeBase, edition: str, key: Key) -> None:
    click.secho(f"{key}  new", fg="green", bold=True)
    provision = kb.provision(edition, key)
    if provision:
        click.echo(wrap(f"{provision.heading} {provision.text}".strip(), "    "))


def _print(key: Key, link: Alignment, change: Change | None) -> None:
    if link.relation == "dropped":
        click.secho(f"{key}  dropped", fg="red", bold=True)
        return
    kind = change.kind if change else ""
    where = f"  {NAMES[link.relation]} {link.to_key}" if link.relation in NAMES else ""
    told = {"none": "unchanged", "": "" if where else "still there"}.get(kind, kind)
    click.secho(f"{key}{where}  {told}".rstrip(), bold=True)
    if change and change.kind in ("wording", "punctuation", "reference"):
        click.echo(_words(change))


def _words(change: Change) -> str:
    """The difference as one wrapped paragraph: deleted in [-…-], inserted in {+…+}."""
    marked = "".join(
        new if operation == "equal" else _set_apart(old, "[-", "-]") + _set_apart(new, "{+", "+}")
        for operation, old, new in change.ops
    )
    return MARKED.sub(_coloured, wrap(" ".join(marked.split()), "    "))


def _set_apart(text: str, before: str, after: str) -> str:
    """The text between marks, its outer spaces outside of them."""
    core = text.strip()
    return text.replace(core, f"{before}{core}{after}", 1) if core else text


def _coloured(marked: re.Match[str]) -> str:
    return click.style(marked[0], fg="red" if marked[0].startswith("[-") else "green")
