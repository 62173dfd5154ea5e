"""The tables of SQLite and PostgreSQL: ``tables.sql`` defines them, records of the model fill them.

A column holds the field of its name; the rows give what a record doesn't have under that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct

from lawbase.export.tokens import TokenIndex
from lawbase.knowledge import EditionKey, KnowledgeBase
from lawbase.model import Alignment, Change, Contrast, Edition, Key, Provision

SqlValue = str | int | float | bool | None
SqlRow = tuple[SqlValue, ...]
Filling = tuple[Struct | None, dict[str, SqlValue]]
"""What a row is filled from: a record, and the columns that aren't its fields."""


@cache
def definition() -> str:
    """The SQL that makes the empty tables."""
    return (files("lawbase.export") / "tables.sql").read_text(encoding="utf-8")


@cache
def columns() -> Mapping[str, tuple[str, ...]]:
    """The columns of every table, in an order of tables that foreign keys allow."""
    bodies = re.findall(r"^CREATE TABLE (\w+) \(\n(.*?)\n\);", definition(), flags=re.M | re.S)
    return {name: tuple(re.findall(r"^  ([a-z]\w*) ", body, flags=re.M)) for name, body in bodies}


def all_rows(kb: KnowledgeBase, index: TokenIndex) -> dict[str, Iterable[SqlRow]]:
    """The rows of every table, by its name."""
    book = _Book(kb)
    found = {
        **_texts(book),
        **_links(book),
        **_parallels(book),
        **_practice(book),
        **_tokens(book, index),
    }
    return {name: _filled(found[name], order) for name, order in columns().items()}


def _row(record: Struct | None = None, /, **given: SqlValue) -> Filling:
    return record, given


def _filled(fillings: Iterable[Filling], order: tuple[str, ...]) -> Iterator[SqlRow]:
    for record, given in fillings:
        yield tuple(given[c] if c in given else _value(record, c) for c in order)


def _value(record: object, column: str) -> SqlValue:
    """The field of a column; ``source_starts`` is the ``start`` of the field ``source``."""
    owner, _, end = column.rpartition("_")
    if end not in ("starts", "ends"):
        return getattr(record, column)  # type: ignore[no-any-return]
    return getattr(getattr(record, owner) if owner else record, end[:-1])  # type: ignore[no-any-return]


class _Book:
    """A knowledge base whose provisions are numbered from 1 in the order of the books."""

    def __init__(self, kb: KnowledgeBase):
        self.kb = kb
        self.provisions = [p for edition in kb.editions for p in edition.provisions]
        self._numbers: dict[EditionKey, int] = {
            (p.edition, p.key): number for number, p in enumerate(self.provisions, 1)
        }

    def number(self, provision: Provision) -> int:
        """The number of a provision."""
        return self._numbers[provision.edition, provision.key]

    def find(self, edition: str, key: Key | None) -> int | None:
        """The number of a provision, or None when there is no such provision."""
        return self._numbers.get((edition, key)) if key is not None else None


def _texts(book: _Book) -> dict[str, Iterable[Filling]]:
    kb, number, find = book.kb, book.number, book.find
    grids = [(p, table) for p in book.provisions for table in p.tables]
    return {
        "languages": (_row(id=p.id, name=p.name) for p in kb.languages.values()),
        "editions": (_edition(kb, edition) for edition in kb.editions),
        "revisions": (
            _row(revision, edition=e.id, law=law)
            for e in kb.editions
            for revision in e.revisions
            for law in revision.laws
        ),
        "provisions": (
            _row(
                p,
                id=number(p),
                citation=kb.cite(p.edition, p.key),
                parent=find(p.edition, p.parent),
            )
            for p in book.provisions
        ),
        "markers": (
            _row(marker, provision=number(p), footnote=find(p.edition, marker.footnote))
            for p in book.provisions
            for marker in p.markers
        ),
        "senses": (
            _row(sense, provision=number(p), number=place)
            for p in book.provisions
            for place, sense in enumerate(p.senses, 1)
        ),
        "grids": (_row(t, id=grid, provision=number(p)) for grid, (p, t) in enumerate(grids, 1)),
        "cells": (
            _row(grid=grid, line=line, place=place, text=text)
            for grid, (_, table) in enumerate(grids, 1)
            for line, texts in enumerate((table.header, *table.rows))
            for place, text in enumerate(texts)
        ),
        "runs": (
            _row(run, provision=number(p), part=part)
            for p in book.provisions
            for part, runs in p.maps.items()
            for run in runs
        ),
        "claims": (_row(claim, edition=e.id) for e in kb.editions for claim in e.claims),
        "notes": (
            _row(note, provision=find(e.id, note.key)) for e in kb.editions for note in e.notes
        ),
    }


def _edition(kb: KnowledgeBase, edition: Edition) -> Filling:
    first, last = edition.laws or (None, None)
    version = kb.version(edition.id)
    return _row(
        edition,
        first_law=first,
        last_law=last,
        source_file=edition.source.file,
        source_sha256=edition.source.sha256,
        source_length=edition.source.length,
        in_force=kb.in_force(edition.id) if version else None,
        in_force_since=version.since if version else None,
        superseded_by=version.superseded_by if version else None,
        prevailing=version.prevailing if version else None,
    )


