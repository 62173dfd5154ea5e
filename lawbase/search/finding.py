"""Finding: which threads answer a query, best first, or why none does.

A citation leads to what it names; a quoted phrase to the texts that have it; words are ranked, and
so are those of a phrase that no text has.
The texts of one thread share the best score of any of them, so a provision is found in every
language by what is said in one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

import msgspec
from msgspec import Struct

from lawbase.address import Address, KeyParts
from lawbase.search.analysis import Analyzer, Token
from lawbase.search.catalogue import Catalogue
from lawbase.search.engine import Engine
from lawbase.search.expansion import ExpandedQuery, QueryTerm
from lawbase.search.figures import FIGURES
from lawbase.search.query import Filters, Query, ends_before_it_begins
from lawbase.search.ranking import MatchedQuery, Ranker, Scored
from lawbase.search.results import ReasonKind, Said, Sureness
from lawbase.search.tables import COMMON, PassageWords, beyond_named
from lawbase.search.understood import Ranked
from lawbase.search.vocabulary import Vocabulary

_F = FIGURES.finding

CACHED_FILTERS = 64
OwnWords = Callable[[int], tuple[Token, ...]]
"""The words of the query that a document has itself."""
Ask = Callable[[Filters], Ranked]
"""Asks another engine for what it finds within filters."""


class FoundThreads(Struct, frozen=True):
    """The threads that answer, each with its score, or why there is none.

    ``said`` is what isn't there; ``scores`` are those of the single texts; ``ranked`` is what
    ranking found, where words were asked for; ``clauses`` are the words of the clause of the query
    that led to a thread which answers that clause. ``total`` is how many threads answer, where
    another engine told only the best of them.
    """

    found: tuple[tuple[int, float], ...]
    scores: Mapping[int, float]
    said: tuple[Said, ...] = ()
    grade: Sureness = "none"
    asked: ReasonKind = "filter"
    ranked: Scored | None = None
    clauses: Mapping[int, tuple[Token, ...]] = {}
    total: int = 0


class Finder:
    """Finds answers in an index."""

    def __init__(
        self, engine: Engine, vocabulary: Vocabulary, analyzer: Analyzer, catalogue: Catalogue
    ):
        self._catalogue = catalogue
        self._ranker = Ranker(engine, catalogue, vocabulary.rarities)
        self.rank = self._ranker.rank
        self._allowed = lru_cache(CACHED_FILTERS)(self._allowed_threads)
        self._phrases = PhraseFinder(engine, vocabulary, analyzer, len(catalogue.tables.key))

    def find(self, query: Query, expanded: ExpandedQuery, ask: Ask | None = None) -> FoundThreads:
        """The answer to a query whose words were expanded, or why it can't be asked.

        Another engine may rank: ``ask`` gives the texts that it finds within filters. What has
        several clauses is asked as one there.
        """
        refused = self.refused(query)
        if refused:
            return FoundThreads((), {}, refused)
        if query.citations:
            return self._cited(query, expanded, ask)
        if query.phrases and (having := self._having(query.phrases)):
            return self._quoted(having, query, expanded, ask)
        if not (expanded.query_terms or query.phrases):
            return self._listed(query, ask)
        return self._worded(query, expanded, ask)

    def refused(self, query: Query) -> tuple[Said, ...]:
        """Why a query can't be asked: what is no filter, or limits to nothing; else nothing."""
        if query.refused:
            kind = "backwards" if ends_before_it_begins(query.refused[0]) else "refused"
            return (Said(kind, {"value": query.refused[0]}),)
        if query.apart:
            return (Said("empty", {"value": query.apart}),)
        editions, asked = self._catalogue.tables.editions, query.filters
        limits: tuple[tuple[str, Sequence[object], Iterable[object]], ...] = (
            ("edition", asked.editions, (e.id for e in editions)),
            ("language", asked.languages, (e.language for e in editions)),
            ("year", asked.years, sorted(e.year for e in editions if e.year)),
        )
        for kind, wanted, there in limits:
            known = dict.fromkeys(there)
            for value in wanted:
                if value not in known:
                    values = {"value": str(value), "known": ", ".join(map(str, known))}
                    return (Said(kind, values),)
        for first, last in asked.laws:
            if last < 1 or first > self._catalogue.last_law:
                values = {"value": Filters(laws=((first, last),)).spelt}
                return (Said("laws", values | {"last": str(self._catalogue.last_law)}),)
        if not self._allowed(asked):
            everything = range(len(self._catalogue.tables.key))
            return (Said("empty", {"value": self._catalogue.excluding(asked, everything).spelt}),)
        return ()

    def _cited(self, query: Query, expanded: ExpandedQuery, ask: Ask | None) -> FoundThreads:
        scores: dict[int, float] = {}
        said: list[Said] = []
        for place, address in enumerate(query.citations):
            for document, score in self._around(address, query.filters, said):
                scores[document] = max(scores.get(document, 0.0), score - place * _F.step)
        if scores and expanded.query_terms and ask is None:
            for document, score in self.rank(expanded).scores.items():
                scores.setdefault(document, _F.beside * min(score, 1.0))
        return self._answer(ask or scores, query.filters, "citation", tuple(said))

    def _around(
        self, address: Address, filters: Filters, said: list[Said]
    ) -> Iterator[tuple[int, float]]:
        """What an address names, and what stands below and above it."""
        catalogue = self._catalogue
        exact = [d for d in catalogue.at(address) if catalogue.allows(filters, d)]
        for document in exact:
            yield (
                document,
                1.0 - _F.age * (catalogue.newest - catalogue.edition(document).year),
            )
        lacking = [edition.id for edition in catalogue.lacking(address, filters)]
        if lacking:
            values = {"citation": _cited(address), "value": ", ".join(lacking)}
            said.append(Said("lacking", values))
        elif not exact:
            said.append(self._missing(address, filters))
        if not exact:
            yield from ((d, _F.twin) for d in catalogue.at(address))
        below = (d for d in catalogue.below(address) if catalogue.allows(filters, d))
        yield from ((d, _F.below) for d in below)
        score = _F.above if exact else _F.nearest
        for distance, above in enumerate(address.ancestors):
            near = [d for d in catalogue.at(above) if catalogue.allows(filters, d)]
            yield from ((d, score - distance * _F.step) for d in near)
            score = _F.above if near else score

    def _missing(self, address: Address, filters: Filters) -> Said:
        catalogue = self._catalogue
        cited, law = _cited(address), str(address.law)
        if there := catalogue.at(address):
            without = catalogue.excluding(filters, there).spelt
            return Said("elsewhere", {"citation": cited, "value": without})
        if catalogue.at(Address(address.law)):
            return Said("address", {"citation": cited, "law": law})
        return Said("law", {"law": law, "last": str(catalogue.last_law)})

    def _quoted(
        self, having: Iterable[int], query: Query, expanded: ExpandedQuery, ask: Ask | None
    ) -> FoundThreads:
        """What has all phrases."""
        if ask is not None:
            return self._answer(ask, query.filters, "phrase")
        scores = self.rank(expanded).scores
        wanted = {document: 1.0 + scores.get(document, 0.0) for document in having}
        return self._answer(wanted, query.filters, "phrase")

    def _having(self, phrases: Iterable[str]) -> set[int]:
        return set.intersection(*(set(self._phrases.find(phrase)) for phrase in phrases))

    def _listed(self, query: Query, ask: Ask | None) -> FoundThreads:
        """Everything within filters, when nothing else was asked."""
        if query.filters == Filters():
            return FoundThreads((), {}, (Said("none"),))
        scores = dict.fromkeys(range(len(self._catalogue.tables.key)), 1.0)
        return self._answer(ask or scores, query.filters, "filter")

    def _worded(self, query: Query, expanded: ExpandedQuery, ask: Ask | None) -> FoundThreads:
        """What words are answered with."""
        ranked = self.rank(expanded)
        refused = refusal(expanded, ranked)
        said = _unfound(query.phrases)
        if refused:
            return FoundThreads((), {}, said or tuple(_refused(refused, query, expanded)))
        answer = self._graded(ask or ranked.scores, query.filters, expanded.languages, said)
        if ask is not None or not answer.found:
            return answer
        answer = msgspec.structs.replace(answer, ranked=ranked)
        if expanded.things:
            return self._told_apart(answer, query.filters, expanded.things)
        return self._with_clauses(answer, query.filters, expanded.clauses)

    def _graded(
        self,
        found: Ask | Mapping[int, float],
        filters: Filters,
        languages: tuple[str, ...],
        said: tuple[Said, ...],
    ) -> FoundThreads:
        """What is answered within some filters, and how sure that is, by what is answered anywhere.

        Where something is ``said`` of the words, it isn't sure.
        """
        anywhere = Filters(laws=filters.laws, kinds=filters.kinds)
        answer = widest = self._answer(found, anywhere, "words", said)
        if filters != anywhere:
            said = (*said, *self._beyond_reach(widest, filters, languages))
            answer = self._answer(found, filters, "words", said)
        if answer.grade == "sure" and self._sureness(answer, widest) < _F.sure:
            return msgspec.structs.replace(answer, grade="likely")
        return answer

    def _beyond_reach(
        self, widest: FoundThreads, filters: Filters, languages: tuple[str, ...]
    ) -> tuple[Said, ...]:
        """What is said when the best answer of all texts lies beyond the editions asked for."""
        partial = self._catalogue.reaching(filters)
        if not (partial and partial.laws and widest.found):
            return ()
        best = widest.found[0][0]
        (first, last), laws = partial.laws, self._catalogue.laws(best)
        if any(first <= law <= last or not law for law in laws):
            return ()
        document = self.texts_to_show(best, widest, Filters(), languages)[0]
        address = KeyParts.of(self._catalogue.tables.key[document]).address
        assert address is not None
        values = {"value": partial.id, "first": str(first), "last": str(last)}
        other = self._catalogue.edition(document).id
        return (Said("reach", {**values, "citation": _cited(address), "other": other}),)

    def _told_apart(
        self, answer: FoundThreads, filters: Filters, things: Iterable[ExpandedQuery]
    ) -> FoundThreads:
        """The answer with what tells of each thing what it is in front, if each has such."""
        leading: list[tuple[int, float]] = []
        for thing in things:
            ranked = self.rank(thing)
            named = self._answer(ranked.led["term"][0] or ranked.scores, filters, "words").found
            if not named:
                return answer
            leading.append((named[0][0], answer.found[0][1]))
        threads = {thread for thread, _ in leading}
        others = (item for item in answer.found if item[0] not in threads)
        return msgspec.structs.replace(answer, found=(*dict(leading).items(), *others))

    def _with_clauses(
        self, answer: FoundThreads, filters: Filters, clauses: Iterable[ExpandedQuery]
    ) -> FoundThreads:
        """The answer, and right after its first thread what answers single clauses of the query.

        Where two things happened, both laws come: the one that governs all of it, and of each
        clause the best thread, when it is sure enough and of another law than those before it.
        """
        first, *others = answer.found
        laws = self._catalogue.laws(first[0])
        led: dict[int, tuple[Token, ...]] = {}
        for clause in clauses:
            best = self._answer(self.rank(clause).scores, filters, "words").found[:1]
            for thread, score in best:
                if score >= _F.clause and laws.isdisjoint(self._catalogue.laws(thread)):
                    laws |= self._catalogue.laws(thread)
                    led[thread] = tuple(term.token for term in clause.query_terms)
        second = [(thread, first[1]) for thread in led]
        others = [found for found in others if found[0] not in led]
        return msgspec.structs.replace(answer, found=(first, *second, *others), clauses=led)

    def _sureness(self, answer: FoundThreads, widest: FoundThreads) -> float:
        """How sure the first hit is: by its score, and how near the best of another law comes.

        The rivals are those of all editions: leaving some out makes no answer surer.
        """
        first, most = answer.found[0]
        laws_of = self._catalogue.laws
        laws = laws_of(first)
        rivals = (score for thread, score in widest.found if laws.isdisjoint(laws_of(thread)))
        return most * (1 - _F.rival * (next(rivals, 0.0) / most))

    def _answer(
        self,
        found: Ask | Mapping[int, float],
        filters: Filters,
        asked: ReasonKind,
        said: tuple[Said, ...] = (),
    ) -> FoundThreads:
        """The threads that have a text within the filters, best first.

        ``found`` are scored documents, or asks another engine for those within the filters.
        """
        if isinstance(found, Mapping):
            answered, scores, total = self._ordered(found, filters, asked), found, 0
        else:
            ranked, threads = found(filters), self._catalogue.tables.thread
            scores = {self._catalogue.number(place): score for place, score in ranked.texts}
            answered = tuple((threads[document], score) for document, score in scores.items())
            total = ranked.total
        grade: Sureness = "sure" if answered and not said else "likely" if answered else "none"
        said = said or (() if answered else (self._nothing(found, filters),))
        return FoundThreads(answered, scores, said, grade, asked, total=total)

    def _nothing(self, found: Ask | Mapping[int, float], filters: Filters) -> Said:
        """What is said when nothing answers: at all, or within the filters."""
        if filters == Filters():
            return Said("none")
        catalogue = self._catalogue
        if not isinstance(found, Mapping):
            found = {catalogue.number(place): score for place, score in found(Filters()).texts}
        threads = {catalogue.tables.thread[document] for document in found}
        texts = [document for thread in threads for document in catalogue.thread(thread)]
        without = catalogue.excluding(filters, texts).spelt
        return Said("within", {"value": without}) if texts else Said("none")

    def _ordered(
        self, scores: Mapping[int, float], filters: Filters, asked: ReasonKind
    ) -> tuple[tuple[int, float], ...]:
        """The threads of scored documents that have a text within the filters, best first."""
        threads, allowed = self._catalogue.tables.thread, self._allowed(filters)
        best: dict[int, float] = {}
        for document, score in scores.items():
            thread = threads[document]
            if score > best.get(thread, 0.0) and thread in allowed:
                best[thread] = score
        found = sorted(sorted(best.items()), key=itemgetter(1), reverse=True)
        least = _F.least * found[0][1] if found else 0.0
        answered = tuple(item for item in found if item[1] >= least)
        if asked != "citation" and self._catalogue.is_in_force(filters):
            answered = self._in_force_first(answered)
        return answered

    def _in_force_first(self, found: Sequence[tuple[int, float]]) -> tuple[tuple[int, float], ...]:
        """Threads with the best one that has a text in force first, if it is about as good as any.

        Those that it comes before score no more than it does.
        """
        lead = next((item for item in found if not self._catalogue.is_superseded(item[0])), None)
        if not lead or lead == found[0] or lead[1] < _F.in_force * found[0][1]:
            return tuple(found)
        others = ((thread, min(score, lead[1])) for thread, score in found if thread != lead[0])
        return (lead, *others)

    def _allowed_threads(self, filters: Filters) -> frozenset[int]:
        catalogue = self._catalogue
        threads = catalogue.tables.thread
        if filters == Filters():
            return frozenset(threads)
        return frozenset(t for d, t in enumerate(threads) if catalogue.allows(filters, d))

    def texts_to_show(
        self, thread: int, answer: FoundThreads, filters: Filters, languages: tuple[str, ...]
    ) -> tuple[int, ...]:
        """The texts of a thread that a reader of these languages is shown, the leading one first.

        A thread may have several texts in an edition: the one that answers best stands for it. What
        was cited or quoted is shown only where it stands.
        """
        catalogue = self._catalogue
        allowed = catalogue.within(thread, filters)
        scores = {document: answer.scores.get(document, 0.0) for document in allowed}
        least = max(scores.values()) - _F.step if answer.asked in ("citation", "phrase") else 0.0
        best: dict[int, int] = {}
        for document, score in scores.items():
            edition = catalogue.tables.edition[document]
            if score >= least and score > scores.get(best.get(edition, -1), -1.0):
                best[edition] = document
        return catalogue.preferred(tuple(best.values()), languages)

    def reason(
        self, thread: int, answer: FoundThreads, expanded: ExpandedQuery, own_words: OwnWords
    ) -> tuple[ReasonKind, int, tuple[Token, ...]]:
        """Why a thread was found: through what, its number in the index, and the words that led.

        What gives most to the thread's best text is why: its words, if most of those that led stand
        there themselves.
        """
        texts = self._catalogue.thread(thread)
        best = max(texts, key=lambda document: answer.scores.get(document, 0.0))
        if answer.ranked is None:
            if answer.asked != "words":
                return answer.asked, best, ()
            return answer.asked, best, self._words_around(best, self._ranker.match(expanded))
        ranked = answer.ranked
        own = ranked.found.own([best])[best]
        reasons: list[tuple[float, int, ReasonKind]] = [(own, best, "words")] if own else []
        for lead, (gains, by) in ranked.led.items():
            if best in gains:
                reasons.append((gains[best], by[best], "situation" if lead == "title" else lead))
        for _, number, kind in sorted(reasons, key=lambda reason: -reason[0]):
            words = led = ranked.found.words(number)
            if kind == "words":
                words = own_words(best)
            if 2 * len(words) > len(led):
                break
        else:
            kind, number, words = "neighbour", best, self._words_around(best, ranked.found)
        return kind, number, answer.clauses.get(thread, words)

    def _words_around(self, document: int, found: MatchedQuery) -> tuple[Token, ...]:
        """The words of a query that a document has, or what stands below it."""
        around = self._catalogue.around(document)
        words = [token for near in around for token in found.words(near)]
        return tuple(sorted(dict.fromkeys(words), key=lambda token: token.start))


