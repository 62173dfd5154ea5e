"""How every pool of graded queries is answered, and with which rules of the search left out.

    python -m benchmarks.search_pools [--without RULE]…

A row is the search as it is, or without a rule; told are the queries of each pool whose first
answer is right, those beyond the laws that rightly got none, and those that were refused although
they have an answer. A row takes seconds once the index is there: this is what to run before and
after a change of ranking. ``--without all`` leaves out one rule after the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from benchmarks.measuring import heading, row
from benchmarks.search_quality import Judged, full, judge
from lawbase.building import build, default_home
from lawbase.search import expansion, finding, ranking
from lawbase.search.figures import FIGURES
from lawbase.search.search import Searcher
from tests.search.grading import POOLS, honesty, is_right, load_queries

GAINS = FIGURES.ranking.gains
RULES: Mapping[str, tuple[Any, dict[str, Any]]] = {
    "votes": (ranking, {"votes": 0.0}),
    "words for the same": (expansion, {"same": 0}),
    "words of a family": (expansion, {"family": 0}),
    "limit for words without a concept": (expansion, {"plain": 10_000}),
    "definitions first": (ranking, {"defining": GAINS["term"]}),
    "gathering": (ranking, {"best_below": 0.0, "next_below": 0.0}),
    "texts in force first": (finding, {"in_force": 2.0}),
    **{f"{kind}s": (ranking, {"gains": {**GAINS, kind: 0.0}}) for kind in GAINS},
}
"""Rules of the search, with the stage and the figures that leave each out."""


@contextmanager
def without(rule: str) -> Iterator[None]:
    """The search with a rule left out, or as it is for no rule."""
    module, changes = RULES.get(rule, (ranking, {}))
    usual = module._F
    module._F = replace(usual, **changes)
    try:
        yield
    finally:
        module._F = usual


def main() -> None:
    """Print a row for the search as it is, and one for each rule left out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without", action="append", default=[], choices=["all", *RULES])
    asked = parser.parse_args().without
    pools = {name: list(load_queries(path)) for name, path in POOLS.items()}
    print(heading("without", *pools, "all", "no", "falsely refused"))
    build(default_home(), "search")
    for rule in ("", *(RULES if "all" in asked else asked)):
        with without(rule):
            search = full(Searcher.open(default_home() / "search"))
            judged = {name: judge(search, queries) for name, queries in pools.items()}
        everything = [one for found in judged.values() for one in found]
        refused = sum(bool(query.relevant) and not found for query, found in everything)
        shares = (f"{_right(found)} of {_asked(found)}" for found in (*judged.values(), everything))
        silent = "{} of {}".format(*honesty(everything))
        print(row(rule or "(as it is)", *shares, silent, refused), flush=True)


def _right(judged: Judged) -> int:
    return sum(is_right(found) for query, found in judged if query.relevant)


def _asked(judged: Judged) -> int:
    return sum(bool(query.relevant) for query, _ in judged)


if __name__ == "__main__":
    main()
