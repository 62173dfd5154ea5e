"""The tables of SQLite and PostgreSQL: ``tables.sql`` defines them, records of the model fill them.

A column holds the field of its name, and ``source_file`` the ``file`` of the field ``source``; a
column named ``provision`` holds the number of the provision that a record is about. The rows give
what a record doesn't have under the name of a column.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from operator import itemgetter
from typing import Any

from msgspec import Struct

from lawbase.export.tokens import TokenIndex
from lawbase.knowledge import EditionKey, KnowledgeBase
from lawbase.model import Key

SqlValue = str | int | float | bool | None
SqlRow = tuple[SqlValue, ...]
Filling = tuple[Struct | None, dict[str, SqlValue]]
"""What a row is filled from: a record, and the columns that aren't its fields."""
Numbered = dict[int, Any]
"""Records by what other tables call them."""
CONTRASTED = ("cites_gone", "cites_new", "numbers_gone", "numbers_new")
_BOUNDS = {"starts": "start", "ends": "end"}


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
    found = _texts(book) | _links(book) | _parallels(book) | _practice(book) | _tokens(book, index)
    return {name: book.filled(found[name], order) for name, order in columns().items()}


class _Book:
    """A knowledge base whose provisions are numbered from 1 in the order of the books."""

    def __init__(self, kb: KnowledgeBase):
        self.kb = kb
        self.provisions = _numbered(p for edition in kb.editions for p in edition.provisions)
        self._numbers: dict[EditionKey, SqlValue] = {
            (p.edition, p.key): number for number, p in self.provisions.items()
        }

    def find(self, edition: str, key: Key | None) -> SqlValue:
        """The number of a provision, or None when there is no such provision."""
        return self._numbers.get((edition, key)) if key is not None else None

    def filled(self, fillings: Iterable[Filling], order: tuple[str, ...]) -> Iterator[SqlRow]:
        """The rows with their columns in an order."""
        told = itemgetter(*order)
        for record, given in fillings:
            if record is None:
                yield told(given)
            else:
                yield tuple([given[c] if c in given else self._value(record, c) for c in order])

    def _value(self, record: Struct, column: str) -> SqlValue:
        side, is_provision, _ = column.partition("provision")
        if is_provision:
            edition = getattr(record, f"{side}edition", None) or getattr(record, "edition")  # noqa: B009
            return self.find(edition, getattr(record, f"{side}key"))
        owner, _, name = column.rpartition("_")
        if owner in record.__struct_fields__:
            record, column = getattr(record, owner), name
        value: SqlValue = getattr(record, _BOUNDS.get(column, column))
        return value


def _row(record: Struct | None = None, /, **given: SqlValue) -> Filling:
    return record, given


def _numbered(records: Iterable[Any]) -> Numbered:
    return dict(enumerate(records, 1))


def _rows(records: Numbered) -> Iterator[Filling]:
    """A row a record, under its number."""
    return (_row(record, id=number) for number, record in records.items())


def _leaves(nested: Mapping[Any, Any] | Iterable[Any], *columns: str) -> Iterator[Filling]:
    """A row for each of what lies innermost in nested mappings and sequences.

    ``columns`` hold the way there: keys of mappings, places in sequences, which count from 0, as
    numbers from 1. A record fills its row; the last column is for anything else.
    """
    column, *inner = columns
    places = enumerate(nested, 1 if column == "number" else 0)
    for way, each in nested.items() if isinstance(nested, Mapping) else places:
        if isinstance(each, Struct):
            yield each, {column: way}
        elif len(inner) == 1 and not isinstance(each, Mapping | tuple | list):
            yield None, {column: way, inner[0]: each}
        else:
            for record, given in _leaves(each, *inner):
                yield record, {column: way} | given


def _texts(book: _Book) -> dict[str, Iterable[Filling]]:
    kb, provisions = book.kb, book.provisions
    notes = _numbered(note for edition in kb.editions for note in edition.notes)
    grids = _numbered((number, table) for number, p in provisions.items() for table in p.tables)
    return {
        "languages": map(_row, kb.languages.values()),
        "editions": (_row(edition, **_standing(kb, edition.id)) for edition in kb.editions),
        "revisions": (
            _row(revision, edition=e.id, law=law)
            for e in kb.editions
            for revision in e.revisions
            for law in revision.laws
        ),
        "provisions": (
            _row(p, id=n, citation=kb.cite(p.edition, p.key), parent=book.find(p.edition, p.parent))
            for n, p in provisions.items()
        ),
        "markers": (
            _row(marker, provision=number, footnote=book.find(p.edition, marker.footnote))
            for number, p in provisions.items()
            for marker in p.markers
        ),
        "senses": _leaves({n: p.senses for n, p in provisions.items()}, "provision", "number"),
        "grids": (_row(t, id=grid, provision=number) for grid, (number, t) in grids.items()),
        "cells": _leaves(
            {grid: (table.header, *table.rows) for grid, (_, table) in grids.items()},
            *("grid", "line", "place", "text"),
        ),
        "runs": _leaves({n: p.maps for n, p in provisions.items()}, "provision", "part", "place"),
        "claims": _leaves({e.id: e.claims for e in kb.editions}, "edition", "place"),
        "notes": _rows(notes),
        "note_texts": _leaves({n: x.why_in for n, x in notes.items()}, "note", "language", "why"),
    }


