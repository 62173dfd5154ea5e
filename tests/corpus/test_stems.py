"""The two libraries that give Snowball's stems agree on every word of the corpus (a sample)."""

from __future__ import annotations

from importlib import import_module

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.stemming import WORD
from tests.conftest import Some, corpus_languages

ALGORITHMS = {name: p.terms.stemmer for name, p in corpus_languages().items()}


@pytest.mark.slow
@pytest.mark.parametrize("language", [name for name, found in ALGORITHMS.items() if found])
def test_the_faster_library_gives_the_same_stems(
    knowledge: KnowledgeBase, some: Some, language: str
) -> None:
    fast = import_module("Stemmer").Stemmer(ALGORITHMS[language])
    plain = import_module(f"snowballstemmer.{ALGORITHMS[language]}_stemmer")
    slow = getattr(plain, f"{ALGORITHMS[language].title()}Stemmer")()
    said = (
        text.title + " ".join(text.words) for s in knowledge.situations for text in s.texts.values()
    )
    printed = (p.text for edition in knowledge.editions for p in edition.provisions)
    words = sorted({word.lower() for text in (*said, *printed) for word in WORD.findall(text)})
    assert len(words) > 1000
    asked = some(words, 8)
    assert fast.stemWords(asked) == slow.stemWords(asked)
