"""The lexicons of every two languages of the corpus, each learned once, when first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from lawbase.aligning.lexicon import Lexicon, Texts, learn
from lawbase.aligning.phrases import phrase_correspondences
from lawbase.aligning.units import Unit
from lawbase.model import Edition, Key, Language, LexiconEntry

TOLD = 0.1
KEPT = 8


class Lexicons:
    """What the words of one edition become in another, by their languages.

    They are learned from the provisions that have the same address, in editions as close in time
    as there are; those that changed places are too few to matter.
    """

    def __init__(self, editions: Sequence[Edition], units: Mapping[str, Sequence[Unit]]):
        self._editions = {edition.id: edition for edition in editions}
        self._units = {
            edition: {unit.key: unit for unit in found if unit.law is not None}
            for edition, found in units.items()
        }
        self._learned: dict[tuple[Language, Language], Lexicon] = {}

    def between(self, one: str, other: str) -> Lexicon | None:
        """The lexicon from one edition's language to another's; None when it's the same."""
        source, target = self._editions[one].language, self._editions[other].language
        if source == target:
            return None
        lexicon = self._of(*sorted((source, target)))
        return lexicon if source < target else Lexicon(lexicon.backward, lexicon.forward)

    def entries(self) -> tuple[LexiconEntry, ...]:
        """The best translations of every word, then of every phrase, both ways, the best first."""
        languages = sorted({edition.language for edition in self._editions.values()})
        return tuple(
            entry
            for source, target in permutations(languages, 2)
            for entry in (*self._words(source, target), *self._phrases(source, target))
        )

    def _phrases(self, source: Language, target: Language) -> Iterator[LexiconEntry]:
        texts = self._texts(source, target)
        for phrase, translation, strength in phrase_correspondences(list(texts)):
            yield LexiconEntry(source, target, phrase, translation, round(strength, 3))

    def _words(self, source: Language, target: Language) -> Iterator[LexiconEntry]:
        lexicon = self._of(*sorted((source, target)))
        weights = lexicon.forward if source < target else lexicon.backward
        for word in sorted(weights):
            ranked = sorted(weights[word].items(), key=lambda found: (-found[1], found[0]))
            for translation, strength in ranked[:KEPT]:
                if strength >= TOLD:
                    yield LexiconEntry(source, target, word, translation, round(strength, 3))

    def _of(self, source: Language, target: Language) -> Lexicon:
        if (source, target) not in self._learned:
            self._learned[source, target] = learn(self._texts(source, target))
        return self._learned[source, target]

    def _texts(self, source: Language, target: Language) -> Iterator[Texts]:
        """The provisions of two languages that share an address, each target's paired once."""
        paired: set[tuple[str, Key]] = set()
        for one, other in self._closest_first(source, target):
            for key, unit in self._units[other].items():
                if key in self._units[one] and (other, key) not in paired:
                    paired.add((other, key))
                    yield self._units[one][key].words, unit.words

    def _closest_first(self, source: Language, target: Language) -> list[tuple[str, str]]:
        found = [
            (abs(one.year - other.year), one.id, other.id)
            for one in self._editions.values()
            for other in self._editions.values()
            if one.language == source and other.language == target
        ]
        return [(one, other) for _, one, other in sorted(found)]
