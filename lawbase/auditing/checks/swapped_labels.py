"""Paragraphs that stand at each other's labels in two texts of one year.

Two neighbours are held against those that a sister has at the same labels, straight and crossed.
Another year that has the labels too says which of the two texts is odd; else their own citations
do: what a text cites under one label fits what it prints under the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.sense import Sense
from lawbase.auditing.similarity import Similarity
from lawbase.model import Edition, Finding, Key, Provision, Text

SWAPPED = "swapped-labels"
NAMES = (SWAPPED,)

MARGIN = 0.1
"""How much more alike texts are one way than the other, at least, of 8 that is possible."""
SURE = 0.9
"""From how much on the words of a sister say that nothing is crossed."""

Two = tuple[Text, Text]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every two neighbours that are more like the sister's the other way round."""
    similarity = Similarity(evidence)
    for text, provision in evidence.texts():
        for two in _neighbours(evidence, provision):
            for sister in evidence.sisters(text.edition):
                theirs = _same_labels(evidence, two, sister)
                confidence = _odd(evidence, similarity, two, theirs) if theirs else 0.0
                if theirs and confidence:
                    yield _finding(evidence, two, theirs, confidence)


def _neighbours(evidence: Evidence, provision: Provision) -> Iterator[Two]:
    for one, two in pairwise(provision.children):
        first, second = Text(provision.edition, one), Text(provision.edition, two)
        if _is_leaf(evidence, first) and _is_leaf(evidence, second):
            yield first, second


def _is_leaf(evidence: Evidence, text: Text) -> bool:
    provision = evidence.provision(text)
    return bool(provision.text.strip()) and not provision.children


def _same_labels(evidence: Evidence, two: Two, edition: Edition) -> Two | None:
    """The leaves of another edition at the same two labels."""
    one, other = (Text(edition.id, text.key) for text in two)
    there = one in evidence and other in evidence
    return (one, other) if there and all(_is_leaf(evidence, t) for t in (one, other)) else None


def _straight(similarity: Similarity, two: Two, theirs: Two) -> float:
    """How much more alike they are label by label than the other way round."""
    straight = similarity.alike(two[0], theirs[0]) + similarity.alike(two[1], theirs[1])
    return straight - similarity.alike(two[0], theirs[1]) - similarity.alike(two[1], theirs[0])


def _odd(evidence: Evidence, similarity: Similarity, two: Two, theirs: Two) -> float:
    """How sure it is that our labels are the odd ones; 0 when the sister's are, or none.

    The lexicon that speaks between us and the sister has learned from the odd pair too; another
    year outvotes it unless it is sure.
    """
    near = _straight(similarity, two, theirs)
    if near > SURE:
        return 0.0
    far = [
        (_straight(similarity, two, labels), _straight(similarity, theirs, labels))
        for edition in evidence.others(two[0].edition)
        if (labels := _same_labels(evidence, two, edition)) is not None
    ]
    ours, there = sum(one for one, _ in far), sum(other for _, other in far)
    if ours < -MARGIN and there > MARGIN:
        return 0.9
    if near > -MARGIN or (ours > MARGIN and there < -MARGIN):
        return 0.0
    return _by_citations(evidence, two, theirs)


def _by_citations(evidence: Evidence, two: Two, theirs: Two) -> float:
    """Our labels are the odd ones when our citations fit them no better than the sister's do."""
    keys = (two[0].key, two[1].key)
    ours, there = (_doubt(evidence, t[0].edition, *keys) for t in (two, theirs))
    return 0.75 if ours >= there else 0.0


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


def _finding(evidence: Evidence, two: Two, theirs: Two, confidence: float) -> Finding:
    one, other = two
    cite = evidence.profile(one.edition).cite
    return finding(
        one,
        SWAPPED,
        "error" if confidence > 0.8 else "warning",
        confidence,
        f"{cite(one.key)} and {cite(other.key)} stand the other way round in {theirs[0].edition}.",
        printed=one.key,
        expected=other.key,
        evidence=[
            f"{evidence.cite(one)}: “{evidence.excerpt(one)}”",
            f"{evidence.cite(theirs[0])}: “{evidence.excerpt(theirs[0])}”",
        ],
    )