def _unfound(phrases: Sequence[str]) -> tuple[Said, ...]:
    """What is said when words answer for phrases that no text has."""
    return (Said("phrase", {"value": "”, “".join(phrases)}),) if phrases else ()


def _refused(kind: str, query: Query, expanded: ExpandedQuery) -> Iterator[Said]:
    """What is said when words aren't answered, and which of them are strange or guessed."""
    yield Said(kind)
    tokens = [term.token for term in expanded.query_terms if _is_doubtful(term)]
    if tokens and kind == "none":
        words = dict.fromkeys(query.rest[token.start : token.end] for token in tokens)
        yield Said("doubtful", {"value": ", ".join(words)})


def refusal(expanded: ExpandedQuery, ranked: Scored) -> str:
    """The name of why words aren't answered, or nothing when they are.

    What mostly names concepts of the laws is answered. Of the rest, what is about as like a
    question beyond the laws as any situation is not, or more like one, the more it names concepts;
    what names a thing beyond the laws needn't be as like one, for a thing may be compared with.
    Else what is found speaks for an answer: the share of the query that stands together somewhere,
    the best score, what a situation tells of it; question words, strange and doubtful ones speak
    against one. The factors are those that answered most graded queries rightly.
    """
    terms = expanded.query_terms
    thing = beyond_named(concept for term in terms for concept in term.concepts)
    weight = sum(term.weight for term in terms) or 1
    named = sum(term.weight for term in terms if term.concepts) / weight
    if ranked.scores and named >= _F.named and not thing:
        return ""
    told = ranked.situations
    outweighed = _F.thing if thing else _F.outweighed + _F.naming * named
    if told.astray > max(outweighed * told.told, _F.astray):
        return f"beyond-{thing or told.beyond}"
    idle = sum(map(_is_idle, terms)) / (len(terms) or 1)
    first = min(max(ranked.scores.values(), default=0.0), 1.0)

    def is_enough(covered: float) -> bool:
        return covered + _F.first * first + told.told - idle >= _F.enough

    # what is covered takes a while to tell, and mostly needn't be told
    return "" if is_enough(0.0) or is_enough(ranked.found.covered()) else "none"


