"""What each rule of the search is worth, and how far its words were fitted to known queries.

    python -m benchmarks.search_ways [--since COMMIT]

A fifth of the ways of saying, the same places of every list in all languages, is left out of the
corpus and asked: the answer is right when its first thread is one that the situation leads to, or
stands right above or below one. Once more with each rule left out (benchmarks.search_pools has
them). At last the words of queries: how many the corpus had before a commit, and how many it has
now. Queries that were known while it grew tell fitting when they gained more than others did.
Nothing here has a floor.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from benchmarks.measuring import heading, row
from benchmarks.search_pools import RULES, without
from benchmarks.search_quality import full, judge
from lawbase.building import default_home, open_knowledge
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Situation
from lawbase.search.analysis import Analyzer
from lawbase.search.contents import build_index
from lawbase.search.search import Searcher
from tests.conftest import ROOT
from tests.search.grading import FRESH, POOLS, GradedQuery, halved, load_queries, measure

BEFORE_THE_HARD_QUERIES = "dec87ff"
FOLDS = 5
ANSWER = 3
"""The grade of what a situation leads to."""


def left_out(kb: KnowledgeBase) -> tuple[KnowledgeBase, list[GradedQuery]]:
    """The knowledge base without a fifth of the ways of saying, and these as graded queries."""
    years = defaultdict(list)
    for edition in kb.editions:
        years[str(edition.year)].append(edition.id)
    kept, queries = [], []
    for situation in kb.situations:
        relevant = {
            (edition, key): ANSWER
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


def report_rules(kb: KnowledgeBase, folder: Path) -> None:
    """Print how many of the ways that were left out lead right, by language and rule left out."""
    known, queries = left_out(kb)
    build_index(known, folder)
    languages = sorted({query.language for query in queries})
    print(f"\n## A fifth of the ways of saying left out: {len(queries)} asked\n")
    print(heading("without", "right first", *languages))
    for rule in ("", *RULES):
        with without(rule):
            judged = judge(full(Searcher.open(folder)), queries)
        right = {
            language: measure([pair for pair in judged if pair[0].language == language]).first
            for language in languages
        }
        shares = [measure(judged).first, *right.values()]
        print(row(rule or "(as it is)", *(f"{share:.3f}" for share in shares)), flush=True)


def report_words(since: str, analyzer: Analyzer) -> None:
    """Print which share of the words of queries came into the corpus since a commit."""
    before = _words(_texts_at(since), analyzer)
    now = _words((path.read_text("utf-8") for path in _data()), analyzer)
    print(f"\n## Words of queries in what we wrote ourselves, before {since} and now\n")
    print(heading("queries", "words", "known before", "came since", "unknown still"))
    first, second = (tuple(half) for half in halved(load_queries(FRESH)))
    tables = {name: load_queries(POOLS[name]) for name in ("hard", "old", "own")}
    tables |= {"fresh, fitted to": [*first], "fresh, not looked at": [*second]}
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
        report_rules(kb, Path(folder))
    report_words(since, Analyzer.of(kb.languages))
    return 0


if __name__ == "__main__":
    sys.exit(main())
