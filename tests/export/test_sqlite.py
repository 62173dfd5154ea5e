"""The database: every record in its table, foreign keys that hold, words that are found."""

from __future__ import annotations

import sqlite3

import pytest
from msgspec.structs import fields

from lawbase.export import sqlite
from lawbase.export.jsonl import lines
from lawbase.export.tables import CONTRASTED, columns
from lawbase.export.tokens import token_index
from tests.export.invented_laws import NEW, OLD

ELSEWHERE = {
    "editions": {
        "edition": "editions.id",
        "laws": "editions.first_law",
        "source": "editions.source_file",
        "version": "editions.in_force_since",
        "revisions": "revisions.year",
        "gaps": "editions.extent",
    },
    "provisions": {
        "printed_label": "provisions.label",
        "source": "provisions.source_starts",
        "children": "provisions.parent",
        "footnotes": "markers.footnote",
        "markers": "markers.at",
        "bearers": "markers.provision",
        "tables": "cells.text",
        "senses": "senses.starts",
        "maps": "runs.at",
        "concepts": "definitions.concept",
    },
    "references": {
        "from": "citations.from_key",
        "start": "citations.starts",
        "end": "citations.ends",
        "to": "citations.to_key",
        "candidates": "candidates.provision",
        "target": "citations.target_starts",
    },
    "terms": {
        "definitions": "definitions.provision",
        "slang": "words.role",
        "unlinked": "words.role",
        "excepted": "words.role",
    },
    "term_uses": {
        "edition": "term_uses.provision",
        "key": "term_uses.provision",
        "start": "term_uses.starts",
        "end": "term_uses.ends",
    },
    "alignments": {
        "from": "alignments.from_edition",
        "from_key": "alignments.from_provision",
        "to": "alignments.to_edition",
        "to_key": "alignments.to_provision",
        "evidence": "evidence.weight",
        "what": "alignment_texts.what",
    },
    "threads": {
        "thread": "threads.id",
        "texts": "thread_texts.provision",
        "concepts": "definitions.concept",
    },
    "changes": {
        "from": "changes.from_provision",
        "from_key": "changes.from_provision",
        "to": "changes.to_provision",
        "to_key": "changes.to_provision",
        "ops": "operations.old_words",
    },
    "contrasts": {
        "from": "contrasts.from_provision",
        "from_key": "contrasts.from_provision",
        "to": "contrasts.to_provision",
        "to_key": "contrasts.to_provision",
        "added": "contrast_spans.side",
        "removed": "contrast_spans.side",
        "what": "contrast_texts.what",
        "detected": "contrasts.detected_kind",
        **dict.fromkeys(CONTRASTED, "contrast_values.value"),
    },
    "index": {
        "refs": "topic_words.word",
        "see": "topic_words.word",
        "source": "topics.source_starts",
        "targets": "topic_targets.provision",
    },
    "situations": {
        "provisions": "situation_provisions.provision",
        "texts": "situation_texts.title",
    },
    "findings": {
        "check": "findings.check_name",
        "evidence": "finding_evidence.evidence",
        "values": "",
        "witnesses": "",
    },
    "notes": {"source": "notes.source_starts", "why_in": "note_texts.why"},
    "claims": {"start": "claims.starts", "end": "claims.ends"},
}
"""Where the tables have what isn't in a column of its name; nowhere, as the documentation says."""
NAMED = {"references": "citations", "terms": "words", "index": "topics"}
RANKING = """
SELECT p.edition, p.key, SUM(t.weight * i.weight) AS score
FROM postings t JOIN informations i USING (token) JOIN provisions p ON p.id = t.provision
WHERE token IN ({}) GROUP BY p.id ORDER BY score DESC, p.id
"""


@pytest.fixture
def database(kb, tmp_path):
    sqlite.export(kb, tmp_path / "laws.db")
    with sqlite3.connect(tmp_path / "laws.db") as connection:
        yield connection
    connection.close()


def count(database, table: str) -> int:
    return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_every_table_that_is_defined_is_filled(database):
    assert [name for name in columns() if not count(database, name)] == []


def test_the_counts_are_those_of_the_records(database, kb):
    counts = {
        "editions": len(kb.editions),
        "provisions": sum(len(edition.provisions) for edition in kb.editions),
        "citations": len(kb.links.references),
        "candidates": 2,
        "term_uses": len(kb.links.uses),
        "concepts": len(kb.concepts),
        "topics": 2,
        "alignments": len(kb.aligned.alignments),
        "threads": len(kb.aligned.threads),
        "changes": 1,
        "operations": 3,
        "markers": 3,
        "cells": 6,
        "findings": 1,
        "situation_provisions": 5,
        "tokens": sum(1 for e in kb.editions for p in e.provisions if p.kind != "chapter"),
    }
    assert {table: count(database, table) for table in counts} == counts


