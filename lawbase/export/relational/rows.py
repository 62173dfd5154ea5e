"""All tables in the order of ``tables.sql``, which is one that foreign keys allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files

from lawbase.export.relational import links, parallels, texts, words
from lawbase.export.relational.book import Book, Row
from lawbase.export.tokens import TokenIndex
from lawbase.knowledge import KnowledgeBase

MAKERS: tuple[Callable[[Book], Iterator[Row]], ...] = (
    texts.languages,
    texts.editions,
    texts.provisions,
    texts.markers,
    texts.senses,
    texts.grids,
    texts.cells,
    texts.runs,
    texts.claims,
    texts.notes,
    links.citations,
    links.candidates,
    links.concepts,
    links.words,
    links.definitions,
    links.term_uses,
    links.topics,
    links.topic_targets,
    links.topic_words,
    parallels.threads,
    parallels.thread_texts,
    parallels.alignments,
    parallels.evidence,
    parallels.changes,
    parallels.operations,
    parallels.lexicon,
    links.situations,
    links.situation_texts,
    links.situation_words,
    links.situation_provisions,
    links.findings,
    links.finding_evidence,
)


def definition() -> str:
    """The SQL that makes the empty tables."""
    file = files("lawbase.export.relational") / "tables.sql"
    return file.read_text(encoding="utf-8")


def all_rows(kb: KnowledgeBase, index: TokenIndex) -> dict[str, Iterable[Row]]:
    """The rows of every table, by its name."""
    book = Book(kb)
    made: dict[str, Iterable[Row]] = {maker.__name__: maker(book) for maker in MAKERS}
    return made | words.rows(book, index)
