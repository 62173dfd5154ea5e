"""Corpus -> knowledge base: the stages one after another."""

from __future__ import annotations

from pathlib import Path

from lawbase.aligning.align import align_editions
from lawbase.aligning.overrides import load_overrides
from lawbase.aligning.readings import load_readings
from lawbase.auditing.accepted import load_accepted
from lawbase.auditing.audit import audit_editions
from lawbase.citations.glossary import load_concepts, load_situations
from lawbase.citations.link import link_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.profile import load_languages, load_versions
from lawbase.progress import stage
from lawbase.reading.corpus import read_corpus


def compile_corpus(corpus: Path) -> KnowledgeBase:
    """Read, link, align and audit the whole corpus.

    Raises:
        LawbaseError: with file and line, for whatever in the corpus is malformed or unexplained.
    """
    kb = read_texts(corpus)
    add_layers(kb, corpus)
    return kb


def read_texts(corpus: Path) -> KnowledgeBase:
    """The knowledge base as the texts alone give it: editions, glossary, situations."""
    with stage("reading"):
        languages = load_languages(corpus)
        editions = read_corpus(corpus)
        return KnowledgeBase(
            {
                "languages": languages,
                "versions": load_versions(corpus, (e.year for e in editions if e.laws)),
                "editions": editions,
                "concepts": load_concepts(corpus / "terms.toml", languages, editions),
                "situations": load_situations(corpus / "situations", languages, editions),
            }
        )


def add_layers(kb: KnowledgeBase, corpus: Path) -> None:
    """Link, align and audit the texts; what editors decided besides is read from the corpus."""
    with stage("linking"):
        kb.add("links", link_editions(kb))
    with stage("aligning"):
        decided = load_overrides(corpus / "alignments.toml")
        read = load_readings(corpus / "changes")
        kb.add("aligned", align_editions(kb, decided, read))
    with stage("auditing"):
        kb.add("findings", audit_editions(kb, load_accepted(corpus)))
