"""What an index is made of: documents and entry points, words, vocabulary, tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from lawbase.knowledge import KnowledgeBase, Place
from lawbase.model import LexiconEntry
from lawbase.profile import LanguageProfile
from lawbase.search.analysis import Analyzer
from lawbase.search.documents import Document, DocumentMaker, Stretch
from lawbase.search.entry_points import (
    EntryPoint,
    heading_entries,
    situation_entries,
    term_entries,
    topic_entries,
)
from lawbase.search.expansion import Expander
from lawbase.search.figures import FIGURES, WHOLE
from lawbase.search.tables import COMMON, EditionTable, Equivalents, Tables, is_concept
from lawbase.search.vocabulary import Vocabulary, WordCounter, Words, information
from lawbase.search.weighing import FieldTerms, TermReader, Terms, read_fields
from lawbase.text import fold

LIKELY = 0.2
MOST = 2
"""How likely an equivalent must be, and how many of a word are kept."""


class Contents(Struct, frozen=True):
    """Everything that an index is made of, in the order of the index.

    ``fields`` are the terms of every document by field and language, ``entry_terms`` those of every
    entry point.
    """

    documents: tuple[Document, ...]
    fields: tuple[FieldTerms, ...]
    entry_points: tuple[EntryPoint, ...]
    entry_terms: tuple[Terms, ...]
    vocabulary: Vocabulary
    tables: Tables
    equivalents: Equivalents


@lru_cache(maxsize=1)
def contents_of(kb: KnowledgeBase) -> Contents:
    """What the index of a knowledge base is made of, gathered once."""
    return gather_contents(kb, kb.languages)


def gather_contents(
    kb: KnowledgeBase, languages: Mapping[str, LanguageProfile], topics: bool = True
) -> Contents:
    """Gather what the index of a knowledge base is made of.

    ``topics`` says whether the books' own subject indexes help to find.
    """
    reader = TermReader(languages)
    documents = [d for e in kb.editions for d in DocumentMaker(kb, e).documents()]
    fields = tuple(read_fields(document, reader) for document in documents)
    entry_points = sorted(
        _entry_points(kb, documents, topics), key=lambda entry: entry.stretch.language
    )
    _meet(entry_points, reader, {edition.language for edition in kb.editions})
    vocabulary = _vocabulary(kb, languages, reader)
    entry_terms, entry_weights = _said(entry_points, vocabulary)
    tables = _tables(kb, documents, entry_points, entry_weights)
    _lend(entry_points, entry_terms, tables, fields)
    equivalents = learned_equivalents(kb.aligned.lexicon)
    _translate(documents, tables, fields, equivalents)
    return Contents(
        documents=tuple(documents),
        fields=fields,
        entry_points=tuple(entry_points),
        entry_terms=tuple(entry_terms),
        vocabulary=vocabulary,
        tables=tables,
        equivalents=equivalents,
    )


def _entry_points(
    kb: KnowledgeBase, documents: Sequence[Document], topics: bool
) -> Iterator[EntryPoint]:
    yield from heading_entries(documents)
    yield from term_entries(kb)
    if topics:
        yield from topic_entries(kb)
    yield from situation_entries(kb.situations, kb.editions)


def _lend(
    entry_points: Iterable[EntryPoint],
    entry_terms: Iterable[Terms],
    tables: Tables,
    fields: Sequence[FieldTerms],
) -> None:
    """Give the words of entry points to the documents that they lead to before all others."""
    lent, straight = FIGURES.weighing.lent, FIGURES.ranking.straight
    for entry, terms, targets in zip(entry_points, entry_terms, tables.entry_targets, strict=True):
        if entry.kind in lent:
            name = (lent[entry.kind], entry.stretch.language)
            words = [(index, term) for index, found in terms.items() for term in found]
            for document in (document for document, share in targets if share == straight):
                fields[document].setdefault(name, []).extend(words)


def _translate(
    documents: Sequence[Document],
    tables: Tables,
    fields: Sequence[FieldTerms],
    equivalents: Equivalents,
) -> None:
    """Give a document the words of the languages that its thread has no text in."""
    texts: defaultdict[int, set[str]] = defaultdict(set)
    for document, thread in zip(documents, tables.thread, strict=True):
        texts[thread].add(document.language)
    for number, document in enumerate(documents):
        source = document.language
        own = [t for f in ("heading", "text") for t in fields[number].get((f, source), ())]
        for target, words in equivalents.get(source, {}).items():
            if target not in texts[tables.thread[number]]:
                found = [(target, word) for _, term in own for word in words.get(term, ())]
                fields[number]["translated", target] = found


def _meet(entry_points: Iterable[EntryPoint], reader: TermReader, written: Collection[str]) -> None:
    """Meet the words of entry points; a language without texts has its words counted there."""
    for entry in entry_points:
        language = entry.stretch.language
        terms = reader.read((entry.stretch,))
        if language not in written:
            reader.counters[language].document(t for index, t in terms if index != COMMON)


def _said(
    entry_points: Iterable[EntryPoint], vocabulary: Vocabulary
) -> tuple[list[Terms], tuple[int, ...]]:
    """What every entry point says, as terms, and how much that is.

    An entry point is taken at its words; a topic or a situation stands for the concepts that it
    names besides.
    """
    expander = Expander(vocabulary)
    analyzer = Analyzer(vocabulary.letters)
    found, weights = [], []
    for entry in entry_points:
        text, language = entry.stretch.text, entry.stretch.language
        terms: Terms = {}
        for index, term in expander.own_terms(text, tuple(analyzer.tokens(text)), language):
            terms.setdefault(index, {})[term] = WHOLE
        if entry.kind in FIGURES.weighing.lent:
            for concept in vocabulary.lexicons[language].named(terms.get(language, {})):
                terms.setdefault(COMMON, {})[concept] = WHOLE
        found.append(terms)
        weights.append(_entry_weight(terms, language, vocabulary))
    return found, tuple(weights)


def _entry_weight(terms: Terms, language: str, vocabulary: Vocabulary) -> int:
    """How much an entry point's own words and numbers say together."""
    lexicon = vocabulary.lexicons[language]
    words = sum(map(lexicon.telling, terms.get(language, ())))
    numbers = (term for term in terms.get(COMMON, ()) if not is_concept(term))
    return max(words + sum(vocabulary.common.get(n, vocabulary.unknown) for n in numbers), 1)


