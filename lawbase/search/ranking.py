"""Ranking: what an expanded query finds, and how well.

Documents and entry points are scored alike, word by word: a word's best expansion, times what the
word weighs. Entry points pass their score on to the provisions that they lead to. A provision
gathers the scores of the two best ones below it. Only sums, products and quotients are used, so
that any machine gets the same numbers.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from heapq import nlargest
from itertools import compress
from typing import Literal

from msgspec import Struct

from lawbase.search.analysis import Token
from lawbase.search.catalogue import Catalogue
from lawbase.search.engine import Engine, Postings
from lawbase.search.expansion import ExpandedQuery, Expansion
from lawbase.search.figures import FIGURES, WHOLE, EntryKind
from lawbase.search.tables import is_concept

_F = FIGURES.ranking

CACHED_LANES = 1 << 22
"""So many lanes are kept of query terms."""
MATCH_BITS = 26
MATCH_MASK = (1 << MATCH_BITS) - 1
ORDER_BITS = 20
ORDER_MASK = (1 << ORDER_BITS) - 1
_LEVELS = [re.compile(b"[\\x%02x-\\xff]" % (1 << bit)) for bit in reversed(range(8))]
Led = tuple[dict[int, float], dict[int, int]]
"""By document: what is added to its score, and the number in the index of what adds it."""
LeadKind = EntryKind | Literal["situation"]
Saying = tuple[int, int]
"""What a word says of each situation, as lanes, of how much could be said."""
Apart = tuple[memoryview, bytes]
"""Numbers, and the first byte of each."""


class Lanes:
    """Numbers side by side in a single one, so that many are added up at once.

    Each has a lane of 64 bits, and is small enough for sums to stay in theirs.
    """

    _TOP_BYTE = slice(7, None, 8) if sys.byteorder == "little" else slice(0, None, 8)
    _BELOW_TOP = 56

    def __init__(self, size: int):
        self._size = size
        self._numbers = list(range(size))
        self._each = self.joined(array("Q", [1]) * size)

    def empty(self) -> array[int]:
        """A nought for each."""
        return array("Q", bytes(8 * self._size))

    @staticmethod
    def joined(numbers: array[int]) -> int:
        """Numbers as one."""
        return int.from_bytes(numbers.tobytes(), sys.byteorder)

    def of(self, number: int) -> int:
        """A number in every lane."""
        return self._each * number

    @staticmethod
    def spare(greatest: int) -> int:
        """By how many bits numbers may be shifted of which this is the greatest."""
        return 64 - greatest.bit_length()

    def apart(self, lanes: int) -> Apart:
        """The single numbers again, and the first byte of each."""
        single = lanes.to_bytes(8 * self._size, sys.byteorder)
        return memoryview(single).cast("Q"), single[self._TOP_BYTE]

    def nearly_most(self, numbers: Apart) -> int:
        """The greatest of some numbers by its first byte."""
        return max(numbers[1], default=0) << self._BELOW_TOP

    def reaching(self, numbers: Apart, least: int) -> Iterable[int]:
        """Where numbers stand that may be so great at least, by their first bytes if these tell."""
        single, tops = numbers
        top = min(least >> self._BELOW_TOP, 256)
        enough = tops.translate(bytes(top) + b"\1" * (256 - top)) if top else single
        return compress(self._numbers, enough)


class Told(Struct, frozen=True):
    """What the situations most like a query add to documents.

    ``told`` is how much of the query the likeliest situation tells, ``astray`` how much the
    likeliest question ``beyond`` the laws, which is of that kind. ``nearest`` are the numbers of
    the situations that vote, among them, each with its likeness, the likeliest first.
    """

    votes: Led
    nearest: tuple[tuple[int, float], ...]
    told: float
    astray: float
    beyond: str


class Matches(Struct, frozen=True):
    """What documents, entry points and situations have, and what could be said, as numbers yet."""

    documents: array[int]
    entries: dict[int, int]
    said: array[int]
    sayable: int


class MatchedTerm(Struct, frozen=True):
    """What documents, entry points and situations have of a query term.

    ``documents`` are lanes: how much a document is about the word, and below it how surely it is
    this word; ``entries`` are the same of entry points. ``said`` are lanes of how much of the word
    the ways of saying a situation have, of ``sayable`` that could be said. ``postings`` tell where
    each of its expansions stands, in the numbering of the index.
    """

    documents: int
    entries: dict[int, int]
    said: int
    sayable: int
    postings: list[array[int]]

    def has(self, number: int) -> bool:
        """Whether a document, an entry point or a situation has the term."""
        for numbers in self.postings:
            place = bisect_left(numbers, number)
            if place < len(numbers) and numbers[place] == number:
                return True
        return False


class MatchedQuery:
    """What documents and entry points have of a whole query.

    ``whole`` is what a document has that has all of it.
    """

    def __init__(self, expanded: ExpandedQuery, found: Sequence[MatchedTerm], lanes: Lanes):
        self._terms = expanded.query_terms
        self._found = found
        self._lanes = lanes
        self.whole = 100 * sum(term.ranked for term in self._terms) or 1
        self._wholly = WHOLE * self.whole
        # as far up as they go, so that the first bytes tell most
        shift = lanes.spare((self._wholly + 1) << MATCH_BITS)
        self._value = MATCH_BITS + shift
        self._matched = MATCH_MASK << shift
        self._all = self.whole << shift
        pairs = zip(self._terms, found, strict=True)
        sums = sum(matched.documents * (term.ranked << shift) for term, matched in pairs)
        self._documents = lanes.apart(sums)

    def own(self, documents: Iterable[int]) -> dict[int, float]:
        """What their own words give to the scores of documents."""
        value, wholly, matched, whole = self._value, self._wholly, self._matched, self._all
        sums, _ = self._documents
        return {
            document: ((both >> value) / wholly) * ((both & matched) / whole)
            for document in documents
            for both in (sums[document],)
        }

    def fullest(self) -> list[int]:
        """A document that is half as much about the query as any, if one is easily told."""
        _, tops = self._documents
        found = next(filter(None, (level.search(tops) for level in _LEVELS)), None)
        return [found.start()] if found else []

    def scoring(self, least: float) -> dict[int, float]:
        """What their own words give to the documents to which they may give so much.

        How much a document is about a query bounds its score. The bound is a little lower than it
        must be, so that rounding leaves none out.
        """
        value = int(least * self._wholly * (1 - 1e-9))
        return self.own(self._lanes.reaching(self._documents, value << self._value))

    def complete(self, documents: Iterable[int]) -> set[int]:
        """Those of some documents that have all of the query."""
        (sums, _), matched, whole = self._documents, self._matched, self._all
        return {document for document in documents if sums[document] & matched >= whole}

    def words(self, number: int) -> tuple[Token, ...]:
        """The words of the query that a document, an entry point or a situation has."""
        pairs = zip(self._terms, self._found, strict=True)
        return tuple(term.token for term, matched in pairs if matched.has(number))

    def sayings(self) -> Iterable[Saying]:
        """What the words say of situations, but for those of a bid."""
        pairs = zip(self._terms, self._found, strict=True)
        return ((m.said, m.sayable) for term, m in pairs if not term.example)

    def entries(self) -> dict[int, int]:
        """How much of the query entry points have."""
        return self._entries([term.ranked for term in self._terms])

    def _entries(self, weights: Iterable[int]) -> dict[int, int]:
        sums: dict[int, int] = {}
        for weight, matched in zip(weights, self._found, strict=True):
            for entry, match in matched.entries.items():
                sums[entry] = sums.get(entry, 0) + weight * (match & MATCH_MASK)
        return sums

    def covered(self) -> float:
        """The share of the query that the best match covers, with little trusted words less."""
        lanes = self._lanes
        everything = 10000 * sum(term.weight for term in self._terms) or 1
        weights = [term.weight * term.trust for term in self._terms]
        most = max(self._entries(weights).values(), default=0)
        having = lanes.of(MATCH_MASK)
        shift = lanes.spare(everything)
        pairs = zip(weights, self._found, strict=True)
        sums = lanes.apart(sum((t.documents & having) * (w << shift) for w, t in pairs))
        more = lanes.reaching(sums, max(most << shift, lanes.nearly_most(sums)))
        return max([most, *(sums[0][document] >> shift for document in more)]) / everything


class Scored(Struct, frozen=True):
    """The scores of documents, and what gave them.

    ``found`` tells what a document's own words give to it, ``led`` what entry points of a kind, or
    situations do, and which one.
    """

    scores: dict[int, float]
    situations: Told
    found: MatchedQuery
    led: Mapping[LeadKind, Led]

    def leads(self) -> dict[int, float]:
        """What entry points and situations add to the documents that they lead to."""
        return _summed(self.led.values(), lambda led: dict.fromkeys(led, 0.0))


class Ranker:
    """Scores the documents of an index."""

    def __init__(self, engine: Engine, catalogue: Catalogue, rarities: Sequence[int]):
        self._catalogue = catalogue
        tables = catalogue.tables
        self._size = len(tables.key)
        self._situations = self._size + len(tables.entry_kind)
        self._rarities = rarities
        self._unsaid = 100 * rarities[0]
        self._engine = engine
        told = len(tables.situation_targets)
        self._documents, self._told_by = Lanes(self._size), Lanes(told)
        self._order = Lanes.joined(array("Q", range(ORDER_MASK, ORDER_MASK - told, -1)))
        self._of_concepts = cache(self._filled)
        self._of_small = lru_cache(CACHED_LANES // (told + 1) + 1)(self._saying)
        self._of_term = lru_cache(CACHED_LANES // (self._size + told + 1) + 1)(self._matches_of)

    def match(self, expanded: ExpandedQuery) -> MatchedQuery:
        """What documents and entry points have of a query."""
        matched = [self._of_term(term.expansions) for term in expanded.query_terms]
        return MatchedQuery(expanded, matched, self._documents)

    def rank(self, expanded: ExpandedQuery) -> Scored:
        """The score of every document that has something of the query."""
        found = self.match(expanded)
        small = [self._of_small(expansions) for expansions in expanded.small]
        told = self._told([*found.sayings(), *small])
        led = {**self._led_to(found, expanded.defines), "situation": told.votes}
        scores = _worthy(found, led.values())
        alone = found.complete(scores) | _decided(scores, told.votes[0])
        return Scored(self._gathered(scores, alone), told, found, led)

    def _matches_of(self, expansions: tuple[Expansion, ...]) -> MatchedTerm:
        found = self._filled(expansions)
        postings = [self._engine.postings(e.field, e.term).documents for e in expansions]
        together = Lanes.joined
        return MatchedTerm(
            together(found.documents),
            found.entries,
            together(found.said),
            found.sayable or self._unsaid,
            postings,
        )

    def _filled(self, expansions: tuple[Expansion, ...]) -> Matches:
        """What has some expansions; the concepts among them, which many words name, are kept."""
        concepts = tuple(e for e in expansions if is_concept(e.term))
        if concepts == expansions:
            documents, said = self._documents.empty(), self._told_by.empty()
            entries: dict[int, int] = {}
            sayable = 0
        else:
            shared = self._of_concepts(concepts)
            documents, said, entries = shared.documents[:], shared.said[:], {**shared.entries}
            sayable = shared.sayable
            expansions = expansions[len(concepts) :]
        for field, term, factor in ((e.field, e.term, e.factor) for e in expansions):
            postings = self._engine.postings(field, term)
            numbers, weights = postings.documents, postings.weights
            size, first = bisect_left(numbers, self._size), bisect_left(numbers, self._situations)
            match_of = _matches_with(factor)
            for document, weight in zip(numbers[:size], weights, strict=False):
                match = match_of[weight]
                if match > documents[document]:
                    documents[document] = match
            for entry, weight in zip(numbers[size:first], weights[size:first], strict=True):
                if match_of[weight] > entries.get(entry, 0):
                    entries[entry] = match_of[weight]
            sayable = max(sayable, self._say(said, postings, factor))
        return Matches(documents, entries, said, sayable)

    def _say(self, said: array[int], postings: Postings, factor: int) -> int:
        """Add what a term says of situations to what is said; how much could be said with it."""
        first = bisect_left(postings.documents, self._situations)
        situations = postings.documents[first:]
        rarity = factor * self._rarities[len(situations)] if situations else 0
        shifted = rarity << ORDER_BITS
        for number, weight in zip(situations, postings.weights[first:], strict=True):
            if shifted * weight > said[number - self._situations]:
                said[number - self._situations] = shifted * weight
        return rarity

    def _saying(self, expansions: tuple[Expansion, ...]) -> Saying:
        """What a small word says of situations, with which no text is found."""
        said, sayable = self._told_by.empty(), 0
        for field, term, factor in ((e.field, e.term, e.factor) for e in expansions):
            postings = self._engine.postings(field, term)
            sayable = max(sayable, self._say(said, postings, factor))
        return Lanes.joined(said), sayable

    def _led_to(self, found: MatchedQuery, defines: bool) -> dict[LeadKind, Led]:
        """What entry points like the query add to documents: of each kind the best one.

        A title leads where its situation leads, and it is this that adds something.
        """
        tables = self._catalogue.tables
        whole = 100 * found.whole
        best: dict[LeadKind, Led] = {kind: ({}, {}) for kind in _F.gains}
        for number, weight in found.entries().items():
            entry = number - self._size
            likeness = weight * weight / (whole * tables.entry_weight[entry])
            if likeness < _F.likely:
                continue
            kind = tables.entry_kind[entry]
            gain = _F.defining if defines and kind == "term" else _F.gains[kind]
            gain = gain * min(likeness, 1.0) * min(likeness, 1.0) / 100
            gains, by = best[kind]
            leading, targets = number, tables.entry_targets[entry]
            if kind == "title":
                [(leading, _)] = targets
                targets = tables.situation_targets[leading - self._situations]
            for target, share in targets:
                if gain * share > gains.get(target, 0.0):
                    gains[target] = gain * share
                    by[target] = leading
        return best

    def _told(self, told_by: Sequence[Saying]) -> Told:
        """What the situations most like the query say of it.

        Each votes for the provisions that it leads to, the more the liker it is; how sure the vote
        is, and so how much it adds, is the likeness of the likeliest.
        """
        said, sayable = (sum(numbers) for numbers in zip((0, 0), *told_by, strict=True))
        whole = WHOLE * sayable or 1
        votes: dict[int, float] = {}
        first: dict[int, int] = {}
        nearest: list[tuple[int, float]] = []
        everything = 0.0
        astray, beyond = 0.0, ""
        tables = self._catalogue.tables
        within = len(tables.situation_targets) - len(tables.beyond)
        for voter in nlargest(_F.nearest, self._told_by.apart(said + self._order)[0]):
            value, situation = voter >> ORDER_BITS, ORDER_MASK - (voter & ORDER_MASK)
            if not value:
                break
            likeness = value / whole
            if situation < within:
                nearest.append((situation, likeness))
            elif likeness > astray:
                astray, beyond = likeness, tables.beyond[situation - within]
            vote = likeness
            for _ in range(_F.decided):
                vote = vote * vote
            everything += vote
            for target, share in tables.situation_targets[situation]:
                votes[target] = votes.get(target, 0.0) + vote * share / 100
                first.setdefault(target, self._situations + situation)
        enough = sayable / (sayable + _F.telling)
        most = nearest[0][1] if nearest else 0.0
        gain = _F.votes * most * enough / (everything or 1.0)
        votes = {target: vote * gain for target, vote in votes.items()}
        amount = sayable / _F.telling
        return Told((votes, first), tuple(nearest), most * amount, astray * amount, beyond)

    def _gathered(self, scores: dict[int, float], alone: set[int]) -> dict[int, float]:
        """The scores, with a provision that holds two partial answers as good as both.

        What answers by itself, ``alone``, is not gathered. A document follows the one that it
        stands below, so the deepest come first in reverse.
        """
        above = self._catalogue.above
        below: dict[int, list[int]] = {}
        for document in scores.keys() - alone:
            below.setdefault(above[document], []).append(document)
        below.pop(-1, None)
        left = sorted(bearer for bearer, documents in below.items() if len(documents) > 1)
        while left:
            bearer = left.pop()
            second, first = sorted([scores[document] for document in below[bearer]])[-2:]
            both = _F.best_below * first + _F.next_below * second
            if bearer not in scores and (higher := above[bearer]) >= 0:
                beside = below.setdefault(higher, [])
                beside.append(bearer)
                if len(beside) == 2:
                    insort(left, higher)
            scores[bearer] = max(scores.get(bearer, 0.0), both)
        return scores


def _decided(scores: Mapping[int, float], votes: Mapping[int, float]) -> set[int]:
    """The documents with the most votes, when these are most of what speaks for them."""
    most = max(votes.values(), default=0.0)
    led = [document for document, vote in votes.items() if vote == most and document in scores]
    return {document for document in led if most >= _F.voted * scores[document]}


@cache
def _matches_with(factor: int) -> tuple[int, ...]:
    """By its weight, how a term matches that is found with a factor."""
    return tuple((factor * weight << MATCH_BITS) + factor for weight in range(WHOLE + 1))


def _worthy(found: MatchedQuery, led: Iterable[Led]) -> dict[int, float]:
    """The scores of documents, without those that can't matter beside the best.

    What leads somewhere leads to few documents; their scores tell what the others need.
    """
    scores = _summed(led, found.own)
    most = max([*found.own(found.fullest()).values(), *scores.values()], default=0.0)
    scores = {**found.scoring(_F.least * most), **scores}
    least = _F.least * max(scores.values(), default=0.0)
    return {document: score for document, score in scores.items() if score >= least and score}


def _summed(
    led: Iterable[Led], own: Callable[[Iterable[int]], dict[int, float]]
) -> dict[int, float]:
    """What is given to the documents that something leads to, after what they have of their own."""
    given = [gains for gains, _ in led]
    scores = own(set().union(*given))
    for gains in given:
        for document, gain in gains.items():
            scores[document] += gain
    return scores
