"""Entries of a book's own subject index that lead nowhere, or to what doesn't speak of the topic.

Two indexes are held against each other where the concepts of topic and subtopic are the same; the
other one's targets are translated to this edition first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from lawbase.address import key_order, law_of
from lawbase.auditing.citing import are_alike
from lawbase.auditing.collation import Collation, stems_of
from lawbase.citations.terms import TermFinder
from lawbase.grouping import grouped
from lawbase.model import (
    Cited,
    Edition,
    EditionName,
    Finding,
    IndexEntry,
    Key,
    Provision,
    Quotation,
    Reference,
    Severity,
    Text,
    Witness,
)
from lawbase.text import WORD, fold

BEGINNING = 4
"""How many letters of a word inflection leaves alone."""
SPEAKS = 0.5
"""Which part of an entry's words a provision has, at least, that speaks of its topic."""

Subject = tuple[frozenset[str], frozenset[str]]
Entries = dict[Subject, tuple[IndexEntry, ...]]


def dangling_entries(laws: Collation) -> Iterator[Finding]:
    """Every reference to nothing; a definition may stand under another headword."""
    for reference in laws.kb.links.references:
        if reference.kind == "index" and reference.status in ("dangling", "ambiguous"):
            unclear = reference.status == "ambiguous"
            named = bool(reference.to) and law_of(reference.to or "") is None
            severity: Severity = "warning" if unclear or named else "error"
            yield laws.finding(
                Text(reference.edition, reference.from_key),
                "dangling-index-reference",
                grade=(severity, 0.95 if severity == "error" else 0.7),
                printed=reference.raw,
                witnesses=[_candidates(reference)],
                citation=None if unclear else reference.raw,
                unclear=reference.raw if unclear else None,
            )


def _candidates(reference: Reference) -> Witness:
    if reference.to:
        return Witness("would-be", {"cited": Cited(reference.edition, reference.to)})
    candidates = tuple(Cited(reference.edition, key) for key in reference.candidates)
    return Witness("may-be", {"cited": candidates})


def sees(laws: Collation) -> Iterator[Finding]:
    """Every “see” without such a topic; it may shorten one and inflect its words."""
    titles = grouped(
        (entry.edition, beginnings(title))
        for entry in _entries(laws)
        for title in (entry.topic, f"{entry.topic} {entry.subtopic}")
    )
    for entry in _entries(laws):
        for see in entry.see:
            if not any(beginnings(see) <= title for title in titles[entry.edition]):
                yield laws.finding(_text(entry), "dangling-index-see", printed=see)


def off_heading(laws: Collation) -> Iterator[Finding]:
    """Every entry with one target that a heading beside the target names better."""
    for entry in _entries(laws):
        keys = laws.kb.targets(entry)
        target = laws.kb.provision(entry.edition, keys[0]) if len(keys) == 1 else None
        better = _named_beside(laws, entry, target) if target else None
        if target and better:
            yield laws.finding(
                _text(entry),
                "index-off-heading",
                printed=target.key,
                expected=better.key,
                witnesses=[laws.witness(t, "quotes", words=t.heading) for t in (target, better)],
                cited=Cited(target.edition, target.key),
                other=Cited(better.edition, better.key),
            )


def _entries(laws: Collation) -> Iterator[IndexEntry]:
    return (entry for edition in laws.editions for entry in edition.index)


def _text(entry: IndexEntry) -> Text:
    return Text(entry.edition, entry.key)


def _named_beside(laws: Collation, entry: IndexEntry, target: Provision) -> Provision | None:
    """The neighbour whose heading is the entry's words, or has them all and the target has not."""
    stemmer = laws.stemmer(entry.edition)
    parent = laws.kb.parent(target)
    beside = laws.kb.children(parent) if parent else []
    headings = {text: stems_of(text.heading, stemmer) for text in beside}
    said = frozenset(stem for text in laws.below(target) for stem in laws.stems(text))
    for words in (f"{entry.topic} {entry.subtopic}", entry.subtopic):
        asked = stems_of(words, stemmer)
        for text, heading in headings.items() if asked != headings.get(target) else ():
            named = heading == asked or (asked <= heading and not asked <= said)
            if asked and named and text != target:
                return text
    return None


class Elsewhere(Struct, frozen=True):
    """A target of another index: what it prints, and how well the target fits it there."""

    edition: str
    raw: str
    fit: float


def off_topic(laws: Collation) -> Iterator[Finding]:
    """Every reference of an index that is off its topic, alone or against another index."""
    topics = {e.id: Topics(laws, e) for e in laws.editions if e.index}
    subjects = {e.id: _by_subject(laws, e, topics[e.id]) for e in laws.editions if e.index}
    for entry in _entries(laws):
        theirs = _elsewhere(laws, entry, topics, subjects)
        for key in laws.kb.targets(entry):
            if law_of(key) is not None and laws.kb.provision(entry.edition, key):
                yield from _judge(laws, entry, key, topics[entry.edition], theirs)