def _vocabulary(
    kb: KnowledgeBase, languages: Mapping[str, LanguageProfile], reader: TermReader
) -> Vocabulary:
    profiles = languages.values()
    return Vocabulary(
        languages={
            name: _words(profile, reader.counters[name], _phrases(kb, name, reader))
            for name, profile in languages.items()
        },
        common=reader.counters[COMMON].document_weights(),
        letters={k: v for profile in profiles for k, v in profile.script.items()},
        law_words=_distinct(p.references.law + p.search.citation for p in profiles),
        joining=_distinct(p.references.joining for p in profiles),
        unknown=max(information(0, counter.size) for counter in reader.counters.values()),
    )


def _words(
    profile: LanguageProfile, counter: WordCounter, phrases: dict[str, tuple[str, ...]]
) -> Words:
    forms = counter.forms()
    spellings = {fold(typed): fold(kept) for typed, kept in profile.search.spellings.items()}
    return Words(
        forms=forms,
        weights=counter.weights(),
        endings=counter.endings(),
        stop=tuple(sorted({fold(word) for word in profile.search.stop})),
        question=tuple(sorted({fold(word) for word in profile.search.question})),
        spellings=spellings,
        phrases=phrases,
        same=tuple(_stems(group, forms) for group in profile.search.same),
    )


def _stems(words: Iterable[str], forms: Mapping[str, str]) -> tuple[str, ...]:
    """The stems of those words that are known, the commonest of each."""
    known = (forms[form] for form in map(fold, words) if form in forms)
    return tuple(dict.fromkeys(stems.split()[0] for stems in known))


def _phrases(kb: KnowledgeBase, language: str, reader: TermReader) -> dict[str, tuple[str, ...]]:
    """The glossary's words by their sorted stems."""
    found: dict[str, list[str]] = {}
    for concept in kb.concepts:
        for word in (*concept.words.get(language, ()), *concept.slang.get(language, ())):
            stems = sorted({term for _, term in reader.read((Stretch(word, language),))})
            ids = found.setdefault(" ".join(stems), [])
            if concept.id not in ids:
                ids.append(concept.id)
    return {stems: tuple(ids) for stems, ids in sorted(found.items())}


def _distinct(groups: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(sorted({word for group in groups for word in group}))


def _tables(
    kb: KnowledgeBase,
    documents: Sequence[Document],
    entry_points: Sequence[EntryPoint],
    entry_weights: tuple[int, ...],
) -> Tables:
    places = {(d.edition, d.key): number for number, d in enumerate(documents)}
    numbers = {edition.id: number for number, edition in enumerate(kb.editions)}
    threads = [_thread(kb, (d.edition, d.key)) for d in documents]
    ids = {thread: number for number, thread in enumerate(dict.fromkeys(threads))}
    return Tables(
        editions=tuple(EditionTable(e.id, e.language, e.year, e.laws) for e in kb.editions),
        edition=tuple(numbers[d.edition] for d in documents),
        key=tuple(d.key for d in documents),
        kind=tuple(d.provision.kind for d in documents),
        thread=tuple(ids[thread] for thread in threads),
        thread_ids=tuple(ids),
        entry_kind=tuple(entry.kind for entry in entry_points),
        entry_weight=entry_weights,
        entry_targets=tuple(
            tuple((places[place], share) for place, share in entry.targets if place in places)
            for entry in entry_points
        ),
    )


def _thread(kb: KnowledgeBase, place: Place) -> str:
    thread = kb.thread(*place)
    return thread.id if thread else ":".join(place)


def learned_equivalents(lexicon: Iterable[LexiconEntry]) -> Equivalents:
    """The likeliest equivalents of every word, best first; stems are folded.

    Phrases are left out: the index knows single words, and the glossary the phrases that matter.
    """
    found: Equivalents = {}
    for entry in lexicon:
        if " " in entry.word or " " in entry.translation:
            continue
        words = found.setdefault(entry.source, {}).setdefault(entry.target, {})
        known = words.get(fold(entry.word), ())
        if entry.weight >= LIKELY and len(known) < MOST:
            words[fold(entry.word)] = (*known, fold(entry.translation))
    return found
