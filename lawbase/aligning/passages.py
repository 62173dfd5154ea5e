"""The passages of a text that carry a change: which words are likely new, or gone, and where."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from operator import mul

from msgspec import Struct

from lawbase.aligning.words import ComparedWord
from lawbase.grouping import grouped
from lawbase.model import PartSpan

NEAR, AROUND = 2, 5
"""How many words on either side are near a word, and around it."""
BEGIN, CROSS, AT_CLAUSE = 3.0, 0.5, 0.6
"""What a marked passage costs, what crossing a clause's end does; how much less one that begins
with a clause costs."""
WORD_FEATURES = (
    "always",
    "lacking",
    "tellable",
    "rare",
    "near",
    "around",
    "clause",
    "unknown",
    "citation",
    "supported",
    "held",
)
"""What may speak for a word being new, or gone: its own lack and that of its neighbours.

A clause is ``held`` whose words are linked side by side, and isn't that borrows them from here and
there.
"""


class Passages(Struct, frozen=True):
    """The words of a text that are marked, by their places, and how much speaks for them."""

    marked: tuple[int, ...]
    gain: float


def word_features(words: Sequence[ComparedWord]) -> list[tuple[float, ...]]:
    """The values of ``WORD_FEATURES`` for each word of a text."""
    weights = [w.tellable * w.rarity for w in words]
    lacks = [(1 - w.covered) * weight for w, weight in zip(words, weights, strict=True)]
    near, around = (_lacking_beside(lacks, weights, far) for far in (NEAR, AROUND))
    clauses: defaultdict[int, list[float]] = defaultdict(lambda: [0.15, 0.5])
    firm = {c: held(found) for c, found in grouped((w.word.clause, w) for w in words).items()}
    for w, lack, weight in zip(words, lacks, weights, strict=True):
        clause = clauses[w.word.clause]
        clause[0] += lack
        clause[1] += weight
    found: list[tuple[float, ...]] = []
    for place, w in enumerate(words):
        lack = 1 - w.covered
        clause = clauses[w.word.clause]
        found.append(
            (
                1.0,
                lack,
                lack * w.tellable,
                lacks[place],
                near[place],
                around[place],
                clause[0] / clause[1],
                lack * (1 - w.tellable) * w.rarity,
                float(w.word.is_citation),
                lack * w.tellable * w.support,
                firm[w.word.clause],
            )
        )
    return found


def held(words: Sequence[ComparedWord]) -> float:
    """How firmly the links of a clause's words hold each other, from 0 to 1."""
    return sum(w.held for w in words) / len(words)


def _lacking_beside(lacks: Sequence[float], weights: Sequence[float], far: int) -> list[float]:
    """What part of the words on either side of each has no counterpart."""
    beside = zip(_beside(lacks, far), _beside(weights, far), strict=True)
    return [(lack + 0.035) / (weight + 0.35) for lack, weight in beside]


def _beside(values: Sequence[float], far: int) -> Iterator[float]:
    """The sum of what stands on either side of each value, so far."""
    sums = [0.0, *accumulate(values)]
    sums = [0.0] * far + sums + [sums[-1]] * far
    for value, before, behind in zip(values, sums, sums[2 * far + 1 :], strict=False):
        yield behind - before - value


def evidence_of(words: Sequence[ComparedWord], weights: Mapping[str, float]) -> list[float]:
    """How much speaks for each word of a text being new, or gone."""
    ordered = [weights.get(name, 0.0) for name in WORD_FEATURES]
    return [sum(map(mul, ordered, values)) for values in word_features(words)]


def passages(words: Sequence[ComparedWord], evidence: Sequence[float], more: float) -> Passages:
    """The passages that carry the change: the best way to mark words (Viterbi).

    Every marked word counts by its evidence and ``more``; a passage costs something to begin, less
    with a clause, and a little to cross a clause's end.
    """
    out, inside = 0.0, float("-inf")
    steps: list[tuple[bool, bool]] = []
    clause = -1
    for w, gain in zip(words, evidence, strict=True):
        starts = w.word.clause != clause
        clause = w.word.clause
        begun = out - BEGIN * (AT_CLAUSE if starts else 1.0)
        continued = inside - (CROSS if starts else 0.0)
        steps.append((inside > out, continued >= begun))
        out = max(out, inside)
        inside = max(continued, begun) + gain + more
    marked: list[int] = []
    state = inside > out
    for place in range(len(words) - 1, -1, -1):
        if state:
            marked.append(place)
        state = steps[place][state]
    return Passages(tuple(reversed(marked)), max(out, inside))


def spans(words: Sequence[ComparedWord], marked: Sequence[int]) -> tuple[PartSpan, ...]:
    """The marked passages of a text, each as far as it goes on in one part."""
    runs = groupby(enumerate(marked), key=lambda n: (n[1] - n[0], words[n[1]].word.span.part))
    found: list[PartSpan] = []
    for (_, part), run in runs:
        places = [place for _, place in run]
        first, last = words[places[0]].word.span, words[places[-1]].word.span
        found.append(PartSpan(part, first.start, last.end))
    return tuple(found)
