"""The scale by which a law allows, advises, orders and forbids, whatever its language."""

import re
from functools import cache
from typing import NamedTuple

from lawbase.profile import Grades, ModalStep
from lawbase.text import form_pattern

ALIKE: dict[ModalStep, ModalStep] = {
    "shall": "must",
    "shall not": "must not",
    "may not": "must not",
}
"""Steps that translators don't keep apart, and what they are taken for."""
SCALE: dict[str, int] = {
    "may": 1,
    "should": 2,
    "shall": 3,
    "must": 3,
    "should not": -2,
    "shall not": -3,
    "may not": -3,
    "must not": -3,
}
"""How strong each step is; what forbids is below zero."""


class Modal(NamedTuple):
    """A modal verb: its step, its words as printed, and where they begin."""

    step: ModalStep
    words: str
    start: int


def modals(text: str, grades: Grades) -> list[Modal]:
    """The modal verbs of a text in order, by the words of its language for each step.

    >>> modals("He may not play.", {"may": ("may",), "may not": ("may not",)})
    [Modal(step='may not', words='may not', start=3)]
    """
    patterns = [_pattern(step, forms) for step, forms in grades.items()]
    found = [Modal(step, m[0], m.start()) for step, p in patterns for m in p.finditer(text)]
    found.sort(key=lambda modal: (modal.start, -len(modal.words)))
    kept: list[Modal] = []
    for modal in found:
        if not kept or modal.start >= kept[-1].start + len(kept[-1].words):
            kept.append(modal)
    return kept


@cache
def _pattern(step: ModalStep, forms: tuple[str, ...]) -> tuple[ModalStep, re.Pattern[str]]:
    return step, form_pattern(forms)
