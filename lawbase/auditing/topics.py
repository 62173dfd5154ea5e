"""What an entry of a subject index is about, and whether a provision speaks of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from lawbase.address import law_of
from lawbase.auditing.evidence import Evidence
from lawbase.citations.terms import TermFinder
from lawbase.model import Edition, IndexEntry, Key, Text
from lawbase.text import WORD

BEGINNING = 4
"""How many letters of a word inflection leaves alone."""

Subject = tuple[frozenset[str], frozenset[str]]


def beginnings(title: str) -> frozenset[str]:
    """The beginnings of a title's words, without diacritics."""
    plain = (unicodedata.normalize("NFD", word.lower()) for word in WORD.findall(title))
    letters = ("".join(c for c in word if not unicodedata.combining(c)) for word in plain)
    return frozenset(word[:BEGINNING] for word in letters if len(word) > 1)


class Topics:
    """The topics of one edition's index."""

    def __init__(self, evidence: Evidence, edition: Edition):
        self._evidence = evidence
        self._edition = edition
        self._terms = TermFinder(evidence.concepts, edition.language, evidence.stemmer(edition.id))
        self._said: dict[Key, frozenset[str]] = {}

    def subject(self, entry: IndexEntry) -> Subject | None:
        """The concepts of topic and subtopic, if it has any, the same in every language."""
        topic, subtopic = self._concepts(entry.topic), self._concepts(entry.subtopic)
        return (topic, subtopic) if topic and bool(subtopic) == bool(entry.subtopic) else None

    def fit(self, entry: IndexEntry, key: Key) -> float:
        """Which part of an entry's words and concepts a provision speaks of, headings above too."""
        said = self._speech(key)
        titles = [title for title in (entry.topic, entry.subtopic) if title]
        parts = [(beginnings(title) or frozenset([""]), self._concepts(title)) for title in titles]
        return sum(
            1.0 if concepts and concepts <= said else len(words & said) / len(words)
            for words, concepts in parts
        ) / len(parts)

    def likeliest(self, entry: IndexEntry, key: Key) -> Key:
        """The one provision of a key's law that speaks of everything an entry names, if any."""
        law = law_of(key)
        leaves = [
            p.key for p in self._edition.provisions if law_of(p.key) == law and not p.children
        ]
        likely = [leaf for leaf in leaves if self.fit(entry, leaf) == 1]
        return likely[0] if len(likely) == 1 else ""

    def _concepts(self, title: str) -> frozenset[str]:
        return frozenset(use.concept for use in self._terms.find(title))

    def _speech(self, key: Key) -> frozenset[str]:
        if key not in self._said:
            self._said[key] = frozenset(self._spoken(Text(self._edition.id, key)))
        return self._said[key]

    def _spoken(self, text: Text) -> Iterator[str]:
        above: list[Text] = []
        parent = self._evidence.provision(text).parent
        while parent is not None:
            above.append(Text(text.edition, parent))
            parent = self._evidence.provision(above[-1]).parent
        for spoken in (*self._evidence.below(text), *above):
            provision = self._evidence.provision(spoken)
            yield from beginnings(f"{provision.heading} {provision.text} {provision.tail}")
            yield from (use.concept for use in self._evidence.uses(spoken))
