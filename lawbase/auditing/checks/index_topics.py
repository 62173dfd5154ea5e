"""Index entries whose provision doesn't speak of the topic, or differs from the other index's.

Two indexes are held against each other where the concepts of topic and subtopic are the same; the
other one's targets are translated to this edition first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lawbase.address import key_order, law_of
from lawbase.auditing.citations import likeness
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.topics import Subject, Topics, entry_key
from lawbase.model import Edition, Finding, IndexEntry, Key, Text

OFF_TOPIC = "index-off-topic"
DISAGREES = "index-disagrees"
NAMES = (OFF_TOPIC, DISAGREES)

Entries = dict[Subject, list[IndexEntry]]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every reference of an index that is off its topic, alone or against another index."""
    topics = {e.id: Topics(evidence, e) for e in evidence.editions if e.index}
    subjects = {e.id: _by_subject(e, topics[e.id]) for e in evidence.editions if e.index}
    for edition in evidence.editions:
        for entry in edition.index:
            theirs = _elsewhere(evidence, entry, topics[edition.id], subjects)
            for key in entry.targets:
                if law_of(key) is not None and Text(edition.id, key) in evidence:
                    yield from _judge(entry, key, topics[edition.id], theirs)


def _judge(
    entry: IndexEntry, key: Key, topics: Topics, theirs: dict[Key, str]
) -> Iterator[Finding]:
    """A provision that the other index has too is no oddity."""
    if any(_are_alike(key, other) for other in theirs):
        return
    fit = topics.fit(entry, key)
    instead = [
        other
        for other in theirs
        if law_of(other) == law_of(key)
        and not any(_are_alike(other, own) for own in entry.targets)
        and topics.fit(entry, other) >= fit
    ]
    if instead:
        better = max(instead, key=lambda other: (topics.fit(entry, other), theirs[other]))
        sure = topics.fit(entry, better) > fit
        yield _finding(entry, key, DISAGREES, 0.75 if sure else 0.5, better, theirs[better])
    elif fit == 0:
        yield _finding(entry, key, OFF_TOPIC, 0.6, "", "")


def _finding(
    entry: IndexEntry, key: Key, check_name: str, confidence: float, expected: Key, witness: str
) -> Finding:
    cited = key.replace(".", "")
    message = (
        f"The index leads to {cited}, the other index to {expected.replace('.', '')}."
        if expected
        else f"The index leads to {cited}, which doesn't speak of this topic."
    )
    return finding(
        Text(entry.edition, entry_key(entry)),
        check_name,
        "warning" if confidence > 0.7 else "info",
        confidence,
        message,
        printed=key,
        expected=expected,
        evidence=[witness] if witness else [],
    )


def _by_subject(edition: Edition, topics: Topics) -> Entries:
    found: defaultdict[Subject, list[IndexEntry]] = defaultdict(list)
    for entry in edition.index:
        subject = topics.subject(entry)
        if subject is not None and entry.targets:
            found[subject].append(entry)
    return found


def _elsewhere(
    evidence: Evidence, entry: IndexEntry, topics: Topics, subjects: dict[str, Entries]
) -> dict[Key, str]:
    """Where the other indexes lead for the same subject, and what they print.

    A subject that an index has several entries for is too wide to compare.
    """
    subject = topics.subject(entry)
    found: dict[Key, str] = {}
    if subject is None or len(subjects[entry.edition].get(subject, ())) > 1:
        return found
    for edition, entries in subjects.items():
        same = entries.get(subject, ())
        if edition != entry.edition and len(same) == 1:
            for other in same:
                for target in other.targets:
                    for key in evidence.translate(Text(edition, target), entry.edition):
                        if Text(entry.edition, key) in evidence:
                            found.setdefault(key, f"{edition} index: {' '.join(other.raw.split())}")
    return {key: found[key] for key in sorted(found, key=key_order)}


def _are_alike(one: Key, other: Key) -> bool:
    return likeness(one, other) in ("same", "coarser", "finer")
