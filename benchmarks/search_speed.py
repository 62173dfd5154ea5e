"""How fast the search is, beside SQLite's FTS5 and tantivy on the same tokens, as it grows.

    python -m benchmarks.search_speed [COPIES…]

The other engines only find ten documents; ours reads the query, ranks, follows threads and cuts
snippets. Some 150 of the graded queries are asked twice; the first time, when words are met that no
query had before, and the second are told apart. Copies are the corpus over again, each with a tenth
of its words left out and another tenth that no other copy has, so that the vocabulary grows; 1, 10
and 100 unless told; what it takes to make them doesn't count. Memory is what a process of its own
needs on top of the texts, to build and to ask. tantivy takes part when it is installed. At the end
stands the command from a cold start, the middle of five.
"""

from __future__ import annotations

import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from benchmarks.measuring import heading, measured, megabytes, row
from lawbase.compiling import add_layers, read_texts
from lawbase.profile import data_folder
from lawbase.search.analysis import Analyzer
from lawbase.search.contents import Contents, gather_contents
from lawbase.search.engine import POSTINGS, EngineEntry, WhooshEngine, write_whoosh
from lawbase.search.expansion import Expander
from lawbase.search.figures import FIGURES
from lawbase.search.search import Searcher
from lawbase.search.tables import IndexTables, ToldSituation, finished_token
from lawbase.search.weighing import Terms, weigh_profiles
from tests.search.grading import GRADED, OWN, load_queries

T = TypeVar("T")
Ask = Callable[[int], object]
KEPT, OWN_WORDS = 0.9, 0.1
ASKED = 150
TOLD = msgspec.json.encode(ToldSituation("", {}))


class Corpus:
    """The corpus gathered once, to be copied, and the queries in text and in tokens."""

    def __init__(self) -> None:
        corpus = data_folder("corpus")
        kb = add_layers(read_texts(corpus), corpus)
        self.contents: Contents = gather_contents(kb)
        self.stored = list(map(msgspec.json.encode, self.contents.passages))
        self.weighed = self.contents.weighed
        self.texts = [q.text for path in (GRADED, OWN) for q in load_queries(path)]
        self.queries = [self._tokens(text) for text in self.texts]
        self.seconds_of_copying = 0.0

    def documents(self, copies: int) -> Iterator[Terms]:
        """The weighed terms of all documents, copied; the first copy is whole."""
        return self._timed_apart(self._copied(copies))

    def bags(self, copies: int) -> Iterator[str]:
        """The same as words, a blank between them."""
        return self._timed_apart(map(_bag, self._copied(copies)))

    def marks(self) -> set[str]:
        """The characters of tokens that are neither letters nor digits."""
        tokens = chain(*(_bag(terms) for terms in self.weighed), *map("".join, self.queries))
        return {char for char in tokens if not char.isalnum() and char != " "}

    def _timed_apart(self, made: Iterator[T]) -> Iterator[T]:
        while True:
            started = time.thread_time()
            document = next(made, None)
            self.seconds_of_copying += time.thread_time() - started
            if document is None:
                return
            yield document

    def _copied(self, copies: int) -> Iterator[Terms]:
        yield from self.weighed
        chance = random.Random(7)
        for number in range(1, copies):
            own = self._own_words(number, chance)
            for document in self.weighed:
                yield {
                    field: _thinned(terms, own.get(field, {}), chance)
                    for field, terms in document.items()
                }

    def _own_words(self, number: int, chance: random.Random) -> dict[str, dict[str, str]]:
        """By language, the words that a copy has others for; but for what all share."""
        return {
            name: {word: f"{word}{number}" for word in words.weights if chance.random() < OWN_WORDS}
            for name, words in self.contents.vocabulary.languages.items()
        }

    def _tokens(self, text: str) -> list[str]:
        vocabulary = self.contents.vocabulary
        tokens = tuple(Analyzer(vocabulary.letters).tokens(text))
        query_terms = Expander(vocabulary).expand(text, tokens).query_terms
        expansions = (
            expansion
            for query_term in query_terms
            for expansion in query_term.expansions
            if expansion.factor >= FIGURES.expansion.concept
        )
        return sorted({finished_token(expansion.field, expansion.term) for expansion in expansions})


def _thinned(
    terms: dict[str, int], own: Mapping[str, str], chance: random.Random
) -> dict[str, int]:
    kept = (item for item in terms.items() if chance.random() < KEPT)
    return {own.get(term, term): weight for term, weight in kept}


def _bag(terms: Terms) -> str:
    return " ".join(finished_token(field, t) for field, found in terms.items() for t in found)


def ours(corpus: Corpus, copies: int, folder: Path) -> Ask:
    """The search over an index of copies; the entry points lead to the first."""
    stored = chain.from_iterable(repeat(corpus.stored, copies))
    documents = map(EngineEntry, corpus.documents(copies), stored)
    entry_points = (EngineEntry(terms, b"") for terms in corpus.contents.entry_terms)
    situations = (EngineEntry(terms, TOLD) for terms in weigh_profiles(corpus.contents.said))
    write_whoosh(folder, chain(documents, entry_points, situations))
    tables = _copied(corpus.contents.tables, copies)
    engine = WhooshEngine((folder / POSTINGS).read_bytes(), folder / POSTINGS)
    searcher = Searcher(engine, corpus.contents.vocabulary, tables, dict)
    return lambda number: searcher.search(corpus.texts[number])