def _is_idle(term: QueryTerm) -> bool:
    """Whether a query term names nothing: a question word, a strange one, or a doubtful guess."""
    return term.asks or _is_doubtful(term)


def _is_doubtful(term: QueryTerm) -> bool:
    return term.trust < FIGURES.expansion.own


def _cited(address: Address) -> str:
    return address.format(item="({})")


class PhraseFinder:
    """Finds the documents whose own words have a phrase.

    The index gives the few documents that have all of its stems; their words decide.
    """

    def __init__(self, engine: Engine, vocabulary: Vocabulary, analyzer: Analyzer, size: int):
        self._engine = engine
        self._vocabulary = vocabulary
        self._analyzer = analyzer
        self._size = size

    def find(self, phrase: str) -> list[int]:
        """The documents that have a phrase, in the order of the index."""
        forms = [token.form for token in self._analyzer.tokens(phrase)]
        if not forms:
            return []
        wanted = f" {' '.join(forms)} "
        return [d for d in self._candidates(forms) if wanted in self._words(d)]

    def _candidates(self, forms: list[str]) -> list[int]:
        having = sorted((self._having(form) for form in set(forms)), key=len)
        return sorted(set.intersection(*having))

    def _having(self, form: str) -> set[int]:
        lexicons = self._vocabulary.lexicons.items()
        terms = [(name, stem) for name, x in lexicons for stem in x.stems(form)]
        found: set[int] = set()
        for field, term in (*terms, (COMMON, form)):
            found.update(self._engine.postings(field, term).documents)
        return {document for document in found if document < self._size}

    def _words(self, document: int) -> str:
        own = msgspec.json.decode(self._engine.stored(document), type=PassageWords)
        return f" {own.words} "
