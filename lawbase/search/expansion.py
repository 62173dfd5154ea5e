"""A query's words expanded: in which languages, as which terms, how much each one says.

Every word becomes a query term: its weight, and the terms of the index that would do for it, each
with a factor in per cent. Its own stem counts whole; a glossary concept, a word of the same
family, a corrected spelling count less. What fits best counts, so one word is never counted
twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from lawbase.search.analysis import Token, number_parts
from lawbase.search.figures import FIGURES
from lawbase.search.spelling import Speller
from lawbase.search.tables import COMMON, concept_term
from lawbase.search.vocabulary import Vocabulary

_F = FIGURES.expansion

CACHED_GUESSES = 4096


class Expansion(Struct, frozen=True, array_like=True):
    """A term that does for a word, in a field of the index, and how well, in per cent."""

    field: str
    term: str
    factor: int


class QueryTerm(Struct, frozen=True):
    """A word of the query: its weight, and the expansions to find it.

    ``trust`` tells in per cent how sure it is that the word is one that a text or the glossary
    has; ``corrected`` is what it was taken for when it was probably misspelt.
    """

    token: Token
    weight: int
    expansions: tuple[Expansion, ...]
    trust: int
    corrected: str | None = None


class ExpandedQuery(Struct, frozen=True):
    """What a query was expanded as: its likeliest languages, and its query terms."""

    languages: tuple[str, ...]
    query_terms: tuple[QueryTerm, ...]


class Expander:
    """Understands the words of queries with the vocabulary of an index."""

    def __init__(self, vocabulary: Vocabulary):
        self._vocabulary = vocabulary
        self._lexicons = vocabulary.lexicons
        self._spellers = {name: Speller(x.words.forms) for name, x in self._lexicons.items()}
        self._guesses = lru_cache(CACHED_GUESSES)(self._guess)

    def expand(self, text: str, tokens: Sequence[Token]) -> ExpandedQuery:
        """The languages and the query terms of a query whose words these tokens of a text are."""
        languages = self._languages(tokens)
        concepts = self._concepts(tokens, languages)
        query_terms = [
            query_term
            for n in self._telling(tokens, languages)
            for query_term in self._query_terms(text, tokens[n], languages, concepts.get(n, ()))
        ]
        return ExpandedQuery(languages, tuple(query_terms))

    def own_terms(
        self, text: str, tokens: Sequence[Token], language: str
    ) -> Iterator[tuple[str, str]]:
        """What a text in a known language says in so many words: fields of the index and terms."""
        for token in (tokens[n] for n in self._telling(tokens, (language,))):
            if token.form.isalpha():
                yield from ((language, stem) for stem in self._lexicons[language].stems(token.form))
            else:
                query_terms = self._number_terms(text, token)
                yield from (
                    (expansion.field, expansion.term)
                    for query_term in query_terms
                    for expansion in query_term.expansions
                )

    def _telling(self, tokens: Sequence[Token], languages: Iterable[str]) -> Sequence[int]:
        """The numbers of the tokens that are no stop words, or of all tokens."""
        stop = [self._lexicons[name].stop for name in languages]
        telling = [n for n, t in enumerate(tokens) if not any(t.form in words for words in stop)]
        return telling or range(len(tokens))

    def _languages(self, tokens: Iterable[Token]) -> tuple[str, ...]:
        """The languages that know most of the words; a word that many know tells little."""
        scores = dict.fromkeys(self._lexicons, 0.0)
        for token in tokens:
            known = {
                name: _F.stop_tells if token.form in lexicon.stop else 1.0
                for name, lexicon in self._lexicons.items()
                if token.form in lexicon.stop or lexicon.stems(token.form)
            }
            if not known and token.form.isalpha():
                known = dict.fromkeys(
                    (expansion.field for expansion in self._guesses(token.form)),
                    _F.guess_tells,
                )
            for name, evidence in known.items():
                scores[name] += evidence / len(known)
        best = max(scores.values())
        return tuple(name for name, score in scores.items() if score > best - _F.tie)

    def _query_terms(
        self, text: str, token: Token, languages: tuple[str, ...], concepts: Sequence[str]
    ) -> list[QueryTerm]:
        if not token.form.isalpha():
            return self._number_terms(text, token)
        known = self._known(token.form, languages)
        guesses = [] if known else self._guesses(token.form)
        own = known or [w for w in guesses if w.field in languages] or list(guesses)
        corrected = None
        if own and not known and not concepts:
            corrected = self._correction(token.form, {expansion.field for expansion in own})
        expansions = [Expansion(COMMON, concept_term(concept), _F.concept) for concept in concepts]
        expansions += own + self._same(own) + self._families(token.form, languages)
        weight = self._weight(token.form, own, concepts, languages)
        return [
            QueryTerm(token, weight, _best(expansions), _trust(token.form, expansions), corrected)
        ]

    def _number_terms(self, text: str, token: Token) -> list[QueryTerm]:
        """A number as it is written, or else the numbers that it was put together from."""
        common = self._vocabulary.common
        forms: tuple[str, ...] = (token.form,)
        if token.form not in common:
            forms = number_parts(text[token.start : token.end]) or forms
        return [
            QueryTerm(
                token,
                common.get(form, self._vocabulary.unknown),
                (Expansion(COMMON, form, _F.own),) if form in common else (),
                _F.own if form in common else 0,
            )
            for form in forms
        ]

    def _known(self, form: str, languages: Iterable[str]) -> list[Expansion]:
        """The stems of a word in the query's languages, or else in any that knows it."""
        for names in (languages, self._lexicons):
            expansions = [
                Expansion(n, s, _F.own) for n in names for s in self._lexicons[n].stems(form)
            ]
            if expansions:
                return expansions
        return []

    def _guess(self, form: str) -> tuple[Expansion, ...]:
        """What a word that no language knows may be, in every language.

        An inflection, a slip, a near relative, the beginning of a word not yet typed out.
        """
        expansions = []
        for name, lexicon in self._lexicons.items():
            near = self._spellers[name].corrections(form)
            expansions += [Expansion(name, stem, _F.inflected) for stem in lexicon.inflected(form)]
            expansions += [
                Expansion(name, stem, _F.corrected) for f in near for stem in lexicon.stems(f)
            ]
            expansions += [Expansion(name, stem, _F.related) for stem in lexicon.relatives(form)]
            expansions += [
                Expansion(name, stem, _F.completed) for stem in lexicon.completions(form)
            ]
        return _best(expansions)

    def _correction(self, form: str, languages: Collection[str]) -> str | None:
        found = [near for n in languages for near in self._spellers[n].corrections(form)]
        return min(found, default=None)

    def _same(self, own: Iterable[Expansion]) -> list[Expansion]:
        """The stems that ask for the same as a word that is known, or surely guessed."""
        return [
            Expansion(expansion.field, stem, _F.same * expansion.factor // _F.own)
            for expansion in own
            if expansion.factor >= _F.corrected
            for stem in self._lexicons[expansion.field].same(expansion.term)
        ]

    def _families(self, form: str, languages: Iterable[str]) -> list[Expansion]:
        return [
            Expansion(n, stem, _F.family)
            for n in languages
            for stem in self._lexicons[n].family(form)
        ]

    def _weight(
        self, form: str, own: Sequence[Expansion], concepts: Iterable[str], languages: Iterable[str]
    ) -> int:
        """What a word says: no more than the concept that it is a rare name of."""
        known = [self._lexicons[expansion.field].words.weights[expansion.term] for expansion in own]
        common = self._vocabulary.common
        limits = [common[t] for t in map(concept_term, concepts) if t in common]
        if any(form in self._lexicons[name].question for name in languages):
            limits.append(FIGURES.vocabulary.question_weight)
        return min([max(known, default=self._vocabulary.unknown), *limits])

    def _concepts(
        self, tokens: Sequence[Token], languages: tuple[str, ...]
    ) -> dict[int, tuple[str, ...]]:
        """The glossary words in a query, the longest first, by the numbers of their tokens."""
        found: dict[int, tuple[str, ...]] = {}
        for length in range(min(_F.longest_phrase, len(tokens)), 0, -1):
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


def _trust(form: str, expansions: Iterable[Expansion]) -> int:
    """Known words are trusted whole, guesses half; of short words, and mere families, less."""
    best = max((expansion.factor for expansion in expansions), default=0)
    if best >= _F.concept:
        return _F.own
    return (
        _F.guessed
        if best > _F.family and len(form) >= _F.telling
        else _F.little_trust
        if best
        else 0
    )


def _best(expansions: Iterable[Expansion]) -> tuple[Expansion, ...]:
    """Each term once, with its best factor."""
    best: dict[tuple[str, str], Expansion] = {}
    for expansion in expansions:
        known = best.get((expansion.field, expansion.term))
        if expansion.factor and (known is None or known.factor < expansion.factor):
            best[expansion.field, expansion.term] = expansion
    return tuple(best.values())
