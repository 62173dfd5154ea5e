"""The script for PostgreSQL, loaded into a real server: the same rows, the same ranking."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest
from msgspec.structs import replace

from lawbase.errors import LawbaseError
from lawbase.export import postgres, sqlite
from lawbase.knowledge import LAYERS, KnowledgeBase
from tests.export.servers import load
from tests.export.test_sqlite import RANKING

QUERIES = [["xa:fish"], ["xa:long", "xa:suit"], ["xa:the", "@fish", "xb:poisson"], ["♠", "xa:see"]]


@pytest.fixture
def database(server, kb, tmp_path) -> Iterator[psycopg.Connection]:
    postgres.export(kb, tmp_path / "laws.sql")
    loaded = load(tmp_path / "laws.sql", server)
    told = [line for line in loaded.stderr.splitlines() if "replacing the schema" not in line]
    assert (loaded.returncode, told) == (0, [])
    with psycopg.connect(server, options="-c search_path=lawbase") as connection:
        yield connection


@pytest.fixture
def twin(kb, tmp_path) -> Iterator[sqlite3.Connection]:
    sqlite.export(kb, tmp_path / "laws.db")
    with closing(sqlite3.connect(tmp_path / "laws.db")) as connection:
        yield connection


def test_every_row_is_the_one_that_sqlite_has(database, twin):
    select = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE %'"
    shadows = ("search_", "provisions_fts_")
    names = [n for (n,) in twin.execute(select) if not n.startswith(shadows)]
    assert len(names) > 30
    for name in names:
        here = database.execute(f"SELECT * FROM {name}").fetchall()
        there = twin.execute(f"SELECT * FROM {name}").fetchall()
        assert sorted(map(_numbers, here), key=repr) == sorted(there, key=repr)


def _numbers(row: tuple) -> tuple:
    """SQLite has no booleans of its own."""
    return tuple(int(value) if isinstance(value, bool) else value for value in row)


@pytest.mark.parametrize("tokens", QUERIES)
def test_the_ranking_is_the_one_of_sqlite(database, twin, tokens):
    places = ", ".join("?" * len(tokens))
    there = twin.execute(RANKING.format(places), tokens).fetchall()
    here = database.execute(RANKING.format(places.replace("?", "%s")), tokens).fetchall()
    assert there
    assert here == there


def test_vectors_are_searched_through_their_index(database):
    found = database.execute(
        """
        SELECT p.edition, p.key FROM vectors v JOIN provisions p ON p.id = v.provision,
          CAST($$'xa:long' <-> 'xa:suit' & 'xa:wins'$$ AS tsquery) q
        WHERE vector @@ q ORDER BY ts_rank(vector, q, 1) DESC, p.id
        """
    ).fetchall()
    assert found == [("xa-2001", "1.A")]


def test_headings_weigh_more(database):
    found = database.execute(
        "SELECT key FROM vectors JOIN provisions ON id = provision"
        " WHERE vector @@ $$'xa:fish':A$$::tsquery ORDER BY id"
    ).fetchall()
    assert found == [("2",), ("1",)]


def test_loading_again_replaces_what_was_there(database, server, tmp_path):
    before = database.execute("SELECT count(*) FROM provisions").fetchone()
    database.rollback()
    assert load(tmp_path / "laws.sql", server).returncode == 0
    assert database.execute("SELECT count(*) FROM provisions").fetchone() == before


def test_a_script_that_breaks_off_loads_nothing(database, server, tmp_path):
    script = (tmp_path / "laws.sql").read_text("utf-8")
    database.rollback()
    (tmp_path / "cut.sql").write_text(script[: len(script) // 2], "utf-8")
    load(tmp_path / "cut.sql", server)
    assert database.execute("SELECT count(*) FROM provisions").fetchone() == (23,)


def test_characters_that_sql_would_read_arrive(database):
    slang = "SELECT word FROM words WHERE role = 'slang'"
    assert database.execute(slang).fetchone() == ('fishy "thing"\\',)


@pytest.mark.parametrize(
    ("tokens", "written"),
    [
        (("a", "b", "a"), "'a':2,4 'b':3 'h':1A"),
        (("it's",), "'h':1A 'it''s':2"),
        (("a\\b",), "'a\\\\b':2 'h':1A"),
    ],
)
def test_a_vector_is_written_as_postgres_reads_it(tokens, written):
    assert postgres.vector("h", " ".join(tokens)) == written


def test_somebody_elses_schema_is_never_dropped(kb, tmp_path, server):
    postgres.export(kb, tmp_path / "laws.sql")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS lawbase CASCADE; CREATE SCHEMA lawbase")
        connection.execute("CREATE TABLE lawbase.thesis (words TEXT)")
        loaded = load(tmp_path / "laws.sql", server)
        assert loaded.returncode != 0
        assert 'schema "lawbase" already exists' in loaded.stderr
        connection.execute("SELECT * FROM lawbase.thesis")
        connection.execute("DROP SCHEMA lawbase CASCADE")


def test_a_character_that_postgres_cannot_hold_is_told(kb, tmp_path):
    first, *rest = kb.editions
    layers = {name: getattr(kb, name) for name in LAYERS if name != "editions"}
    broken = KnowledgeBase(layers | {"editions": (replace(first, title="a\0b"), *rest)})
    with pytest.raises(LawbaseError, match=r"can't hold the character U\+0000"):
        postgres.export(broken, tmp_path / "laws.sql")
    assert not (tmp_path / "laws.sql").exists()
