"""Snippets: the sentences of a passage that answer, with the words that matched marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache

from msgspec import Struct

from lawbase.search.analysis import Analyzer
from lawbase.search.expansion import ExpandedQuery, Expansion
from lawbase.search.tables import COMMON, Equivalents, Passage, is_concept
from lawbase.search.vocabulary import Vocabulary

CACHED_TEXTS = 2048
LONGEST = 280
"""How long a snippet may be, in characters."""
Spans = tuple[tuple[int, int], ...]


class Snippet(Struct, frozen=True):
    """A piece of a passage, and the spans in it to be marked."""

    text: str
    marks: Spans


class SnippetMaker:
    """Cuts snippets; a word is marked in any inflection, and so are its equivalents.

    ``equivalents`` gives the learned ones when a text in another language first needs them.
    """

    def __init__(
        self, vocabulary: Vocabulary, analyzer: Analyzer, equivalents: Callable[[], Equivalents]
    ):
        self._vocabulary = vocabulary
        self._analyzer = analyzer
        self._stemmed = lru_cache(CACHED_TEXTS)(self._stems)
        self._equivalents = cache(equivalents)

    def telling(self, expanded: ExpandedQuery, language: str) -> dict[str, int]:
        """The stems of a language that a query is about, and how much each says."""
        words = self._vocabulary.languages[language]
        stems: dict[str, int] = {}
        for query_term in expanded.query_terms:
            for expansion in query_term.expansions:
                for term in self._terms(expansion, language):
                    stems[term] = max(stems.get(term, 0), query_term.weight * expansion.factor)
        return {s: w for s, w in stems.items() if s not in words.stop}

    def cut(self, passage: Passage, language: str, telling: Mapping[str, int]) -> Snippet:
        """The best stretch of whole sentences of a passage."""
        text = passage.text or passage.outline
        sentences = passage.sentences if passage.text else ((0, len(text)),)
        hits = [
            (start, end, max(telling[stem] for stem in stems if stem in telling))
            for start, end, stems in self._stemmed(text, language)
            if not telling.keys().isdisjoint(stems)
        ]
        start, end = _best_stretch(sentences, hits, len(text))
        end = min(end, _word_end(text, start + 2 * LONGEST))
        marks = tuple((a - start, b - start) for a, b, _ in hits if start <= a and b <= end)
        cut_text = text[start:end] + ("…" if end < len(text) and text[end - 1] not in ".!?" else "")
        return Snippet(cut_text, marks)

    def _stems(self, text: str, language: str) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
        """The spans of a text's words, and their stems."""
        lexicon = self._vocabulary.lexicons[language]
        return tuple(
            (token.start, token.end, lexicon.stems(token.form) or (token.form,))
            for token in self._analyzer.tokens(text)
        )

    def _terms(self, expansion: Expansion, language: str) -> Iterable[str]:
        """What an expansion is in a language: itself, a concept's names, an equivalent."""
        if is_concept(expansion.term):
            names = self._vocabulary.lexicons[language].names.get(expansion.term, [])
            return [stem for name in names for stem in name]
        if expansion.field in (language, COMMON):
            return [expansion.term]
        return (
            self._equivalents().get(expansion.field, {}).get(language, {}).get(expansion.term, ())
        )


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
