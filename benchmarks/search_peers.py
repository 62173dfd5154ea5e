"""What a user would pick instead: Whoosh, SQLite FTS5, MiniSearch, lunr and Pagefind as they come.

    python -m benchmarks.search_peers

All get the same provisions, with their headings and headwords, and the same questions: the graded
queries, the held-out ones, and the entries of the books' subject indexes, which count
when a hit lies in a law that the entry names (they are left out of our index for that). Whoosh and
FTS5 have their own tokenizers, FTS5 with diacritics removed, and any word may match. The others are
their latest versions from npm with their usual settings, in Chromium beside the search of the site;
MiniSearch once more at its best, without diacritics, with beginnings of words, and with words that
differ in a fifth of their letters. Their bytes are with the texts, as ours are, since a hit has to
be shown. Loading is from this machine; what it would be over a network is told by the bytes,
compressed with brotli as a server would send them (those of Pagefind are compressed by itself, and
it loads only what a query needs).
"""

from __future__ import annotations

import re
import sqlite3
import statistics
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.measuring import heading, row
from benchmarks.search_in_page import IN_PAGE, Document, InPage, Question, ask_all, prepare
from benchmarks.search_quality import INDEXES, Judged, Search, by_index, full, judge
from benchmarks.search_rungs import RUNGS, plain_hit
from lawbase.building import build, default_home
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition
from lawbase.profile import data_folder, load_languages
from lawbase.search.contents import build_index
from lawbase.search.results import Hit, Twin
from lawbase.search.search import Searcher
from tests.search.grading import GRADED, OWN, GradedQuery, honesty, load_queries, measure

TABLES = {"graded": GRADED, "never tuned to": OWN}
OURS = "lawbase"


def main() -> None:
    """Make everything in a folder of its own, ask, and print the tables."""
    home = default_home()
    build(home)
    kb = KnowledgeBase.open(home / "knowledge")
    documents = list(_documents(kb))
    languages = load_languages(data_folder("corpus"))
    queries = {title: load_queries(path) for title, path in TABLES.items()}
    asked = [(q.text, q.edition) for each in queries.values() for q in each]
    peers = {"Whoosh": RUNGS[0].make(kb, languages), "SQLite FTS5": _fts5(documents)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        facts = prepare(documents, home / "site", folder)
        in_page = dict(ask_all(folder, facts, asked, _of_the_indexes(kb)))
        answered = {name: _answered(found, documents) for name, found in in_page.items()}
        ours = {IN_PAGE: answered.pop(IN_PAGE), OURS: full(Searcher.open(home / "search"))}
        _print_quality(peers | answered | ours, queries)
        build_index(kb, folder / "search", topics=False)
        without = full(Searcher.open(folder / "search"))
        _print_indexes(peers | answered | {OURS: without}, kb)
    _print_costs(in_page, asked)


def _documents(kb: KnowledgeBase) -> Iterator[Document]:
    for edition in kb.editions:
        for p in edition.provisions:
            title = p.key[4:] if p.kind == "definition" else p.heading
            text = f"{p.text} {p.tail}".strip()
            place = f"{edition.id}|{p.key}"
            yield {"id": place, "edition": edition.id, "heading": title, "text": text}


def _of_the_indexes(kb: KnowledgeBase) -> list[Question]:
    """The entries of the books' indexes, as they are asked of an edition."""
    asked = ((kb.edition(asking), edition) for asking, edition in INDEXES)
    return list(dict.fromkeys(q for asking, edition in asked for q in _entries(asking, edition)))


def _entries(asking: Edition, edition: str) -> Iterator[Question]:
    yield from ((f"{entry.topic} {entry.subtopic}".strip(), edition) for entry in asking.index)


def _fts5(documents: Sequence[Document]) -> Search:
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE VIRTUAL TABLE laws USING fts5(id UNINDEXED, edition UNINDEXED, heading, text, "
        "tokenize = 'unicode61 remove_diacritics 2')"
    )
    database.executemany("INSERT INTO laws VALUES (:id, :edition, :heading, :text)", documents)
    select = "SELECT id FROM laws WHERE laws MATCH ? AND edition LIKE ? ORDER BY rank LIMIT 10"
    headings = _headings(documents)

    def search(text: str, edition: str) -> list[Hit]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", text)) or '""'
        return [
            _hit(found, headings) for found in database.execute(select, (words, edition or "%"))
        ]

    return search


def _answered(found: InPage, documents: Sequence[Document]) -> Search:
    """A search that has answered already."""
    headings = _headings(documents)
    return lambda text, edition: [_hit(p, headings) for p in found.answers[text, edition].places]


def _headings(documents: Sequence[Document]) -> dict[str, str]:
    return {document["id"]: document["heading"] for document in documents}


def _hit(places: Sequence[str], headings: Mapping[str, str]) -> Hit:
    """A hit by its place and, where a search knows them, its twins."""
    first, *twins = places
    edition, _, key = first.partition("|")
    others = tuple(Twin(*twin.split("|", 1)) for twin in twins)
    return plain_hit(edition, key, headings[first], others)


def _print_quality(
    searches: Mapping[str, Search], queries: Mapping[str, Sequence[GradedQuery]]
) -> None:
    everything: dict[str, Judged] = {name: [] for name in searches}
    figures = ("success@1", "success@3", "MRR", "nDCG@10", "without an answer", "rightly so")
    for title, asked in queries.items():
        print("\n" + heading(f"queries {title}", "queries", *figures))
        for name, search in searches.items():
            judged = judge(search, asked)
            everything[name] += judged
            empty = sum(not found for query, found in judged if query.relevant)
            silent, nothing = honesty(judged)
            measured = measure(judged)
            print(f"{measured.row(name)} {empty} of {measured.queries} | {silent} of {nothing} |")
    for by in ("language", "kind"):
        groups = sorted({getattr(q, by) for asked in queries.values() for q in asked if q.relevant})
        print("\n" + heading(f"MRR by {by}", *groups))
        for name, judged in everything.items():
            mrr = (measure([one for one in judged if getattr(one[0], by) == g]).mrr for g in groups)
            print(row(name, *(f"{figure:.2f}" for figure in mrr)))


def _print_indexes(searches: Mapping[str, Search], kb: KnowledgeBase) -> None:
    """How well the entries of a book's index find their laws, in it and in other editions."""
    pairs = [f"{asking} in {asked}" for asking, asked in INDEXES]
    print("\n" + heading("MRR by law, the index of", *pairs))
    for name, search in searches.items():
        found = (by_index(kb, search, kb.edition(asking), asked) for asking, asked in INDEXES)
        print(row(name, *(f"{figure:.2f}" for figure in found)))


def _print_costs(in_page: Mapping[str, InPage], asked: Sequence[Question]) -> None:
    print("\n" + heading("in Chromium", "p50", "p95", "loading", "KiB with brotli"))
    for name, search in in_page.items():
        times = [search.answers[question].milliseconds for question in asked]
        middle, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        kib, loading = search.compressed / 1024, f"{search.loading:.0f} ms"
        title = f"{name} {search.version}".strip()
        print(row(title, f"{middle:.3f} ms", f"{late:.3f} ms", loading, f"{kib:.0f}"))


if __name__ == "__main__":
    main()
