"""What one would have without our search: Whoosh over the same provisions, rung by rung."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.fields import ID, TEXT, Schema
from whoosh.filedb.filestore import RamStorage
from whoosh.index import Index
from whoosh.query import And, Or, Term
from whoosh.scoring import BM25F

from lawbase.knowledge import KnowledgeBase
from lawbase.profile import LanguageProfile
from lawbase.search.analysis import Analyzer
from lawbase.search.results import Hit, Reason, Twin
from lawbase.stemming import Stemmer
from lawbase.text import fold

WORD = re.compile(r"\w+")
PREFIX = 5
Words = Callable[[str, str], list[str]]
Search = Callable[[str, str], Sequence[Hit]]


class Rung(Struct, frozen=True):
    """A way to make words of texts, given the language profiles."""

    name: str
    words: Callable[[Mapping[str, LanguageProfile]], Words]

    def make(self, kb: KnowledgeBase, languages: Mapping[str, LanguageProfile]) -> Search:
        """Whoosh's search over all provisions, read with this rung's words."""
        return PlainSearch(kb, languages, self.words(languages)).search


class PlainSearch:
    """BM25F over headings and texts, any word may match, one hit a text."""

    def __init__(self, kb: KnowledgeBase, languages: Mapping[str, LanguageProfile], words: Words):
        self._words = words
        self._editions = {edition.id: edition.language for edition in kb.editions}
        self._languages = tuple(languages)
        self._kb = kb

    def search(self, text: str, edition: str) -> Sequence[Hit]:
        """The best ten texts of an edition, or of all."""
        languages = (self._editions[edition],) if edition else self._languages
        words = {word for language in languages for word in self._words(text, language)}
        query = Or([Term("text", word) for word in sorted(words)])
        if edition:
            query = And([query, Term("edition", edition)])
        with self._index.searcher(weighting=BM25F(B=0.75, K1=1.2)) as searcher:
            found = searcher.search(query, limit=10)
            return tuple(plain_hit(hit["edition"], hit["key"], hit["heading"]) for hit in found)

    @cached_property
    def _index(self) -> Index:
        text = TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False)
        schema = Schema(
            edition=ID(stored=True), key=ID(stored=True), heading=ID(stored=True), text=text
        )
        index = RamStorage().create_index(schema)
        writer = index.writer()
        for edition in self._kb.editions:
            for provision in edition.provisions:
                headword = provision.key[4:] if provision.kind == "definition" else ""
                parts = (headword, provision.heading, provision.text, provision.tail)
                words = " ".join(self._words(" ".join(parts), edition.language))
                writer.add_document(
                    edition=edition.id, key=provision.key, heading=provision.heading, text=words
                )
        writer.commit()
        return index


def plain_hit(edition: str, key: str, heading: str, twins: tuple[Twin, ...] = ()) -> Hit:
    """A hit that is told by its place alone."""
    return Hit(
        edition=edition,
        key=key,
        citation="",
        heading=heading,
        snippet="",
        score=0.0,
        thread="",
        twins=twins,
        language="",
        in_force=True,
        reason=Reason("words"),
        kind="",
        trail=(),
        marks=(),
    )


def _plain(_: Mapping[str, LanguageProfile]) -> Words:
    return lambda text, _: WORD.findall(text.lower())


def _folded(languages: Mapping[str, LanguageProfile]) -> Words:
    analyzer = Analyzer.of(languages)
    return lambda text, _: [token.form for token in analyzer.tokens(text)]


def _stemmed(languages: Mapping[str, LanguageProfile]) -> Words:
    analyzer = Analyzer.of(languages)
    stemmers = {name: Stemmer(profile) for name, profile in languages.items()}

    def words(text: str, language: str) -> list[str]:
        return [
            word
            for token in analyzer.tokens(text)
            for word in (
                fold(stemmers[language].stem(analyzer.latin(text[token.start : token.end]))),
                f"~{token.form[:PREFIX]}",
            )
        ]

    return words


RUNGS = (
    Rung("plain Whoosh", _plain),
    Rung("folded words", _folded),
    Rung("stems and beginnings", _stemmed),
)
