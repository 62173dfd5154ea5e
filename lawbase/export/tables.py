"""The tables of SQLite and PostgreSQL: ``tables.sql`` defines them, records of the model fill them.

A column holds the field of its name, and ``source_file`` the ``file`` of the field ``source``; a
column named ``provision`` holds the number of the provision that a record is about. The rows give
what a record doesn't have under the name of a column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import starmap
from operator import attrgetter, itemgetter
from typing import Any

from msgspec import Struct

from lawbase.export.tokens import TokenIndex
from lawbase.knowledge import EditionKey, KnowledgeBase
from lawbase.model import Key

SqlValue = str | int | float | bool | None
SqlRow = tuple[SqlValue, ...]
Filling = tuple[Struct | None, dict[str, SqlValue]]
"""What a row is filled from: a record, and the columns that aren't its fields."""
Numbered = Sequence[tuple[SqlValue, Any]]
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
            (p.edition, p.key): number for number, p in self.provisions
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
    return list(enumerate(records, 1))


def _rows(records: Numbered) -> Iterator[Filling]:
    """A row a record, under its number."""
    return (_row(record, id=number) for number, record in records)


def _below(
    above: str, records: Numbered, listed: str | Callable[[Any], Iterable[Any]], *columns: str
) -> Iterator[Filling]:
    """A row for each of what other records list, in a field or as a function gives it.

    ``above`` is the column for what lists them. A record fills its row, of a value or of several
    ``columns`` are named; places are counted from 0, numbers from 1.
    """
    items = attrgetter(listed) if isinstance(listed, str) else listed
    for owner, record in records:
        for place, each in enumerate(items(record)):
            given = {above: owner, "place": place, "number": place + 1}
            if not columns:
                yield each, given
            else:
                values = each if len(columns) > 1 else (each,)
                yield None, given | dict(zip(columns, values, strict=True))


def _texts(book: _Book) -> dict[str, Iterable[Filling]]:
    kb, provisions = book.kb, book.provisions
    editions = [(edition.id, edition) for edition in kb.editions]
    notes = _numbered(note for edition in kb.editions for note in edition.notes)
    grids = _numbered((number, table) for number, p in provisions for table in p.tables)
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
            for n, p in provisions
        ),
        "markers": (
            _row(marker, provision=number, footnote=book.find(p.edition, marker.footnote))
            for number, p in provisions
            for marker in p.markers
        ),
        "senses": _below("provision", provisions, "senses"),
        "grids": (_row(table, id=grid, provision=number) for grid, (number, table) in grids),
        "cells": (
            _row(grid=grid, line=line, place=place, text=text)
            for grid, (_, table) in grids
            for line, texts in enumerate((table.header, *table.rows))
            for place, text in enumerate(texts)
        ),
        "runs": (
            _row(run, provision=number, part=part)
            for number, p in provisions
            for part, runs in p.maps.items()
            for run in runs
        ),
        "claims": _below("edition", editions, "claims"),
        "notes": _rows(notes),
        "note_texts": _below("note", notes, lambda n: n.why_in.items(), "language", "why"),
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
    concepts = [(concept.id, concept) for concept in kb.concepts]
    entries = _numbered(entry for edition in kb.editions for entry in edition.index)
    return {
        "citations": (
            _row(
                r,
                id=number,
                to_key=r.to,
                to_provision=find(r.edition, r.to) if r.status == "ok" else None,
            )
            for number, r in references
        ),
        "candidates": _below(
            "citation",
            references,
            lambda r: [find(r.edition, k) for k in r.candidates],
            "provision",
        ),
        "concepts": map(_row, kb.concepts),
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
        "definitions": _below(
            "concept", concepts, lambda c: starmap(find, c.definitions.items()), "provision"
        ),
        "term_uses": _rows(_numbered(kb.links.uses)),
        "topics": _rows(entries),
        "topic_targets": _below(
            "topic", entries, lambda e: [find(e.edition, k) for k in kb.targets(e)], "provision"
        ),
        "topic_words": (
            _row(topic=number, kind=kind, place=place, word=word)
            for number, entry in entries
            for kind, words in (("ref", entry.refs), ("see", entry.see))
            for place, word in enumerate(words)
        ),
    }


def _parallels(book: _Book) -> dict[str, Iterable[Filling]]:
    aligned = book.kb.aligned
    alignments, changes = _numbered(book.kb.all_alignments()), _numbered(aligned.changes)
    contrasts = _numbered(book.kb.all_contrasts())
    return {
        "threads": map(_row, aligned.threads),
        "thread_texts": _below("thread", [(t.id, t) for t in aligned.threads], "texts"),
        "alignments": _rows(alignments),
        "evidence": _below(
            "alignment", alignments, lambda a: sorted(a.evidence.items()), "signal", "weight"
        ),
        "alignment_texts": _below(
            "alignment", alignments, lambda a: a.what.items(), "language", "what"
        ),
        "changes": (_row(c, id=number, **{"class": c.kind}) for number, c in changes),
        "operations": _below("change", changes, "ops", "kind", "old_words", "new_words"),
        "contrasts": _rows(contrasts),
        "contrast_spans": (
            _row(span, contrast=number, detected=detected, side=side, place=place)
            for number, c in contrasts
            for detected, judged in ((False, c), (True, c.detected))
            for side, spans in (("added", judged.added), ("removed", judged.removed))
            for place, span in enumerate(spans)
        ),
        "contrast_texts": _below(
            "contrast", contrasts, lambda c: c.what.items(), "language", "what"
        ),
        "contrast_values": (
            _row(contrast=number, kind=kind, place=place, value=value)
            for number, c in contrasts
            for kind in CONTRASTED
            for place, value in enumerate(getattr(c, kind))
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
        "lexicon": map(_row, aligned.lexicon),
    }


def _practice(book: _Book) -> dict[str, Iterable[Filling]]:
    kb = book.kb
    findings = _numbered(kb.findings)
    texts = [(s.id, language, text) for s in kb.situations for language, text in s.texts.items()]
    return {
        "situations": map(_row, kb.situations),
        "situation_texts": (_row(t, situation=s, language=language) for s, language, t in texts),
        "situation_words": (
            _row(situation=situation, language=language, place=place, words=words)
            for situation, language, text in texts
            for place, words in enumerate(text.words)
        ),
        "situation_provisions": (
            _row(situation=situation.id, place=place, provision=number)
            for situation in kb.situations
            for edition in kb.editions
            for place, key in enumerate(
                dict.fromkeys(situation.provisions.get(str(edition.year), ()))
            )
            if (number := book.find(edition.id, key)) is not None
        ),
        "findings": (_row(f, id=number, check_name=f.check) for number, f in findings),
        "finding_evidence": _below("finding", findings, "evidence", "evidence"),
    }


def _tokens(book: _Book, index: TokenIndex) -> dict[str, Iterable[Filling]]:
    documents = [(book.find(*d.place), d) for d in index.documents]
    return {
        "tokens": (
            _row(d, provision=number, heading=" ".join(d.heading), body=" ".join(d.body))
            for number, d in documents
        ),
        "forms": (
            _row(language=language, form=form, place=place, token=token)
            for (language, form), tokens in index.forms.items()
            for place, token in enumerate(tokens)
        ),
        "postings": (
            _row(token=token, provision=number, weight=weight)
            for number, d in documents
            for token, weight in d.weights.items()
        ),
        "informations": (_row(token=t, weight=w) for t, w in index.informations.items()),
    }
