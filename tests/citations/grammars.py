"""The grammars of the corpus's languages, each compiled when a test first needs it."""

from __future__ import annotations

from functools import cache

from lawbase.citations.grammar import Grammar
from tests.conftest import corpus_languages

PROFILES = corpus_languages()


@cache
def grammar(language: str) -> Grammar:
    """The grammar of a language."""
    return Grammar(PROFILES[language])
