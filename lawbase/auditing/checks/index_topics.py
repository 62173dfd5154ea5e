"""Index entries whose provision doesn't speak of the topic, or differs from the other index's.

Two indexes are held against each other where the concepts of topic and subtopic are the same; the
other one's targets are translated to this edition first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from lawbase.address import key_order, law_of
from lawbase.auditing.citations import likeness
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding, named
from lawbase.auditing.topics import Subject, Topics
from lawbase.model import Edition, Finding, IndexEntry, Key, Text

OFF_TOPIC = "index-off-topic"
DISAGREES = "index-disagrees"
NAMES = (OFF_TOPIC, DISAGREES)

SPEAKS = 0.5
"""Which part of an entry's words a provision has, at least, that speaks of its topic."""

Entries = dict[Subject, list[IndexEntry]]


class Elsewhere(Struct, frozen=True):
    """A target of another index: what it prints, and how well the target fits it there."""

    raw: str
    fit: float


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every reference of an index that is off its topic, alone or against another index."""
    topics = {e.id: Topics(evidence, e) for e in evidence.editions if e.index}
    subjects = {e.id: _by_subject(evidence, e, topics[e.id]) for e in evidence.editions if e.index}
    for edition in evidence.editions:
        for entry in edition.index:
            theirs = _elsewhere(evidence, entry, topics, subjects)
            for key in evidence.kb.targets(entry):
                if law_of(key) is not None and Text(edition.id, key) in evidence:
                    yield from _judge(evidence, entry, key, topics[edition.id], theirs)


def _judge(
    evidence: Evidence,
    entry: IndexEntry,
    key: Key,
    topics: Topics,
    theirs: dict[Key, Elsewhere],
) -> Iterator[Finding]:
    """What the other index has too is no oddity, unless the topic is spoken of only there."""
    fit = topics.fit(entry, key)
    alike = [there for other, there in theirs.items() if _are_alike(key, other)]
    if any(fit >= min(there.fit, SPEAKS) for there in alike):
        return
    instead = [
        other
        for other in theirs
        if law_of(other) == law_of(key)
        and not any(_are_alike(other, own) for own in evidence.kb.targets(entry))
        and topics.fit(entry, other) >= fit
    ]
    if instead:
        better = max(instead, key=lambda other: (topics.fit(entry, other), theirs[other].raw))
        sure = topics.fit(entry, better) > fit
        yield _finding(entry, key, DISAGREES, 0.75 if sure else 0.5, better, theirs[better].raw)
    elif fit == 0:
        yield _finding(entry, key, OFF_TOPIC, 0.6, topics.likeliest(entry, key), "")


def _finding(
    entry: IndexEntry, key: Key, check_name: str, confidence: float, expected: Key, witness: str
) -> Finding:
    cited, other = named(key), named(expected)
    message = (
        f"The index leads to {cited}, the other index to {other}."
        if witness
        else f"The index leads to {cited}, which doesn't speak of this topic"
        + (f"; {other} does." if other else ".")
    )
    return finding(
        Text(entry.edition, entry.key),
        check_name,
        "warning" if confidence > 0.7 else "info",
        confidence,
        message,
        printed=key,
        expected=expected,
        evidence=[witness] if witness else [],
    )


def _by_subject(evidence: Evidence, edition: Edition, topics: Topics) -> Entries:
    found: defaultdict[Subject, list[IndexEntry]] = defaultdict(list)
    for entry in edition.index:
        subject = topics.subject(entry)
        if subject is not None and evidence.kb.targets(entry):
            found[subject].append(entry)
    return found


def _elsewhere(
    evidence: Evidence,
    entry: IndexEntry,
    topics: dict[str, Topics],
    subjects: dict[str, Entries],
) -> dict[Key, Elsewhere]:
    """Where the other indexes lead for the same subject.

    A subject that an index has several entries for is too wide to compare.
    """
    subject = topics[entry.edition].subject(entry)
    found: dict[Key, Elsewhere] = {}
    if subject is None or len(subjects[entry.edition].get(subject, ())) > 1:
        return found
    for edition, entries in subjects.items():
        same = entries.get(subject, ())
        if edition != entry.edition and len(same) == 1:
            for other in same:
                for target in evidence.kb.targets(other):
                    for key in evidence.translate(Text(edition, target), entry.edition):
                        if Text(entry.edition, key) in evidence:
                            raw = f"{edition} index: {' '.join(other.raw.split())}"
                            fit = topics[edition].fit(other, target)
                            found.setdefault(key, Elsewhere(raw, fit))
    return {key: found[key] for key in sorted(found, key=key_order)}


def _are_alike(one: Key, other: Key) -> bool:
    return likeness(one, other) in ("same", "coarser", "finer")
