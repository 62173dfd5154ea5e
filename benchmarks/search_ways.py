"""What each witness of the search is worth, and how far its words were fitted to known queries.

    python -m benchmarks.search_ways [--since COMMIT]

First a fifth of the ways of saying, the same places of every list in all languages, is left out of
the corpus and asked: the answer is right when its first thread is one that the situation leads to.
Once more with each witness left out: votes, words for the same and of a family, entry
points by kind. Then the queries that were written from the laws: the half that figures
were fitted to, and the other. At last the words of queries: how many the corpus had before a
commit, and how many it has now. Queries that were known while it grew tell fitting when they gained
more than others did. Nothing here has a floor.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from benchmarks.measuring import heading, row
from benchmarks.search_quality import full, judge
from lawbase.building import default_home, open_knowledge
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Situation
from lawbase.search import expansion, ranking
from lawbase.search.analysis import Analyzer
from lawbase.search.contents import build_index
from lawbase.search.figures import FIGURES
from lawbase.search.search import Searcher
from tests.conftest import GOLD, ROOT
from tests.search.grading import (
    ASKED,
    BLIND,
    FRESH,
    GRADED,
    OWN,
    SUCCESS,
    GradedQuery,
    halved,
    honesty,
    load_queries,
    measure,
)

HARD = GOLD / "queries-hard.tsv"
BEFORE_THE_HARD_QUERIES = "dec87ff"
FOLDS = 5
GAINS = FIGURES.ranking.gains
WITNESSES: Mapping[str, tuple[Any, dict[str, Any]]] = {
    "all": (ranking, {}),
    "without votes": (ranking, {"votes": 0.0}),
    "without words for the same": (expansion, {"same": 0}),
    "without words of a family": (expansion, {"family": 0}),
    **{f"without {kind}s": (ranking, {"gains": {**GAINS, kind: 0.0}}) for kind in GAINS},
}


@contextmanager
def figures(module: Any, changes: dict[str, Any]) -> Iterator[None]:
    """The search with some figures of a stage changed."""
    usual = module._F
    module._F = replace(usual, **changes)
    try:
        yield
    finally:
        module._F = usual


def left_out(kb: KnowledgeBase) -> tuple[KnowledgeBase, list[GradedQuery]]:
    """The knowledge base without a fifth of the ways of saying, and these as graded queries."""
    years = defaultdict(list)
    for edition in kb.editions:
        years[str(edition.year)].append(edition.id)
    kept, queries = [], []
    for situation in kb.situations:
        relevant = {
            (edition, key): SUCCESS
            for year, keys in situation.provisions.items()
            for edition in years[year]
            for key in keys
        }
        for language, text in situation.texts.items():
            ways = text.words[::FOLDS]
            queries += [GradedQuery(way, language, situation.id, "", relevant) for way in ways]
        kept.append(_without(situation))
    layers = {name: getattr(kb, name) for name in ("languages", "versions", "editions", "links")}
    layers |= {name: getattr(kb, name) for name in ("concepts", "beyond", "aligned", "findings")}
    return KnowledgeBase({**layers, "situations": tuple(kept)}), queries


def _without(situation: Situation) -> Situation:
    texts = {
        language: replace(text, words=tuple(w for n, w in enumerate(text.words) if n % FOLDS))
        for language, text in situation.texts.items()
    }
    return replace(situation, texts=texts)


def report_witnesses(kb: KnowledgeBase, folder: Path) -> None:
    """Print how many of the ways that were left out lead right, by language and witness."""
    known, queries = left_out(kb)
    build_index(known, folder)
    languages = sorted({query.language for query in queries})
    print(f"\n## A fifth of the ways of saying left out: {len(queries)} asked\n")
    print(heading("witnesses", "right first", *languages))
    for name, (module, changes) in WITNESSES.items():
        with figures(module, changes):
            judged = judge(full(Searcher.open(folder)), queries)
        right = {
            language: measure([pair for pair in judged if pair[0].language == language]).first
            for language in languages
        }
        shares = [measure(judged).first, *right.values()]
        print(row(name, *(f"{share:.3f}" for share in shares)), flush=True)


def report_halves(searcher: Searcher) -> None:
    """Print how the queries that were written from the laws are answered, fitted to or not."""
    print("\n## Questions written from the laws\n")
    print(heading("half", "queries", "success@1", "success@3", "MRR", "nDCG@10", "honest no"))
    first, second = halved(load_queries(FRESH))
    sets = {"fitted to": first, "not looked at": second, "written later": load_queries(BLIND)}
    for query in load_queries(ASKED):
        sets.setdefault(f"short, {query.note}", []).append(query)
    for name, queries in sets.items():
        judged = judge(full(searcher), queries)
        silent, asked = honesty(judged)
        print(measure(judged).row(name), f"{silent} of {asked} |")


def report_words(since: str, analyzer: Analyzer) -> None:
    """Print which share of the words of queries came into the corpus since a commit."""
    before = _words(_texts_at(since), analyzer)
    now = _words((path.read_text("utf-8") for path in _data()), analyzer)
    print(f"\n## Words of queries in what we wrote ourselves, before {since} and now\n")
    print(heading("queries", "words", "known before", "came since", "unknown still"))
    first, second = (tuple(half) for half in halved(load_queries(FRESH)))
    tables = {
        "hard": load_queries(HARD),
        "old": load_queries(GRADED),
        "own": load_queries(OWN),
        "from the laws, fitted to": first,
        "from the laws, not looked at": second,
    }
    for name, queries in tables.items():
        words = _words((query.text for query in queries), analyzer)
        shares = [words & before, (words & now) - before, words - now - before]
        print(row(name, len(words), *(f"{len(share) / len(words):.3f}" for share in shares)))


def _words(texts: Iterable[str], analyzer: Analyzer) -> set[str]:
    forms = (token.form for text in texts for token in analyzer.tokens(analyzer.latin(text)))
    return {form for form in forms if form.isalpha()}


def _data() -> list[Path]:
    corpus = ROOT / "corpus"
    folders = (corpus / "situations", corpus / "languages")
    return [
        corpus / "terms.toml",
        *(p for folder in folders for p in sorted(folder.glob("*.toml"))),
    ]


def _texts_at(commit: str) -> Iterator[str]:
    for path in _data():
        name = f"{commit}:{path.relative_to(ROOT).as_posix()}"
        shown = subprocess.run(
            ["git", "show", name], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if not shown.returncode:
            yield shown.stdout


def main() -> int:
    """Leave out, ask, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--since", default=BEFORE_THE_HARD_QUERIES, metavar="COMMIT")
    since = parser.parse_args().since
    kb = open_knowledge(default_home())
    with tempfile.TemporaryDirectory() as folder:
        build_index(kb, Path(folder) / "full")
        report_halves(Searcher.open(Path(folder) / "full"))
        report_witnesses(kb, Path(folder) / "part")
    report_words(since, Analyzer.of(kb.languages))
    return 0


if __name__ == "__main__":
    sys.exit(main())
