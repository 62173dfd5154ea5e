"""Snippets: the sentences of a passage that answer, with the words that matched marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property

from msgspec import Struct

from lawbase.search.analysis import Analyzer, Token
from lawbase.search.expansion import ExpandedQuery, Expansion
from lawbase.search.tables import COMMON, Equivalents, Passage, concept_term, is_concept
from lawbase.search.vocabulary import LanguageLexicon, Vocabulary

LONGEST = 280
"""How long a snippet may be, in characters."""
Spans = tuple[tuple[int, int], ...]


class Snippet(Struct, frozen=True):
    """A piece of a passage, and the spans in it to be marked."""

    text: str
    marks: Spans


Telling = Mapping[str, Sequence[tuple[tuple[str, ...], int]]]
"""By stem: the words and names with it that a query is about, as stems, and how much each says."""


class ReadPassage:
    """A passage with the words of what is shown of it, read when they are first asked for."""

    def __init__(
        self, passage: Passage, language: str, lexicon: LanguageLexicon, analyzer: Analyzer
    ):
        self.passage = passage
        self.language = language
        self.text = passage.text or passage.outline
        self.sentences = passage.sentences if passage.text else ((0, len(self.text)),)
        self._lexicon = lexicon
        self._analyzer = analyzer

    @cached_property
    def spans(self) -> Spans:
        """Where the words stand."""
        return tuple(self._analyzer.spans(self.text))

    @cached_property
    def stems(self) -> list[tuple[str, ...]]:
        """The stems of every word."""
        outlined = not self.passage.text
        own = self._analyzer.words(self.text) if outlined else self.passage.words
        forms = own.split()
        return [self._stems_of(form) for form in forms[len(forms) - len(self.spans) :]]

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """By stem: which words have it."""
        found: dict[str, list[int]] = {}
        for n, stems in enumerate(self.stems):
            for stem in stems:
                found.setdefault(stem, []).append(n)
        return found

    @cached_property
    def own(self) -> frozenset[str]:
        """The stems of the passage's own words, and the terms of the concepts that they name."""
        words = self.passage.words.split()
        stems = {stem for form in words for stem in self._stems_of(form)}
        return frozenset(stems).union(map(concept_term, self._lexicon.named(stems)))

    def _stems_of(self, form: str) -> tuple[str, ...]:
        return self._lexicon.stems(form) or (form,)


class SnippetMaker:
    """Cuts the snippets of an answer; a word is marked in any inflection, a name of several words
    where it stands whole, and so are equivalents.

    ``equivalents`` gives the learned ones when a text in another language first needs them.
    """

    def __init__(
        self,
        expanded: ExpandedQuery,
        vocabulary: Vocabulary,
        equivalents: Callable[[], Equivalents],
    ):
        self._query_terms = expanded.query_terms
        self._vocabulary = vocabulary
        self._equivalents = equivalents
        self._telling = cache(self._telling_in)
        self._asked = cache(self._asked_in)

    def words(self, passage: ReadPassage) -> tuple[Token, ...]:
        """The words of a query that stand in a passage itself, in any inflection or as a name."""
        asked = self._asked(passage.language)
        return tuple(token for token, terms in asked if not passage.own.isdisjoint(terms))

    def cut(self, passage: ReadPassage) -> Snippet:
        """The best stretch of whole sentences of a passage."""
        text = passage.text
        hits = _hits(passage, self._telling(passage.language))
        start, end = _best_stretch(passage.sentences, hits, len(text))
        end = min(end, _word_end(text, start + 2 * LONGEST))
        marks = tuple((a - start, b - start) for a, b, _ in hits if start <= a and b <= end)
        cut_text = text[start:end] + ("…" if end < len(text) and text[end - 1] not in ".!?" else "")
        return Snippet(cut_text, marks)

    def _telling_in(self, language: str) -> Telling:
        """The words and names of a language that a query is about."""
        stop = self._vocabulary.lexicons[language].stop
        worth: dict[tuple[str, ...], int] = {}
        for query_term in self._query_terms:
            for expansion in query_term.expansions:
                for name in self._names(expansion, language):
                    weight = query_term.weight * expansion.factor
                    worth[name] = max(worth.get(name, 0), weight)
        found: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        for name, weight in worth.items():
            for stem in name if len(name) > 1 or name[0] not in stop else ():
                found.setdefault(stem, []).append((name, weight))
        return found

    def _asked_in(self, language: str) -> list[tuple[Token, frozenset[str]]]:
        """The words of a query with the terms that do for each in a language."""
        fields = (language, COMMON)
        return [
            (term.token, frozenset(e.term for e in term.expansions if e.field in fields))
            for term in self._query_terms
        ]

    def _names(self, expansion: Expansion, language: str) -> Iterable[tuple[str, ...]]:
        """What an expansion is in a language: itself, a concept's names, an equivalent."""
        if is_concept(expansion.term):
            return self._vocabulary.lexicons[language].names.get(expansion.term, ())
        if expansion.field in (language, COMMON):
            return ((expansion.term,),)
        known = self._equivalents().get(expansion.field, {}).get(language, {})
        return ((stem,) for stem in known.get(expansion.term, ()))


def _hits(passage: ReadPassage, telling: Telling) -> list[tuple[int, int, int]]:
    """The spans of words and whole names, the longest from each word on, and what each says."""
    stems, spans, places = passage.stems, passage.spans, passage.places
    found = []
    last = 0
    for n in sorted({n for stem in telling.keys() & places.keys() for n in places[stem]}):
        most, weight = 0, 0
        for stem in stems[n]:
            for name, worth in telling.get(stem, ()):
                length = len(name)
                if length < most or (length == most and worth <= weight):
                    continue
                if length == 1 or _stands(name, stems[n : n + length]):
                    most, weight = length, worth
        if most and n >= last:
            last = n + most
            found.append((spans[n][0], spans[last - 1][1], weight))
    return found


def _stands(name: Iterable[str], near: Sequence[tuple[str, ...]]) -> bool:
    """Whether each stem of a name is that of a word."""
    return all(any(stem in stems for stems in near) for stem in name)


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
