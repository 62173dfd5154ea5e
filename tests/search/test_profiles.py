"""What the language files say for the search."""

from __future__ import annotations

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.profile import LanguageProfile, data_folder
from lawbase.search.analysis import Analyzer
from lawbase.search.contents import gather_contents
from lawbase.search.vocabulary import Vocabulary
from lawbase.site.settings import load_settings
from lawbase.site.views.situations import pictured
from lawbase.text import fold
from tests.conftest import corpus_languages

PROFILES = corpus_languages()
SURVIVING = {
    "cs": ("nesmí", "není", "nelze", "musí", "smí", "bez trumfů"),
    "sr": ("ne", "nije", "ne sme", "mora", "može", "bez aduta"),
    "pl": ("nie", "nie wolno", "musi", "może", "wolno", "bez atu"),
    "en": ("not", "may", "must", "no", "without"),
}
EVERY = pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)


@EVERY
def test_modals_and_negations_survive(profile: LanguageProfile) -> None:
    stop = {fold(word) for word in profile.search.stop}
    analyzer = Analyzer.of(PROFILES)
    for text in SURVIVING[profile.id]:
        assert any(token.form not in stop for token in analyzer.tokens(text)), text


@EVERY
def test_a_word_says_nothing_or_a_little(profile: LanguageProfile) -> None:
    words = profile.search
    assert not {fold(w) for w in words.stop} & {fold(w) for w in words.question}
    assert len(set(words.stop)) == len(words.stop)
    assert len(set(words.question)) == len(words.question)


@EVERY
def test_exchanged_spellings_change_something(profile: LanguageProfile) -> None:
    for typed, kept in profile.search.spellings.items():
        assert fold(typed) != fold(kept)


@EVERY
def test_every_letter_of_the_other_script_is_latin_afterwards(profile: LanguageProfile) -> None:
    analyzer = Analyzer.of(PROFILES)
    for letter in profile.script:
        assert fold(analyzer.latin(letter)).isascii()
        assert analyzer.latin(letter.upper())[0].isupper()


@EVERY
def test_words_that_ask_for_the_same_ask_for_something(profile: LanguageProfile) -> None:
    groups = profile.search.same
    words = [fold(word) for group in groups for word in group]
    assert not set(words) & {fold(word) for word in profile.search.stop}
    assert sorted(words) == sorted(set(words)), "a word stands twice"


def test_every_group_of_words_that_ask_for_the_same_joins_stems(vocabulary: Vocabulary) -> None:
    for profile in PROFILES.values():
        joined = vocabulary.languages[profile.id].same
        for words, stems in zip(profile.search.same, joined, strict=True):
            assert len(stems) > 1, words


def test_questions_beyond_the_laws_have_no_pictures(small_kb: KnowledgeBase) -> None:
    pictures = load_settings(data_folder("site")).pictures
    shown = pictured(gather_contents(small_kb).frames, pictures)
    assert small_kb.beyond
    assert shown.keys() == {situation.id for situation in small_kb.situations}
