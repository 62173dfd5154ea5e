"""The rows of the tables that lay editions side by side: threads, alignments, changes, lexicon."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.export.relational.book import Book, Row


def threads(book: Book) -> Iterator[Row]:
    """The threads."""
    for thread in book.kb.aligned.threads:
        yield (thread.id,)


def thread_texts(book: Book) -> Iterator[Row]:
    """The provisions of the threads."""
    for thread in book.kb.aligned.threads:
        for text in thread.texts:
            yield thread.id, book.number(text.edition, text.key)


def alignments(book: Book) -> Iterator[Row]:
    """The pairs of provisions, and those without a partner."""
    for number, a in enumerate(book.kb.aligned.alignments, 1):
        source, target = book.find(a.from_edition, a.from_key), book.find(a.to_edition, a.to_key)
        yield number, a.from_edition, source, a.to_edition, target, a.relation, a.score


def evidence(book: Book) -> Iterator[Row]:
    """What the alignments rest on."""
    for number, alignment in enumerate(book.kb.aligned.alignments, 1):
        for signal, weight in sorted(alignment.evidence.items()):
            yield number, signal, weight


def changes(book: Book) -> Iterator[Row]:
    """The changes from year to year."""
    for number, c in enumerate(book.kb.aligned.changes, 1):
        source = book.number(c.from_edition, c.from_key)
        yield number, source, book.number(c.to_edition, c.to_key), c.kind, c.moved


def operations(book: Book) -> Iterator[Row]:
    """The words that changed and those that didn't."""
    for number, change in enumerate(book.kb.aligned.changes, 1):
        for place, (kind, old, new) in enumerate(change.ops):
            yield number, place, kind, old, new


def lexicon(book: Book) -> Iterator[Row]:
    """The learned word pairs."""
    for e in book.kb.aligned.lexicon:
        yield e.source, e.target, e.word, e.translation, e.weight
