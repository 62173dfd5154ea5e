"""Entries of a book's own subject index that lead nowhere, or to a whole beside its part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding, named
from lawbase.auditing.topics import beginnings
from lawbase.model import Edition, Finding, IndexEntry, Reference, Severity, Text

DANGLING = "dangling-index-reference"
SEE = "dangling-index-see"
OVERLAP = "index-overlap"
NAMES = (DANGLING, SEE, OVERLAP)


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every reference that leads to nothing or adds nothing, every “see” without such a topic."""
    for reference in evidence.links.references:
        if reference.kind == "index" and reference.status in ("dangling", "ambiguous"):
            yield _dangling(reference)
    for edition in evidence.editions:
        yield from _sees(edition)
        yield from _overlaps(evidence, edition)


def _dangling(reference: Reference) -> Finding:
    """A definition may stand under another headword; a provision that isn't there is an error."""
    nothing = "leads to nothing" if reference.status == "dangling" else "is not told apart"
    sure = reference.status == "dangling" and not (reference.to or "").startswith("def.")
    severity: Severity = "error" if sure else "warning"
    return finding(
        Text(reference.edition, reference.from_key),
        DANGLING,
        severity,
        0.95 if severity == "error" else 0.7,
        f"The index entry cites “{reference.raw}”, which {nothing} in this edition.",
        printed=reference.raw,
        evidence=[f"it would be {reference.to or ' or '.join(reference.candidates)}"],
    )


def _sees(edition: Edition) -> Iterator[Finding]:
    """A see-reference may shorten a topic and inflect its words."""
    topics = {beginnings(title) for entry in edition.index for title in _titles(entry)}
    for entry in edition.index:
        for see in entry.see:
            if not any(beginnings(see) <= topic for topic in topics):
                yield finding(
                    Text(edition.id, entry.key),
                    SEE,
                    "error",
                    0.9,
                    f"The index says to see “{see}”, which is no entry of it.",
                    printed=see,
                )


def _overlaps(evidence: Evidence, edition: Edition) -> Iterator[Finding]:
    """A provision and a part of it in one entry: one of the two says too much or too little."""
    for entry in edition.index:
        for whole, part in permutations(evidence.kb.targets(entry), 2):
            if part.startswith(f"{whole}."):
                yield finding(
                    Text(edition.id, entry.key),
                    OVERLAP,
                    "info",
                    0.6,
                    f"The index entry cites {named(whole)} beside {named(part)}, "
                    "which is a part of it.",
                    printed=whole,
                )


def _titles(entry: IndexEntry) -> Iterator[str]:
    yield entry.topic
    if entry.subtopic:
        yield f"{entry.topic} {entry.subtopic}"
