"""What the knowledge base says in English, in the languages of the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lawbase.auditing.accepted import Accepted
from lawbase.auditing.audit import KINDS, audit_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Finding, Links, Needless
from lawbase.site.interface import Interface, load_interfaces
from lawbase.site.phrases import Phrasebook
from lawbase.site.settings import load_settings

SITE = Path(__file__).resolve().parents[2] / "site"
WRITTEN = sorted(path.stem for path in (SITE / "phrases").glob("*.toml"))


@pytest.fixture(scope="module")
def interfaces() -> dict[str, Interface]:
    return load_interfaces(SITE, load_settings(SITE).interfaces)


def outlived() -> tuple[Finding, ...]:
    """What the audit finds in a corpus whose decisions nobody tends."""
    aligned = Aligned(needless=(Needless("aa-1", "1", "1 → 2", "they look alike"),))
    accepted = (Accepted("aa-1", "doubled-word", "1", "", "meant so"),)
    nothing = {"languages": {}, "editions": (), "concepts": (), "links": Links()}
    return audit_editions(KnowledgeBase({**nothing, "aligned": aligned}), accepted)


def plain(_gap: str, value: str) -> str:
    """A value as it is."""
    return value


def english(kb: KnowledgeBase) -> Iterator[str]:
    """Every sentence that the pages show as the knowledge base has it."""
    for finding in (*kb.findings, *outlived()):
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
    book = interfaces[language].phrasebook
    assert len(outlived()) == 2
    assert not [text for text in english(knowledge) if book.say(text, plain) is None]


def test_every_kind_of_finding_has_a_name(interfaces: dict[str, Interface]) -> None:
    assert {finding.check for finding in outlived()} <= KINDS
    for interface in interfaces.values():
        named = {key for key in interface.words.texts if key.startswith("check.")}
        assert named == {f"check.{name}" for name in KINDS}


def test_the_languages_have_the_same_phrases(interfaces: dict[str, Interface]) -> None:
    first, *others = (interfaces[language].phrases.keys() for language in WRITTEN)
    assert all(other == first for other in others)


def test_the_phrase_that_says_most_is_taken() -> None:
    book = Phrasebook({"{place}: {said}": "{said} ({place})", "{place} says: {said}": "{place}!"})
    assert book.say("kema says: ludo", plain) == "kema!"
    assert book.say("kema: ludo", plain) == "ludo (kema)"
    assert book.say("kema, ludo", plain) is None


def test_values_are_escaped_told_by_their_gap_or_said_themselves() -> None:
    book = Phrasebook({"{a} for {b}, {c}.": "{b} ← {a} & {c}", "another law": "alia regulo"})
    told = book.say("<b> for another law, 27.", lambda gap, value: f"{gap}={value}")
    assert told == "alia regulo ← a=&lt;b&gt; &amp; c=27"
