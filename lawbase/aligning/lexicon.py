"""Word correspondences between two languages, learned from provisions that are known to be one.

IBM Model 1 in both directions over the sets of stems: which word of one text best explains which
word of the other, estimated by expectation and maximization from even chances.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, product

from msgspec import Struct

ROUNDS = 5
TOLD_BY = 2
FAINT = 0.05

WordPair = tuple[str, str]
Texts = tuple[Sequence[str], Sequence[str]]
Weights = dict[str, dict[str, float]]
Chances = dict[WordPair, float]


class Lexicon(Struct, frozen=True):
    """What the words of one language become in another, and back.

    ``forward[word][translation]`` is the strength of a correspondence from 0 to 1: 1 when each is
    the other's only translation. ``backward`` is the same seen from the other language.
    """

    forward: Weights
    backward: Weights


def learn(texts: Iterable[Texts]) -> Lexicon:
    """The correspondences that pairs of texts (as stems) tell.

    Words that meet in one text only tell nothing, since any two texts would make such a pair.
    """
    sides = [(sorted(set(ours)), sorted(set(theirs))) for ours, theirs in texts]
    met = Counter(chain.from_iterable(product(ours, theirs) for ours, theirs in sides))
    told = {pair for pair, times in met.items() if times >= TOLD_BY}
    forward = _estimate(sides, told)
    backward = _estimate([(b, a) for a, b in sides], {(b, a) for a, b in told})
    ahead: defaultdict[str, dict[str, float]] = defaultdict(dict)
    back: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for word, translation in sorted(told):
        strength = (forward[word, translation] * backward[translation, word]) ** 0.5
        if strength >= FAINT:
            ahead[word][translation] = back[translation][word] = strength
    return Lexicon(dict(ahead), dict(back))


def _estimate(sides: Sequence[Texts], told: set[WordPair]) -> Chances:
    """The chance of a translation given a word, for every pair that is told of.

    Each word of a translated text is explained by the words of the other text that it meets
    elsewhere too, or by nothing; ``rows`` are these explanations, as numbers of word pairs.
    """
    numbers: dict[WordPair, int] = {}
    rows: list[list[int]] = []
    for words, translations in sides:
        for translation in translations:
            possible = [(word, translation) for word in words if (word, translation) in told]
            possible.append(("", translation))
            rows.append([numbers.setdefault(pair, len(numbers)) for pair in possible])
    chances = _expect(rows, [word for word, _ in numbers])
    return {pair: chances[number] for pair, number in numbers.items()}


def _expect(rows: list[list[int]], words: list[str]) -> list[float]:
    chances = [1.0] * len(words)
    for _ in range(ROUNDS):
        counts = [0.0] * len(words)
        for row in rows:
            shares = [chances[number] for number in row]
            whole = sum(shares)
            for number, share in zip(row, shares, strict=True):
                counts[number] += share / whole
        totals: defaultdict[str, float] = defaultdict(float)
        for word, count in zip(words, counts, strict=True):
            totals[word] += count
        chances = [count / totals[word] for word, count in zip(words, counts, strict=True)]
    return chances