def _links(book: _Book) -> dict[str, Iterable[Filling]]:
    kb, find = book.kb, book.find
    references = list(enumerate(kb.links.references, 1))
    entries = list(enumerate((entry for e in kb.editions for entry in e.index), 1))
    return {
        "citations": (
            _row(
                r,
                id=number,
                from_provision=find(r.edition, r.from_key),
                to_key=r.to,
                to_provision=find(r.edition, r.to) if r.status == "ok" else None,
            )
            for number, r in references
        ),
        "candidates": (
            _row(citation=number, place=place, provision=find(r.edition, key))
            for number, r in references
            for place, key in enumerate(r.candidates)
        ),
        "concepts": (_row(concept) for concept in kb.concepts),
        "words": (
            _row(concept=c.id, language=language, role=role, place=place, word=word)
            for c in kb.concepts
            for role, spoken in (
                ("word", c.words),
                ("slang", c.slang),
                ("unlinked", c.unlinked),
                ("excepted", c.excepted),
            )
            for language, words in spoken.items()
            for place, word in enumerate(words)
        ),
        "definitions": (
            _row(concept=concept.id, provision=find(edition, key))
            for concept in kb.concepts
            for edition, key in concept.definitions.items()
        ),
        "term_uses": (
            _row(use, id=number, provision=find(use.edition, use.key))
            for number, use in enumerate(kb.links.uses, 1)
        ),
        "topics": (_row(entry, id=number) for number, entry in entries),
        "topic_targets": (
            _row(topic=number, place=place, provision=find(entry.edition, key))
            for number, entry in entries
            for place, key in enumerate(kb.targets(entry))
        ),
        "topic_words": (
            _row(topic=number, kind=kind, place=place, word=word)
            for number, entry in entries
            for kind, words in (("ref", entry.refs), ("see", entry.see))
            for place, word in enumerate(words)
        ),
    }


def _parallels(book: _Book) -> dict[str, Iterable[Filling]]:
    find, aligned = book.find, book.kb.aligned
    alignments = list(enumerate(aligned.alignments, 1))
    changes = list(enumerate(aligned.changes, 1))
    contrasts = list(enumerate(aligned.contrasts, 1))

    def paired(pair: Alignment | Change | Contrast, number: int, **given: SqlValue) -> Filling:
        source = find(pair.from_edition, pair.from_key)
        target = find(pair.to_edition, pair.to_key)
        return _row(pair, id=number, from_provision=source, to_provision=target, **given)

    return {
        "threads": (_row(thread) for thread in aligned.threads),
        "thread_texts": (
            _row(thread=thread.id, provision=find(text.edition, text.key))
            for thread in aligned.threads
            for text in thread.texts
        ),
        "alignments": (paired(a, number) for number, a in alignments),
        "evidence": (
            _row(alignment=number, signal=signal, weight=weight)
            for number, a in alignments
            for signal, weight in sorted(a.evidence.items())
        ),
        "changes": (paired(change, number, **{"class": change.kind}) for number, change in changes),
        "operations": (
            _row(change=number, place=place, kind=kind, old_words=old, new_words=new)
            for number, change in changes
            for place, (kind, old, new) in enumerate(change.ops)
        ),
        "contrasts": (
            paired(
                c,
                number,
                detected_kind=c.detected.kind,
                detected_score=c.detected.score,
                detected_grade=c.detected.grade,
            )
            for number, c in contrasts
        ),
        "contrast_spans": (
            _row(span, contrast=number, detected=detected, side=side, place=place)
            for number, c in contrasts
            for detected, told in ((False, c), (True, c.detected))
            for side, spans in (("added", told.added), ("removed", told.removed))
            for place, span in enumerate(spans)
        ),
        "contrast_texts": (
            _row(contrast=number, language=language, what=what)
            for number, c in contrasts
            for language, what in c.what.items()
        ),
        "contrast_signs": (
            _row(
                sign,
                contrast=number,
                place=place,
                old_words="\n".join(sign.old),
                new_words="\n".join(sign.new),
            )
            for number, c in contrasts
            for place, sign in enumerate(c.detected.evidence)
        ),
        "lexicon": (_row(entry) for entry in aligned.lexicon),
    }


def _practice(book: _Book) -> dict[str, Iterable[Filling]]:
    kb, find = book.kb, book.find
    findings = list(enumerate(kb.findings, 1))
    return {
        "situations": (_row(situation) for situation in kb.situations),
        "situation_texts": (
            _row(text, situation=situation.id, language=language)
            for situation in kb.situations
            for language, text in situation.texts.items()
        ),
        "situation_words": (
            _row(situation=situation.id, language=language, place=place, words=words)
            for situation in kb.situations
            for language, text in situation.texts.items()
            for place, words in enumerate(text.words)
        ),
        "situation_provisions": (
            _row(situation=situation.id, place=place, provision=number)
            for situation in kb.situations
            for edition in kb.editions
            for place, key in enumerate(
                dict.fromkeys(situation.provisions.get(str(edition.year), ()))
            )
            if (number := find(edition.id, key)) is not None
        ),
        "findings": (
            _row(f, id=number, provision=find(f.edition, f.key), check_name=f.check)
            for number, f in findings
        ),
        "finding_evidence": (
            _row(finding=number, place=place, evidence=evidence)
            for number, finding in findings
            for place, evidence in enumerate(finding.evidence)
        ),
    }


def _tokens(book: _Book, index: TokenIndex) -> dict[str, Iterable[Filling]]:
    return {
        "tokens": (
            _row(
                d,
                provision=book.find(*d.place),
                heading=" ".join(d.heading),
                body=" ".join(d.body),
            )
            for d in index.documents
        ),
        "forms": (
            _row(language=language, form=form, place=place, token=token)
            for (language, form), tokens in index.forms.items()
            for place, token in enumerate(tokens)
        ),
        "postings": (
            _row(token=token, provision=book.find(*d.place), weight=weight)
            for d in index.documents
            for token, weight in d.weights.items()
        ),
        "informations": (_row(token=t, weight=w) for t, w in index.informations.items()),
    }
