"""The rows of the tables that link the texts: citations, concepts, topics, situations, findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lawbase.export.relational.book import Book, Row
from lawbase.model import IndexEntry


def citations(book: Book) -> Iterator[Row]:
    """Every target of every citation."""
    for number, r in enumerate(book.kb.links.references, 1):
        to = book.find(r.edition, r.to) if r.status == "ok" else None
        yield (
            number, r.edition, r.from_key, book.find(r.edition, r.from_key), r.part, r.raw,
            r.start, r.end, r.to, to, r.kind, r.status, r.rule, r.target.start, r.target.end,
        )  # fmt: skip


def candidates(book: Book) -> Iterator[Row]:
    """What ambiguous citations may mean."""
    for number, reference in enumerate(book.kb.links.references, 1):
        for place, key in enumerate(reference.candidates):
            yield number, place, book.number(reference.edition, key)


def concepts(book: Book) -> Iterator[Row]:
    """The concepts of the glossary."""
    for concept in book.kb.concepts:
        yield (concept.id,)


def words(book: Book) -> Iterator[Row]:
    """The words of the concepts."""
    for c in book.kb.concepts:
        roles = {"word": c.words, "slang": c.slang, "unlinked": c.unlinked, "excepted": c.excepted}
        for role, spoken in roles.items():
            for language, found in spoken.items():
                for place, word in enumerate(found):
                    yield c.id, language, role, place, word


def definitions(book: Book) -> Iterator[Row]:
    """Which provision defines a concept."""
    for concept in book.kb.concepts:
        for edition, key in concept.definitions.items():
            yield concept.id, book.number(edition, key)


def term_uses(book: Book) -> Iterator[Row]:
    """Every use of a concept."""
    for number, u in enumerate(book.kb.links.uses, 1):
        yield number, book.number(u.edition, u.key), u.concept, u.part, u.start, u.end


def topics(book: Book) -> Iterator[Row]:
    """The rows of the subject indexes."""
    for number, entry in _entries(book):
        span = (entry.source.start, entry.source.end)
        yield number, entry.edition, entry.topic, entry.subtopic, entry.raw, *span


def topic_targets(book: Book) -> Iterator[Row]:
    """Where the rows of the subject indexes lead."""
    for number, entry in _entries(book):
        for place, key in enumerate(book.kb.targets(entry)):
            yield number, place, book.number(entry.edition, key)


def topic_words(book: Book) -> Iterator[Row]:
    """What the rows of the subject indexes print."""
    for number, entry in _entries(book):
        for kind, printed in (("ref", entry.refs), ("see", entry.see)):
            for place, word in enumerate(printed):
                yield number, kind, place, word


def situations(book: Book) -> Iterator[Row]:
    """The situations."""
    for situation in book.kb.situations:
        yield situation.id, situation.stage


def situation_texts(book: Book) -> Iterator[Row]:
    """The titles of the situations."""
    for situation in book.kb.situations:
        for language, text in situation.texts.items():
            yield situation.id, language, text.title


def situation_words(book: Book) -> Iterator[Row]:
    """The ways to say the situations."""
    for situation in book.kb.situations:
        for language, text in situation.texts.items():
            for place, said in enumerate(text.words):
                yield situation.id, language, place, said


def situation_provisions(book: Book) -> Iterator[Row]:
    """What to read in a situation, in every edition of a year."""
    for situation in book.kb.situations:
        for edition in book.kb.editions:
            keys = dict.fromkeys(situation.provisions.get(str(edition.year), ()))
            numbers: Iterable[int | None] = (book.find(edition.id, key) for key in keys)
            for place, number in enumerate(numbers):
                if number is not None:
                    yield situation.id, place, number


def findings(book: Book) -> Iterator[Row]:
    """What the audit found."""
    for number, f in enumerate(book.kb.findings, 1):
        yield (
            number, f.edition, f.key, book.find(f.edition, f.key), f.check, f.severity,
            f.message, f.printed, f.expected, f.confidence,
        )  # fmt: skip


def finding_evidence(book: Book) -> Iterator[Row]:
    """What the findings rest on."""
    for number, finding in enumerate(book.kb.findings, 1):
        for place, evidence in enumerate(finding.evidence):
            yield number, place, evidence


def _entries(book: Book) -> Iterator[tuple[int, IndexEntry]]:
    entries = (entry for edition in book.kb.editions for entry in edition.index)
    yield from enumerate(entries, 1)