def _judge(
    laws: Collation, entry: IndexEntry, key: Key, topics: Topics, theirs: dict[Key, Elsewhere]
) -> Iterator[Finding]:
    """What the other index has too is no oddity, unless the topic is spoken of only there."""
    fit = topics.fit(entry, key)
    alike = [there for other, there in theirs.items() if are_alike(key, other)]
    if any(fit >= min(there.fit, SPEAKS) for there in alike):
        return
    instead = [
        other
        for other in theirs
        if law_of(other) == law_of(key)
        and not any(are_alike(other, own) for own in laws.kb.targets(entry))
        and topics.fit(entry, other) >= fit
    ]
    text, here = _text(entry), Cited(entry.edition, key)
    if instead:
        other = max(instead, key=lambda o: (topics.fit(entry, o), theirs[o].edition, theirs[o].raw))
        sure = topics.fit(entry, other) > fit
        yield laws.finding(
            text,
            "index-disagrees",
            grade=("warning" if sure else "info", 0.75 if sure else 0.5),
            printed=key,
            expected=other,
            witnesses=[_other_entry(laws, theirs[other])],
            cited=here,
            other=Cited(entry.edition, other),
        )
    elif fit == 0:
        better = topics.likeliest(entry, key)
        yield laws.finding(
            text,
            "index-off-topic",
            printed=key,
            expected=better,
            cited=here,
            better=Cited(entry.edition, better) if better else None,
        )


def _other_entry(laws: Collation, there: Elsewhere) -> Witness:
    printed = Quotation(there.raw, laws.kb.edition(there.edition).language)
    return Witness("index-entry", {"edition": EditionName(there.edition), "entry": printed})


def _by_subject(laws: Collation, edition: Edition, topics: Topics) -> Entries:
    entries = ((topics.subject(entry), entry) for entry in edition.index if laws.kb.targets(entry))
    return grouped((subject, entry) for subject, entry in entries if subject is not None)


def _elsewhere(
    laws: Collation, entry: IndexEntry, topics: dict[str, Topics], subjects: dict[str, Entries]
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
        if edition == entry.edition or len(same) != 1:
            continue
        for target in laws.kb.targets(same[0]):
            for key in laws.translate(target, edition, entry.edition):
                if laws.kb.provision(entry.edition, key):
                    raw = " ".join(same[0].raw.split())
                    fit = topics[edition].fit(same[0], target)
                    found.setdefault(key, Elsewhere(edition, raw, fit))
    return {key: found[key] for key in sorted(found, key=key_order)}


def beginnings(title: str) -> frozenset[str]:
    """The beginnings of a title's words, without diacritics."""
    return frozenset(_folded(word)[:BEGINNING] for word in WORD.findall(title) if len(word) > 1)


_folded = cache(fold)


class Topics:
    """What the entries of one edition's index are about, and which provisions speak of it."""

    def __init__(self, laws: Collation, edition: Edition):
        self._laws = laws
        self._edition = edition
        self._terms = TermFinder(laws.kb.concepts, edition.language, laws.stemmer(edition.id))
        self._speech = cache(self._spoken)

    def subject(self, entry: IndexEntry) -> Subject | None:
        """The concepts of topic and subtopic, if it has any, the same in every language."""
        topic, subtopic = self._concepts(entry.topic), self._concepts(entry.subtopic)
        return (topic, subtopic) if topic and bool(subtopic) == bool(entry.subtopic) else None

    def fit(self, entry: IndexEntry, key: Key) -> float:
        """Which part of an entry's words and concepts a provision speaks of, headings above too."""
        said = self._speech(key)
        parts = [self._asked(title) for title in (entry.topic, entry.subtopic) if title]
        return sum(
            1.0 if concepts and concepts <= said else len(words & said) / len(words)
            for words, concepts in parts
        ) / len(parts)

    def likeliest(self, entry: IndexEntry, key: Key) -> Key:
        """The one provision of a key's law that speaks of everything an entry names, if any."""
        law = law_of(key)
        leaves = (p.key for p in self._edition.provisions if not p.children)
        likely = [leaf for leaf in leaves if law_of(leaf) == law and self.fit(entry, leaf) == 1]
        return likely[0] if len(likely) == 1 else ""

    def _asked(self, title: str) -> tuple[frozenset[str], frozenset[str]]:
        return beginnings(title) or frozenset([""]), self._concepts(title)

    def _concepts(self, title: str) -> frozenset[str]:
        return frozenset(use.concept for use in self._terms.find(title))

    def _spoken(self, key: Key) -> frozenset[str]:
        """What a text speaks of, and what stands below and above it."""
        parts: list[Provision] = []
        above = self._laws.kb.provision(self._edition.id, key)
        if above:
            parts += self._laws.below(above)
        while above := above and self._laws.kb.parent(above):
            parts.append(above)
        return frozenset[str]().union(*map(self._own_words, parts))

    def _own_words(self, text: Provision) -> frozenset[str]:
        uses = self._laws.kb.uses_in(text.edition, text.key)
        return beginnings(text.words) | {use.concept for use in uses}


CHECKS = (dangling_entries, sees, off_heading, off_topic)
