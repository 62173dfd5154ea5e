"""Paragraphs that stand at each other's labels in two texts of one year.

Which of the two texts is odd shows in its own citations: what it cites under one label fits what it
prints under the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.address import key_order
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.sense import Sense
from lawbase.model import Finding, Key, Text

SWAPPED = "swapped-labels"
NAMES = (SWAPPED,)


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every two keys whose texts a sister has the other way round."""
    for text, _ in evidence.texts():
        for sister in evidence.sisters(text.edition):
            for key in evidence.partners(text, sister.id):
                other = Text(text.edition, key)
                if _is_crossed(evidence, text, other, sister.id) and _fits_worse(
                    evidence, text, other, sister.id
                ):
                    yield _finding(evidence, text, other, sister.id)


def _is_crossed(evidence: Evidence, text: Text, other: Text, sister: str) -> bool:
    """Whether each text's partner stands at the other's label; told once, of the first."""
    straight = text.key in evidence.partners(text, sister)
    crossed = text.key in evidence.partners(other, sister)
    return crossed and not straight and key_order(text.key) < key_order(other.key)


def _fits_worse(evidence: Evidence, text: Text, other: Text, sister: str) -> bool:
    """Whether this edition's own citations of the two labels fit no better than the sister's."""
    ours = _doubt(evidence, text.edition, text.key, other.key)
    theirs = _doubt(evidence, sister, text.key, other.key)
    return ours >= theirs


def _doubt(evidence: Evidence, edition: str, one: Key, two: Key) -> float:
    """How much the citations of either key seem to mean the other one; 0.5 when there are none."""
    sense = Sense(evidence, edition)
    other = {one: two, two: one}
    doubts = [
        sense.doubt(text, reference, other[reference.to])
        for text, _ in evidence.texts()
        if text.edition == edition
        for reference in evidence.citations(text)
        if reference.to in other
    ]
    return sum(doubts) / len(doubts) if doubts else 0.5


def _finding(evidence: Evidence, text: Text, other: Text, sister: str) -> Finding:
    cite = evidence.profile(text.edition).cite
    return finding(
        text,
        SWAPPED,
        "warning",
        0.75,
        f"{cite(text.key)} and {cite(other.key)} stand the other way round in {sister}.",
        printed=text.key,
        expected=other.key,
        evidence=[
            f"{evidence.cite(here)} says what {evidence.cite(Text(sister, there.key))} says"
            for here, there in ((text, other), (other, text))
        ],
    )
