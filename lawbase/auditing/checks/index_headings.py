"""Index entries that lead to a paragraph whose neighbour's heading is what the entry says."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.auditing.evidence import Evidence, stems_of
from lawbase.auditing.reporting import finding, named
from lawbase.model import Edition, Finding, IndexEntry, Provision, Text

OFF_HEADING = "index-off-heading"
NAMES = (OFF_HEADING,)

Stems = frozenset[str]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every entry with one target that a heading beside the target names better."""
    for edition in evidence.editions:
        for entry in edition.index:
            keys = evidence.kb.targets(entry)
            target = Text(edition.id, keys[0]) if len(keys) == 1 else None
            if target is not None and target in evidence:
                better = _named_beside(evidence, edition, entry, evidence.provision(target))
                if better is not None:
                    yield _finding(evidence, entry, evidence.provision(target), better)


def _named_beside(
    evidence: Evidence, edition: Edition, entry: IndexEntry, target: Provision
) -> Provision | None:
    """The neighbour whose heading is the entry's words, or has them all and the target has not."""
    stemmer = evidence.stemmer(edition.id)
    own = stems_of(target.heading, stemmer)
    below = evidence.below(Text(edition.id, target.key))
    said = frozenset(stem for text in below for stem in evidence.stems(text))
    for words in _wordings(entry):
        asked = stems_of(words, stemmer)
        for beside in _neighbours(evidence, target) if asked and asked != own else ():
            heading = stems_of(beside.heading, stemmer)
            if heading == asked or (asked <= heading and not asked <= said):
                return beside
    return None


def _wordings(entry: IndexEntry) -> Iterator[str]:
    yield f"{entry.topic} {entry.subtopic}"
    if entry.subtopic:
        yield entry.subtopic


def _neighbours(evidence: Evidence, target: Provision) -> Iterator[Provision]:
    if target.parent is not None:
        for key in evidence.provision(Text(target.edition, target.parent)).children:
            beside = evidence.provision(Text(target.edition, key))
            if key != target.key and beside.heading:
                yield beside


def _finding(
    evidence: Evidence, entry: IndexEntry, target: Provision, better: Provision
) -> Finding:
    texts = [Text(entry.edition, provision.key) for provision in (target, better)]
    printed, expected = (named(text.key) for text in texts)
    return finding(
        Text(entry.edition, entry.key),
        OFF_HEADING,
        "warning",
        0.85,
        f"The index leads to {printed}, but the heading of {expected} is what the entry says.",
        printed=target.key,
        expected=better.key,
        evidence=[f"{evidence.cite(text)}: “{evidence.provision(text).heading}”" for text in texts],
    )
