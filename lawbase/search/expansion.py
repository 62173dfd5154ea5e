"""A query's words expanded: in which languages, as which terms, how much each one says.

Every word becomes a query term: its weight, and the terms of the index that would do for it, each
with a factor in per cent. Its own stem counts whole; a glossary concept, a word of the same
family, a corrected spelling count less. What fits best counts, so one word is never counted
twice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

import msgspec
from msgspec import Struct

from lawbase.search.analysis import Token, number_parts
from lawbase.search.figures import FIGURES
from lawbase.search.tables import COMMON, concept_term
from lawbase.search.vocabulary import Vocabulary

_F = FIGURES.expansion

CACHED_WORDS = 4096
Bid = tuple[int, int, tuple[int, int]]
"""Where its tokens begin, what comes after them, its level and the rank of its suit."""
_BETWEEN_WORDS = re.compile(r"[^,;:.?!–—]*")


class Expansion(Struct, frozen=True, array_like=True):
    """A term that does for a word, in a field of the index, and how well, in per cent."""

    field: str
    term: str
    factor: int


class QueryTerm(Struct, frozen=True):
    """A word of the query: its weight, and the expansions to find it.

    ``ranked`` is the weight in ranking, where a rare word doesn't outweigh what the laws have a
    name for. ``trust`` tells in per cent how sure it is that the word is one that a text or the
    glossary has; ``corrected`` is what it was taken for when it was probably misspelt;
    ``asks`` tells a question word; ``concepts`` are the terms of those of the glossary that it
    names.
    ``example`` is true of the words of a bid: what was bid, not what happened.
    """

    token: Token
    weight: int
    ranked: int
    expansions: tuple[Expansion, ...]
    trust: int
    corrected: str | None = None
    asks: bool = False
    concepts: tuple[str, ...] = ()
    example: bool = False


class ExpandedQuery(Struct, frozen=True):
    """What a query was expanded as: its likeliest languages, and its query terms.

    ``defines`` says that it asks what something is; ``things`` are those that it asks to be told
    apart, if several; ``clauses`` are those that could be asked by themselves, if several;
    ``small`` are its stop words, which only tell situations apart, unless it asks what something
    is.
    """

    languages: tuple[str, ...]
    query_terms: tuple[QueryTerm, ...]
    defines: bool = False
    things: tuple[ExpandedQuery, ...] = ()
    clauses: tuple[ExpandedQuery, ...] = ()
    small: tuple[tuple[Expansion, ...], ...] = ()


class Expander:
    """Understands the words of queries with the vocabulary of an index."""

    def __init__(self, vocabulary: Vocabulary):
        self._vocabulary = vocabulary
        self._lexicons = vocabulary.lexicons
        self._guesses = lru_cache(CACHED_WORDS)(self._guess)
        self._evidence = lru_cache(CACHED_WORDS)(self._evidence_of)
        self._first_stem = lru_cache(CACHED_WORDS)(self._first_stem_of)
        self._word_term = lru_cache(CACHED_WORDS)(self._word_term_of)

    def expand(
        self, text: str, tokens: Sequence[Token], naming: Sequence[Token] = ()
    ) -> ExpandedQuery:
        """The languages and the query terms of a query whose words these tokens of a text are.

        The words ``naming`` a citation tell a language and nothing else.
        """
        languages = self._languages((*tokens, *naming))
        words = [self._lexicons[name].words for name in languages]
        unlike = _without(tokens, [cue for spoken in words for cue in spoken.difference])
        asked = _without(unlike, [cue for spoken in words for cue in spoken.meaning])
        defines, compares = len(asked) < len(tokens), len(unlike) < len(tokens)
        tokens = [self._in_words(token, languages) for token in asked]
        stems = {
            name: [self._first_stem(name, token.form) for token in tokens] for name in languages
        }
        meant = self._phrases(stems)
        made = self._bids(tokens, meant, languages)
        examples = {n for start, end, _ in made for n in range(start, end)}
        bids = self._told_bids(tokens, made, languages)
        bid = {n for start, (end, _) in bids.items() for n in range(start, end)}
        telling = {*self._telling(tokens, languages)} | bid
        query_terms = [
            query_term
            for n in sorted(telling - bid | bids.keys())
            for query_term in (
                [self._bid_term(tokens[n : bids[n][0]], bids[n][1])]
                if n in bids
                else self._query_terms(text, tokens[n], languages, meant.get(n, ()), n in examples)
            )
        ]
        small = dict.fromkeys(
            token.form for n, token in enumerate(tokens) if n not in telling and not defines
        )
        return ExpandedQuery(
            languages,
            tuple(query_terms),
            defines,
            self._compared(query_terms, languages) if compares else (),
            self._clauses(text, tokens, query_terms, languages),
            tuple(filter(None, (self._stems(form, languages) for form in small))),
        )

    def _bids(
        self,
        tokens: Sequence[Token],
        meant: Mapping[int, tuple[str, ...]],
        languages: Iterable[str],
    ) -> list[Bid]:
        """The bids that a query tells of."""
        lexicons = [self._lexicons[name].words for name in languages]
        if not any(token.form in words.levels for words in lexicons for token in tokens):
            return []
        suits = self._vocabulary.suits
        bids: list[Bid] = []
        for n, token in enumerate(tokens[:-1]):
            level = next((w.levels[token.form] for w in lexicons if token.form in w.levels), 0)
            following = tokens[n + 1].form
            own = (w.suits.get(following, following) for w in lexicons)
            terms = {*own, *meant.get(n + 1, ())} & suits.keys()
            if level and terms:
                end = n + 2
                while meant.get(n + 1) and meant.get(end) == meant[n + 1]:
                    end += 1
                bids.append((n, end, (level, max(suits[term] for term in terms))))
        return bids

    def _told_bids(
        self, tokens: Sequence[Token], bids: Sequence[Bid], languages: Iterable[str]
    ) -> dict[int, tuple[int, str]]:
        """The stretches of tokens in which two bids tell what was wrong with the first.

        By where it begins: what comes after it, and the term for a bid that is no higher than the
        one it was made over, or for one that wasn't meant.
        """
        words = [self._lexicons[name].words for name in languages]
        over = {word for spoken in words for word in spoken.over}
        instead = {word for spoken in words for word in spoken.instead}
        found: dict[int, tuple[int, str]] = {}
        for (start, end, bid), (next_start, after, other) in pairwise(bids):
            between = {token.form for token in tokens[end:next_start]}
            term = ""
            if bid <= other and between and between <= over:
                term = self._vocabulary.insufficient
            elif bid != other and between & instead and next_start - end <= _F.between:
                term = self._vocabulary.unintended
            if term:
                found[start] = after, term
        return found

    def _bid_term(self, tokens: Sequence[Token], term: str) -> QueryTerm:
        """What two bids tell, in whatever words, as the concept that it is."""
        weight = self._vocabulary.common.get(term, self._vocabulary.unknown)
        token = Token(" ".join(t.form for t in tokens), tokens[0].start, tokens[-1].end)
        expansions = (Expansion(COMMON, term, _F.own),)
        return QueryTerm(token, weight, weight, expansions, _F.own, concepts=(term,))

    def _compared(
        self, query_terms: Sequence[QueryTerm], languages: tuple[str, ...]
    ) -> tuple[ExpandedQuery, ...]:
        """The things that are asked to be told apart, each as a question what it is, if several.

        A "minor and a major penalty card" are not a minor suit and a card: names that share their
        end are left as they are.
        """
        things = [
            tuple(group)
            for concepts, group in groupby(query_terms, lambda term: term.concepts)
            if concepts
        ]
        for name in languages:
            stems = [
                [self._first_stem(name, t.token.form) or "" for t in thing] for thing in things
            ]
            known = self._lexicons[name].words.phrases
            for one, other in pairwise(stems):
                if any(" ".join(sorted({*one, *other[n:]})) in known for n in range(1, len(other))):
                    return ()
        if len(things) < 2:
            return ()
        return tuple(ExpandedQuery(languages, thing, True) for thing in things)

    def _clauses(
        self,
        text: str,
        tokens: Sequence[Token],
        query_terms: Sequence[QueryTerm],
        languages: tuple[str, ...],
    ) -> tuple[ExpandedQuery, ...]:
        """What stands between marks and words that join clauses, if there are several.

        Each names a concept and has two words at least; what doesn't belongs to the one before.
        """
        joining = frozenset().union(*(self._lexicons[name].words.joining for name in languages))
        starts = [
            token.start
            for before, token in pairwise(tokens)
            if token.form in joining or not _BETWEEN_WORDS.fullmatch(text, before.end, token.start)
        ]
        clauses: list[list[QueryTerm]] = [[]]
        for term in query_terms:
            last = clauses[-1][-1].token.start if clauses[-1] else 0
            apart = any(last < start <= term.token.start for start in starts)
            if apart and _can_stand_alone(clauses[-1]):
                clauses.append([])
            clauses[-1].append(term)
        if len(clauses) > 1 and not _can_stand_alone(clauses[-1]):
            clauses[-2:] = [clauses[-2] + clauses[-1]]
        if len(clauses) == 1:
            return ()
        return tuple(ExpandedQuery(languages, tuple(clause)) for clause in clauses)

    def own_numbers(self, form: str, printed: str) -> tuple[str, ...]:
        """The terms of a number as they are common to all languages; none of one that none has."""
        common = self._vocabulary.common
        return tuple(number for number in self._numbers(form, printed) if number in common)

    def _telling(self, tokens: Sequence[Token], languages: Iterable[str]) -> Sequence[int]:
        """The numbers of the tokens that are no stop words, or of all tokens."""
        telling: Sequence[int] = range(len(tokens))
        for stop in (self._lexicons[name].stop for name in languages):
            telling = [n for n in telling if tokens[n].form not in stop]
        return telling or range(len(tokens))

    def _languages(self, tokens: Iterable[Token]) -> tuple[str, ...]:
        """The languages that know most of the words; a word that many know tells little."""
        scores = dict.fromkeys(self._lexicons, 0.0)
        for token in tokens:
            names, evidence = self._evidence(token.form)
            for name in names:
                scores[name] += evidence
        best = max(scores.values())
        return tuple(name for name, score in scores.items() if score > best - _F.tie)

    def _evidence_of(self, form: str) -> tuple[Collection[str], float]:
        """The languages that a word speaks for, and how much for each."""
        evidence = 1.0
        names = {name for name, lexicon in self._lexicons.items() if lexicon.knows(form)}
        if not names and form.isalpha():
            names = {expansion.field for expansion in self._guesses(form)}
            evidence = _F.guess_tells
        return names, evidence / (len(names) or 1)

    def _query_terms(
        self,
        text: str,
        token: Token,
        languages: tuple[str, ...],
        concepts: tuple[str, ...],
        example: bool,
    ) -> list[QueryTerm]:
        terms = [self._word_term(token.form, languages, concepts)]
        if not token.form.isalpha():
            terms = self._number_terms(text, token)
        return [msgspec.structs.replace(term, token=token, example=example) for term in terms]

    def _word_term_of(
        self, form: str, languages: tuple[str, ...], concepts: tuple[str, ...]
    ) -> QueryTerm:
        """What a word is found by, and how much it says, wherever it stands."""
        known = self._known(form, languages)
        guesses = [] if known else self._guesses(form)
        own = known or [w for w in guesses if w.field in languages] or list(guesses)
        corrected = None
        if not any(expansion.factor >= _F.inflected for expansion in own):
            fields = {expansion.field for expansion in own}
            corrected = self._correction(form, fields.intersection(languages))
        expansions = [Expansion(COMMON, concept, _F.concept) for concept in concepts]
        expansions += own + self._same(own) + self._families(form, languages)
        weight = self._weight(form, own, concepts, languages)
        ranked = weight if concepts else min(weight, _F.plain)
        trusted = (
            expansions if known else [e for e in expansions if e.field in (COMMON, *languages)]
        )
        return QueryTerm(
            Token(form, 0, len(form)),
            weight,
            ranked,
            _best(expansions),
            _trust(form, trusted),
            corrected,
            self._asks(form, languages),
            concepts,
        )

    def _number_terms(self, text: str, token: Token) -> list[QueryTerm]:
        common = self._vocabulary.common
        return [
            QueryTerm(
                token,
                common.get(form, self._vocabulary.unknown),
                min(common.get(form, self._vocabulary.unknown), _F.plain),
                (Expansion(COMMON, form, _F.own),) if form in common else (),
                _F.own if form in common else 0,
            )
            for form in self._numbers(token.form, text[token.start : token.end])
        ]

    def _numbers(self, form: str, printed: str) -> tuple[str, ...]:
        """A number as it is written, or else the numbers that it was put together from."""
        return (form,) if form in self._vocabulary.common else number_parts(printed) or (form,)

    def _known(self, form: str, languages: Iterable[str]) -> list[Expansion]:
        """The stems of a word in the query's languages, or else in any that knows it."""
        return [*(self._stems(form, languages) or self._stems(form, self._lexicons))]

    def _stems(self, form: str, languages: Iterable[str]) -> tuple[Expansion, ...]:
        """The stems of a word in those languages that know it."""
        known = ((name, self._lexicons[name].stems(form)) for name in languages)
        return tuple(Expansion(name, stem, _F.own) for name, stems in known for stem in stems)

    def _guess(self, form: str) -> tuple[Expansion, ...]:
        """What a word that no language knows may be, in every language.

        An inflection, a slip, a near relative, the beginning of a word not yet typed out.
        """
        expansions = []
        for name, lexicon in self._lexicons.items():
            near = lexicon.corrections(form)
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
        """What a word was probably meant to be; one with another ending is an inflection of it.

        A short word is near too many others for one of them to be what was meant.
        """
        if len(form) < _F.telling:
            return None
        found = [near for n in languages for near in self._lexicons[n].corrections(form)]
        inflections = (form, form[:-1])
        return min(
            (f for f in found if f not in inflections and f[:-1] not in inflections), default=None
        )

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
        limits = [common[concept] for concept in concepts if concept in common]
        if self._asks(form, languages):
            limits.append(FIGURES.vocabulary.question_weight)
        return min([max(known, default=self._vocabulary.unknown), *limits])

    def _asks(self, form: str, languages: Iterable[str]) -> bool:
        return any(form in self._lexicons[name].question for name in languages)

    def _phrases(self, stems: Mapping[str, Sequence[str | None]]) -> dict[int, tuple[str, ...]]:
        """What names in a query stand for, the longest first, by the numbers of their tokens."""
        meant: dict[tuple[int, int], dict[str, None]] = {}
        for name, row in stems.items():
            for start, end, concepts in self._lexicons[name].names_in(row):
                terms = dict.fromkeys(map(concept_term, concepts))
                meant.setdefault((start - end, start), {}).update(terms)
        found: dict[int, tuple[str, ...]] = {}
        for (length, start), terms in sorted(meant.items()):
            numbers = range(start, start - length)
            if found.keys().isdisjoint(numbers):
                found.update(dict.fromkeys(numbers, tuple(terms)))
        return found

    def _in_words(self, token: Token, languages: Iterable[str]) -> Token:
        """A number as a language of the query says it in a word, if it has one for it."""
        if token.form.isalpha():
            return token
        words = (self._lexicons[name].words.spellings.get(token.form) for name in languages)
        return msgspec.structs.replace(token, form=next(filter(None, words), token.form))

    def _first_stem_of(self, name: str, form: str) -> str | None:
        """The commonest stem of a word, an unknown one inflected or corrected."""
        lexicon = self._lexicons[name]
        stems = lexicon.stems(form) or lexicon.inflected(form)
        if not stems and form.isalpha():
            near = lexicon.corrections(form)
            stems = lexicon.stems(near[0]) if len(near) == 1 else ()
        return stems[0] if stems else None


