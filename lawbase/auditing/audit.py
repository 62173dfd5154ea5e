"""The audit: every check over all editions, without what is accepted."""

from __future__ import annotations

from collections.abc import Sequence

from lawbase.address import key_order
from lawbase.auditing.accepted import OUTLIVED, Accepted, without_accepted
from lawbase.auditing.checks import CHECKS, NAMES
from lawbase.auditing.evidence import Evidence
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Finding

KINDS = NAMES | {OUTLIVED}
"""Everything that a finding's ``check`` can be."""


def audit_editions(kb: KnowledgeBase, accepted: Sequence[Accepted] = ()) -> tuple[Finding, ...]:
    """What is odd in the editions, in the order of the editions and of each book."""
    evidence = Evidence(kb)
    findings = [finding for check in CHECKS for finding in check(evidence)]
    order = {edition.id: place for place, edition in enumerate(kb.editions)}
    return tuple(
        sorted(
            without_accepted(dict.fromkeys(findings), accepted),
            key=lambda f: (order.get(f.edition, -1), key_order(f.key), f.check, f.printed),
        )
    )
