"""What findings say: every language has every sentence, with the same gaps."""

from __future__ import annotations

import re

import pytest

from lawbase.auditing.collation import SEVERITIES, Gravity
from lawbase.auditing.messages import Messages, fill_gaps, languages, load_messages
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.profile import load_toml
from tests.conftest import ROOT

ENGLISH = load_messages("en")
CHECKS = ROOT / "lawbase" / "auditing"


def sentences(messages: Messages) -> dict[str, str]:
    """All sentences with gaps, by name."""
    checks = {name: words.message for name, words in messages.checks.items()}
    return {**checks, **messages.evidence, **messages.words}


@pytest.mark.parametrize("language", sorted({*languages(), "cs", "sr", "pl"} - {"en"}))
def test_every_language_has_every_sentence_with_the_same_gaps(language: str) -> None:
    theirs, ours = sentences(load_messages(language)), sentences(ENGLISH)
    assert theirs.keys() == ours.keys()
    gaps = re.compile(r"\{\w+\}")
    assert not [n for n in ours if {*gaps.findall(ours[n])} != {*gaps.findall(theirs[n])}]


def test_every_check_and_every_witness_is_reported_somewhere() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in CHECKS.rglob("*.py"))
    reported = {*ENGLISH.checks, *ENGLISH.evidence}
    parts = ("missing-", "additional-")
    assert not [name for name in reported if f'"{name}"' not in code and not name.startswith(parts)]


def test_every_severity_is_that_of_a_check() -> None:
    grades = load_toml(SEVERITIES, dict[str, Gravity])
    assert grades.keys() <= ENGLISH.checks.keys()
    assert all(0 < confidence <= 1 for _, confidence in grades.values())


def test_every_gap_of_the_corpus_is_filled_in_every_language(knowledge: KnowledgeBase) -> None:
    for language in languages():
        messages = load_messages(language)
        for finding in knowledge.findings:
            assert list(messages.message_of(finding))
            assert all(list(pieces) for pieces in messages.witnessed(finding))


def test_what_stands_in_brackets_is_said_only_when_all_its_gaps_are_filled() -> None:
    assert "".join(map(str, fill_gaps("A {n}[ and {a}][; {c}].", {"n": 1, "c": 3}))) == "A 1; 3."
    assert "[" not in "".join(map(str, fill_gaps("{n}[ x]", {"n": 1})))
    with pytest.raises(KeyError):
        list(fill_gaps("A {n}.", {}))


def test_the_items_of_a_list_are_parted_by_commas() -> None:
    assert "".join(map(str, fill_gaps("{n}.", {"n": (1, 2, 3)}))) == "1, 2, 3."


def test_a_language_that_the_audit_does_not_speak() -> None:
    with pytest.raises(LawbaseError, match="doesn't speak “xx”; it speaks cs, en, pl, sr"):
        load_messages("xx")
