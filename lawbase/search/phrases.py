"""Quoted phrases: exact words in exact order, but for case and diacritics."""

from __future__ import annotations

import msgspec

from lawbase.search.analysis import Analyzer
from lawbase.search.engine import Engine
from lawbase.search.tables import COMMON, Passage
from lawbase.search.vocabulary import Vocabulary


class PhraseFinder:
    """Finds the documents whose own words have a phrase.

    The index gives the few documents that have all of its stems; their words decide.
    """

    def __init__(self, engine: Engine, vocabulary: Vocabulary, analyzer: Analyzer, size: int):
        self._engine = engine
        self._vocabulary = vocabulary
        self._analyzer = analyzer
        self._size = size

    def find(self, phrase: str) -> list[int]:
        """The documents that have a phrase, in the order of the index."""
        forms = [token.form for token in self._analyzer.tokens(phrase)]
        if not forms:
            return []
        wanted = f" {' '.join(forms)} "
        return [d for d in self._candidates(forms) if wanted in self._words(d)]

    def _candidates(self, forms: list[str]) -> list[int]:
        having = sorted((self._having(form) for form in set(forms)), key=len)
        return sorted(set.intersection(*having))

    def _having(self, form: str) -> set[int]:
        lexicons = self._vocabulary.lexicons.items()
        terms = [(name, stem) for name, x in lexicons for stem in x.stems(form)]
        found: set[int] = set()
        for field, term in (*terms, (COMMON, form)):
            found.update(self._engine.postings(field, term).documents)
        return {document for document in found if document < self._size}

    def _words(self, document: int) -> str:
        passage = msgspec.json.decode(self._engine.stored(document), type=Passage)
        return f" {passage.words} "
