"""Two bids in one story: the lower over the higher is insufficient, one for another unintended."""

from __future__ import annotations

import pytest

from lawbase.search.analysis import Analyzer
from lawbase.search.expansion import Expander
from lawbase.search.vocabulary import Vocabulary
from tests.conftest import corpus_languages

PROFILES = corpus_languages()
KINDS = ("insufficient", "sufficient", "unintended")
EXAMPLES = [
    (language, example, kind)
    for language, profile in PROFILES.items()
    for kind in KINDS
    for example in getattr(profile.search.bids, kind)
]


def test_every_language_has_examples_of_each() -> None:
    assert {(language, kind) for language, _, kind in EXAMPLES} == {
        (language, kind) for language in PROFILES for kind in KINDS
    }


@pytest.mark.parametrize(("language", "text", "kind"), EXAMPLES)
def test_two_bids_tell_what_was_wrong_with_the_first(
    vocabulary: Vocabulary, language: str, text: str, kind: str
) -> None:
    # a word of the language around it, as a story has
    found = _concepts(vocabulary, f"{PROFILES[language].search.question[0]} {text}")
    assert (vocabulary.insufficient in found) == (kind == "insufficient")
    assert (vocabulary.unintended in found) == (kind == "unintended")


@pytest.mark.parametrize(
    "story",
    [
        "who bid 1NT but meant 1NT",
        "who bid 1 spade and the next player after a while said that he had meant 2 hearts",
        "who meant 1 heart",
    ],
)
def test_the_other_bid_is_another_one_and_stands_near(vocabulary: Vocabulary, story: str) -> None:
    assert vocabulary.unintended not in _concepts(vocabulary, story)


def _concepts(vocabulary: Vocabulary, story: str) -> set[str]:
    tokens = tuple(Analyzer(vocabulary.letters).tokens(story))
    expanded = Expander(vocabulary).expand(story, tokens)
    return {concept for term in expanded.query_terms for concept in term.concepts}
