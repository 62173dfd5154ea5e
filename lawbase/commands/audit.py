"""``lawbase audit``: what is odd in the source texts."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, groupby

import click

from lawbase.address import lies_in
from lawbase.auditing.messages import Messages, languages, load_messages, plain
from lawbase.citations.lookup import read_place
from lawbase.commands.shared import COLOURS, edition_option, print_json, question, wrap
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Cited, Finding, Key, Place, Severity

INDENT = " " * 4


@question("audit", "citation", required=False)
@edition_option()
@click.option("--check", "check_name", metavar="NAME", help="Only the findings of one check.")
@click.option(
    "--severity",
    type=click.Choice(list(COLOURS)),
    default="info",
    show_default=True,
    help="Only findings of at least this severity.",
)
@click.option(
    "--language",
    type=click.Choice(languages()),
    default="en",
    show_default=True,
    help="Language of the messages.",
)
def command(
    kb: KnowledgeBase,
    citation: str,
    edition: str | None,
    check_name: str | None,
    severity: Severity,
    language: str,
    as_json: bool,
) -> None:
    """List what is odd in the source texts, or at CITATION and below, each with its evidence.

    Example: lawbase audit --edition sr-2007 --severity warning
    """
    messages = load_messages(language)
    if check_name and check_name not in messages.checks:
        known = ", ".join(sorted(messages.checks))
        raise LawbaseError(f"there is no check “{check_name}”; there are {known}")
    named: tuple[str, ...] = (kb.edition(edition).id,) if edition else ()
    key: Key | None = None
    if citation:
        named, key = read_place(citation, kb, edition)
    grave = list(COLOURS)[: list(COLOURS).index(severity) + 1]
    there = [
        finding
        for finding in kb.findings
        if (not named or finding.edition in named) and (key is None or lies_in(finding.key, key))
    ]
    findings = [f for f in there if f.check == (check_name or f.check) and f.severity in grave]
    if as_json:
        print_json(findings)
        return
    for edition_id, found in groupby(findings, key=lambda finding: finding.edition):
        of_edition = kb.edition(edition_id)
        click.secho(f"{of_edition.id}  {of_edition.title}\n", bold=True)
        for finding in found:
            _print(kb, finding, messages)
    if findings or not there:
        click.echo(_count(findings, messages.words))
    else:
        click.echo(messages.words["nothing-such"].format(n=len(there)))


def _print(kb: KnowledgeBase, finding: Finding, messages: Messages) -> None:
    words = messages.words
    click.secho(kb.cite(finding.edition, finding.key), bold=True, nl=False)
    click.secho(f"  {words[finding.severity]}", fg=COLOURS[finding.severity], nl=False)
    sure = words["sure"].format(confidence=f"{finding.confidence:.0%}")
    click.secho(f"  {finding.check}, {sure}", dim=True)
    message = plain(kb, messages.message_of(finding), finding.edition)
    click.echo(wrap(message, INDENT))
    if finding.printed.replace(".", "") not in message.replace(".", ""):
        click.echo(wrap(words["printed"].format(words=finding.printed), INDENT))
    likely = _likely(kb, finding, words)
    if likely:
        click.echo(wrap(words["likely"].format(words=likely), INDENT))
    for witness in messages.witnessed(finding):
        click.echo(wrap(f"- {plain(kb, witness)}", INDENT * 2))
    click.echo()


def _likely(kb: KnowledgeBase, finding: Finding, words: dict[str, str]) -> str:
    """What was likely meant; a label's own address says nothing new."""
    if finding.expected in ("", finding.key):
        return ""
    return expected_places(kb, finding) or words["quoted"].format(words=finding.expected)


def expected_places(kb: KnowledgeBase, finding: Finding) -> str:
    """The citations that a finding expects; empty where it expects other words, or nothing."""
    expected = finding.expected.split("; ")
    told = (value if isinstance(value, tuple) else (value,) for value in finding.values.values())
    places = {each.key for each in chain.from_iterable(told) if isinstance(each, Place | Cited)}
    if not places.issuperset(expected):
        return ""
    return ", ".join(kb.cite(finding.edition, key) for key in expected)


def _count(findings: Iterable[Finding], words: dict[str, str]) -> str:
    """How many findings of each severity there are."""
    counts = Counter(finding.severity for finding in findings)
    totals = [
        words[f"{'one' if counts[severity] == 1 else 'many'}-{severity}"].format(n=counts[severity])
        for severity in COLOURS
        if counts[severity]
    ]
    return ", ".join(totals) or words["nothing"]
