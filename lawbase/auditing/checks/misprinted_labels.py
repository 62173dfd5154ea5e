"""Labels that are doubled, one step off, missing, or stand for nothing.

The reader decided how each is read; here it is told as what it is, a difference of the print. A
right label that is printed too early, as a transcript piles them up, is none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from lawbase.address import Address
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.errors import LawbaseError
from lawbase.model import Edition, Finding, Role, SourceNote, Text

DOUBLED = "doubled-label"
MISPRINTED = "misprinted-label"
MISSING = "missing-label"
ORPHAN = "orphan-label"
NAMES = (DOUBLED, MISPRINTED, MISSING, ORPHAN)

MESSAGES = {
    DOUBLED: "The label {printed} is printed twice; the second one stands for {meant}.",
    MISPRINTED: "The label {printed} is printed where {meant} stands.",
    MISSING: "{meant} is printed without its label.",
    ORPHAN: "The label {printed} stands for nothing; it is printed after {meant}.",
}


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every label that is read otherwise than it is printed."""
    for edition in evidence.editions:
        starts = [claim.start for claim in edition.claims]
        for note in edition.notes:
            address = _address(note.read_as)
            role = _role(edition, starts, note)
            if address is not None and role in ("label", "text"):
                check_name = _name(evidence, note, address, role)
                if check_name:
                    yield _finding(evidence, note, address, check_name)


def _finding(evidence: Evidence, note: SourceNote, address: Address, check_name: str) -> Finding:
    text = Text(note.edition, str(address))
    meant = evidence.profile(note.edition).cite(text.key)
    return finding(
        text,
        check_name,
        "error",
        0.95,
        MESSAGES[check_name].format(printed=f"“{note.printed}”", meant=meant),
        printed=note.printed if check_name != MISSING else "",
        expected="" if check_name == ORPHAN else text.key,
        evidence=(note.why,),
    )


def _name(evidence: Evidence, note: SourceNote, address: Address, role: Role) -> str | None:
    """Which check a note belongs to; None when the printed label is the right one."""
    if role == "text":
        return MISSING
    if not note.key:
        return ORPHAN
    printed = _bare(note.printed)
    if printed == _bare(address.steps[-1] if address.steps else str(address.law)):
        return None
    parent = evidence.provision(Text(note.edition, note.key)).parent
    siblings = evidence.provision(Text(note.edition, parent)).children if parent else ()
    labels = (evidence.provision(Text(note.edition, key)).label for key in siblings)
    return DOUBLED if [_bare(label) for label in labels].count(printed) > 1 else MISPRINTED


def _role(edition: Edition, starts: list[int], note: SourceNote) -> Role | None:
    """What the place of a note was read as."""
    claim = bisect_right(starts, note.source.start) - 1
    return edition.claims[claim].role if claim >= 0 else None


def _address(read_as: str) -> Address | None:
    try:
        return Address.parse(read_as)
    except LawbaseError:
        return None


def _bare(label: str) -> str:
    return label.strip("().[] ").lower()
