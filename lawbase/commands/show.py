"""``lawbase show``: a law or a paragraph as it reads."""

from collections.abc import Sequence

import click

from lawbase.citations.lookup import provisions_cited
from lawbase.commands.shared import (
    COLOURS,
    audit_says,
    edition_option,
    edition_title,
    place_titles,
    print_governing,
    print_json,
    question,
    wrap,
)
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Provision


@question("show", "citation")
@edition_option()
def command(kb: KnowledgeBase, citation: str, edition: str | None, as_json: bool) -> None:
    """Show a law or a paragraph, in one edition or in all, what is in force first.

    Below a provision stands what the audit finds wrong or likely wrong in it.

    Example: lawbase show 27B1a --edition cs-2017
    """
    provisions = provisions_cited(citation, kb, edition)
    if as_json:
        print_json([_whole(kb, provision) for provision in provisions])
        return
    for provision in provisions:
        title = f"{kb.cite(provision.edition, provision.key)}  {provision.heading}".rstrip()
        click.secho(wrap(f"{edition_title(kb, provision.edition)}  {title}"), bold=True)
        _print(kb, provision, depth=0)
        _print_in_force(kb, provision, provisions)
        click.echo()


def _print_in_force(kb: KnowledgeBase, provision: Provision, shown: Sequence[Provision]) -> None:
    """Where a superseded provision stands in the texts in force, unless it is shown with it."""
    if kb.superseded_by(provision.edition) is None:
        return
    current = kb.texts_in_force(provision.edition, provision.key)
    if elsewhere := [text for text in current if text not in shown]:
        click.secho(wrap(f"in force: {place_titles(kb, elsewhere)}"), fg="green")
    print_governing(kb, provision.edition, provision.key)


def _whole(kb: KnowledgeBase, provision: Provision) -> dict[str, object]:
    return {
        "edition": provision.edition,
        "key": provision.key,
        "citation": kb.cite(provision.edition, provision.key),
        "kind": provision.kind,
        "heading": provision.heading,
        "text": provision.text,
        "tail": provision.tail,
        "footnotes": provision.footnotes,
        "children": [_whole(kb, child) for child in kb.children(provision)],
        "findings": kb.faults_on(provision.edition, provision.key),
        "missing": kb.missing_below(provision.edition, provision.key),
    }


def _print(kb: KnowledgeBase, provision: Provision, depth: int) -> None:
    indent = "   " * depth
    if provision.text:
        click.echo(wrap(provision.text, indent))
    for note in kb.provisions(provision.edition, provision.footnotes):
        if note.parent == provision.key:
            click.echo(wrap(f"[{note.label}] {note.text}", indent + "   "))
            _print_faults(kb, note, indent + "   ")
    _print_faults(kb, provision, indent)
    for child in kb.children(provision):
        click.echo(f"{indent}{child.label or '·'} {child.heading}".rstrip())
        _print(kb, child, depth + 1)
    for key in kb.missing_below(provision.edition, provision.key):
        click.secho(wrap(f"· {kb.lacking(provision.edition, key)}", indent), fg="yellow")
    if provision.tail:
        click.echo(wrap(provision.tail, indent))


def _print_faults(kb: KnowledgeBase, provision: Provision, indent: str) -> None:
    """What the audit finds, but for what is missing, which is shown where it would stand."""
    missing = kb.missing_below(provision.edition, provision.key)
    for finding in kb.faults_on(provision.edition, provision.key):
        if finding.key not in missing:
            said = f"! {finding.severity}: {audit_says(kb, finding)}"
            click.secho(wrap(said, indent), fg=COLOURS[finding.severity])