def _copied(tables: IndexTables, copies: int) -> IndexTables:
    ids = len(tables.thread_ids)
    behind = len(tables.edition) * (copies - 1)  # titles lead to situations, which stand at the end
    targets = (
        tuple((number + behind, share) for number, share in led) if kind == "title" else led
        for kind, led in zip(tables.entry_kind, tables.entry_targets, strict=True)
    )
    return msgspec.structs.replace(
        tables,
        edition=tables.edition * copies,
        key=tables.key * copies,
        kind=tables.kind * copies,
        thread=tuple(t + ids * n for n in range(copies) for t in tables.thread),
        thread_ids=tables.thread_ids * copies,
        entry_targets=tuple(targets),
    )


def fts5(corpus: Corpus, copies: int, folder: Path) -> Ask:
    """SQLite's full-text search, ranked by its BM25."""
    database = sqlite3.connect(folder / "fts.sqlite")
    marks = "".join(sorted(corpus.marks())).replace("'", 4 * "'")
    tokenizer = f"unicode61 remove_diacritics 0 tokenchars ''{marks}''"
    database.execute(f"create virtual table laws using fts5(words, tokenize = '{tokenizer}')")
    bags = ((bag,) for bag in corpus.bags(copies))
    database.executemany("insert into laws values (?)", bags)
    database.commit()
    select = "select rowid from laws where laws match ? order by rank limit 10"

    def ask(number: int) -> object:
        words = " OR ".join(f'"{word}"' for word in corpus.queries[number])
        return database.execute(select, (words,)).fetchall() if words else []

    return ask


def tantivy(corpus: Corpus, copies: int, folder: Path) -> Ask:
    """tantivy, any word may match."""
    engine: Any = __import__("tantivy")
    schema = engine.SchemaBuilder().add_text_field("words", tokenizer_name="whitespace").build()
    index = engine.Index(schema, path=str(folder))
    writer = index.writer()
    for bag in corpus.bags(copies):
        writer.add_document(engine.Document(words=bag))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def ask(number: int) -> object:
        terms = [engine.Query.term_query(schema, "words", x) for x in corpus.queries[number]]
        any_of = engine.Query.boolean_query([(engine.Occur.Should, term) for term in terms])
        return searcher.search(any_of, 10).hits

    return ask


def told(name: str, make: Callable[..., Ask], corpus: Corpus, copies: int) -> None:
    """Build an engine, ask everything twice, print a row."""
    with tempfile.TemporaryDirectory() as folder:
        taken = measured(lambda: _built_and_asked(make, corpus, copies, Path(folder)))
        built, first, second = taken.result
        print(
            row(
                name,
                f"{copies * len(corpus.weighed):,}",
                f"{built:.2f} s",
                f"{megabytes(Path(folder)):.1f} MB",
                f"{taken.peak - taken.before:.0f} MB",
                *(
                    f"{figure:.2f} ms"
                    for times in (first, second)
                    for figure in (statistics.median(times), statistics.quantiles(times, n=20)[-1])
                ),
            ),
            flush=True,
        )


def _built_and_asked(
    make: Callable[..., Ask], corpus: Corpus, copies: int, folder: Path
) -> tuple[float, list[float], list[float]]:
    started = time.process_time()
    ask = make(corpus, copies, folder)
    built = time.process_time() - started - corpus.seconds_of_copying
    numbers = range(0, len(corpus.texts), len(corpus.texts) // ASKED)
    first = [_timed(ask, number) for number in numbers]
    return built, first, [_timed(ask, number) for number in numbers]


def _timed(ask: Ask, number: int) -> float:
    started = time.process_time()
    ask(number)
    return 1000 * (time.process_time() - started)


def cold_start() -> float:
    """Seconds of ``lawbase search`` from nothing, the middle of five."""
    command = [sys.executable, "-m", "lawbase", "search", "tichý hráč upozorní na nesrovnalost"]
    taken = []
    for _ in range(6):
        run = partial(subprocess.run, command, check=True, capture_output=True)
        taken.append(measured(run).seconds)
    return statistics.median(taken[1:])


def main() -> None:
    """Print a Markdown table."""
    corpus = Corpus()
    engines: dict[str, Callable[..., Ask]] = {"lawbase": ours, "SQLite FTS5": fts5}
    try:
        __import__("tantivy")
        engines["tantivy"] = tantivy
    except ImportError:
        print("tantivy is not installed and takes no part.\n")
    asked = ("first p50", "first p95", "p50", "p95")
    print(heading("engine", "documents", "built in", "size", "memory", *asked))
    for copies in [int(count) for count in sys.argv[1:]] or [1, 10, 100]:
        for name, make in engines.items():
            process = get_context("fork").Process(target=told, args=(name, make, corpus, copies))
            process.start()
            process.join()
    print(f"\n`lawbase search` from a cold start: {cold_start():.2f} s")


if __name__ == "__main__":
    main()
