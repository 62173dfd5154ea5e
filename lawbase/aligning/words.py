"""The words of two texts linked one to one, whatever their languages.

Competitive linking (Melamed): the strongest link of two words is made first and neither may be
linked again; then links whose neighbours agree are preferred, and all are made anew. Numbers are
alike in digits and in words, citations when the concordance leads from one to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache

from lawbase.aligning.lexicon import Strengths
from lawbase.aligning.units import TextWord
from lawbase.grouping import grouped
from lawbase.model import Key
from lawbase.text import fold

SAME, CONCEPT, STEP, COGNATE, OTHER_STEP = 0.9, 0.6, 0.4, 0.35, 0.25
"""The strength of a link of equal numbers or citations, of one concept's words, of modal verbs of
one step, of cognates, of any modal verbs."""
LEAST = 0.05
"""The least strength of a link; what is as strong as ``ENOUGH`` is certain."""
ENOUGH = 0.4
FAR = 0.4
"""What a link loses from one end of a text to the other."""
NEIGHBOURS, AGREED = (-2, -1, 1, 2), 0.15
ALIKE = 4
"""How many letters cognates begin with at least."""


class Linker:
    """Links words of one language, or of one year, with those of another.

    ``becomes`` leads from a citation of the one to those that it may be in the other.
    """

    def __init__(self, strengths: Strengths | None, becomes: Callable[[Key], Collection[Key]]):
        self._strengths = strengths
        self._becomes = cache(becomes)

    def link(
        self, ours: Sequence[TextWord], theirs: Sequence[TextWord]
    ) -> dict[tuple[int, int], float]:
        """The words that are linked, by their places, and how certainly, from 0 to 1."""
        found = list(self._candidates(ours, theirs))
        near = {(i, j): s * (1 - FAR * abs(i / len(ours) - j / len(theirs))) for i, j, s in found}
        links = _greedy(near)
        strength = {(i, j): s for i, j, s in found}
        for i, j in near:
            for step in NEIGHBOURS:
                beside = links.get(i + step)
                if beside is not None and abs(beside - j - step) <= len(NEIGHBOURS) // 2:
                    near[i, j] += AGREED * strength[i + step, beside]
        return {pair: certainty(strength[pair]) for pair in _greedy(near).items()}

    def _candidates(
        self, ours: Sequence[TextWord], theirs: Sequence[TextWord]
    ) -> Iterator[tuple[int, int, float]]:
        stems = grouped((word.stem, j) for j, word in enumerate(theirs))
        special = grouped((word.is_citation, j) for j, word in enumerate(theirs) if word.is_special)
        for i, one in enumerate(ours):
            found: dict[int, float] = {}
            known = (
                {one.stem: 1.0} if self._strengths is None else self._strengths.get(one.stem, {})
            )
            for stem in known.keys() & stems.keys():
                found.update((j, known[stem]) for j in stems[stem])
            if one.is_special:
                for j in special.get(one.is_citation, ()):
                    found[j] = self._special(one, theirs[j], found.get(j, 0.0))
            yield from ((i, j, s) for j, s in found.items() if s >= LEAST)

    def _special(self, one: TextWord, other: TextWord, strength: float) -> float:
        """The strength of a link of two citations, or of two words that are numbers or terms."""
        if one.is_citation:
            led = any(not other.cites.isdisjoint(self._becomes(key)) for key in one.cites)
            return SAME if led or not one.cites or not other.cites else 0.0
        if one.number and other.number:
            return SAME if one.number == other.number else 0.0
        if one.concept and one.concept == other.concept:
            return max(strength, CONCEPT)
        if one.step and other.step:
            return max(strength, STEP if one.step == other.step else OTHER_STEP)
        return strength


def certainty(strength: float) -> float:
    """How certain a link of that strength is, from 0 to 1."""
    return max(0.0, min(1.0, (strength - LEAST) / (ENOUGH - LEAST)))


def with_cognates(weights: Strengths, ours: Iterable[str], theirs: Iterable[str]) -> Strengths:
    """A lexicon with the words that two languages have in common, as far as it lacks them."""
    begun = grouped((fold(stem)[:ALIKE], (stem, fold(stem))) for stem in theirs)
    more = {word: dict(found) for word, found in weights.items()}
    for stem in ours:
        folded = fold(stem)
        for other, there in begun.get(folded[:ALIKE], ()):
            if len(folded) >= ALIKE <= len(there) and _is_cognate(folded, there):
                known = more.setdefault(stem, {})
                known[other] = max(COGNATE, known.get(other, 0.0))
    return more


def _is_cognate(one: str, other: str) -> bool:
    pairs = zip(one, other, strict=False)
    common = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return common > ALIKE or common >= 0.75 * max(len(one), len(other))


def _greedy(strengths: dict[tuple[int, int], float]) -> dict[int, int]:
    """The strongest pairs, each place at most once."""
    links: dict[int, int] = {}
    taken: set[int] = set()
    for i, j in sorted(strengths, key=lambda pair: (-strengths[pair], pair)):
        if i not in links and j not in taken:
            links[i] = j
            taken.add(j)
    return links
