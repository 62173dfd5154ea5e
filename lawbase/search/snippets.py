"""Snippets: the sentences of a passage that answer, with the words that matched marked."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate, compress, islice

from msgspec import Struct

from lawbase.search.analysis import Token
from lawbase.search.expansion import ExpandedQuery, Expansion
from lawbase.search.tables import COMMON, OR, Equivalents, Passage, is_concept
from lawbase.search.vocabulary import Vocabulary

LONGEST = 280
"""How long a snippet may be, in characters."""
Spans = tuple[tuple[int, int], ...]


class Snippet(Struct, frozen=True):
    """A piece of a passage, and the spans in it to be marked."""

    text: str
    marks: Spans


Asked = tuple[Token, frozenset[str], Sequence[frozenset[str]]]
Told = tuple[tuple[str, ...], int]
"""A word or a name that a query is about, as stems, and how much it says."""
Telling = Mapping[str, Sequence[Told]]
"""By stem, or by the stems of a form that has several: what a query is about with it, the longest
names first and of these what says most."""


class ReadPassage:
    """A passage with the words of what is shown of it, read when they are first asked for."""

    def __init__(self, passage: Passage, language: str):
        self.passage = passage
        self.language = language
        self.text = passage.text or passage.outline
        self.sentences = passage.sentences if passage.text else ((0, len(self.text)),)

    @cached_property
    def places(self) -> list[int]:
        """Where each word begins and ends, one after the other."""
        return list(accumulate(self.passage.steps))

    @cached_property
    def stems(self) -> list[str]:
        """The stem of every word, or its stems as one."""
        if not self.passage.text:
            return self.passage.outlined.split()
        own = self.passage.stems.split()
        return own[len(own) - len(self.passage.steps) // 2 :]

    @cached_property
    def own(self) -> frozenset[str]:
        """The stems of the passage's own words."""
        return frozenset(self.passage.stems.replace(OR, " ").split())


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
        own = passage.own
        return tuple(
            token
            for token, stems, names in self._asked(passage.language)
            if not own.isdisjoint(stems) or any(name <= own for name in names)
        )

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
        lexicon = self._vocabulary.lexicons[language]
        worth: dict[tuple[str, ...], int] = {}
        for query_term in self._query_terms:
            for expansion in query_term.expansions:
                for name in self._names(expansion, language):
                    weight = query_term.weight * expansion.factor
                    worth[name] = max(worth.get(name, 0), weight)
        found: dict[str, list[Told]] = {}
        for name, weight in sorted(worth.items(), key=_longest_first):
            for stem in name if len(name) > 1 or name[0] not in lexicon.stop else ():
                found.setdefault(stem, []).append((name, weight))
        for stems in lexicon.several:
            told = [each for stem in stems.split(OR) for each in found.get(stem, ())]
            if told:
                found[stems] = sorted(told, key=_longest_first)
        return found

    def _asked_in(self, language: str) -> list[Asked]:
        """The words of a query, each with the stems and names that do for it in a language."""
        lexicon = self._vocabulary.lexicons[language]
        fields = (language, COMMON)
        return [
            (
                term.token,
                frozenset(e.term for e in term.expansions if e.field in fields),
                [name for concept in term.concepts for name in lexicon.telling_names(concept)],
            )
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
    words, places = passage.stems, passage.places
    found = []
    last = 0
    for n in compress(range(len(words)), map(telling.__contains__, words)):
        if n < last:
            continue
        for name, weight in telling[words[n]]:
            length = len(name)
            if length == 1 or _stands(name, words[n : n + length]):
                last = n + length
                found.append((places[2 * n], places[2 * last - 1], weight))
                break
    return found


def _longest_first(told: Told) -> tuple[int, int]:
    return -len(told[0]), -told[1]


def _stands(name: Iterable[str], near: Iterable[str]) -> bool:
    """Whether each stem of a name is that of a word."""
    return all(map(OR.join(near).split(OR).__contains__, name))


def _best_stretch(
    sentences: Spans, hits: list[tuple[int, int, int]], length: int
) -> tuple[int, int]:
    """The neighbouring sentences, not too long together, in which most of the query stands."""
    best, most = (0, length), -1
    everything = sum({weight for _, _, weight in hits})
    for first, (start, _) in enumerate(sentences):
        hits = [hit for hit in hits if start <= hit[0]]
        for _, end in islice(sentences, first, None):
            if end - start > LONGEST and end != sentences[first][1]:
                break
            worth = sum({weight for _, b, weight in hits if b <= end})
            if worth > most:
                best, most = (start, end), worth
            if worth == everything:
                return best
    return best


def _word_end(text: str, place: int) -> int:
    while place < len(text) and not text[place].isspace():
        place += 1
    return min(place, len(text))
