"""Search: from what was typed to an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path

import msgspec

from lawbase.citations.queries import QueryCitationReader
from lawbase.search import USUAL_HITS
from lawbase.search.analysis import Analyzer
from lawbase.search.catalogue import Catalogue
from lawbase.search.engine import POSTINGS, Engine, WhooshEngine
from lawbase.search.expansion import ExpandedQuery, Expander
from lawbase.search.figures import FIGURES
from lawbase.search.finding import Ask, Finder, FoundThreads, refusal
from lawbase.search.query import Filters, Query, QueryReader
from lawbase.search.results import (
    Beside,
    Hit,
    Interpreted,
    Reason,
    SearchResult,
    Twin,
    said_in,
)
from lawbase.search.snippets import ReadPassage, SnippetMaker
from lawbase.search.tables import (
    EQUIVALENTS,
    TABLES,
    VOCABULARY,
    Equivalents,
    IndexTables,
    Passage,
    ToldSituation,
)
from lawbase.search.understood import Rank, Understood, understood
from lawbase.search.vocabulary import Vocabulary
from lawbase.storage import FolderReader

CACHED_PASSAGES = 2048


class Searcher:
    """Answers queries from an index; make one and keep it."""

    def __init__(
        self,
        engine: Engine,
        vocabulary: Vocabulary,
        tables: IndexTables,
        equivalents: Callable[[], Equivalents],
    ):
        self._engine = engine
        self._catalogue = catalogue = Catalogue(tables)
        self._analyzer = analyzer = Analyzer(vocabulary.letters)
        words = (vocabulary.law_words, vocabulary.units, vocabulary.joining)
        figures = (FIGURES.query.highest_bid, FIGURES.query.least_score)
        citations = QueryCitationReader(*words, catalogue.has, *figures)
        self._reader = QueryReader(analyzer, citations, (e.year for e in tables.editions))
        self._expander = Expander(vocabulary)
        self._finder = Finder(engine, vocabulary, analyzer, catalogue)
        self._vocabulary = vocabulary
        self._equivalents = cache(equivalents)
        self._passages = lru_cache(CACHED_PASSAGES)(self._passage)
        self._twins = lru_cache(CACHED_PASSAGES)(self._twins_of)
        self._titles = cache(self._titles_of)

    @classmethod
    def open(cls, folder: Path) -> Searcher:
        """The search over an index in a folder.

        Raises:
            DamagedError: when the folder holds no index, or a damaged one.
        """
        # read now, decoded when asked for: by then another build may have replaced the files
        read = FolderReader(folder, at_once=True)
        return cls(
            WhooshEngine(read.read(POSTINGS), folder / POSTINGS),
            read.record(VOCABULARY, Vocabulary),
            read.record(TABLES, IndexTables),
            partial(read.record, EQUIVALENTS, Equivalents),
        )

    def search(
        self,
        query: str,
        editions: Sequence[str] = (),
        languages: Sequence[str] = (),
        limit: int = USUAL_HITS,
        rank: Rank | None = None,
    ) -> SearchResult:
        """The answer to a query, in texts of the given editions and languages, or of all.

        Another engine may rank: it is asked for the query as it is understood here, and its answer
        is told as ours is.
        """
        query = _whole(query)
        read, expanded = self._read(query, editions, languages)
        ask = self._asking(rank, read, expanded, max(limit, USUAL_HITS)) if rank else None
        answer = self._finder.find(read, expanded, ask)
        return SearchResult(
            query=query,
            interpreted=_interpreted(read, expanded),
            grade=answer.grade,
            total=max(answer.total, len(answer.found)),
            hits=tuple(self._hits(answer, read.filters, expanded, limit)),
            message=" ".join(said_in("en", answer.said)),
            suggestion=_suggestion(read, expanded),
            said=answer.said,
        )

    def _asking(self, rank: Rank, read: Query, expanded: ExpandedQuery, hits: int) -> Ask:
        asked = msgspec.structs.replace(self._understood(read, expanded), answerable=True)
        return lambda filters: rank(msgspec.structs.replace(asked, filters=filters), hits)

    def understand(
        self, query: str, editions: Sequence[str] = (), languages: Sequence[str] = ()
    ) -> Understood:
        """What a query means, for an engine that holds the finished tokens."""
        return self._understood(*self._read(_whole(query), editions, languages))

    def _understood(self, read: Query, expanded: ExpandedQuery) -> Understood:
        ranked = self._finder.rank(expanded)
        return understood(
            read,
            expanded,
            ranked.leads(),
            ranked.situations.votes[0],
            answerable=not (expanded.query_terms and refusal(expanded, ranked)),
            refused=" ".join(said_in("en", self._finder.refused(read))),
            catalogue=self._catalogue,
            analyzer=self._analyzer,
        )

    def _read(
        self, query: str, editions: Sequence[str], languages: Sequence[str]
    ) -> tuple[Query, ExpandedQuery]:
        read = self._reader.read(query)
        if editions or languages:
            read = _narrowed(read, editions, languages)
        return read, self._expander.expand(read.rest, read.tokens, read.naming)

    def _hits(
        self, answer: FoundThreads, filters: Filters, expanded: ExpandedQuery, limit: int
    ) -> Iterable[Hit]:
        snippets = SnippetMaker(expanded, self._vocabulary, self._equivalents)
        for thread, score in answer.found[:limit]:
            shown = self._finder.texts_to_show(thread, answer, filters, expanded.languages)
            reason = self._reason(thread, answer, expanded, snippets)
            yield self._hit(thread, score, shown, snippets, reason)

    def _reason(
        self, thread: int, answer: FoundThreads, expanded: ExpandedQuery, snippets: SnippetMaker
    ) -> Reason:
        kind, number, tokens = self._finder.reason(
            thread, answer, expanded, lambda document: snippets.words(self._passages(document))
        )
        title = ""
        if kind == "situation":
            titles = self._titles(number)
            title = next((titles[x] for x in expanded.languages if x in titles), "")
        return Reason(kind, tuple(dict.fromkeys(token.form for token in tokens)), title)

    def _hit(
        self,
        thread: int,
        score: float,
        shown: tuple[int, ...],
        snippets: SnippetMaker,
        reason: Reason,
    ) -> Hit:
        tables = self._catalogue.tables
        document = shown[0]
        edition = self._catalogue.edition(document)
        read = self._passages(document)
        passage, snippet = read.passage, snippets.cut(read)
        return Hit(
            edition=edition.id,
            key=tables.key[document],
            citation=passage.citation,
            heading=passage.heading,
            snippet=snippet.text,
            score=round(score, 4),
            thread=tables.thread_ids[thread],
            twins=self._twins(document),
            language=edition.language,
            kind=tables.kind[document],
            trail=passage.trail,
            marks=snippet.marks,
            in_force=edition.in_force,
            reason=reason,
            beside=self._beside(shown[1], snippets) if len(shown) > 1 else None,
        )

    def _beside(self, document: int, snippets: SnippetMaker) -> Beside:
        read = self._passages(document)
        snippet = snippets.cut(read)
        edition = self._catalogue.edition(document).id
        key = self._catalogue.tables.key[document]
        return Beside(edition, key, read.passage.citation, snippet.text, snippet.marks)

    def _twins_of(self, document: int) -> tuple[Twin, ...]:
        """The other texts of a document's thread."""
        tables = self._catalogue.tables
        texts = self._catalogue.thread(tables.thread[document])
        return tuple(
            Twin(self._catalogue.edition(d).id, tables.key[d]) for d in texts if d != document
        )

    def _titles_of(self, number: int) -> Mapping[str, str]:
        """The titles of a situation, by language."""
        return msgspec.json.decode(self._engine.stored(number), type=ToldSituation).titles

    def _passage(self, document: int) -> ReadPassage:
        passage = msgspec.json.decode(self._engine.stored(document), type=Passage)
        return ReadPassage(passage, self._catalogue.edition(document).language)


