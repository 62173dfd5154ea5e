"""Ranking: what an expanded query finds, and how well.

Documents and entry points are scored alike, word by word: a word's best expansion, times what the
word weighs. Entry points pass their score on to the provisions that they lead to. A provision
gathers the scores of the two best ones below it. Only sums, products and quotients are used, so
that any machine gets the same numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from lawbase.search.analysis import Token
from lawbase.search.catalogue import Catalogue
from lawbase.search.engine import Engine
from lawbase.search.expansion import ExpandedQuery, Expansion
from lawbase.search.figures import FIGURES, WHOLE
from lawbase.search.results import ReasonKind

_F = FIGURES.ranking

CACHED_POSTINGS = 4096
CACHED_TERMS = 1024
FACTOR_BITS = 7
FACTOR_MASK = (1 << FACTOR_BITS) - 1
SUM_BITS = 40
SUM_MASK = (1 << SUM_BITS) - 1
Led = tuple[dict[int, float], dict[int, int]]
"""By document: what is added to its score, and the number in the index of what adds it, if it isn't
the document."""


class Scored(Struct, frozen=True):
    """The scores of documents, and how much of the query they answer.

    ``covered`` is the share of the query that the best match covers, up to 1; ``told`` how much of
    it the likeliest situation tells, ``astray`` how much the likeliest question ``beyond`` the
    laws, which is of that kind. ``through`` tells what a document's own words, entry points of a
    kind, or situations give to it, and which one.
    """

    scores: dict[int, float]
    covered: float
    told: float
    astray: float
    beyond: str
    through: Mapping[ReasonKind, Led]


class Told(Struct, frozen=True):
    """What the situations most like a query add to documents, with the greatest likeness.

    ``astray`` is that of the likeliest question ``beyond`` the laws, which is of that kind.
    """

    votes: Led
    likeness: float
    astray: float
    beyond: str


class MatchedQuery(Struct, frozen=True):
    """What every document, entry point and situation has of a query term, or of a whole query.

    A document's number holds three sums side by side, which is quicker to add up than three: how
    much of the query it has, with words at their full weight, or less if they are little trusted;
    how much it is about the query; and again how much of it it has, these two with a word counted
    as much as ranking does. ``entries`` are the same of entry points. ``said`` is how much of the
    query the ways of saying a situation have, of ``sayable`` that could be said.
    """

    documents: dict[int, int]
    entries: dict[int, int]
    said: dict[int, int]
    sayable: int


class Ranker:
    """Scores the documents of an index."""

    def __init__(self, engine: Engine, catalogue: Catalogue, rarities: Sequence[int]):
        self._catalogue = catalogue
        self._size = len(catalogue.tables.key)
        self._situations = self._size + len(catalogue.tables.entry_kind)
        self._rarities = rarities
        self._unsaid = 100 * rarities[0] if rarities else 0
        self._engine = engine
        self._postings = lru_cache(CACHED_POSTINGS)(self._split)
        self._of_term = lru_cache(CACHED_TERMS)(self._matches_of)

    def rank(self, expanded: ExpandedQuery) -> Scored:
        """The score of every document that has something of the query."""
        everything = 10000 * sum(term.weight for term in expanded.query_terms) or 1
        found = self._matches(expanded)
        whole, through, told = self._through(found, expanded)
        scores = _summed(through.values())
        least = _F.least * max(scores.values(), default=0.0)
        scores = {document: score for document, score in scores.items() if score >= least}
        complete = {d for d in scores if found.documents.get(d, 0) & SUM_MASK >= whole}
        most = max((*found.documents.values(), *found.entries.values()), default=0)
        covered = (most >> 2 * SUM_BITS) / everything
        amount = found.sayable / _F.telling
        gathered = self._gathered(scores, complete)
        likeness, astray = told.likeness * amount, told.astray * amount
        return Scored(gathered, covered, likeness, astray, told.beyond, through)

    def leads(self, expanded: ExpandedQuery) -> dict[int, float]:
        """What entry points and situations add to the documents that they lead to."""
        _, through, _ = self._through(self._matches(expanded), expanded)
        return _summed(led for kind, led in through.items() if kind != "words")

    def _through(
        self, found: MatchedQuery, expanded: ExpandedQuery
    ) -> tuple[int, dict[ReasonKind, Led], Told]:
        """What a document weighs that has all of a query, what words, entry points of each kind and
        situations give to documents, and what situations say of the query."""
        whole = 100 * sum(term.ranked for term in expanded.query_terms) or 1
        wholly = WHOLE * whole
        words = {
            document: ((sums >> SUM_BITS & SUM_MASK) / wholly) * ((sums & SUM_MASK) / whole)
            for document, sums in found.documents.items()
        }
        told = self._told(found)
        led = self._led_to(found, whole, expanded.defines)
        return whole, {"words": (words, {}), **led, "situation": told.votes}, told

    def words(self, expanded: ExpandedQuery, number: int) -> tuple[Token, ...]:
        """The words of a query that a document, an entry point or a situation has."""
        return tuple(
            term.token
            for term in expanded.query_terms
            if any(self._has(e.field, e.term, number) for e in term.expansions)
        )

    def _has(self, field: str, term: str, number: int) -> bool:
        documents, _, situations, _ = self._postings(field, term)
        known = documents if number < self._situations else situations
        sought = number if number < self._situations else number - self._situations
        place = bisect_left(known, sought)
        return place < len(known) and known[place] == sought

    def _matches(self, expanded: ExpandedQuery) -> MatchedQuery:
        found = [
            self._of_term(
                term.expansions,
                term.ranked,
                term.weight * (100 if term.trust >= FIGURES.expansion.guessed else term.trust),
            )
            for term in expanded.query_terms
        ]
        return MatchedQuery(
            _added([matches.documents for matches in found]),
            _added([matches.entries for matches in found]),
            _added([matches.said for matches in found]),
            sum(matches.sayable for matches in found),
        )

    def _matches_of(
        self, expansions: tuple[Expansion, ...], ranked: int, sure: int
    ) -> MatchedQuery:
        best: dict[int, int] = {}
        said: dict[int, int] = {}
        sayable = 0
        for field, term, factor in ((e.field, e.term, e.factor) for e in expansions):
            step = factor << FACTOR_BITS
            documents, weights, situations, saying = self._postings(field, term)
            matches = zip(documents, [step * weight + factor for weight in weights], strict=True)
            if best:
                for document, match in matches:
                    if match > best.get(document, 0):
                        best[document] = match
            else:
                best = dict(matches)
            if situations:
                rarity = factor * self._rarities[len(situations)]
                sayable = max(sayable, rarity)
                for situation, weight in zip(situations, saying, strict=True):
                    if rarity * weight > said.get(situation, 0):
                        said[situation] = rarity * weight
        about, having = ranked << SUM_BITS, (sure << 2 * SUM_BITS) + ranked
        stands: tuple[dict[int, int], dict[int, int]] = {}, {}
        for document, match in best.items():
            sums = about * (match >> FACTOR_BITS) + having * (match & FACTOR_MASK)
            stands[document >= self._size][document] = sums
        return MatchedQuery(*stands, said, sayable or self._unsaid)

    def _split(self, field: str, term: str) -> tuple[list[int], list[int], list[int], list[int]]:
        """Where a term stands: documents and entry points with its weights, and situations."""
        postings = self._engine.postings(field, term)
        documents, weights = postings.documents, postings.weights
        first = bisect_left(documents, self._situations)
        situations = [number - self._situations for number in documents[first:]]
        return list(documents[:first]), list(weights[:first]), situations, list(weights[first:])

    def _led_to(self, found: MatchedQuery, whole: int, defines: bool) -> dict[ReasonKind, Led]:
        """What entry points like the query add to documents: of each kind the best one."""
        tables = self._catalogue.tables
        best: dict[ReasonKind, Led] = {kind: ({}, {}) for kind in _F.gains}
        for number, sums in found.entries.items():
            entry = number - self._size
            weight = sums & SUM_MASK
            likeness = weight * weight / (100 * whole * tables.entry_weight[entry])
            if likeness < _F.likely:
                continue
            kind = tables.entry_kind[entry]
            gain = _F.defining if defines and kind == "term" else _F.gains[kind]
            gain = gain * min(likeness, 1.0) * min(likeness, 1.0) / 100
            gains, by = best[kind]
            for target, share in tables.entry_targets[entry]:
                if gain * share > gains.get(target, 0.0):
                    gains[target] = gain * share
                    by[target] = number
        return best

    def _told(self, found: MatchedQuery) -> Told:
        """What the situations most like the query say of it.

        Each votes for the provisions that it leads to, the more the liker it is; how sure the vote
        is, and so how much it adds, is the likeness of the likeliest.
        """
        whole = WHOLE * found.sayable or 1
        nearest = sorted((-value, situation) for situation, value in found.said.items())
        votes: dict[int, float] = {}
        first: dict[int, int] = {}
        most = 0.0
        everything = 0.0
        astray, beyond = 0.0, ""
        tables = self._catalogue.tables
        within = len(tables.situation_targets) - len(tables.beyond)
        for value, situation in nearest[: _F.nearest]:
            likeness = -value / whole
            if situation < within:
                most = max(most, likeness)
            elif likeness > astray:
                astray, beyond = likeness, tables.beyond[situation - within]
            vote = likeness
            for _ in range(_F.decided):
                vote = vote * vote
            everything += vote
            for target, share in tables.situation_targets[situation]:
                votes[target] = votes.get(target, 0.0) + vote * share / 100
                first.setdefault(target, self._situations + situation)
        enough = found.sayable / (found.sayable + _F.telling)
        gain = _F.votes * most * enough / (everything or 1.0)
        votes = {target: vote * gain for target, vote in votes.items()}
        return Told((votes, first), most, astray, beyond)

    def _gathered(self, scores: Mapping[int, float], complete: Collection[int]) -> dict[int, float]:
        """The scores, with a provision that holds two partial answers as good as both.

        A text that has all of the query answers by itself and is not gathered. A document follows
        the one that it stands below, so the deepest come first in reverse.
        """
        above = self._catalogue.above
        concerned = set(scores)
        for document in scores:
            while (document := above[document]) >= 0 and document not in concerned:
                concerned.add(document)
        gathered: dict[int, float] = {}
        firsts: dict[int, float] = {}
        seconds: dict[int, float] = {}
        for document in sorted(concerned, reverse=True):
            score = scores.get(document, 0.0)
            if document in seconds:
                score = max(score, _F.gathered * (firsts[document] + seconds[document]))
            if score:
                gathered[document] = score
            if score and document not in complete:
                bearer = above[document]
                first = firsts.get(bearer)
                if first is None or score > first:
                    firsts[bearer] = score
                if first is not None:
                    seconds[bearer] = max(seconds.get(bearer, 0.0), min(score, first))
        return gathered


def _added(found: list[dict[int, int]]) -> dict[int, int]:
    """The sums of numbers by key."""
    found.sort(key=len)
    sums = dict(found.pop()) if found else {}
    for numbers in found:
        for key, number in numbers.items():
            sums[key] = sums.get(key, 0) + number
    return sums


def _summed(through: Iterable[Led]) -> dict[int, float]:
    scores: dict[int, float] = {}
    for gains, _ in through:
        if not scores:
            scores = dict(gains)
            continue
        for document, gain in gains.items():
            scores[document] = scores.get(document, 0.0) + gain
    return scores
