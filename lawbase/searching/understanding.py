"""A query's words understood: in which languages, as which terms, how much each one says.

Every word becomes a slot: what it weighs, and the terms of the index that would do for it, each
with a factor in per cent. Its own stem counts whole; a glossary concept, a word of the same
family, a corrected spelling, a learned translation count less. What fits best counts, so one
word is never counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from lawbase.searching.analysis import Token, number_parts
from lawbase.searching.spelling import Speller
from lawbase.searching.vocabulary import Vocabulary
from lawbase.searching.weighing import COMMON, concept_term

OWN = 100
INFLECTED = 90
CONCEPT = 85
CORRECTED = 70
TRANSLATED = 50
FAMILY = 40
PART_OF_CONCEPT = 60
LONGEST_PHRASE = 5


class Way(Struct, frozen=True, array_like=True):
    """A term that does for a word, in a field of the index, and how well, in per cent."""

    field: str
    term: str
    factor: int


class Slot(Struct, frozen=True):
    """A word of the query: its weight, and the ways to find it.

    ``known`` tells whether any text or glossary has the word as it was typed; ``corrected`` is
    the word that it was taken for when not.
    """

    token: Token
    weight: int
    ways: tuple[Way, ...]
    known: bool
    corrected: str | None = None


class Understood(Struct, frozen=True):
    """What a query was understood as: its languages, the likeliest first, and its slots."""

    languages: tuple[str, ...]
    slots: tuple[Slot, ...]


class Understander:
    """Understands the words of queries with the vocabulary of an index."""

    def __init__(self, vocabulary: Vocabulary):
        self._vocabulary = vocabulary
        self._lexicons = vocabulary.lexicons
        self._spellers = {name: Speller(x.words.forms) for name, x in self._lexicons.items()}

    def understand(
        self, text: str, tokens: Sequence[Token], languages: tuple[str, ...] = ()
    ) -> Understood:
        """The slots of a query whose words these tokens of a text are.

        Its languages are found out when they aren't given.
        """
        languages = languages or self._languages(tokens)
        stop = {word for name in languages for word in self._lexicons[name].stop}
        concepts = self._concepts(tokens, languages)
        telling = [n for n, token in enumerate(tokens) if token.form not in stop]
        slots = [
            slot
            for n in telling or range(len(tokens))
            for slot in self._slots(text, tokens[n], languages, concepts.get(n, ()))
        ]
        return Understood(languages, tuple(slots))

    def _languages(self, tokens: Iterable[Token]) -> tuple[str, ...]:
        """The languages that know most of the words; a word that many know tells little."""
        scores = dict.fromkeys(self._lexicons, 0.0)
        for token in tokens:
            known = {
                name: 0.5 if token.form in lexicon.stop else 1.0
                for name, lexicon in self._lexicons.items()
                if token.form in lexicon.stop or lexicon.stems(token.form)
            } or {n: 0.5 for n, x in self._lexicons.items() if x.inflected(token.form)}
            for name, evidence in known.items():
                scores[name] += evidence / len(known)
        best = max(scores.values())
        return tuple(name for name, score in scores.items() if score > best - 0.01)

    def _slots(
        self, text: str, token: Token, languages: tuple[str, ...], concepts: Sequence[str]
    ) -> list[Slot]:
        if not token.form.isalpha():
            return self._number_slots(text, token)
        ways = [Way(COMMON, concept_term(concept), CONCEPT) for concept in concepts]
        knowing = [n for n in languages if self._lexicons[n].stems(token.form)]
        knowing = knowing or [n for n, x in self._lexicons.items() if x.stems(token.form)]
        own = [Way(n, s, OWN) for n in knowing for s in self._lexicons[n].stems(token.form)]
        corrected = None
        if not own:
            own = [
                Way(n, s, INFLECTED) for n in languages for s in self._lexicons[n].inflected(token.form)
            ]
            if not own and not concepts:
                corrected, own = self._corrected(token.form, languages)
        ways += own + self._weaker(token.form, own, knowing or list(languages))
        weight = self._weight(own, concepts)
        return [Slot(token, weight, _best(ways), bool(own or concepts), corrected)]

    def _number_slots(self, text: str, token: Token) -> list[Slot]:
        common = self._vocabulary.common
        forms = (token.form,)
        if token.form not in common:
            forms = number_parts(text[token.start : token.end]) or forms
        return [
            Slot(
                token,
                common.get(form, self._vocabulary.unknown),
                (Way(COMMON, form, OWN),) if form in common else (),
                form in common,
            )
            for form in forms
        ]

    def _corrected(self, form: str, languages: tuple[str, ...]) -> tuple[str | None, list[Way]]:
        for names in (languages, tuple(self._lexicons)):
            for name in names:
                for near in self._spellers[name].corrections(form)[:3]:
                    stems = self._lexicons[name].stems(near)
                    return near, [Way(name, stem, CORRECTED) for stem in stems]
        return None, []

    def _weaker(self, form: str, own: Sequence[Way], names: Sequence[str]) -> list[Way]:
        taken = {(way.field, way.term) for way in own}
        families = [Way(n, s, FAMILY) for n in names for s in self._lexicons[n].family(form)]
        return [w for w in families if (w.field, w.term) not in taken] + self._translated(own)

    def _translated(self, own: Iterable[Way]) -> list[Way]:
        ways = []
        for way in own:
            for target, words in self._vocabulary.translations.get(way.field, {}).items():
                for term, likely in words.get(way.term, {}).items():
                    factor = TRANSLATED * likely * way.factor // 10000
                    ways.append(Way(target, term, factor))
        return ways

    def _weight(self, own: Sequence[Way], concepts: Iterable[str]) -> int:
        """What a word says: no more than the concept that it is a rare name of."""
        known = [self._lexicons[way.field].words.weights[way.term] for way in own]
        common = self._vocabulary.common
        meant = [common[t] for t in map(concept_term, concepts) if t in common]
        return min([max(known, default=self._vocabulary.unknown), *meant])

    def _concepts(
        self, tokens: Sequence[Token], languages: tuple[str, ...]
    ) -> dict[int, tuple[str, ...]]:
        """The glossary words in a query, the longest first, by the numbers of their tokens."""
        found: dict[int, tuple[str, ...]] = {}
        for length in range(min(LONGEST_PHRASE, len(tokens)), 0, -1):
            for start in range(len(tokens) - length + 1):
                numbers = range(start, start + length)
                if any(n in found for n in numbers):
                    continue
                concepts = self._phrase([tokens[n].form for n in numbers], languages)
                found.update(dict.fromkeys(numbers, concepts) if concepts else {})
        return found

    def _phrase(self, forms: Sequence[str], languages: tuple[str, ...]) -> tuple[str, ...]:
        concepts: dict[str, None] = {}
        for name in languages:
            lexicon = self._lexicons[name]
            stems = [lexicon.stems(form) or lexicon.inflected(form) for form in forms]
            if all(stems):
                key = " ".join(sorted({first for first, *_ in stems}))
                concepts.update(dict.fromkeys(lexicon.words.phrases.get(key, ())))
        return tuple(concepts)


def _best(ways: Iterable[Way]) -> tuple[Way, ...]:
    best: dict[tuple[str, str], Way] = {}
    for way in ways:
        known = best.get((way.field, way.term))
        if way.factor and (known is None or known.factor < way.factor):
            best[way.field, way.term] = way
    return tuple(best.values())
