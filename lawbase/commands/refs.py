"""``lawbase refs``: what a provision cites, and what cites it."""

from collections.abc import Sequence

import click

from lawbase.citations.lookup import provisions_cited
from lawbase.commands.audit import expected_places
from lawbase.commands.shared import (
    edition_option,
    edition_title,
    print_json,
    question,
    wrap,
)
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Cited, Reference


@question("refs", "citation")
@edition_option()
def command(kb: KnowledgeBase, citation: str, edition: str | None, as_json: bool) -> None:
    """Show what a provision cites and what cites it, each with its sentence.

    The paragraphs inside the provision count as it; how they cite one another and the rows of the
    subject index are listed apart. Where the audit finds that another place was
    likely meant, it is named.

    Example: lawbase refs 12C --edition pl-2017
    """
    provisions = provisions_cited(citation, kb, edition)
    found = []
    for provision in provisions:
        whole = kb.whole(provision)
        outgoing = [r for p in whole for r in kb.references_from(p.edition, p.key)]
        incoming = [r for p in whole for r in kb.references_to(p.edition, p.key)]
        found.append((provision.edition, provision.key, outgoing, incoming))
    if as_json:
        print_json([{"edition": e, "cites": o, "cited_by": i} for e, _, o, i in found])
        return
    for edition_id, key, outgoing, incoming in found:
        click.secho(f"{edition_title(kb, edition_id)}  {kb.cite(edition_id, key)}", bold=True)
        _print(kb, "cites", outgoing)
        citing = kb.citing(edition_id, key)
        indexed = [r for r in incoming if r.kind == "index"]
        inner = [r for r in incoming if r.kind != "index" and r not in citing]
        _print(kb, "is cited by", citing)
        for title, references in (("is cited inside", inner), ("is in the index", indexed)):
            if references:
                _print(kb, title, references)
        click.echo()


def _print(kb: KnowledgeBase, title: str, references: Sequence[Reference]) -> None:
    click.echo(f"  {title}: {len(references)}")
    for r in references:
        place = kb.cite(r.edition, r.from_key)
        target = kb.cite(r.edition, r.to) if r.to else r.raw
        status = "" if r.status == "ok" else f" ({r.status})"
        click.secho(f"    {place} → {target}{status}", fg="green", nl=False)
        meant = _likely_meant(kb, r)
        click.secho(f" (the audit expects {meant})" if meant else "", fg="yellow")
        click.echo(wrap(kb.citing_sentence(r), "      "))


def _likely_meant(kb: KnowledgeBase, reference: Reference) -> str:
    """What the audit expects in place of a citation; empty where it has nothing against it."""
    for finding in kb.faults_on(reference.edition, reference.from_key):
        cited = finding.values.get("cited")
        own = not isinstance(cited, Cited) or cited.key == reference.to
        other = finding.printed == reference.raw and finding.expected != reference.to
        if own and other and (meant := expected_places(kb, finding)):
            return meant
    return ""
