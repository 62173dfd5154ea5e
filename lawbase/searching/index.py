"""Building the index: documents and signs, the vocabulary, and the tables that ranking needs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase, Place
from lawbase.profile import LanguageProfile
from lawbase.searching.analysis import Analyzer, fold
from lawbase.searching.documents import Document, DocumentMaker, Stretch, headword
from lawbase.searching.engine import Entry, write_whoosh
from lawbase.searching.signs import (
    Kind,
    Sign,
    heading_signs,
    situation_signs,
    term_signs,
    topic_signs,
)
from lawbase.searching.understanding import Understander
from lawbase.searching.vocabulary import Vocabulary, WordCounter, Words, information
from lawbase.searching.weighing import COMMON, WHOLE, Terms, TermReader, weigh
from lawbase.storage import replacing_folder

FORMAT = 1
TRANSLATIONS = 3


class EditionTable(Struct, frozen=True, array_like=True):
    """What ranking must know of an edition."""

    id: str
    language: str
    year: int
    laws: tuple[int, int] | None


class Tables(Struct, frozen=True):
    """What ranking must know of every document, side by side in the order of the index.

    ``editions`` holds each edition once; ``edition`` and ``thread`` are numbers per document.
    Signs follow the documents in the index: ``sign_targets`` lead to document numbers, each with
    its share in per cent.
    """

    editions: tuple[EditionTable, ...]
    edition: tuple[int, ...]
    key: tuple[str, ...]
    kind: tuple[str, ...]
    thread: tuple[int, ...]
    thread_ids: tuple[str, ...]
    sign_language: tuple[str, ...]
    sign_kind: tuple[Kind, ...]
    sign_weight: tuple[int, ...]
    sign_targets: tuple[tuple[tuple[int, int], ...], ...]


class Passage(Struct, frozen=True):
    """What is shown of a document."""

    citation: str
    heading: str
    trail: tuple[str, ...]
    text: str


def build_index(
    kb: KnowledgeBase, languages: Mapping[str, LanguageProfile], folder: Path, topics: bool = True
) -> None:
    """Make the index of a knowledge base in a folder, aside, and swap it in whole.

    ``topics`` says whether the books' own subject indexes help to find.
    """
    reader = TermReader(languages)
    documents = [d for e in kb.editions for d in DocumentMaker(kb, e, topics).documents()]
    weighed = weigh(documents, reader)
    signs = list(_signs(kb, documents, topics))
    sign_terms = _sign_terms(signs, reader, {edition.language for edition in kb.editions})
    vocabulary = _vocabulary(kb, languages, reader)
    tables = _tables(kb, documents, signs, _sign_weights(signs, vocabulary))
    passages = [_passage(document, languages) for document in documents]
    with replacing_folder(folder) as aside:
        entries = _entries(weighed, passages, sign_terms)
        write_whoosh(aside, {COMMON, *vocabulary.languages}, entries)
        (aside / "vocabulary.json").write_bytes(msgspec.json.encode(vocabulary))
        (aside / "tables.json").write_bytes(msgspec.json.encode(tables))


def _signs(kb: KnowledgeBase, documents: Sequence[Document], topics: bool) -> Iterator[Sign]:
    yield from heading_signs(documents)
    yield from term_signs(kb)
    if topics:
        yield from topic_signs(kb.editions)
    yield from situation_signs(kb.situations, kb.editions)


def _sign_terms(
    signs: Iterable[Sign], reader: TermReader, written: set[str]
) -> list[Terms]:
    """The terms of the signs; in a language without texts they are what words are counted in."""
    found = []
    for sign in signs:
        language = sign.stretch.language
        terms = reader.read((sign.stretch,))
        if language not in written:
            reader.counters[language].document(t for index, t in terms if index != COMMON)
        by_field: Terms = {}
        for index, term in terms:
            by_field.setdefault(index, {})[term] = WHOLE
        found.append(by_field)
    return found


def _sign_weights(signs: Iterable[Sign], vocabulary: Vocabulary) -> tuple[int, ...]:
    """How much each sign says, weighed as if it were a query in its language."""
    understander = Understander(vocabulary)
    analyzer = Analyzer(vocabulary.letters)
    weights = []
    for sign in signs:
        text, language = sign.stretch.text, sign.stretch.language
        understood = understander.understand(text, list(analyzer.tokens(text)), (language,))
        weights.append(sum(slot.weight for slot in understood.slots))
    return tuple(weights)


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
        translations=_translations(kb),
    )


def _words(
    profile: LanguageProfile, counter: WordCounter, phrases: dict[str, tuple[str, ...]]
) -> Words:
    spellings = {fold(typed): fold(kept) for typed, kept in profile.search.spellings.items()}
    return Words(
        forms=counter.forms(),
        weights=counter.weights(),
        endings=counter.endings(),
        stop=tuple(sorted({fold(word) for word in profile.search.stop})),
        spellings=spellings,
        phrases=phrases,
    )


def _phrases(
    kb: KnowledgeBase, language: str, reader: TermReader
) -> dict[str, tuple[str, ...]]:
    """The glossary's words by their sorted stems."""
    found: dict[str, list[str]] = {}
    for concept in kb.concepts:
        for word in (*concept.words.get(language, ()), *concept.slang.get(language, ())):
            stems = sorted({term for _, term in reader.read((Stretch(word, language),))})
            ids = found.setdefault(" ".join(stems), [])
            if concept.id not in ids:
                ids.append(concept.id)
    return {stems: tuple(ids) for stems, ids in sorted(found.items())}


def _translations(kb: KnowledgeBase) -> dict[str, dict[str, dict[str, dict[str, int]]]]:
    found: dict[str, dict[str, dict[str, dict[str, int]]]] = {}
    for entry in kb.aligned.lexicon:
        target = found.setdefault(entry.source, {}).setdefault(entry.target, {})
        words = target.setdefault(fold(entry.word), {})
        if len(words) < TRANSLATIONS:
            words[fold(entry.translation)] = round(100 * entry.weight)
    return found


def _distinct(groups: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(sorted({word for group in groups for word in group}))


def _tables(
    kb: KnowledgeBase,
    documents: Sequence[Document],
    signs: Sequence[Sign],
    sign_weights: tuple[int, ...],
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
        sign_language=tuple(sign.stretch.language for sign in signs),
        sign_kind=tuple(sign.kind for sign in signs),
        sign_weight=sign_weights,
        sign_targets=tuple(
            tuple((places[place], share) for place, share in sign.targets if place in places)
            for sign in signs
        ),
    )


def _thread(kb: KnowledgeBase, place: Place) -> str:
    thread = kb.thread(*place)
    return thread.id if thread else ":".join(place)


def _passage(document: Document, languages: Mapping[str, LanguageProfile]) -> Passage:
    provision = document.provision
    is_definition = provision.kind == "definition"
    return Passage(
        citation=languages[document.language].cite(document.key),
        heading=headword(provision) if is_definition else provision.heading,
        trail=tuple(s.text.strip() for s in reversed(document.fields["above"])),
        text="\n".join(part for part in (provision.text, provision.tail) if part),
    )


def _entries(
    weighed: Iterable[Terms], passages: Iterable[Passage], sign_terms: Iterable[Terms]
) -> Iterator[Entry]:
    for terms, passage in zip(weighed, passages, strict=True):
        yield Entry(terms, msgspec.json.encode(passage))
    for terms in sign_terms:
        yield Entry(terms, b"")
