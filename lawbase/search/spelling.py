"""The known words that a misspelt one was probably meant to be.

Candidates begin with the same letter and lie within one slip, two in a very long word: a letter
left out, put in, exchanged, or two neighbours swapped. In a short word an exchanged letter makes
another word more often than a slip.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

from lawbase.search.figures import FIGURES

_F = FIGURES.spelling
CACHED_WORDS = 4096


class Speller:
    """Corrects words by the forms of one language; what is needed is prepared on first use."""

    def __init__(self, forms: Iterable[str]):
        self._forms = forms
        self._by_gram: Mapping[str, list[str]] | None = None
        self.corrections = lru_cache(CACHED_WORDS)(self._corrections)

    def _corrections(self, word: str) -> tuple[str, ...]:
        """The nearest known forms, all equally near, in alphabetical order; often none.

        >>> Speller(["kaznena", "kazna", "karta"]).corrections("kazenna")
        ('kaznena',)
        """
        if len(word) < _F.shortest:
            return ()
        allowed = 2 if len(word) >= _F.long else 1
        near = [(slips(word, form, allowed), form) for form in self._candidates(word, allowed)]
        near = [
            (n, form)
            for n, form in near
            if len(word) >= _F.exchangeable or not _exchanged(word, form)
        ]
        best = min((distance for distance, _ in near), default=allowed + 1)
        return tuple(sorted(f for d, f in near if d == best)) if best <= allowed else ()

    def _candidates(self, word: str, allowed: int) -> list[str]:
        if self._by_gram is None:
            self._by_gram = _by_gram(self._forms)
        shared: Counter[str] = Counter()
        for gram in _grams(word):
            shared.update(self._by_gram.get(gram, ()))
        least = max(1, len(word) + 2 - _F.gram + 1 - _F.gram * allowed - allowed)
        return [
            form
            for form, count in shared.items()
            if count >= least and form[0] == word[0] and abs(len(form) - len(word)) <= allowed
        ]


def slips(one: str, other: str, most: int) -> int:
    """How many slips lie between two words; ``most + 1`` when there are more than ``most``.

    >>> slips("kazenna", "kaznena", 2), slips("karta", "karte", 1), slips("abc", "xyz", 1)
    (1, 1, 2)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        following = [i]
        for j, facing in enumerate(other, 1):
            cost = min(row[j] + 1, following[-1] + 1, row[j - 1] + (letter != facing))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == facing:
                cost = min(cost, before[j - 2] + 1)
            following.append(cost)
        if min(following) > most:
            return most + 1
        before, row = row, following
    return min(row[-1], most + 1)


def _exchanged(word: str, form: str) -> bool:
    """Whether one letter stands in the place of another."""
    return len(word) == len(form) and sorted(word) != sorted(form)


def _grams(word: str) -> set[str]:
    framed = f"^{word}$"
    return {framed[i : i + _F.gram] for i in range(len(framed) - _F.gram + 1)}


def _by_gram(forms: Iterable[str]) -> Mapping[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for form in forms:
        for gram in _grams(form):
            found[gram].append(form)
    return found
