"""Two bids in one story: the lower one over the higher is an insufficient bid."""

from __future__ import annotations

import pytest

from lawbase.search.analysis import Analyzer
from lawbase.search.expansion import Expander
from lawbase.search.vocabulary import Vocabulary
from tests.conftest import corpus_languages

PROFILES = corpus_languages()
EXAMPLES = [
    (language, example, low)
    for language, profile in PROFILES.items()
    for low, examples in (
        (True, profile.search.bids.insufficient),
        (False, profile.search.bids.sufficient),
    )
    for example in examples
]


def test_every_language_has_examples_of_both() -> None:
    assert {(language, low) for language, _, low in EXAMPLES} == {
        (language, low) for language in PROFILES for low in (True, False)
    }


@pytest.mark.parametrize(("language", "text", "low"), EXAMPLES)
def test_a_bid_no_higher_than_the_one_before_is_insufficient(
    vocabulary: Vocabulary, language: str, text: str, low: bool
) -> None:
    expander = Expander(vocabulary)
    # a word of the language around it, as a story has
    story = f"{PROFILES[language].search.question[0]} {text}"
    expanded = expander.expand(story, tuple(Analyzer(vocabulary.letters).tokens(story)))
    found = {concept for term in expanded.query_terms for concept in term.concepts}
    assert (vocabulary.insufficient in found) == low, expanded.query_terms
