"""Snippets: the sentences of a passage that answer, with the words that matched marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial

from msgspec import Struct

from lawbase.search.analysis import CACHED_WORDS, Analyzer, Token
from lawbase.search.expansion import ExpandedQuery, Expansion
from lawbase.search.tables import COMMON, Equivalents, Passage, concept_term, is_concept
from lawbase.search.vocabulary import Vocabulary

CACHED_TEXTS = 2048
LONGEST = 280
"""How long a snippet may be, in characters."""
Spans = tuple[tuple[int, int], ...]
StemmedWord = tuple[tuple[int, int], tuple[str, ...]]
"""The span of a word, and its stems."""


class Snippet(Struct, frozen=True):
    """A piece of a passage, and the spans in it to be marked."""

    text: str
    marks: Spans


Telling = Mapping[str, Sequence[tuple[tuple[str, ...], int]]]
"""By stem: the words and names with it that a query is about, as stems, and how much each says."""


Asked = tuple[tuple[Token, frozenset[str]], ...]


class SnippetMaker:
    """Cuts snippets; a word is marked in any inflection, a name of several words where it stands
    whole, and so are equivalents.

    ``equivalents`` gives the learned ones when a text in another language first needs them.
    """

    def __init__(
        self, vocabulary: Vocabulary, analyzer: Analyzer, equivalents: Callable[[], Equivalents]
    ):
        self._vocabulary = vocabulary
        self._analyzer = analyzer
        self._stemmed = lru_cache(CACHED_TEXTS)(self._stems)
        self._stems_of = lru_cache(CACHED_WORDS)(self._of_word)
        self._own = lru_cache(CACHED_TEXTS)(self._own_terms)
        self._equivalents = cache(equivalents)

    def telling(self, expanded: ExpandedQuery, language: str) -> Telling:
        """The words and names of a language that a query is about."""
        stop = self._vocabulary.lexicons[language].stop
        worth: dict[tuple[str, ...], int] = {}
        for query_term in expanded.query_terms:
            for expansion in query_term.expansions:
                for name in self._names(expansion, language):
                    weight = query_term.weight * expansion.factor
                    worth[name] = max(worth.get(name, 0), weight)
        found: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        for name, weight in worth.items():
            for stem in name if len(name) > 1 or name[0] not in stop else ():
                found.setdefault(stem, []).append((name, weight))
        return found

    def asked(self, expanded: ExpandedQuery, language: str) -> Asked:
        """The words of a query with the terms that do for each in a language."""
        fields = (language, COMMON)
        return tuple(
            (term.token, frozenset(e.term for e in term.expansions if e.field in fields))
            for term in expanded.query_terms
        )

    def words(self, passage: Passage, language: str, asked: Asked) -> tuple[Token, ...]:
        """The words of a query that stand in a passage itself, in any inflection or as a name."""
        own = self._own(passage.words, language)
        return tuple(token for token, terms in asked if not own.isdisjoint(terms))

    def cut(self, passage: Passage, language: str, telling: Telling) -> Snippet:
        """The best stretch of whole sentences of a passage."""
        text = passage.text or passage.outline
        sentences = passage.sentences if passage.text else ((0, len(text)),)
        hits = _hits(self._stemmed(text, language), telling)
        start, end = _best_stretch(sentences, hits, len(text))
        end = min(end, _word_end(text, start + 2 * LONGEST))
        marks = tuple((a - start, b - start) for a, b, _ in hits if start <= a and b <= end)
        cut_text = text[start:end] + ("…" if end < len(text) and text[end - 1] not in ".!?" else "")
        return Snippet(cut_text, marks)

    def _stems(self, text: str, language: str) -> tuple[StemmedWord, ...]:
        stems = partial(self._stems_of, language)
        printed = self._analyzer.printed(text)
        return tuple(zip(self._analyzer.spans(text), map(stems, printed), strict=True))

    def _of_word(self, language: str, printed: str) -> tuple[str, ...]:
        """The stems of a word as it is printed."""
        form = self._analyzer.form(printed)
        return self._vocabulary.lexicons[language].stems(form) or (form,)

    def _own_terms(self, words: str, language: str) -> frozenset[str]:
        """The stems of some words, and the terms of the concepts that they name."""
        lexicon = self._vocabulary.lexicons[language]
        stems = {stem for form in words.split() for stem in lexicon.stems(form) or (form,)}
        return frozenset(stems).union(map(concept_term, lexicon.named(stems)))

    def _names(self, expansion: Expansion, language: str) -> Iterable[tuple[str, ...]]:
        """What an expansion is in a language: itself, a concept's names, an equivalent."""
        if is_concept(expansion.term):
            return self._vocabulary.lexicons[language].names.get(expansion.term, ())
        if expansion.field in (language, COMMON):
            return ((expansion.term,),)
        known = self._equivalents().get(expansion.field, {}).get(language, {})
        return ((stem,) for stem in known.get(expansion.term, ()))


def _hits(words: Sequence[StemmedWord], telling: Telling) -> list[tuple[int, int, int]]:
    """The spans of words and whole names, the longest from each word on, and what each says."""
    found = []
    last = 0
    for n, ((start, _), stems) in enumerate(words):
        most, weight = 0, 0
        for stem in stems:
            for name, worth in telling.get(stem, ()):
                length = len(name)
                if length < most or (length == most and worth <= weight):
                    continue
                if length == 1 or _stands(name, words[n : n + length]):
                    most, weight = length, worth
        if most and n >= last:
            last = n + most
            found.append((start, words[last - 1][0][1], weight))
    return found


def _stands(name: Iterable[str], near: Iterable[StemmedWord]) -> bool:
    """Whether each stem of a name is that of a word."""
    return all(any(stem in stems for _, stems in near) for stem in name)


def _best_stretch(
    sentences: Spans, hits: list[tuple[int, int, int]], length: int
) -> tuple[int, int]:
    """The neighbouring sentences, not too long together, in which most of the query stands."""
    best, most = (0, length), -1
    for first, (start, _) in enumerate(sentences):
        for _, end in sentences[first:]:
            if end - start > LONGEST and end != sentences[first][1]:
                break
            worth = sum({w: w for a, b, w in hits if start <= a and b <= end}.values())
            if worth > most:
                best, most = (start, end), worth
    return best


def _word_end(text: str, place: int) -> int:
    while place < len(text) and not text[place].isspace():
        place += 1
    return min(place, len(text))
