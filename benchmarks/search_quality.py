"""How well the search answers: graded queries by kind and language, and the books' own indexes.

    python -m benchmarks.search_quality

Beside it stand the rungs below: Whoosh as it comes, with folded words, with stems and beginnings
of words. The subject indexes are asked with their topics left out of the index; a hit counts when
it lies in a law that the entry names. Exit code 1 when a figure is below its floor.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.measuring import heading, row
from benchmarks.search_rungs import RUNGS
from lawbase.address import law_of
from lawbase.compiling import compile_corpus
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition
from lawbase.profile import LanguageProfile, data_folder, load_languages
from lawbase.search.contents import build_index
from lawbase.search.results import Hit
from lawbase.search.search import Searcher
from tests.search.grading import (
    GRADED,
    OWN,
    SPOKEN,
    GradedQuery,
    Measures,
    grades,
    honesty,
    load_queries,
    measure,
)

Search = Callable[[str, str], Sequence[Hit]]
Judged = list[tuple[GradedQuery, list[int]]]
FIGURES = ("queries", "success@1", "success@3", "MRR", "nDCG@10")
FLOOR = Measures(0, 0.90, 0.96, 0.92, 0.75)
KIND_FLOOR = 0.80
SILENT_FLOOR = 0.9
QUERIES = {
    "Graded queries": GRADED,
    "Held-out queries": OWN,
    "As people at a table say it, far from the words of the laws": SPOKEN,
}
INDEXES = {
    ("cs-2007", "cs-2007"): 0.85,
    ("pl-2017", "pl-2017"): 0.88,
    ("cs-2007", "sr-2007"): 0.83,
    ("cs-2007", "pl-2017"): 0.83,
    ("pl-2017", "cs-2007"): 0.83,
    ("pl-2017", "sr-2007"): 0.83,
}


def full(searcher: Searcher) -> Search:
    """The search as it is."""
    return lambda text, edition: searcher.search(text, (edition,) if edition else ()).hits


def judge(search: Search, queries: Iterable[GradedQuery]) -> Judged:
    """Every query with the grades of its hits."""
    return [(query, grades(query, search(query.text, query.edition))) for query in queries]


def table(judged: Judged, by: str) -> list[str]:
    """A Markdown table of the measures by a field of the queries, and of all."""
    groups = sorted({getattr(query, by) for query, _ in judged if query.relevant})
    rows = [heading(by, *FIGURES)]
    for group in groups:
        chosen = [(query, found) for query, found in judged if getattr(query, by) == group]
        rows.append(measure(chosen).row(group))
    silent, asked = honesty(judged)
    return [*rows, measure(judged).row("**all**"), "", f"Without an answer: {silent} of {asked}."]


def by_index(kb: KnowledgeBase, search: Search, asking: Edition, asked: str) -> float:
    """The MRR by law of an edition's index entries as queries for an edition."""
    ranks = []
    for entry in asking.index:
        targets = kb.targets(entry)
        laws = {law_of(key) for key in targets} - {None}
        keys = set(targets) if asking.id == asked else set()
        if laws or keys:
            hits = search(f"{entry.topic} {entry.subtopic}".strip(), asked)
            right = [law_of(hit.key) in laws or hit.key in keys for hit in hits]
            ranks.append(1 / (right.index(True) + 1) if any(right) else 0.0)
    return sum(ranks) / len(ranks)


def report(kb: KnowledgeBase, languages: dict[str, LanguageProfile], folder: Path) -> bool:
    """Print everything; whether every floor holds."""
    build_index(kb, folder / "full")
    search = full(Searcher.open(folder / "full"))
    rungs = {rung.name: rung.make(kb, languages) for rung in RUNGS}
    good = True
    for name, path in QUERIES.items():
        queries = load_queries(path)
        judged = judge(search, queries)
        print(f"\n## {name}\n", *table(judged, "kind"), "", *table(judged, "language"), sep="\n")
        print("\n" + heading("rung", *FIGURES))
        for rung, plain in rungs.items():
            print(measure(judge(plain, queries)).row(rung))
        print(measure(judged).row("full"))
        good &= path != GRADED or _holds(judged)
    return _report_indexes(kb, folder) and good


def _report_indexes(kb: KnowledgeBase, folder: Path) -> bool:
    build_index(kb, folder / "without", topics=False)
    search = full(Searcher.open(folder / "without"))
    print("\n## The books' indexes as queries, their topics left out\n")
    print(heading("index of", "asked of", "MRR by law", "floor"))
    good = True
    for (asking, asked), floor in INDEXES.items():
        found = by_index(kb, search, kb.edition(asking), asked)
        print(row(asking, asked, f"{found:.3f}", f"{floor:.2f}"))
        good &= found >= floor
    return good


def _holds(judged: Judged) -> bool:
    """Whether all, every kind, and queries without an answer do well enough."""
    pairs = zip(_figures(measure(judged)), _figures(FLOOR), strict=True)
    kinds = {query.kind for query, _ in judged if query.relevant}
    by_kind = (measure([pair for pair in judged if pair[0].kind == kind]) for kind in kinds)
    silent, asked = honesty(judged)
    return (
        all(figure >= floor for figure, floor in pairs)
        and all(found.first >= KIND_FLOOR for found in by_kind)
        and silent >= SILENT_FLOOR * asked
    )


def _figures(found: Measures) -> tuple[float, ...]:
    return found.first, found.third, found.mrr, found.ndcg


def main() -> int:
    """Compile the corpus, build, ask, report."""
    corpus = data_folder("corpus")
    with tempfile.TemporaryDirectory() as folder:
        good = report(compile_corpus(corpus), load_languages(corpus), Path(folder))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
