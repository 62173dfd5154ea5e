"""The audit: every check over all editions, without what is accepted."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from lawbase.address import key_order
from lawbase.auditing.accepted import Accepted, without_accepted
from lawbase.auditing.checks import CHECKS
from lawbase.auditing.collation import Collation
from lawbase.auditing.messages import load_messages, plain
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Finding


def audit_editions(kb: KnowledgeBase, accepted: Sequence[Accepted] = ()) -> tuple[Finding, ...]:
    """What is odd in the editions, in the order of the editions and of each book."""
    laws = Collation(kb)
    found = [finding for check in CHECKS for finding in check(laws)]
    told = {repr(finding): finding for finding in without_accepted(found, accepted)}
    order = {edition.id: place for place, edition in enumerate(kb.editions)}
    return tuple(
        in_english(kb, finding)
        for finding in sorted(
            told.values(),
            key=lambda f: (order.get(f.edition, -1), key_order(f.key), f.check, f.printed),
        )
    )


def in_english(kb: KnowledgeBase, finding: Finding) -> Finding:
    """A finding with its message and its evidence in plain English."""
    english = load_messages("en")
    return structs.replace(
        finding,
        message=plain(kb, english.told(finding), finding.edition),
        evidence=tuple(plain(kb, said) for said in english.witnessed(finding)),
    )
