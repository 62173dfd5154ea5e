"""What speaks for and against two provisions being one, by name, and how much each of it weighs.

A signal lies between -1 and 1; times its weight it is the evidence that is kept with a link. The
sum of the evidence is the logarithm of the odds, so that 0 says nothing either way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from math import exp, log
from statistics import fmean

from lawbase.aligning.columns import Pair, Side
from lawbase.aligning.units import Unit
from lawbase.aligning.witnesses import Hearing

WEIGHTS = {
    "words": 8.0,
    "lexicon": 8.0,
    "heading": 5.0,
    "order": 4.0,
    "text": 4.0,
    "length": 3.0,
    "numbers": 2.0,
    "citations": 1.5,
    "law": 1.0,
    "children": 1.0,
    "label": 0.25,
    "concept": 10.0,
    "bearer": 3.0,
    "kind": 3.0,
    "doubt": 0.75,
}
EVEN = {"text": 0.48, "heading": 0.3}
RULES = frozenset({"law", "provision", "footnote"})

Evidence = dict[str, float]


class Bench:
    """Weighs two provisions of two sides by themselves, whatever is thought of the others."""

    def __init__(self, ours: Side, theirs: Side, texts: Hearing, headings: Hearing):
        self._sides = (ours, theirs)
        self._texts = texts
        self._headings = headings

    def weigh(self, pair: Pair) -> Evidence:
        """The evidence of texts, headings, labels, numbers and length."""
        one, other = (side.columns[p].lead for side, p in zip(self._sides, pair, strict=True))
        signals: defaultdict[str, float] = defaultdict(float)
        heard = self._texts.likeness(pair)
        for tongue, likeness in heard:
            signals[tongue] += (likeness - EVEN["text"]) / len(heard)
        headings = [likeness for _, likeness in self._headings.likeness(pair)]
        if headings:
            signals["heading"] = fmean(headings) - EVEN["heading"]
        signals["text"] = self._lacks_text(pair)
        signals.update(_signals(one, other))
        return weighted(signals)

    def _lacks_text(self, pair: Pair) -> float:
        """-1 when one has words and the other has none, neither of its own nor in its parts."""
        texted = [side.texted(place) for side, place in zip(self._sides, pair, strict=True)]
        parts = [side.children[place] for side, place in zip(self._sides, pair, strict=True)]
        return 0.0 if all(map(any, zip(texted, parts, strict=True))) or not any(texted) else -1.0


def weighted(signals: dict[str, float]) -> Evidence:
    """Signals times their weights, without what says nothing."""
    return {name: WEIGHTS[name] * value for name, value in signals.items() if value}


def confidence(evidence: Evidence) -> float:
    """How sure a link is, from 0 to 1.

    >>> confidence({}), round(confidence({"words": 3.0, "label": 1.5}), 3)
    (0.5, 0.989)
    """
    return 1 / (1 + exp(-sum(evidence.values())))


def agreement(one: Collection[str], other: Collection[str]) -> float:
    """1 when two sets are the same, -1 when they share nothing, 0 when both are empty."""
    union = set(one) | set(other)
    return 2 * len(set(one) & set(other)) / len(union) - 1 if union else 0.0


def _signals(one: Unit, other: Unit) -> dict[str, float]:
    signals = {
        "doubt": -1.0,
        "numbers": agreement(one.numbers, other.numbers),
        "kind": 0.0 if _is_note(one) == _is_note(other) else -1.0,
        "concept": _concepts(one, other),
    }
    if one.length and other.length:
        signals["length"] = -min(1.0, abs(log(one.length / other.length)) / 2)
    if one.law is not None and other.law is not None:
        signals["law"] = 1.0 if one.law == other.law else -1.0
        signals["label"] = 1.0 if _place(one) == _place(other) else 0.0
    return signals


def _concepts(one: Unit, other: Unit) -> float:
    if not one.concepts or not other.concepts:
        return 0.0
    return 1.0 if one.concepts & other.concepts else -1.0


def _is_note(unit: Unit) -> bool:
    return unit.kind == "footnote"


def _place(unit: Unit) -> str:
    """The address that a unit stands at; a footnote stands at its bearer's."""
    return unit.key.partition("#")[0]
