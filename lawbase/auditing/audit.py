"""The audit: every check over all editions, without what is accepted."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec import structs

from lawbase.address import key_order, lies_in
from lawbase.auditing.accepted import Accepted, stale_decisions, without_accepted
from lawbase.auditing.checks import SUBJECTS, Check
from lawbase.auditing.collation import Collation
from lawbase.auditing.messages import load_messages, plain
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Cited, Finding, Text
from lawbase.parallel import spread

EXCHANGE = "swapped-labels"


def audit_editions(kb: KnowledgeBase, accepted: Sequence[Accepted] = ()) -> tuple[Finding, ...]:
    """What is odd in the editions, in the order of the editions and of each book."""
    laws = Collation(kb)

    def found_by(checks: Iterable[Check]) -> list[Finding]:
        return [finding for check in checks for finding in check(laws)]

    found = list(chain.from_iterable(spread(found_by, (*SUBJECTS, (stale_decisions,)))))
    reported = without_accepted(laws, _merged(_told_once(laws, found)), accepted)
    order = {edition.id: place for place, edition in enumerate(kb.editions)}
    return tuple(
        in_english(kb, finding)
        for finding in sorted(
            reported, key=lambda f: (order.get(f.edition, -1), key_order(f.key), f.check, f.printed)
        )
    )


def _merged(findings: Iterable[Finding]) -> Iterator[Finding]:
    """What several texts speak for, told once, as surely as the surest of them."""
    alike = grouped(
        ((f.edition, f.key, f.check, f.printed, f.expected, repr(f.values)), f) for f in findings
    )
    for same in alike.values():
        surest = max(same, key=lambda finding: finding.confidence)
        witnesses = {repr(w): w for finding in (surest, *same) for w in finding.witnesses}
        yield structs.replace(surest, witnesses=tuple(witnesses.values()))


def _told_once(laws: Collation, findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings; citations that are odd only because labels are exchanged speak for that one."""
    left = [finding for finding in findings if finding.check != EXCHANGE]
    for exchange in (finding for finding in findings if finding.check == EXCHANGE):
        likely = (finding for finding in left if finding.edition == exchange.edition)
        following = [finding for finding in likely if _follows(finding, exchange)]
        left = [finding for finding in left if finding not in following]
        consequences = (
            laws.witness(Text(f.edition, f.key), "prints", words=f.printed) for f in following
        )
        yield structs.replace(exchange, witnesses=(*exchange.witnesses, *consequences))
    yield from left


def _follows(finding: Finding, exchange: Finding) -> bool:
    """Whether a citation disagrees with the others' by just the labels that are exchanged."""
    own, other = finding.values.get("cited"), finding.values.get("other")
    if not (isinstance(own, Cited) and isinstance(other, Cited)):
        return False
    one, two = exchange.printed, exchange.expected
    return (lies_in(own.key, one) and lies_in(other.key, two)) or (
        lies_in(own.key, two) and lies_in(other.key, one)
    )


def in_english(kb: KnowledgeBase, finding: Finding) -> Finding:
    """A finding with its message and its evidence in plain English."""
    english = load_messages("en")
    return structs.replace(
        finding,
        message=plain(kb, english.message_of(finding), finding.edition),
        evidence=tuple(plain(kb, said) for said in english.witnessed(finding)),
    )