def _without(tokens: Sequence[Token], cues: Iterable[str]) -> Sequence[Token]:
    """The tokens without the first of some words to ask with, if any other are left."""
    asked = f" {' '.join([token.form for token in tokens])} "
    for cue in cues:
        place = asked.find(f" {cue} ")
        if place >= 0 and (length := cue.count(" ") + 1) < len(tokens):
            start = asked.count(" ", 0, place)
            return [*tokens[:start], *tokens[start + length :]]
    return tokens


def _can_stand_alone(clause: Sequence[QueryTerm]) -> bool:
    return len(clause) > 1 and any(term.concepts for term in clause)


def _trust(form: str, expansions: Iterable[Expansion]) -> int:
    """Known words are trusted, and guesses; of short words, and mere families, less."""
    best = max((expansion.factor for expansion in expansions), default=0)
    if best >= _F.concept or (best > _F.family and len(form) >= _F.telling):
        return _F.own
    return _F.little_trust if best else 0


def _best(expansions: Iterable[Expansion]) -> tuple[Expansion, ...]:
    """Each term once, with its best factor."""
    best: dict[tuple[str, str], Expansion] = {}
    for expansion in expansions:
        known = best.get((expansion.field, expansion.term))
        if expansion.factor and (known is None or known.factor < expansion.factor):
            best[expansion.field, expansion.term] = expansion
    return tuple(best.values())