def test_every_field_of_the_lines_has_its_column(kb):
    known = {f"{table}.{column}" for table, names in columns().items() for column in names}
    for kind, found in lines(kb).items():
        elsewhere = ELSEWHERE.get(kind, {})
        assert {place for place in elsewhere.values() if place} <= known
        spoken = set().union(*(c.words for c in kb.concepts)) if kind == "terms" else set()
        names = {field.encode_name for field in fields(found.line)} - spoken
        own = {name for name in names if f"{NAMED.get(kind, kind)}.{name}" in known}
        assert names - own == elsewhere.keys(), kind


def test_what_an_editor_notes_of_a_reading_is_there(database):
    select = "SELECT sure, note FROM contrasts"
    assert database.execute(select).fetchall() == [(1, "One text alone says so.")]
    select = "SELECT kind, value FROM contrast_values ORDER BY kind"
    gone = [("cites_gone", "1.A"), ("numbers_gone", "2"), ("numbers_new", "3")]
    assert database.execute(select).fetchall() == gone
    select = "SELECT language, t.why FROM note_texts t JOIN notes n ON n.id = t.note"
    assert database.execute(select).fetchall() == [("xb", "le numéro suit 1")]


def test_it_is_sound(database):
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for name in ("search", "provisions_fts"):
        database.execute(f"INSERT INTO {name} ({name}) VALUES ('integrity-check')")


def test_foreign_keys_are_kept(database):
    database.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.IntegrityError):
        database.execute("INSERT INTO definitions VALUES ('no such concept', 1)")


def test_two_exports_are_the_same_bytes(kb, tmp_path):
    for name in ("one.db", "two.db"):
        sqlite.export(kb, tmp_path / name)
    assert (tmp_path / "one.db").read_bytes() == (tmp_path / "two.db").read_bytes()


def test_a_path_through_the_law(database):
    path = """
    WITH RECURSIVE path (id, parent, key) AS (
      SELECT id, parent, key FROM provisions WHERE edition = ? AND key = '1.A.1.a.i'
      UNION ALL SELECT p.id, p.parent, p.key FROM provisions p JOIN path ON p.id = path.parent)
    SELECT key FROM path
    """
    keys = [key for (key,) in database.execute(path, (OLD,))]
    assert keys == ["1.A.1.a.i", "1.A.1.a", "1.A.1", "1.A", "1", "chapter.I"]


def test_dangling_citations_lead_nowhere_but_say_where_to(database):
    dangling = "SELECT to_key, to_provision FROM citations WHERE status = 'dangling'"
    assert database.execute(dangling).fetchall() == [("9", None), ("9", None)]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ('"xa:quick"', [(NEW, "1")]),
        ('heading : "xa:silence"', [(OLD, "1.B")]),
        ('"xa:long" "xa:suit" "xa:wins"', [(OLD, "1.A")]),
        ('"@joke"', [(OLD, "def.Žert")]),
        ('"♥"', [(OLD, "def.Long suit")]),
    ],
)
def test_the_full_text_search_finds_our_tokens(database, query, found):
    select = """
    SELECT p.edition, p.key FROM search JOIN provisions p ON p.id = search.rowid
    WHERE search MATCH ? ORDER BY rank, p.id
    """
    assert database.execute(select, (query,)).fetchall() == found


def test_words_typed_as_they_are_printed_are_found_without_diacritics(database):
    select = "SELECT count(*) FROM provisions_fts WHERE provisions_fts MATCH 'mene'"
    assert database.execute(select).fetchone() == (1,)


def test_a_word_leads_to_its_token(database):
    select = "SELECT token FROM forms WHERE language = 'xa' AND form = 'zert'"
    assert database.execute(select).fetchall() == [("xa:zert",)]


def test_the_ranking_adds_up_the_weights(database, kb):
    index = token_index(kb)
    tokens = ["xa:fish", "xa:mute", "@fish"]
    scores = {
        d.place: sum(d.weights.get(t, 0) * index.informations[t] for t in tokens)
        for d in index.documents
    }
    best = sorted((-score, place) for place, score in scores.items() if score)
    ranked = database.execute(RANKING.format("?, ?, ?"), tokens).fetchall()
    assert sorted((-score, (edition, key)) for edition, key, score in ranked) == best
    assert ranked[0][:2] in {(OLD, "2"), (NEW, "1")}
