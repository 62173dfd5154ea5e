"""Every language's own examples: what its words find, what they leave alone."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from lawbase.citations.mentions import Mention, find_mentions
from lawbase.profile import LanguageProfile, MentionExample
from lawbase.stemming import Stemmer
from tests.citations.grammars import PROFILES, grammar


def of_all_languages(attribute: str) -> list[ParameterSet]:
    """A list of every language's vocabulary for citations, item by item."""
    return [
        pytest.param(language, item, id=f"{language}-{getattr(item, 'text', item)}")
        for language, profile in PROFILES.items()
        for item in getattr(profile.references, attribute)
    ]


def named(mention: Mention) -> tuple[str, ...]:
    """A mention's targets as the examples write them."""
    if mention.headword is not None:
        return ("def." + mention.headword.replace(" ", "_"),)
    if mention.introduced == "footnote":
        return tuple(f"{t}#fn" if t.law else f"#fn{t.steps[0]}" for t in mention.targets)
    year = f"@{mention.year}" if mention.year else ""
    return tuple(f"{target}{year}" for target in mention.targets)


@pytest.mark.parametrize(("language", "example"), of_all_languages("examples"))
def test_an_example_is_found_as_it_says(language: str, example: MentionExample) -> None:
    found = find_mentions(example.text, grammar(language))
    assert {mention.raw: named(mention) for mention in found} == example.finds


@pytest.mark.parametrize(("language", "text"), of_all_languages("counterexamples"))
def test_nothing_is_found_in_a_counterexample(language: str, text: str) -> None:
    assert find_mentions(text, grammar(language)) == ()


@pytest.mark.parametrize(
    ("attribute", "text", "targets"),
    [
        ("law", "ab {} 27B1(a).", ("27.B.1.a",)),
        ("unit", "ab {} C2.", (".C.2",)),
        ("see", "({} C2).", (".C.2",)),
        ("under", "ab {} C2.", (".C.2",)),
        ("above", "(C2 {}).", (".C.2",)),
        ("below", "(C2 {}).", (".C.2",)),
        ("own", "ab C2 {}.", (".C.2",)),
    ],
)
@pytest.mark.parametrize("language", PROFILES)
def test_every_word_of_the_vocabulary_makes_a_citation(
    language: str, attribute: str, text: str, targets: tuple[str, ...]
) -> None:
    for word in getattr(PROFILES[language].references, attribute):
        for form in (word, word.capitalize(), word.upper()):
            found = find_mentions(text.format(form), grammar(language))
            assert [named(mention) for mention in found] == [targets], form


@pytest.mark.parametrize("language", PROFILES)
def test_every_joining_word_makes_a_list_and_every_through_word_a_range(language: str) -> None:
    words = PROFILES[language].references
    for word in words.joining:
        found = find_mentions(f"{words.law[0]} 27 {word} 30B.", grammar(language))
        assert [named(mention) for mention in found] == [("27", "30.B")], word
    for word in words.through:
        found = find_mentions(f"{words.law[0]} 27 {word} 30.", grammar(language))
        assert [named(mention) for mention in found] == [("27", "28", "29", "30")], word


@pytest.mark.parametrize("language", PROFILES)
def test_words_of_one_letter_are_no_labels(language: str) -> None:
    words = PROFILES[language].references
    for small in words.small:
        assert find_mentions(f"{words.unit[0]} {small} bc", grammar(language)) == ()


@pytest.mark.parametrize("language", PROFILES)
def test_footnotes_and_other_editions_are_told_in_every_form(language: str) -> None:
    words = PROFILES[language].references
    for word in words.footnote:
        for of in words.of:
            text = f"{word} {of} {words.law[0]} 68"
            assert [named(m) for m in find_mentions(text, grammar(language))] == [("68#fn",)]
    for form in words.edition:
        text = f"{words.law[0]} 23 {form.format(1997)}"
        assert [named(m) for m in find_mentions(text, grammar(language))] == [("23@1997",)]


@pytest.mark.parametrize(("language", "profile"), list(PROFILES.items()))
def test_forms_of_one_word_are_alike_and_other_words_are_not(
    language: str, profile: LanguageProfile
) -> None:
    stemmer = Stemmer(profile)
    for forms in profile.terms.alike:
        assert len({stemmer.stem(form) for form in forms}) == 1, (language, forms)
    for words in profile.terms.unlike:
        assert len({stemmer.stem(word) for word in words}) == len(words), (language, words)
