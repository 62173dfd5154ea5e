"""What players say finds what the laws call by another name."""

from __future__ import annotations

from functools import cache

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.search.search import Searcher
from tests.conftest import Some


def found(searcher: Searcher, query: str) -> set[str]:
    """The threads of the first ten answers."""
    return {hit.thread for hit in searcher.search(query).hits}


@pytest.mark.slow
def test_slang_finds_what_the_word_of_the_laws_finds(
    whole: Searcher,
    knowledge: KnowledgeBase,
    some: Some,
) -> None:
    """Words of players' slang, each asked alone, beside the preferred word of its concept."""
    asked = cache(lambda query: found(whole, query))
    slangy = [concept for concept in knowledge.concepts if any(concept.slang.values())]
    apart = [
        (concept.id, word)
        for concept in some(slangy, 4)
        for language, slang in concept.slang.items()
        for word in slang
        if not asked(word) & asked(concept.words.get(language, concept.words["en"])[0])
    ]
    assert apart == []
