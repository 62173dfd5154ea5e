"""Graded queries, and how well an answer does by them.

A row of the table has the query, its language and kind, the edition that is searched (or ``any``)
and what is relevant, from 3 for the answer itself to 1 for what touches it: ``61.A=3;61=2``, with
an edition before the key where it holds for that one only, ``none`` where nothing answers. A
provision above or below a relevant one is worth one grade less, and with no edition given a hit
is worth what the best of its twins is.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from lawbase.search.results import Hit
from tests.conftest import GOLD, ROOT, read_tsv

SUCCESS = 2
DEPTH = 10
GRADED = GOLD / "queries.tsv"
OWN = ROOT / "tests" / "search" / "queries-own.tsv"
SPOKEN = ROOT / "tests" / "search" / "queries-table.tsv"
FRESH = ROOT / "tests" / "search" / "queries-fresh.tsv"
"""Everyday questions written from the laws; words and figures were fitted to half of them."""

BLIND = ROOT / "tests" / "search" / "queries-blind.tsv"
"""Questions written and graded from the laws alone, that nothing was fitted to."""

ASKED = ROOT / "tests" / "search" / "queries-asked.tsv"
"""Short questions of nine kinds, 48 a language, and what the laws don't answer, written and graded
from the laws alone. Ways of saying were written after the misses of those noted as looked at; of
those held back only totals were seen when they came in."""

TOLD = ROOT / "tests" / "search" / "queries-told.tsv"
"""Questions typed in haste at the table, whole ones as told to a colleague, and many that the laws
don't answer, written and graded from the laws alone. Names of games and whole sentences beyond the
laws were written after the misses of those noted as looked at; of the others, totals were seen."""

POOLS = {
    "old": GRADED,
    "hard": GOLD / "queries-hard.tsv",
    "own": OWN,
    "spoken": SPOKEN,
    "fresh": FRESH,
    "blind": BLIND,
    "asked": ASKED,
    "told": TOLD,
}

Relevant = Mapping[tuple[str, str], int]
Place = tuple[str, str, str]


class GradedQuery(Struct, frozen=True):
    """A query and what is relevant to it; nothing where no answer is the right one."""

    text: str
    language: str
    kind: str
    edition: str
    relevant: dict[tuple[str, str], int]
    note: str = ""


class Measures(Struct, frozen=True):
    """How well answers did on average, over ``queries`` that have one."""

    queries: int
    first: float
    third: float
    mrr: float
    ndcg: float

    def row(self, *names: str) -> str:
        """A row of a Markdown table."""
        figures = (f"{x:.3f}" for x in (self.first, self.third, self.mrr, self.ndcg))
        return f"| {' | '.join((*names, str(self.queries), *figures))} |"


def load_queries(path: Path) -> list[GradedQuery]:
    """The graded queries of a table."""
    return [
        GradedQuery(
            row["query"],
            row["qlang"],
            row["category"],
            "" if row["target"] == "any" else row["target"],
            _relevant(row["relevant"]),
            row.get("note", ""),
        )
        for row in read_tsv(path)
    ]


def halved(queries: Iterable[GradedQuery]) -> tuple[list[GradedQuery], list[GradedQuery]]:
    """The half of the queries that may be looked at, and the half of which only totals may be."""
    halves: tuple[list[GradedQuery], list[GradedQuery]] = ([], [])
    for query in queries:
        halves[hashlib.sha256(query.text.encode()).digest()[0] % 2].append(query)
    return halves


def grades(query: GradedQuery, hits: Iterable[Hit]) -> list[int]:
    """What the hits are worth, in their order."""
    found = []
    for hit in hits:
        places: list[Place] = [(hit.edition, hit.key, hit.heading)]
        if not query.edition:
            places += [(twin.edition, twin.key, "") for twin in hit.twins]
        found.append(max(_grade(query.relevant, *place) for place in places))
    return found


def is_right(found: Sequence[int]) -> bool:
    """Whether the first hit answers."""
    return any(grade >= SUCCESS for grade in found[:1])


def measure(judged: Sequence[tuple[GradedQuery, list[int]]]) -> Measures:
    """The averages over queries that have an answer."""
    answered = [(query, found) for query, found in judged if query.relevant]
    count = len(answered) or 1

    def mean(values: Iterable[float]) -> float:
        return sum(values) / count

    return Measures(
        queries=len(answered),
        first=mean(is_right(found) for _, found in answered),
        third=mean(any(g >= SUCCESS for g in found[:3]) for _, found in answered),
        mrr=mean(_reciprocal_rank(found) for _, found in answered),
        ndcg=mean(_ndcg(query, found) for query, found in answered),
    )


def honesty(judged: Sequence[tuple[GradedQuery, list[int]]]) -> tuple[int, int]:
    """How many queries without an answer got none, of how many."""
    unanswerable = [not found for query, found in judged if not query.relevant]
    return sum(unanswerable), len(unanswerable)


def _relevant(told: str) -> dict[tuple[str, str], int]:
    found = {}
    for part in told.split(";"):
        if part.strip() not in ("", "none"):
            place, grade = part.strip().rsplit("=", 1)
            edition, key = place.split(":", 1) if ":" in place else ("", place)
            found[edition, key] = int(grade)
    return found


def _grade(relevant: Relevant, edition: str, key: str, heading: str) -> int:
    if key.startswith("guide."):
        named = f"sec.{heading}".lower()
        return max((g for (_, k), g in relevant.items() if k.lower() == named), default=0)

    def exact(k: str) -> int:
        return max(relevant.get((edition, k), 0), relevant.get(("", k), 0))

    if exact(key):
        return exact(key)
    above = key.partition("#")[0]
    while "." in above and not above.startswith("def."):
        above = above.rpartition(".")[0]
        if exact(above):
            return max(1, exact(above) - 1)
    here = (g for (e, k), g in relevant.items() if e in ("", edition) and k.startswith(f"{key}."))
    return max(max(here, default=0) - 1, 0)


def _reciprocal_rank(found: Sequence[int]) -> float:
    return next((1 / rank for rank, grade in enumerate(found, 1) if grade >= SUCCESS), 0.0)


def _ndcg(query: GradedQuery, found: Sequence[int]) -> float:
    ideal = sorted(query.relevant.values(), reverse=True)
    return min(1.0, _gain(found[:DEPTH]) / _gain(ideal[:DEPTH]))


def _gain(found: Sequence[int]) -> float:
    return sum((2**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(found, 1))
