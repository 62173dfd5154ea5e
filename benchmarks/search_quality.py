"""How well the search answers: graded queries by kind and language, and the books' own indexes.

    python -m benchmarks.search_quality

Beside it stand the rungs below: Whoosh as it comes, with folded words, with stems and beginnings
of words. The subject indexes are asked with their topics left out of the index; a hit counts when
it lies in a law that the entry names. Exit code 1 when a figure is below its floor, told last.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.measuring import heading, row
from lawbase.address import law_of
from lawbase.compiling import add_layers, read_texts
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


def report(kb: KnowledgeBase, languages: dict[str, LanguageProfile], folder: Path) -> Iterator[str]:
    """Print everything; which figures are below their floors."""
    from benchmarks.search_rungs import RUNGS  # Whoosh warns of its own code when first compiled.

    build_index(kb, folder / "full")
    search = full(Searcher.open(folder / "full"))
    rungs = {rung.name: rung.make(kb, languages) for rung in RUNGS}
    for name, path in QUERIES.items():
        queries = load_queries(path)
        judged = judge(search, queries)
        print(f"\n## {name}\n", *table(judged, "kind"), "", *table(judged, "language"), sep="\n")
        print("\n" + heading("rung", *FIGURES))
        for rung, plain in rungs.items():
            print(measure(judge(plain, queries)).row(rung))
        print(measure(judged).row("full"))
        if path == GRADED:
            yield from below(judged)
    yield from _report_indexes(kb, folder)


def _report_indexes(kb: KnowledgeBase, folder: Path) -> Iterator[str]:
    build_index(kb, folder / "without", topics=False)
    search = full(Searcher.open(folder / "without"))
    print("\n## The books' indexes as queries, their topics left out\n")
    print(heading("index of", "asked of", "MRR by law", "floor"))
    for (asking, asked), floor in INDEXES.items():
        found = by_index(kb, search, kb.edition(asking), asked)
        print(row(asking, asked, f"{found:.3f}", f"{floor:.2f}"))
        yield from _below(f"index of {asking} asked of {asked}", found, floor)


def below(judged: Judged) -> Iterator[str]:
    """Where all, a kind, or queries without an answer do too badly."""
    found = measure(judged)
    for name in ("first", "third", "mrr", "ndcg"):
        yield from _below(f"{name} of all", getattr(found, name), getattr(FLOOR, name))
    for kind in sorted({query.kind for query, _ in judged if query.relevant}):
        of_kind = measure([pair for pair in judged if pair[0].kind == kind])
        yield from _below(f"first of {kind}", of_kind.first, KIND_FLOOR)
    silent, asked = honesty(judged)
    yield from _below("honest no", silent / asked if asked else 1.0, SILENT_FLOOR)


def _below(name: str, figure: float, floor: float) -> Iterator[str]:
    if figure < floor:
        yield f"{name}: {figure:.3f} is below {floor}"


def main() -> int:
    """Compile the corpus, build, ask, report."""
    corpus = data_folder("corpus")
    with tempfile.TemporaryDirectory() as folder:
        low = list(
            report(add_layers(read_texts(corpus), corpus), load_languages(corpus), Path(folder))
        )
    print("", *(f"- {figure}" for figure in low), sep="\n")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
