"""How much a document is about a word: BM25F, worked out once while the index is built.

A word's frequency is summed over the fields of a document, each with its weight and held against
the field's usual length, and saturates towards its whole. What is left for the query is to
multiply with the word's information and to add.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from typing import NamedTuple

from lawbase.grouping import grouped
from lawbase.profile import LanguageProfile
from lawbase.search.analysis import Analyzer, number_parts
from lawbase.search.documents import Document, Stretch
from lawbase.search.figures import FIGURES, Field
from lawbase.search.tables import COMMON, concept_term
from lawbase.search.vocabulary import WordCounter
from lawbase.stemming import Stemmer
from lawbase.text import fold

_F = FIGURES.weighing

Terms = dict[str, dict[str, int]]
FieldTerm = tuple[str, str]
FieldTerms = dict[tuple[Field, str], list[FieldTerm]]
FieldCounts = dict[tuple[Field, str], dict[str, Counter[str]]]
Lengths = dict[tuple[Field, str], float]


class PrintedToken(NamedTuple):
    """What a printed token stands for: its terms and, of a word, its form and stem."""

    terms: tuple[FieldTerm, ...]
    word: tuple[str, str] | None


class TermReader:
    """Reads texts to terms, and lets the word counters of the languages meet them."""

    def __init__(self, languages: Mapping[str, LanguageProfile]):
        self._analyzer = Analyzer.of(languages)
        self._tokens = {
            name: cache(partial(self._token, name, Stemmer(profile)))
            for name, profile in languages.items()
        }
        self._read = cache(self._terms)  # most texts stand in several documents
        self.form = self._analyzer.form
        self.printed = cache(self._analyzer.printed)
        self.counters: defaultdict[str, WordCounter] = defaultdict(WordCounter)

    def meet(self, language: str, texts: Iterable[str]) -> None:
        """Let a language's counter meet the words of many texts at once."""
        words: Counter[tuple[str, str]] = Counter()
        for printed, often in Counter(chain.from_iterable(map(self.printed, texts))).items():
            word = self._tokens[language](printed).word
            if word:
                words[word] += often
        self.counters[language].meet(words)

    def read(self, stretch: Stretch) -> list[FieldTerm]:
        """The terms of a piece of text, each with the field it belongs to."""
        terms, words = self._read(stretch)
        self.counters[stretch.language].meet(words)
        return terms

    def _terms(self, stretch: Stretch) -> tuple[list[FieldTerm], list[tuple[str, str]]]:
        """The terms, and the words among them: their forms and stems."""
        tokens = list(map(self._tokens[stretch.language], self.printed(stretch.text)))
        terms = [term for token in tokens for term in token.terms]
        terms += [(COMMON, concept_term(concept)) for concept in stretch.concepts]
        return terms, [token.word for token in tokens if token.word]

    def _token(self, language: str, stemmer: Stemmer, printed: str) -> PrintedToken:
        form = self.form(printed)
        if form.isalpha():
            stem = fold(stemmer.stem(self._analyzer.latin(printed)))
            return PrintedToken(((language, stem),), (form, stem))
        return PrintedToken(tuple((COMMON, n) for n in (form, *number_parts(printed))), None)


def count_terms(fields: FieldTerms) -> FieldCounts:
    """How often each term stands in each field of a document, by index field."""
    return {
        name: {index: Counter(found) for index, found in grouped(terms).items()}
        for name, terms in fields.items()
    }


def weigh(counted: Iterable[FieldCounts], usual: Lengths) -> Iterator[Terms]:
    """The weights of every document's terms, by index field, from 1 to ``WHOLE``."""
    for fields in counted:
        frequencies: defaultdict[str, defaultdict[str, float]]
        frequencies = defaultdict(partial(defaultdict, float))
        for (field, language), counts in fields.items():
            weight, matters = _F.fields[field]
            length = _length(counts) / usual[field, language]
            share = weight / (1 - matters + matters * length)
            for index, terms in counts.items():
                known = frequencies[index]
                for term, often in terms.items():
                    known[term] += share * often
        yield {index: _weights(found) for index, found in frequencies.items()}


def weigh_profiles(counted: Sequence[Terms]) -> Iterator[Terms]:
    """How much each situation is about each term that is said of it, from 1 to ``WHOLE``."""
    lengths = said_lengths(counted)
    usual = sum(lengths) / (len(lengths) or 1)
    for counts, length in zip(counted, lengths, strict=True):
        enough = _F.said * (1 - _F.said_length + _F.said_length * length / usual)
        yield {
            index: {term: int(_F.whole * n / (n + enough) + 0.5) for term, n in found.items()}
            for index, found in counts.items()
        }


def said_lengths(counted: Iterable[Terms]) -> list[int]:
    """How much is said of each situation, in all languages together."""
    return [sum(sum(found.values()) for found in counts.values()) for counts in counted]


def read_fields(document: Document, reader: TermReader) -> FieldTerms:
    """The terms of a document by field and language; its own words are counted once."""
    read: FieldTerms = {}
    for field, stretches in document.fields.items():
        for stretch in stretches:
            read.setdefault((field, stretch.language), []).extend(reader.read(stretch))
    for index in (document.language, COMMON):
        terms = (term for found in read.values() for field, term in found if field == index)
        reader.counters[index].document(terms)
    return read


def usual_lengths(counted: Iterable[FieldCounts]) -> Lengths:
    """How many terms a field has on average where it is not empty, by field and language."""
    lengths = grouped((name, _length(c)) for fields in counted for name, c in fields.items())
    return {name: sum(found) / len(found) for name, found in lengths.items()}


def _length(counts: Mapping[str, Counter[str]]) -> int:
    return sum(found.total() for found in counts.values())


def _weights(frequencies: Mapping[str, float]) -> dict[str, int]:
    whole, enough = _F.whole, _F.saturation
    found = frequencies.items()
    return {term: weight for term, n in found if (weight := round(whole * n / (n + enough)))}
