"""What each witness of the search is worth, and how far its words were fitted to known queries.

    python -m benchmarks.search_ways [--every N] [--since COMMIT]

A way of saying a situation is left out alone and asked, with what it gave to the index taken back
(benchmarks.leaving_out tells how exactly), then put back, and so on through every fifth of them, or
every Nth. Told are the shares whose first thread is one that the situation leads to, or stands
right above or below one; which have such a thread among the first three; of which one of the two
cards that the page shows above the answers is of a situation whose path holds a provision that this
one leads straight to; and which have either, so that a reader is led where they should be. Once
more without votes, and without gathering; frames and reasons take no part in ranking.

At last the words of queries: how many the corpus had before a commit, and how many it has now.
Queries that were known while it grew tell fitting when they gained more than others did. Nothing
here has a floor.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from msgspec import Struct

from benchmarks.leaving_out import LeavingOut
from benchmarks.measuring import heading, row
from benchmarks.search_pools import without
from lawbase.building import default_home, open_knowledge
from lawbase.search.analysis import Analyzer
from lawbase.search.documents import Stretch
from lawbase.search.figures import FIGURES
from lawbase.search.finding import FoundThreads
from tests.conftest import ROOT
from tests.search.grading import FRESH, POOLS, halved, load_queries

BEFORE_THE_HARD_QUERIES = "dec87ff"
RULES = ("", "votes", "gathering")
CARDS = 2
ABOUT_AS_LIKE = 0.75
"""How many situations the page shows above the answers, and which it takes for equally likely."""


class Led(Struct, frozen=True):
    """Where a way of saying that was left out led: its answers, and the cards above them."""

    language: str
    first: bool
    third: bool
    card: bool

    @property
    def shown(self) -> bool:
        """Whether what is shown leads where it should."""
        return self.third or self.card


class Asker:
    """Asks ways of saying that were left out, and tells where they lead."""

    def __init__(self, search: LeavingOut):
        self._search = search
        self._tables = tables = search.contents.tables
        self._above = search.catalogue.above
        targets = tables.situation_targets
        self._path = [{d for d, _ in each} for each in targets]
        self._straight = [
            {d for d, share in each if share == FIGURES.ranking.straight} for each in targets
        ]
        self._right = list(map(self._around, self._path))

    def _around(self, documents: set[int]) -> frozenset[int]:
        """The threads of documents, and of what stands above and below them."""
        around = {above for document in documents for above in self._up(document)}
        around |= {d for d in range(len(self._tables.key)) if documents & {*self._up(d)}}
        return frozenset(self._tables.thread[document] for document in around)

    def _up(self, document: int) -> Iterator[int]:
        while document >= 0:
            yield document
            document = self._above[document]

    def led(self, every: int) -> Iterator[Led]:
        """Where every Nth way of saying leads, each of them left out alone."""
        ways = (
            (number, Stretch(way, language))
            for number, situation in enumerate(self._search.contents.kb.situations)
            for language, text in situation.texts.items()
            for way in text.words
        )
        for number, way in islice(ways, 0, None, every):
            with self._search.without(number, way):
                answer = self._search.answer(way.text)
            right = [thread in self._right[number] for thread, _ in answer.found[:3]]
            cards = self._cards(answer, way.language)[:CARDS]
            card = any(self._path[c] & self._straight[number] for c in cards)
            yield Led(way.language, any(right[:1]), any(right), card)

    def _cards(self, answer: FoundThreads, language: str) -> Sequence[int]:
        """The situations in the order in which the page shows them, by number."""
        if answer.ranked is None or not answer.ranked.situations.nearest:
            return ()
        nearest = answer.ranked.situations.nearest
        places = {thread: place for place, (thread, _) in enumerate(answer.found)}
        alike = [s for s, likeness in nearest if likeness >= ABOUT_AS_LIKE * nearest[0][1]]

        def rank(situation: int) -> tuple[int, int]:
            threads = (self._tables.thread[d] for d in self._straight[situation])
            place = min((places.get(t, len(places)) for t in threads), default=len(places))
            return place, len(self._search.contents.profiles[situation].titles[language])

        return [*sorted(alike, key=rank), *(s for s, _ in nearest[len(alike) :])]


def report_ways(asker: Asker, every: int) -> None:
    """Print where the ways of saying lead that are left out, by language and rule left out."""
    for rule in RULES:
        with without(rule):
            found = list(asker.led(every))
        if not rule:
            print(f"\n## Each way of saying left out alone: {len(found)} asked\n")
            print(heading("without", "of", "asked", "first", "among three", "on a card", "shown"))
        for language in ("", *sorted({led.language for led in found})):
            of = [led for led in found if language in ("", led.language)]
            counts = (
                sum(getattr(led, what) for led in of)
                for what in ("first", "third", "card", "shown")
            )
            shares = (f"{count / len(of):.3f}" for count in counts)
            print(row(rule or "(as it is)", language or "all", len(of), *shares), flush=True)


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
    parser.add_argument("--every", type=int, default=5, metavar="N")
    parser.add_argument("--since", default=BEFORE_THE_HARD_QUERIES, metavar="COMMIT")
    asked = parser.parse_args()
    kb = open_knowledge(default_home())
    with tempfile.TemporaryDirectory() as folder:
        report_ways(Asker(LeavingOut(kb, Path(folder))), asked.every)
    report_words(asked.since, Analyzer.of(kb.languages))
    return 0


if __name__ == "__main__":
    sys.exit(main())
