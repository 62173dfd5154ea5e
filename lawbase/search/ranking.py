"""Ranking: what an expanded query finds, and how well.

Documents and entry points are scored alike, word by word: a word's best expansion, times what the
word weighs. Entry points pass their score on to the provisions that they lead to. A provision
gathers the scores of the two best ones below it, and the best of a law shares a part of its own
with the others. Only sums, products and quotients are used, so that any machine gets the same
numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from lawbase.search.catalogue import Catalogue
from lawbase.search.engine import Engine
from lawbase.search.expansion import ExpandedQuery, QueryTerm
from lawbase.search.figures import FIGURES, WHOLE, EntryKind

_F = FIGURES.ranking

FACTOR_BITS = 7
FACTOR_MASK = (1 << FACTOR_BITS) - 1


class Found(Struct, frozen=True):
    """The scores of documents, and the share of the query that the best match covers."""

    scores: dict[int, float]
    covered: float


class Ranker:
    """Scores the documents of an index."""

    def __init__(self, engine: Engine, catalogue: Catalogue):
        self._engine = engine
        self._catalogue = catalogue
        self._size = len(catalogue.tables.key)

    def rank(self, expanded: ExpandedQuery) -> Found:
        """The score of every document that has something of the query."""
        whole = _whole(expanded)
        values, matched = self._summed(expanded)
        scores = {
            document: (value / (WHOLE * whole)) * (matched[document] / whole)
            for document, value in values.items()
            if document < self._size
        }
        for document, gain in self._led_to(matched, whole).items():
            scores[document] = scores.get(document, 0.0) + gain
        least = _F.least * max(scores.values(), default=0.0)
        scores = {document: score for document, score in scores.items() if score >= least}
        complete = {document for document in scores if matched.get(document, 0) >= whole}
        scores = self._shared(self._gathered(scores, complete))
        return Found(scores, max(matched.values(), default=0) / whole)

    def leads(self, expanded: ExpandedQuery) -> dict[int, float]:
        """What entry points add to the documents that they lead to."""
        return self._led_to(self._summed(expanded)[1], _whole(expanded))

    def _summed(self, expanded: ExpandedQuery) -> tuple[dict[int, int], dict[int, int]]:
        """By document, how much it is about the words of a query, and how much of them it has."""
        values: dict[int, int] = {}
        matched: dict[int, int] = {}
        for query_term in expanded.query_terms:
            weight = query_term.weight
            for document, match in self._matches(query_term).items():
                values[document] = values.get(document, 0) + weight * (match >> FACTOR_BITS)
                matched[document] = matched.get(document, 0) + weight * (match & FACTOR_MASK)
        return values, matched

    def _matches(self, query_term: QueryTerm) -> dict[int, int]:
        """The documents that have a word, by its best expansion into each.

        A match is two numbers in one: how much the document is about the word, and below it, how
        surely it is this word.
        """
        best: dict[int, int] = {}
        for expansion in query_term.expansions:
            step = expansion.factor << FACTOR_BITS
            postings = self._engine.postings(expansion.field, expansion.term)
            for document, weight in zip(postings.documents, postings.weights, strict=True):
                match = step * weight + expansion.factor
                if match > best.get(document, 0):
                    best[document] = match
        return best

    def _led_to(self, matched: Mapping[int, int], whole: int) -> dict[int, float]:
        """What entry points add to documents: of each kind the best entry point."""
        tables = self._catalogue.tables
        best: dict[EntryKind, dict[int, float]] = {kind: {} for kind in _F.gains}
        for document, weight in matched.items():
            entry_point = document - self._size
            if entry_point < 0:
                continue
            likeness = weight * weight / (100 * whole * tables.entry_weight[entry_point])
            if likeness < _F.least_likeness:
                continue
            kind = tables.entry_kind[entry_point]
            gain = _F.gains[kind] * min(likeness, 1.0) * min(likeness, 1.0)
            for target, share in tables.entry_targets[entry_point]:
                if gain * share > best[kind].get(target, 0.0):
                    best[kind][target] = gain * share
        gains: dict[int, float] = {}
        for led_to in best.values():
            for target, gain in led_to.items():
                gains[target] = gains.get(target, 0.0) + gain / 100
        return gains

    def _gathered(self, scores: Mapping[int, float], complete: Collection[int]) -> dict[int, float]:
        """The scores, with a provision that holds two partial answers as good as both.

        A text that has all of the query answers by itself and is not gathered. A document follows
        the one that it stands below, so the deepest come first in reverse.
        """
        above = self._catalogue.above
        concerned = set(scores)
        for document in scores:
            while (document := above[document]) >= 0:
                concerned.add(document)
        gathered: dict[int, float] = {}
        best: dict[int, tuple[float, float]] = {}
        for document in sorted(concerned, reverse=True):
            first, second = best.get(document, (0.0, 0.0))
            score = scores.get(document, 0.0)
            if second:
                score = max(score, _F.gathered * (first + second))
            if score:
                gathered[document] = score
            if score and document not in complete:
                first, second = best.get(above[document], (0.0, 0.0))
                best[above[document]] = (max(first, score), min(max(second, score), first))
        return gathered

    def _shared(self, scores: Mapping[int, float]) -> dict[int, float]:
        """The scores with what the best text of each law shares with all of the law."""
        law = self._catalogue.law
        best: dict[int, float] = {}
        for document, score in scores.items():
            if score > best.get(law[document], 0.0):
                best[law[document]] = score
        return {d: score + _F.shared_in_law * best[law[d]] for d, score in scores.items()}


def _whole(expanded: ExpandedQuery) -> int:
    return 100 * sum(query_term.weight for query_term in expanded.query_terms) or 1
