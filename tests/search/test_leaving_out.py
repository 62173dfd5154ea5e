"""A way of saying that is left out is gone from the search while it is, and back afterwards."""

from __future__ import annotations

from pathlib import Path

from benchmarks.leaving_out import LeavingOut
from lawbase.knowledge import KnowledgeBase
from lawbase.search.documents import Stretch
from lawbase.search.search import Searcher
from lawbase.search.vocabulary import Vocabulary


def test_a_way_that_is_left_out_was_never_written(
    small_kb: KnowledgeBase, small: Searcher, tmp_path: Path
) -> None:
    search = LeavingOut(small_kb, tmp_path)
    vocabulary = search.contents.vocabulary
    asked = 0
    for number, situation in enumerate(small_kb.situations):
        for language, text in situation.texts.items():
            forms, weights = (dict(x) for x in _words(vocabulary, language))
            for way in text.words:
                asked += 1
                with search.without(number, Stretch(way, language)):
                    assert search.answer(way).found == ()
                    assert vocabulary.languages[language].forms.keys() < forms.keys()
                assert _words(vocabulary, language) == (forms, weights)
                found = [(h.thread, h.score) for h in small.search(way).hits]
                back = search.answer(way).found[: len(found)]
                ids = search.contents.tables.thread_ids
                assert [(ids[thread], round(score, 4)) for thread, score in back] == found != []
    assert asked


def _words(vocabulary: Vocabulary, language: str) -> tuple[dict[str, str], dict[str, int]]:
    words = vocabulary.languages[language]
    return words.forms, words.weights
