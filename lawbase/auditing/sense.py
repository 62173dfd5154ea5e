"""What a text's own sense says where the texts disagree on a citation and none is in the majority.

Three signs speak: whether the target deals with what the citing sentence deals with, what the same
sentence cites where it stands a second time, and how often the edition cites the target elsewhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import exp, log, log2

from lawbase.auditing.collation import Collation, stems_of
from lawbase.model import Key, Reference, Text

ALIKE = 0.6
"""The share of their words from which two sentences count as the same one."""


class Sense:
    """The signs for one edition, gathered once."""

    def __init__(self, laws: Collation, edition_id: str):
        self._laws = laws
        self._edition = edition_id
        self._stemmer = laws.stemmer(edition_id)
        self._texts = [text for text, _ in laws.texts() if text.edition == edition_id]
        holders = Counter(word for text in self._texts for word in laws.stems(text))
        self._rare = {w: log((len(self._texts) + 1) / n) for w, n in holders.items()}
        self._cited: Counter[Key] = Counter()
        self._sentences: defaultdict[str, list[tuple[frozenset[str], Reference]]]
        self._sentences = defaultdict(list)
        self._gather()

    def doubt(self, text: Text, reference: Reference, expected: Key) -> float:
        """How likely it is, from 0 to 1, that a citation means another target than it prints."""
        printed = reference.to or ""
        signs = self._topic(reference, expected) - self._topic(reference, printed)
        signs *= 3
        signs += self._repeated(text, reference, expected) - self._repeated(
            text, reference, printed
        )
        signs += 0.5 * log2((1 + self._count(expected)) / self._count(printed, least=1))
        return 1 / (1 + exp(-signs))

    def _topic(self, reference: Reference, key: Key) -> float:
        """How much of the citing sentence, by rarity, the target speaks of."""
        target: set[str] = set()
        for below in self._laws.below(Text(self._edition, key)):
            target |= self._laws.stems(below)
        words = self._sentence(reference)
        whole = sum(self._rare.get(word, 0.0) for word in words)
        return sum(self._rare.get(word, 0.0) for word in words & target) / max(whole, 1.0)

    def _repeated(self, text: Text, reference: Reference, key: Key) -> float:
        """2 when the same sentence cites the key elsewhere."""
        words = self._sentence(reference)
        for other, cited in self._sentences[key]:
            elsewhere = cited.from_key != text.key
            if elsewhere and len(words & other) >= ALIKE * max(len(words | other), 1):
                return 2.0
        return 0.0

    def _count(self, key: Key, least: int = 0) -> int:
        return max(self._cited[key], least)

    def _gather(self) -> None:
        for text in self._texts:
            for reference in self._laws.citations(text):
                if reference.to is not None:
                    self._cited[reference.to] += 1
                    words = self._sentence(reference)
                    self._sentences[reference.to].append((words, reference))

    def _sentence(self, reference: Reference) -> frozenset[str]:
        """The words of the citing sentence, labels left out."""
        return stems_of(self._laws.kb.citing_sentence(reference), self._stemmer)
