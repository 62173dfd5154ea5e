"""Suggestions as one types: addresses, terms, titles, situations that begin with what is there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from lawbase.address import Address
from lawbase.knowledge import KnowledgeBase
from lawbase.search.analysis import Analyzer
from lawbase.search.tables import TABLES, VOCABULARY, IndexTables
from lawbase.search.vocabulary import Vocabulary
from lawbase.storage import FolderReader

SUGGESTIONS = "suggestions.json"
LIMIT = 8
SuggestionKind = Literal["citation", "term", "heading", "topic", "situation"]
_Word = tuple[str, str]
"""A word as it is compared, and as it is written."""

KINDS: tuple[SuggestionKind, ...] = ("citation", "term", "heading", "topic", "situation")


class Suggestion(Struct, frozen=True, array_like=True):
    """Something that can be searched for: its text, what it is, and its language.

    A citation belongs to no language.
    """

    text: str
    kind: SuggestionKind
    language: str


class Suggester:
    """Completes what is being typed; every word typed must begin a word of what is suggested."""

    def __init__(self, suggestions: Iterable[Suggestion], tables: IndexTables, analyzer: Analyzer):
        self._analyzer = analyzer
        self._entries = [(s, self._words(s.text)) for s in (*suggestions, *_citations(tables))]

    @classmethod
    def open(cls, folder: Path) -> Suggester:
        """The suggestions of an index in a folder.

        Raises:
            DamagedError: when the folder holds no index, or a damaged one.
        """
        read = FolderReader(folder)
        letters = read.record(VOCABULARY, Vocabulary).letters
        suggestions = read.record(SUGGESTIONS, tuple[Suggestion, ...])
        return cls(suggestions, read.record(TABLES, IndexTables), Analyzer(letters))

    def suggest(
        self, typed: str, languages: Collection[str] = (), limit: int = LIMIT
    ) -> tuple[Suggestion, ...]:
        """The best completions: those that begin as typed, then by kind, then the shortest."""
        words = self._words(self._analyzer.latin(typed))
        found = [
            ((not _begins(words, own), KINDS.index(s.kind), len(s.text), s.text, s.language), s)
            for s, own in self._entries
            if words and (not languages or s.language in languages) and _has(words, own)
        ]
        return tuple(suggestion for _, suggestion in sorted(found)[:limit])

    def _words(self, text: str) -> tuple[_Word, ...]:
        return tuple(
            (token.form, text[token.start : token.end].lower())
            for token in self._analyzer.tokens(text)
        )


def gather_suggestions(kb: KnowledgeBase) -> tuple[Suggestion, ...]:
    """Everything in a knowledge base that can be suggested, each once."""
    return tuple(dict.fromkeys((*_terms(kb), *_headings(kb), *_topics(kb), *_situations(kb))))


def _terms(kb: KnowledgeBase) -> Iterator[Suggestion]:
    for concept in kb.concepts:
        for language, words in concept.words.items():
            yield from (Suggestion(word, "term", language) for word in words)


def _headings(kb: KnowledgeBase) -> Iterator[Suggestion]:
    for edition in kb.editions:
        for provision in edition.provisions:
            if provision.heading and provision.kind in ("law", "section"):
                yield Suggestion(provision.heading, "heading", edition.language)


def _topics(kb: KnowledgeBase) -> Iterator[Suggestion]:
    for edition in kb.editions:
        yield from (Suggestion(entry.topic, "topic", edition.language) for entry in edition.index)


def _situations(kb: KnowledgeBase) -> Iterator[Suggestion]:
    for situation in kb.situations:
        for language, text in situation.texts.items():
            yield Suggestion(text.title, "situation", language)


def _citations(tables: IndexTables) -> Iterator[Suggestion]:
    keys = dict.fromkeys(key for key in tables.key if key[0].isdigit() and "#" not in key)
    for key in keys:
        yield Suggestion(Address.parse(key).format(item="({})"), "citation", "")


def _opens(typed: _Word, word: _Word) -> bool:
    """Whether a typed word begins another: as it is written, once it has diacritics."""
    as_written = typed[0] != typed[1]
    return word[as_written].startswith(typed[as_written])


def _has(words: tuple[_Word, ...], own: tuple[_Word, ...]) -> bool:
    """Whether every typed word begins some word of a text."""
    return all(any(_opens(typed, word) for word in own) for typed in words)


def _begins(words: tuple[_Word, ...], own: tuple[_Word, ...]) -> bool:
    """Whether a text begins with the typed words, in their order."""
    pairs = zip(words, own, strict=False)
    return len(words) <= len(own) and all(_opens(typed, word) for typed, word in pairs)
