"""Corpus -> knowledge base: the stages one after another."""

from __future__ import annotations

from pathlib import Path

from lawbase.aligning.align import align_editions
from lawbase.aligning.overrides import load_overrides
from lawbase.aligning.readings import load_readings
from lawbase.auditing.accepted import load_accepted
from lawbase.auditing.audit import audit_editions
from lawbase.citations.glossary import load_concepts
from lawbase.citations.link import link_editions
from lawbase.citations.situations import load_situations
from lawbase.knowledge import KnowledgeBase
from lawbase.profile import load_languages, load_versions
from lawbase.reading.corpus import read_corpus


def compile_corpus(corpus: Path) -> KnowledgeBase:
    """Read, link, align and audit the whole corpus.

    Raises:
        LawbaseError: with file and line, for whatever in the corpus is malformed or unexplained.
    """
    languages = load_languages(corpus)
    editions = read_corpus(corpus)
    kb = KnowledgeBase(
        {
            "languages": languages,
            "versions": load_versions(corpus, (e.year for e in editions if e.laws)),
            "editions": editions,
            "concepts": load_concepts(corpus / "terms.toml", languages, editions),
            "situations": load_situations(corpus / "situations.toml", languages, editions),
        }
    )
    kb.add("links", link_editions(kb))
    decided, read = load_overrides(corpus / "alignments.toml"), load_readings(corpus / "changes")
    kb.add("aligned", align_editions(kb, decided, read))
    kb.add("findings", audit_editions(kb, load_accepted(corpus)))
    return kb
