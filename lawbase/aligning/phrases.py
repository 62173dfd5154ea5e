"""Correspondences of phrases: two words that belong together and what stands for them elsewhere.

``tichý hráč`` is ``dami`` in one language and ``dziadek`` in another: no word of it says so alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from lawbase.aligning.lexicon import Texts

SEEN = 4
"""How often a phrase stands in the texts, and in how many of them, at least; a word likewise."""
COHERENT = 0.5
"""Of all uses of the rarer of its two words, which part a phrase has at least."""
TOGETHER = 0.5
"""The least strength that is told."""
KEPT = 3
"""How many correspondences of one word or phrase are told."""

Places = dict[str, set[int]]


def phrase_correspondences(texts: Sequence[Texts]) -> Iterator[tuple[str, str, float]]:
    """What phrases of either language correspond to, the best first: (ours, theirs, strength).

    The strength is how often the two stand in texts of the same provision, of all the texts that
    either stands in. One of the two is always a phrase, its stems joined by a blank; of equally
    strong ones the longer is the better.
    """
    ours, theirs = _places(text for text, _ in texts), _places(text for _, text in texts)
    found: defaultdict[str, list[tuple[float, int, str]]] = defaultdict(list)
    for (one, other), strength in _strengths(ours, theirs).items():
        found[one].append((-strength, -len(other), other))
    for one in sorted(found):
        for strength, _, other in sorted(found[one])[:KEPT]:
            yield one, other, -strength


def _places(texts: Iterable[Sequence[str]]) -> Places:
    """In which texts each word and each phrase stands, of those that are not too rare."""
    read = list(texts)
    words: Counter[str] = Counter(word for text in read for word in text)
    pairs: Counter[tuple[str, str]] = Counter(pair for text in read for pair in pairwise(text))
    phrases = {
        pair
        for pair, count in pairs.items()
        if pair[0] != pair[1] and count >= max(SEEN, COHERENT * min(words[word] for word in pair))
    }
    places: Places = defaultdict(set)
    for number, text in enumerate(read):
        for word in text:
            places[word].add(number)
        for pair in pairwise(text):
            if pair in phrases:
                places[" ".join(pair)].add(number)
    return {item: found for item, found in places.items() if len(found) >= SEEN}


def _strengths(ours: Places, theirs: Places) -> dict[tuple[str, str], float]:
    there = _by_place(theirs)
    phrases_there = _by_place({item: places for item, places in theirs.items() if " " in item})
    found: dict[tuple[str, str], float] = {}
    for item, places in ours.items():
        shelf = there if " " in item else phrases_there
        met = Counter(other for place in places for other in shelf.get(place, ()))
        for other, together in met.items():
            strength = 2 * together / (len(places) + len(theirs[other]))
            if strength >= TOGETHER:
                found[item, other] = strength
    return found


def _by_place(places: Places) -> dict[int, list[str]]:
    items: defaultdict[int, list[str]] = defaultdict(list)
    for item, found in places.items():
        for place in found:
            items[place].append(item)
    return items
