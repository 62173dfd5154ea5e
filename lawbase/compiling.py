"""Corpus -> knowledge base: the stages one after another."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lawbase.aligning.align import align_editions
from lawbase.aligning.overrides import Override, load_overrides
from lawbase.aligning.readings import Reading, load_readings
from lawbase.auditing.accepted import Accepted, load_accepted
from lawbase.auditing.audit import audit_editions
from lawbase.citations.glossary import load_beyond, load_concepts, load_situations
from lawbase.citations.link import link_editions
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition
from lawbase.profile import line_of_path, load_languages, load_versions, read_utf8
from lawbase.progress import stage
from lawbase.reading.corpus import read_corpus
from lawbase.reading.problems import Problems


def read_texts(corpus: Path) -> KnowledgeBase:
    """The knowledge base as each text alone gives it: editions, glossary, situations, links.

    Raises:
        LawbaseError: with file and line, for whatever in the corpus is malformed or unexplained.
    """
    with stage("reading"):
        kb = with_tables(read_corpus(corpus), corpus)
    with stage("linking"):
        kb.add("links", link_editions(kb))
    return kb


def with_tables(editions: tuple[Edition, ...], corpus: Path) -> KnowledgeBase:
    """Texts that were read, with the tables of the corpus that stand beside them.

    Raises:
        LawbaseError: with file and line, when one of the tables is malformed, or the language of
            an edition has none.
    """
    languages = load_languages(corpus)
    for edition in editions:
        if edition.language not in languages:
            raise _without_language(edition, corpus)
    tables = {name: load() for name, load in _tables(editions, languages, corpus).items()}
    return KnowledgeBase({"languages": languages, "editions": editions, **tables})


Loaders = dict[str, Callable[[], Any]]


def _tables(editions: Sequence[Edition], languages: Collection[str], corpus: Path) -> Loaders:
    """What reads each table that stands beside the texts."""
    years = (edition.year for edition in editions if edition.laws)
    return {
        "versions": partial(load_versions, corpus, years),
        "concepts": partial(load_concepts, corpus / "terms.toml", languages, editions),
        "situations": partial(load_situations, corpus / "situations", languages, editions),
        "beyond": partial(load_beyond, corpus / "beyond.toml", languages),
    }


def _decisions(corpus: Path) -> Loaders:
    """What reads each kind of what editors decided."""
    return {
        "alignments": partial(load_overrides, corpus / "alignments.toml"),
        "changes": partial(load_readings, corpus / "changes"),
        "accepted": partial(load_accepted, corpus),
    }


def malformed_tables(editions: Sequence[Edition], corpus: Path) -> Iterator[LawbaseError]:
    """What is wrong with the tables and decisions of a corpus, the first fault of each.

    Its language files are read already, and nothing is wrong with them.
    """
    loaders = _tables(editions, load_languages(corpus), corpus) | _decisions(corpus)
    for load in loaders.values():
        try:
            load()
        except LawbaseError as error:
            yield error


def _without_language(edition: Edition, corpus: Path) -> LawbaseError:
    profile, problems = corpus / edition.id / "edition.toml", Problems()
    line = line_of_path(read_utf8(profile), "`$.language`")
    file = corpus / "languages" / f"{edition.language}.toml"
    problems.tell("no-language", profile, line, 0, language=edition.language, file=file)
    return next(iter(problems)).as_error()


def load_decisions(
    corpus: Path,
) -> tuple[tuple[Override, ...], tuple[Reading, ...], tuple[Accepted, ...]]:
    """What editors decided: links between texts, readings of changes, oddities that are accepted.

    Raises:
        LawbaseError: with file and line, when a file is malformed.
    """
    overrides, readings, accepted = (load() for load in _decisions(corpus).values())
    return overrides, readings, accepted


def add_layers(kb: KnowledgeBase, corpus: Path) -> KnowledgeBase:
    """Align and audit the texts; what editors decided besides is read from the corpus."""
    overrides, readings, accepted = load_decisions(corpus)
    with stage("aligning"):
        kb.add("aligned", align_editions(kb, overrides, readings))
    with stage("auditing"):
        kb.add("findings", audit_editions(kb, accepted))
    return kb
