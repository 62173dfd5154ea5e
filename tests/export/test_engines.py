"""Other engines with our understanding of a query: what they find of what our own search finds."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import psycopg
import pytest

from lawbase.export import opensearch
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Text
from lawbase.search.query import Filters
from lawbase.search.search import Searcher
from lawbase.search.understood import Understood
from tests.search.grading import GRADED, Measures, grades, load_queries, measure

SEARCH = "SELECT edition, key, heading, thread FROM lawbase.search(%s, 10)"
NOTHING = Understood("", (), (), (), (), (), (), Filters(), answerable=True)


class Found(NamedTuple):
    """A hit as grading wants it."""

    edition: str
    key: str
    heading: str
    twins: tuple[Text, ...]


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
            for name in ("_id", "key", "parent", "edition", "language", "year", "kind", "law"):
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
