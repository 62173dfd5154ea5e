"""Texts that stand at the same place in two editions of one year and seem to say different things.

The alignment paired them because of where they stand, though the words speak strongly against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.similarity import Similarity
from lawbase.model import Finding, Text

UNLIKE = "unlike-text"
NAMES = (UNLIKE,)

LITTLE = 0.15
"""How much of their words, both ways together, two texts that say different things share."""
WORDS = 8
"""How many words both have at least; of short texts the lexicon knows too little."""
APART = frozenset({"definition", "preface", "introduction"})


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every pair of one year that only its place holds together, told of the later edition."""
    similarity = Similarity(evidence)
    for one, other in chain.from_iterable(
        combinations(a.texts, 2) for a in evidence.aligned.alignments
    ):
        same_year = evidence.edition(one.edition).year == evidence.edition(other.edition).year
        if same_year and _are_long(evidence, one, other) and _are_unlike(similarity, one, other):
            yield finding(
                other,
                UNLIKE,
                "info",
                0.6,
                f"This says something else than {evidence.cite(one)} at the same place.",
                printed=evidence.excerpt(other),
                evidence=[f"{evidence.cite(one)}: “{evidence.excerpt(one)}”"],
            )


def _are_unlike(similarity: Similarity, one: Text, other: Text) -> bool:
    shared = similarity.covered_text(one, [other]) + similarity.covered_text(other, [one])
    return shared <= LITTLE


def _are_long(evidence: Evidence, *texts: Text) -> bool:
    provisions = [evidence.provision(text) for text in texts]
    return all(len(p.text.split()) >= WORDS and p.kind not in APART for p in provisions)
