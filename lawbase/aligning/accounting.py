"""How much of a text's words other texts account for, in one language or through a lexicon."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import log

from lawbase.aligning.lexicon import Weights

SLIGHT = 0.2
COMMON = 0.3

Text = tuple[str, ...]


class Account:
    """What the words of some texts, the givers, tell of those of others, the takers.

    A text is known by its place in its sequence. Rare words tell more. ``weights`` lead from the
    givers' language to the takers'; without them the language is the same.
    """

    def __init__(self, givers: Sequence[Text], takers: Sequence[Text], weights: Weights | None):
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        for place, words in enumerate(takers):
            for word in dict.fromkeys(words):
                self._holders[word].append(place)
        self._rare = {
            word: _rarity(len(held) / len(takers)) for word, held in self._holders.items()
        }
        self._become = [_become(words, weights) for words in givers]
        known = self._rare if weights is None else _attainable(self._rare, weights)
        self._takers = [
            [word for word in dict.fromkeys(words) if known[word] > 0.0] for words in takers
        ]
        self._whole = [sum(known[word] for word in words) for words in self._takers]

    def tells(self, giver: int, taker: int) -> bool:
        """Whether the two texts can be compared at all."""
        return bool(self._become[giver]) and self._whole[taker] > 0.0

    def shares(self) -> dict[tuple[int, int], float]:
        """The part of a taker's words that a giver accounts for, from 0 to 1, by (giver, taker).

        What is slight is left out.
        """
        shares: dict[tuple[int, int], float] = {}
        slight = [SLIGHT * whole for whole in self._whole]
        for giver, become in enumerate(self._become):
            found: defaultdict[int, float] = defaultdict(float)
            for word, strength in become.items():
                gain = self._rare.get(word, 0.0) * strength
                if gain:
                    for place in self._holders[word]:
                        found[place] += gain
            for place, gain in found.items():
                if gain > slight[place]:
                    shares[giver, place] = gain / self._whole[place]
        return shares

    def whole(self, taker: int) -> float:
        """How much all the words of a taker tell; a word that stands in one text tells about 6."""
        return self._whole[taker]

    def added(self, giver: int, taker: int, known: Sequence[int]) -> float:
        """How much of ``whole`` a giver accounts for beyond what the known ones do."""
        become = self._become[giver]
        others = [self._become[other] for other in known]
        more = 0.0
        for word in self._takers[taker]:
            strength = become.get(word, 0.0)
            if strength:
                before = max((other.get(word, 0.0) for other in others), default=0.0)
                more += self._rare[word] * max(0.0, strength - before)
        return more


def _rarity(part: float) -> float:
    """What a word tells that stands in this part of all texts; nothing when it's everywhere."""
    return log(1 / part) if part < COMMON else 0.0


def _become(words: Text, weights: Weights | None) -> dict[str, float]:
    """The words of the other side that a text's words stand for, as strongly as the best does."""
    if weights is None:
        return dict.fromkeys(words, 1.0)
    strongest: dict[str, float] = {}
    for word in dict.fromkeys(words):
        for translation, strength in weights.get(word, {}).items():
            strongest[translation] = max(strength, strongest.get(translation, 0.0))
    return strongest


def _attainable(rare: dict[str, float], weights: Weights) -> dict[str, float]:
    """What each word tells when its best translation is met; nothing when it has none."""
    best = dict.fromkeys(rare, 0.0)
    for translations in weights.values():
        for word, strength in translations.items():
            if word in best:
                best[word] = max(strength, best[word])
    return {word: rarity * best[word] for word, rarity in rare.items()}
