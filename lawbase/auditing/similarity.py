"""How alike two texts are, in one language or through the learned lexicon."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from math import log

from lawbase.auditing.collation import Collation, stems_of
from lawbase.auditing.wording import numbers, plain
from lawbase.model import Text

KNOWN = 0.1
"""How sure the best translation of a word is at least; other words say nothing."""
ELSEWHERE = 3
"""In how many texts a word stands that has learned its translation from others than this one."""
HALF = 0.5
"""What numbers and length weigh beside words and citations."""

Weights = dict[str, dict[str, float]]


class Similarity:
    """The words of all texts, how rare they are, and what they become in another language.

    Phrases of the lexicon are left out: texts are compared word by word.
    """

    def __init__(self, laws: Collation):
        self._laws = laws
        self._holders: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._count: Counter[str] = Counter()
        for text, _ in laws.texts():
            self._holders[text.edition].update(laws.stems(text))
            self._count[text.edition] += 1
        self._becomes: defaultdict[tuple[str, str], Weights] = defaultdict(dict)
        for entry in laws.kb.aligned.lexicon:
            if " " not in entry.word and " " not in entry.translation:
                weights = self._becomes[entry.source, entry.target].setdefault(entry.word, {})
                weights[entry.translation] = entry.weight

    def alike(self, one: Text, other: Text) -> float:
        """How alike two texts are: words both ways, citations, numbers, length; 4 when the same."""
        words = self.covered_text(one, [other]) + self.covered_text(other, [one])
        cites = _agreement(self._cites(one, other.edition), self._cites(other, other.edition))
        counts = _agreement(*(set(numbers(plain(self._laws, t))) for t in (one, other)))
        lengths = [len(self._laws.provision(t).text) + 1 for t in (one, other)]
        length = max(0.0, 1 - abs(log(lengths[0] / lengths[1])))
        return words + cites + HALF * counts + HALF * length

    def covered_text(self, text: Text, others: list[Text]) -> float:
        """Which part of a text's words, by rarity, stands in texts of another edition."""
        return self._covered(text.edition, self._laws.stems(text), others)

    def covered(self, edition: str, sentence: str, others: Iterable[Text]) -> float:
        """Which part of a sentence's words, by rarity, stands in texts of another edition."""
        stems = stems_of(sentence, self._laws.stemmer(edition))
        return self._covered(edition, stems, list(others))

    def backing(self, text: Text, words: str) -> float:
        """Which part of some words of a text, by rarity, its partners say, edition by edition."""
        partners = self._laws.all_partners(text).values()
        found = [self.covered(text.edition, words, texts) for texts in partners]
        return sum(found) / len(found) if found else 0.0

    def _covered(self, edition: str, stems: frozenset[str], others: list[Text]) -> float:
        there = frozenset(stem for text in others for stem in self._laws.stems(text))
        language = self._laws.kb.edition(edition).language
        target = self._laws.kb.edition(others[0].edition).language
        whole = found = 0.0
        for stem in stems:
            weights = self._weights(stem, language, target)
            best = max(weights.values(), default=0.0)
            holders = self._holders[edition][stem]
            if best >= KNOWN and holders >= (1 if language == target else ELSEWHERE):
                rarity = log((self._count[edition] + 1) / holders)
                met = max((weight for word, weight in weights.items() if word in there), default=0)
                whole += rarity
                found += rarity * met / best
        return found / whole if whole else 1.0

    def _weights(self, stem: str, language: str, target: str) -> dict[str, float]:
        if language == target:
            return {stem: 1.0}
        return self._becomes[language, target].get(stem, {})

    def _cites(self, text: Text, edition: str) -> set[str]:
        return {
            key
            for reference in self._laws.citations(text)
            if reference.to is not None
            for key in self._laws.translate(Text(text.edition, reference.to), edition)
        }


def _agreement(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