def _whole(query: str) -> str:
    """The query without halves of characters, which no answer could be written with."""
    return query.encode("utf-8", "replace").decode("utf-8")


def _narrowed(read: Query, editions: Sequence[str], languages: Sequence[str]) -> Query:
    """The query limited to editions and languages, of those that it names itself where it does."""
    filters = read.filters
    for name, asked in (("editions", editions), ("languages", languages)):
        typed = getattr(filters, name)
        both = [value for value in typed if value in asked] if typed and asked else [*typed, *asked]
        if (typed or asked) and not both:
            apart = Filters(**{name: (*typed, *asked)}).spelt
            return msgspec.structs.replace(read, apart=apart)
        filters = msgspec.structs.replace(filters, **{name: tuple(both)})
    return msgspec.structs.replace(read, filters=filters)


def _interpreted(read: Query, expanded: ExpandedQuery) -> Interpreted:
    query_terms = expanded.query_terms
    return Interpreted(
        citations=tuple(str(address) for address in read.citations),
        phrases=read.phrases,
        words=tuple(query_term.token.form for query_term in query_terms),
        languages=expanded.languages if query_terms else (),
        filters=read.filters.typed(),
        corrected={
            query_term.token.form: query_term.corrected
            for query_term in query_terms
            if query_term.corrected
        },
        unknown=tuple(query_term.token.form for query_term in query_terms if not query_term.trust),
    )


def _suggestion(read: Query, expanded: ExpandedQuery) -> str:
    """The query with its misspelt words corrected, or nothing when none is."""
    text = read.rest
    for query_term in reversed(expanded.query_terms):
        if query_term.corrected:
            text = (
                text[: query_term.token.start] + query_term.corrected + text[query_term.token.end :]
            )
    return "" if text == read.rest else " ".join(text.split())
