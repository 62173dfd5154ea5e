"""Footnotes that say, in other words, what another footnote of the same book says already.

Two footnotes whose partners differ but that are much alike themselves are one footnote translated
twice, one of them in the place of another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import log

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.model import Edition, Finding, Text

REPEATED = "repeated-footnote"
NAMES = (REPEATED,)

ALIKE = 0.25
"""Which part of their words, by rarity, two footnotes share that say the same."""
LONG = 6
"""How many different words a footnote has at least; short ones are formulas."""

Stems = frozenset[str]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every two footnotes that are alike where those of the sister are not."""
    alike = {edition.id: Likeness(evidence, edition) for edition in evidence.editions}
    for edition in evidence.editions:
        ours = alike[edition.id]
        for one, other in combinations(ours.footnotes, 2):
            if ours.shared(one, other) >= ALIKE:
                near = [alike[sister.id] for sister in evidence.sisters(edition.id)]
                far = [alike[another.id] for another in evidence.others(edition.id)]
                apart = any(_are_apart(evidence, one, other, theirs) for theirs in near)
                if apart and not any(_are_alike(evidence, one, other, t) for t in (*near, *far)):
                    yield _finding(evidence, one, other)


class Likeness:
    """The longer footnotes of an edition, and how much of their words two texts share."""

    def __init__(self, evidence: Evidence, edition: Edition):
        self.edition = edition.id
        self._stems = evidence.stems
        texts = {Text(edition.id, p.key): p for p in edition.provisions}
        holders = Counter(stem for text in texts for stem in evidence.stems(text))
        self._rare = {stem: log(len(texts) / n) for stem, n in holders.items()}
        self.footnotes = [
            text
            for text, provision in texts.items()
            if provision.kind == "footnote" and len(evidence.stems(text)) >= LONG
        ]

    def shared(self, one: Text, other: Text) -> float:
        """Which part of the words of both, by rarity, both have."""
        union = self._weight(self._stems(one) | self._stems(other))
        return self._weight(self._stems(one) & self._stems(other)) / union if union else 0.0

    def _weight(self, stems: Stems) -> float:
        return sum(self._rare[stem] for stem in stems)


def _are_apart(evidence: Evidence, one: Text, other: Text, theirs: Likeness) -> bool:
    """Whether another edition has partners of both, each of them one of its own."""
    ones = evidence.partners(one, theirs.edition)
    others = evidence.partners(other, theirs.edition)
    return bool(ones and others) and not set(ones) & set(others)


def _are_alike(evidence: Evidence, one: Text, other: Text, theirs: Likeness) -> bool:
    """Whether the partners in another edition are somewhat alike too."""
    return any(
        theirs.shared(a, b) >= ALIKE / 2
        for a in evidence.partners(one, theirs.edition)
        for b in evidence.partners(other, theirs.edition)
    )


def _finding(evidence: Evidence, one: Text, other: Text) -> Finding:
    return finding(
        other,
        REPEATED,
        "warning",
        0.8,
        f"This footnote says what {evidence.profile(one.edition).cite(one.key)} says already.",
        printed=evidence.excerpt(other),
        evidence=[f"{evidence.cite(one)}: “{evidence.excerpt(one)}”"],
    )
