"""Other engines with our understanding of a query: what they find of what our own search finds."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from lawbase.errors import LawbaseError, UnreachableError
from lawbase.export import opensearch, postgres
from lawbase.export.tokens import token_index
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Provision
from lawbase.search.postgres import PostgresEngine
from lawbase.search.query import Filters
from lawbase.search.search import Searcher
from lawbase.search.tables import TABLES, VOCABULARY, understanding_of
from lawbase.search.understood import Rank, Understood
from tests.conftest import GOLD
from tests.export.servers import load
from tests.search.grading import GRADED, Measures, grades, load_queries, measure

SEARCH = "SELECT edition, key, heading, thread FROM lawbase.search(%s, 10)"
HARD = GOLD / "queries-hard.tsv"
FIELDS = ("edition", "language", "year", "kind", "law", "in_force")
NOTHING = Understood("", (), (), (), (), (), (), Filters(), answerable=True)


class Found(NamedTuple):
    """A hit as grading wants it."""

    edition: str
    key: str
    heading: str
    twins: tuple[Provision, ...]


@pytest.fixture(scope="module")
def searcher(home: Path) -> Searcher:
    return Searcher.open(home / "search")


@pytest.fixture(scope="module")
def database(loaded: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(loaded) as connection:
        yield connection


def measured(
    searcher: Searcher, laws: KnowledgeBase, answer: Callable[[Understood], list[tuple]]
) -> Measures:
    """How well an engine answers the graded queries that have an answer."""
    judged = []
    for query in load_queries(GRADED):
        asked = searcher.understand(query.text, [query.edition] if query.edition else [])
        hits = [
            Found(edition, key, heading, laws.twins(edition, key))
            for edition, key, heading, *_ in answer(asked)
        ]
        judged.append((query, grades(query, hits)))  # type: ignore[arg-type]
    return measure(judged)


def ask(database: psycopg.Connection, asked: Understood) -> list[tuple]:
    return database.execute(SEARCH, (msgspec.json.encode(asked).decode(),)).fetchall()


@pytest.mark.slow
def test_postgres_finds_what_our_own_search_finds(database, searcher, laws):
    assert measured(searcher, laws, lambda asked: ask(database, asked)).first >= 0.9


@pytest.fixture(scope="module")
def rank(loaded: str, home: Path) -> Iterator[Rank]:
    """The database as ``lawbase serve --database`` asks it."""
    with closing(PostgresEngine(loaded)) as found:
        yield partial(found.rank, understanding(home))


@pytest.fixture
def invented(server: str, kb: KnowledgeBase, tmp_path: Path) -> Iterator[Rank]:
    """A database with invented laws, to be damaged."""
    postgres.export(kb, tmp_path / "laws.sql")
    load(tmp_path / "laws.sql", server)
    with closing(PostgresEngine(server)) as found:
        yield partial(found.rank, token_index(kb).understanding)


def understanding(home: Path) -> str:
    return understanding_of(*((home / "search" / x).read_bytes() for x in (VOCABULARY, TABLES)))


@pytest.mark.slow
@pytest.mark.parametrize("table", [GRADED, HARD])
def test_what_postgres_ranks_is_told_as_our_own_answers(rank, searcher, table):
    """It finds as much, and is as sure of it."""
    judged = []
    for query in load_queries(table):
        editions = [query.edition] if query.edition else []
        answer = searcher.search(query.text, editions, rank=rank)
        own = searcher.search(query.text, editions)
        judged.append((query, grades(query, answer.hits)))
        assert (answer.grade, answer.said) == (own.grade, own.said)
        assert answer.interpreted == own.interpreted
        assert len(answer.hits) == min(answer.total, 10)
    assert measure(judged).first >= 0.9


@pytest.mark.slow
def test_a_hit_of_postgres_is_told_as_one_of_ours(rank, searcher):
    query = "výnos mimo pořadí"
    answer, own = searcher.search(query, rank=rank), searcher.search(query)
    assert answer.total == own.total
    for hit, ours in zip(answer.hits, own.hits, strict=True):
        assert replace(hit, reason=ours.reason) == ours
        assert hit.reason.words


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DROP SCHEMA lawbase CASCADE", "holds no laws"),
        ("DROP FUNCTION lawbase.understanding", "holds the export of an older lawbase"),
        (
            "CREATE OR REPLACE FUNCTION lawbase.understanding() RETURNS TEXT LANGUAGE sql"
            " AS $$ SELECT 'another' $$",
            "holds the laws of another build",
        ),
        (
            "CREATE OR REPLACE FUNCTION lawbase.scores(query JSONB)"
            " RETURNS TABLE (provision INTEGER, score DOUBLE PRECISION)"
            " LANGUAGE sql AS $$ SELECT 1, 1 / 0.0::DOUBLE PRECISION $$",
            r"can't answer \(division by zero\)",
        ),
    ],
)
def test_a_database_that_cannot_answer_says_why(invented, server, statement, said):
    assert invented(NOTHING, 1).texts == ()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement)
    with pytest.raises(LawbaseError, match=said):
        invented(NOTHING, 1)


def test_a_server_that_is_not_there_is_told(tmp_path):
    engine = PostgresEngine(f"host={tmp_path} dbname=laws")
    with pytest.raises(UnreachableError, match="PostgreSQL can't be reached") as told:
        engine.rank("", NOTHING, 1)
    assert "\n" not in str(told.value)


def test_a_connection_that_broke_off_is_made_anew(invented, server):
    invented(NOTHING, 1)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    with pytest.raises(UnreachableError):
        invented(NOTHING, 1)
    assert invented(NOTHING, 1).total == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "výnos mimo pořadí",
        "27B1a",
        "čl. 16D2 lang:sr",
        '"tichý hráč"',
        "law:27-28 edition:cs-2007",
        "dziadek in:definitions",
        "revoke year:2017",
        "revoke in:force",
        '"výnos pořadí mimo"',
        "xyzzy plugh",
    ],
)
def test_postgres_answers_every_kind_of_query_as_we_do(database, searcher, query):
    ours = [hit.thread for hit in searcher.search(query).hits]
    assert [row[3] for row in ask(database, searcher.understand(query))] == ours


@pytest.mark.slow
def test_opensearch_finds_most_of_what_our_own_search_finds(laws, searcher, exported):
    """There is no server here: its query language is read by ``Evaluated``, clause by clause."""
    lines = (exported / "opensearch" / "documents.ndjson").read_text("utf-8").splitlines()
    index = Evaluated(exported / "opensearch", [json.loads(line) for line in lines])
    assert measured(searcher, laws, index.search).first >= 0.9


class Evaluated:
    """The exported index searched by the export's own template, as OpenSearch documents it."""

    def __init__(self, folder: Path, lines: list[dict[str, Any]]):
        self._template = json.loads((folder / "template.json").read_text("utf-8"))["script"]
        actions, self._documents = lines[::2], lines[1::2]
        self._having: dict[tuple[str, object], set[int]] = defaultdict(set)
        for number, (action, document) in enumerate(zip(actions, self._documents, strict=True)):
            document["_id"] = action["index"]["_id"]
            for name in ("_id", "key", "parent", *FIELDS):
                self._having[name, document[name]].add(number)
            for token in document["postings"]:
                self._having["postings", token].add(number)

    def search(self, asked: Understood) -> list[tuple]:
        """The best text of every rule."""
        body = self._rendered(opensearch.search_parameters(asked)["params"])
        scores = self._scores(body["query"])
        ranked = sorted(scores, key=lambda n: (-scores[n], -self._documents[n]["year"], n))
        best: dict[str, tuple] = {}
        for document in (self._documents[n] for n in ranked):
            row = (document["edition"], document["key"], next(iter(document["heading"].values())))
            best.setdefault(document[body["collapse"]["field"]], row)
        return list(best.values())[: body["size"]]

    def _rendered(self, parameters: dict[str, Any]) -> dict[str, Any]:
        source = re.sub(
            r"\{\{#toJson\}\}(\w+)\{\{/toJson\}\}|\{\{(\w+)\}\}",
            lambda m: json.dumps(parameters[m[1] or m[2]]),
            self._template["source"],
        )
        rendered: dict[str, Any] = json.loads(source)
        return rendered

    def _scores(self, query: dict[str, Any]) -> dict[int, float]:
        ((kind, told),) = query.items()
        scores: dict[int, float] = getattr(self, f"_{kind}")(told)
        return scores

    def _match_none(self, _: dict[str, Any]) -> dict[int, float]:
        return {}

    def _term(self, told: dict[str, Any]) -> dict[int, float]:
        return dict.fromkeys(set().union(*(self._having[pair] for pair in told.items())), 1.0)

    def _terms(self, told: dict[str, Any]) -> dict[int, float]:
        ((name, values),) = told.items()
        return dict.fromkeys(set().union(*(self._having[name, value] for value in values)), 1.0)

    def _range(self, told: dict[str, Any]) -> dict[int, float]:
        laws = range(told["law"]["gte"], told["law"]["lte"] + 1)
        return self._terms({"law": list(laws)})

    def _match_phrase(self, told: dict[str, Any]) -> dict[int, float]:
        wanted = f" {told['words']} "
        texts = enumerate(self._documents)
        return {n: 1.0 for n, text in texts if wanted in f" {text['words']} "}

    def _constant_score(self, told: dict[str, Any]) -> dict[int, float]:
        return dict.fromkeys(self._scores(told["filter"]), told["boost"])

    def _rank_feature(self, told: dict[str, Any]) -> dict[int, float]:
        token = told["field"].removeprefix("weights.")
        assert "." not in token, "a feature's name can't hold a dot"
        having = self._having["postings", token]
        return {n: told["boost"] * self._documents[n]["weights"][token] for n in having}

    def _dis_max(self, told: dict[str, Any]) -> dict[int, float]:
        best: dict[int, float] = {}
        for query in told["queries"]:
            for number, score in self._scores(query).items():
                best[number] = max(score, best.get(number, 0.0))
        return best

    def _function_score(self, told: dict[str, Any]) -> dict[int, float]:
        assert (told["score_mode"], told["boost_mode"]) == ("sum", "multiply")
        factors: dict[int, float] = defaultdict(float)
        for function in told["functions"]:
            for number in self._scores(function["filter"]):
                factors[number] += function["weight"]
        scores = self._scores(told["query"])
        return {number: score * factors[number] for number, score in scores.items()}

    def _bool(self, told: dict[str, Any]) -> dict[int, float]:
        scores: dict[int, float] = defaultdict(float)
        for query in told.get("should", ()):
            for number, score in self._scores(query).items():
                scores[number] += score
        limits = [set(self._scores(query)) for query in told.get("filter", ())]
        if limits and not told.get("minimum_should_match"):
            scores = defaultdict(float, {n: scores.get(n, 0.0) for n in limits[0]})
        without = set().union(*(self._scores(query) for query in told.get("must_not", ())))
        within = set(scores).intersection(*limits) - without
        return {number: scores[number] for number in within}
