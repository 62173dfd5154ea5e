"""The scale of modal verbs: every language's own examples are read as the step they stand under."""

from __future__ import annotations

from typing import get_args

import pytest

from lawbase.aligning.modality import SCALE, modals
from lawbase.profile import ModalStep
from tests.conftest import corpus_languages

PROFILES = corpus_languages()
SCALED = [name for name, profile in PROFILES.items() if profile.audit.grades]
EXAMPLES = [
    (name, step, example)
    for name in SCALED
    for step, examples in PROFILES[name].audit.grade_examples.items()
    for example in examples
]


def test_the_scale_has_every_step() -> None:
    assert SCALE.keys() == set(get_args(ModalStep))


@pytest.mark.parametrize("language", SCALED)
def test_every_step_has_words_and_an_example(language: str) -> None:
    audit = PROFILES[language].audit
    assert audit.grades.keys() == audit.grade_examples.keys() == SCALE.keys()


@pytest.mark.parametrize(("language", "step", "example"), EXAMPLES)
def test_an_example_is_read_as_its_step(language: str, step: ModalStep, example: str) -> None:
    assert [m.step for m in modals(example, PROFILES[language].audit.grades)] == [step]


def test_the_longer_words_win_and_a_star_is_the_rest_of_a_word() -> None:
    grades = {"may": ("may",), "may not": ("may not",), "shall": ("is to *e",)}
    found = modals("He may not play; he may lead and is to decide.", grades)  # type: ignore[arg-type]
    assert [(m.step, m.words) for m in found] == [
        ("may not", "may not"),
        ("may", "may"),
        ("shall", "is to decide"),
    ]
