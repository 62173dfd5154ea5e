"""Ranking: what an understood query finds, and how well.

Documents and signs are scored alike, word by word: a word's best way into a document, times what
the word weighs. Signs pass their score on to the provisions that they lead to. Then the texts of
one thread share what any of them got, in every language.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from lawbase.searching.engine import Engine
from lawbase.searching.index import Tables
from lawbase.searching.understanding import Slot, Understood
from lawbase.searching.weighing import WHOLE

GAIN = {"heading": 0.4, "term": 0.6, "topic": 0.4, "situation": 0.6}
FULL = 100 * WHOLE
P = dict(law=0.0, power=2.0, strong=50, thread=1.0)


class Ranked(Struct, frozen=True):
    """A thread and how well it answers; ``document`` is its text that does so best."""

    thread: int
    document: int
    score: float


class Ranker:
    """Scores the documents of an index."""

    def __init__(self, engine: Engine, tables: Tables):
        self._engine = engine
        self._tables = tables
        self._size = len(tables.key)

    def scores(self, understood: Understood) -> tuple[dict[int, float], float]:
        """The score of every document that is found at all, and the best coverage of one."""
        slots = understood.slots
        total = sum(slot.weight for slot in slots) or 1
        found: dict[int, float] = {}
        covered: dict[int, float] = {}
        strength: dict[int, float] = {}
        strong = P["strong"] * WHOLE
        for slot in slots:
            weight = slot.weight
            for document, (value, factor) in self._matches(slot).items():
                found[document] = found.get(document, 0) + weight * value
                strength[document] = strength.get(document, 0) + weight * factor
                if factor >= P["strong"]:
                    covered[document] = covered.get(document, 0) + weight * factor
        scores: dict[int, float] = {}
        boosts: dict[tuple[int, str], float] = {}
        t = self._tables
        for document, value in found.items():
            if document < self._size:
                scores[document] = value / total / FULL
            else:
                sign = document - self._size
                m = strength[document] / 100
                w = t.sign_weight[sign] or 1
                if P["power"]==2: sim = min(1.0, m * m / (total * w))
                else: sim = min(1.0, (2 * m / (total + w))**2)
                kind = t.sign_kind[sign]
                gain = GAIN[kind] * sim
                for target, share in t.sign_targets[sign]:
                    b = gain * share / 100
                    if b > boosts.get((target, kind), 0):
                        boosts[target, kind] = b
        for (target, _), b in boosts.items():
            scores[target] = scores.get(target, 0) + b
        return scores, max(covered.values(), default=0) / total / 100

    def _matches(self, slot: Slot) -> dict[int, tuple[int, int]]:
        best: dict[int, tuple[int, int]] = {}
        for way in slot.ways:
            postings = self._engine.postings(way.field, way.term)
            factor = way.factor
            for document, weight in zip(postings.documents, postings.weights):
                value = factor * weight
                known = best.get(document)
                if known is None or known[0] < value:
                    best[document] = (value, max(factor, known[1]) if known else factor)
        return best