def _standing(kb: KnowledgeBase, edition_id: str) -> dict[str, SqlValue]:
    """What an edition contains, and whether it is in force."""
    edition = kb.edition(edition_id)
    first, last = edition.laws or (None, None)
    version = kb.version(edition_id)
    return {
        "first_law": first,
        "last_law": last,
        "in_force": kb.in_force(edition_id) if version else None,
        "in_force_since": version.since if version else None,
        "superseded_by": kb.superseded_by(edition_id),
        "prevailing": version.prevailing if version else None,
        "extent": edition.extent("-") or None,
    }


def _links(book: _Book) -> dict[str, Iterable[Filling]]:
    kb, find = book.kb, book.find
    references = _numbered(kb.links.references)
    entries = _numbered(entry for edition in kb.editions for entry in edition.index)
    words = {
        c.id: {"word": c.words, "slang": c.slang, "unlinked": c.unlinked, "excepted": c.excepted}
        for c in kb.concepts
    }
    candidates = {n: [find(r.edition, k) for k in r.candidates] for n, r in references.items()}
    definitions = {c.id: [find(*place) for place in c.definitions.items()] for c in kb.concepts}
    targets = {n: [find(e.edition, k) for k in kb.targets(e)] for n, e in entries.items()}
    printed = {n: {"ref": entry.refs, "see": entry.see} for n, entry in entries.items()}
    return {
        "citations": (
            _row(
                r,
                id=number,
                to_key=r.to,
                to_provision=find(r.edition, r.to) if r.status == "ok" else None,
            )
            for number, r in references.items()
        ),
        "candidates": _leaves(candidates, "citation", "place", "provision"),
        "concepts": map(_row, kb.concepts),
        "words": _leaves(words, "concept", "role", "language", "place", "word"),
        "definitions": _leaves(definitions, "concept", "place", "provision"),
        "term_uses": _rows(_numbered(kb.links.uses)),
        "topics": _rows(entries),
        "topic_targets": _leaves(targets, "topic", "place", "provision"),
        "topic_words": _leaves(printed, "topic", "kind", "place", "word"),
    }


def _parallels(book: _Book) -> dict[str, Iterable[Filling]]:
    aligned = book.kb.aligned
    alignments, changes = _numbered(book.kb.all_alignments()), _numbered(aligned.changes)
    contrasts = _numbered(book.kb.all_contrasts())
    evidence = {n: dict(sorted(a.evidence.items())) for n, a in alignments.items()}
    came_or_went = {n: a.what for n, a in alignments.items()}
    said = {n: c.what for n, c in contrasts.items()}
    values = {n: {kind: getattr(c, kind) for kind in CONTRASTED} for n, c in contrasts.items()}
    spans = {
        n: {
            detected: {"added": judged.added, "removed": judged.removed}
            for detected, judged in ((False, c), (True, c.detected))
        }
        for n, c in contrasts.items()
    }
    return {
        "threads": map(_row, aligned.threads),
        "thread_texts": _leaves({t.id: t.texts for t in aligned.threads}, "thread", "place"),
        "alignments": _rows(alignments),
        "evidence": _leaves(evidence, "alignment", "signal", "weight"),
        "alignment_texts": _leaves(came_or_went, "alignment", "language", "what"),
        "changes": (_row(c, id=number, **{"class": c.kind}) for number, c in changes.items()),
        "operations": (
            _row(change=number, place=place, kind=kind, old_words=old, new_words=new)
            for number, change in changes.items()
            for place, (kind, old, new) in enumerate(change.ops)
        ),
        "contrasts": _rows(contrasts),
        "contrast_spans": _leaves(spans, "contrast", "detected", "side", "place"),
        "contrast_texts": _leaves(said, "contrast", "language", "what"),
        "contrast_values": _leaves(values, "contrast", "kind", "place", "value"),
        "contrast_signs": (
            _row(
                sign,
                contrast=number,
                place=place,
                old_words="\n".join(sign.old),
                new_words="\n".join(sign.new),
            )
            for number, c in contrasts.items()
            for place, sign in enumerate(c.detected.evidence)
        ),
        "lexicon": map(_row, aligned.lexicon),
    }


def _practice(book: _Book) -> dict[str, Iterable[Filling]]:
    kb = book.kb
    findings = _numbered(kb.findings)
    words = {s.id: {lang: text.words for lang, text in s.texts.items()} for s in kb.situations}
    evidence = {number: finding.evidence for number, finding in findings.items()}
    return {
        "situations": map(_row, kb.situations),
        "situation_texts": _leaves({s.id: s.texts for s in kb.situations}, "situation", "language"),
        "situation_words": _leaves(words, "situation", "language", "place", "words"),
        "situation_provisions": (
            _row(situation=situation.id, place=place, provision=number)
            for situation in kb.situations
            for edition in kb.editions
            for place, key in enumerate(kb.answers(situation, edition.id))
            if (number := book.find(edition.id, key)) is not None
        ),
        "findings": (_row(f, id=number, check_name=f.check) for number, f in findings.items()),
        "finding_evidence": _leaves(evidence, "finding", "place", "evidence"),
    }


def _tokens(book: _Book, index: TokenIndex) -> dict[str, Iterable[Filling]]:
    documents = {book.find(*document.place): document for document in index.documents}
    return {
        "tokens": (
            _row(d, provision=number, heading=" ".join(d.heading), body=" ".join(d.body))
            for number, d in documents.items()
        ),
        "forms": (
            _row(language=language, form=form, place=place, token=token)
            for (language, form), tokens in index.forms.items()
            for place, token in enumerate(tokens)
        ),
        "postings": _leaves(
            {number: d.weights for number, d in documents.items()}, "provision", "token", "weight"
        ),
        "informations": _leaves(index.informations, "token", "weight"),
    }
