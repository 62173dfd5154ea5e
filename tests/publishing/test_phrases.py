"""What the knowledge base says in English, in the languages of the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lawbase.auditing.audit import KINDS
from lawbase.knowledge import KnowledgeBase
from lawbase.publishing.interface import Interface, load_interfaces
from lawbase.publishing.phrases import Phrasebook
from lawbase.publishing.settings import load_settings

SITE = Path(__file__).resolve().parents[2] / "site"
WRITTEN = sorted(path.stem for path in (SITE / "phrases").glob("*.toml"))


@pytest.fixture(scope="module")
def interfaces() -> dict[str, Interface]:
    return load_interfaces(SITE, load_settings(SITE).interfaces)


def english(kb: KnowledgeBase) -> Iterator[str]:
    """Every sentence that the pages show as the knowledge base has it."""
    for finding in kb.findings:
        yield finding.message
        yield from finding.evidence
    for edition in kb.editions:
        yield from (note.why for note in edition.notes)
        if edition.laws and edition.revision != str(edition.year):
            yield edition.revision


@pytest.mark.parametrize("language", WRITTEN)
def test_every_sentence_of_the_corpus_has_its_phrase(
    knowledge: KnowledgeBase, interfaces: dict[str, Interface], language: str
) -> None:
    html = interfaces[language].words.html
    unsaid = [
        text for text in english(knowledge) if 'lang="en"' in interfaces[language].said(text, html)
    ]
    assert not unsaid


def test_every_kind_of_finding_has_a_name(interfaces: dict[str, Interface]) -> None:
    for interface in interfaces.values():
        named = {key for key in interface.words.texts if key.startswith("check.")}
        assert named == {f"check.{name}" for name in KINDS}


def test_the_languages_have_the_same_phrases(interfaces: dict[str, Interface]) -> None:
    first, *others = (interfaces[language].phrases.keys() for language in WRITTEN)
    assert all(other == first for other in others)


def test_the_phrase_that_says_most_is_taken() -> None:
    book = Phrasebook({"{place}: {said}": "{said} ({place})", "{place} says: {said}": "{place}!"})
    assert book.say("kema says: ludo") == "kema!"
    assert book.say("kema: ludo") == "ludo (kema)"
    assert book.say("kema, ludo") is None


def test_values_are_escaped_tagged_and_said_themselves() -> None:
    book = Phrasebook({"{a} for {b}, {c}.": "{b} ← {a} & {c}", "another law": "alia regulo"})
    said = book.say("<b> for another law, 27.", "eo")
    assert said == '<span lang="eo">&lt;b&gt;</span>'.join(["alia regulo ← ", " &amp; 27"])


def test_derived_interfaces_say_it_in_their_letters(interfaces: dict[str, Interface]) -> None:
    said = interfaces["sr-Cyrl"].said("The word “članom” is printed twice.", "sr-Latn")
    assert said == 'Реч „<span lang="sr-Latn">članom</span>“ одштампана је двапут.'
