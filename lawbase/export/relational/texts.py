"""The rows of the tables that hold the texts: editions, provisions, and what is of their print."""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.export.relational.book import Book, Row
from lawbase.model import Provision, Table


def languages(book: Book) -> Iterator[Row]:
    """Every language that has a profile."""
    for profile in book.kb.languages.values():
        yield profile.id, profile.name


def editions(book: Book) -> Iterator[Row]:
    """The editions."""
    for e in book.kb.editions:
        first, last = e.laws or (None, None)
        yield (
            e.id, e.language, e.year, e.title, e.revision, e.status, e.publisher, e.scope,
            first, last, e.complete, e.source.file, e.source.sha256, e.source.length,
        )  # fmt: skip


def provisions(book: Book) -> Iterator[Row]:
    """The provisions of all editions."""
    for p in _provisions(book):
        yield (
            book.number(p.edition, p.key), p.edition, p.key, book.kb.cite(p.edition, p.key), p.kind,
            book.find(p.edition, p.parent), p.label, p.heading, p.text, p.tail,
            p.source.start, p.source.end,
        )  # fmt: skip


def markers(book: Book) -> Iterator[Row]:
    """Where footnotes are called."""
    for p in _provisions(book):
        for marker in p.markers:
            footnote = book.number(p.edition, marker.footnote)
            yield book.number(p.edition, p.key), footnote, marker.part, marker.at


def senses(book: Book) -> Iterator[Row]:
    """The numbered senses of definitions."""
    for p in _provisions(book):
        for number, sense in enumerate(p.senses, 1):
            yield book.number(p.edition, p.key), number, sense.start, sense.end


def grids(book: Book) -> Iterator[Row]:
    """The tables in the text."""
    for number, (p, table) in enumerate(_tables(book), 1):
        yield number, book.number(p.edition, p.key), table.start, table.end, table.caption


def cells(book: Book) -> Iterator[Row]:
    """The cells of the tables."""
    for number, (_, table) in enumerate(_tables(book), 1):
        for line, texts in enumerate((table.header, *table.rows)):
            for place, text in enumerate(texts):
                yield number, line, place, text


def runs(book: Book) -> Iterator[Row]:
    """Where the characters of the texts stand in the sources."""
    for p in _provisions(book):
        for part, found in p.maps.items():
            for run in found:
                yield book.number(p.edition, p.key), part, run.at, run.source, run.length


def claims(book: Book) -> Iterator[Row]:
    """What every stretch of the sources was read as."""
    for edition in book.kb.editions:
        for claim in edition.claims:
            yield edition.id, claim.start, claim.end, claim.role, claim.key


def notes(book: Book) -> Iterator[Row]:
    """Where the print is wrong."""
    for edition in book.kb.editions:
        for n in edition.notes:
            provision = book.find(n.edition, n.key)
            span = (n.source.start, n.source.end)
            yield n.edition, n.key, provision, n.printed, n.read_as, n.why, *span


def _provisions(book: Book) -> Iterator[Provision]:
    for edition in book.kb.editions:
        yield from edition.provisions


def _tables(book: Book) -> Iterator[tuple[Provision, Table]]:
    for provision in _provisions(book):
        for table in provision.tables:
            yield provision, table
