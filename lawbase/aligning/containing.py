"""Headings without words of their own: they are where their parts are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection

from lawbase.aligning.columns import Pair, Side

HALF = 0.5


def containers(ours: Side, theirs: Side, pairs: Collection[Pair]) -> dict[Pair, float]:
    """The pairs of headings that got no partner, and how many of their parts are in the other.

    A heading's partner is the provision, not itself without a place, that at least half of the
    heading's parts lie in; the one of the same address first, then the narrowest.
    """
    swapped = {(j, i) for i, j in pairs}
    forward = _containers(ours, theirs, pairs)
    backward = _containers(theirs, ours, swapped)
    return forward | {(i, j): share for (j, i), share in backward.items()}


def _containers(ours: Side, theirs: Side, pairs: Collection[Pair]) -> dict[Pair, float]:
    partners: defaultdict[int, list[int]] = defaultdict(list)
    for i, j in sorted(pairs):
        partners[i].append(j)
    found: dict[Pair, float] = {}
    for place in range(len(ours)):
        if place in partners or ours.texted(place):
            continue
        parts = [partners[part] for part in ours.below(place) if part in partners]
        homes = Counter(home for part in parts for home in _homes(theirs, part))
        likely = [home for home, count in homes.items() if count >= HALF * len(parts)]
        if likely:
            best = min(likely, key=lambda home: _rank(ours, place, theirs, home))
            found[place, best] = homes[best] / len(parts)
    return found


def _homes(side: Side, places: Collection[int]) -> set[int]:
    return {home for place in places for home in side.line(place)}


def _rank(ours: Side, place: int, theirs: Side, home: int) -> tuple[bool, int]:
    same = ours.columns[place].key == theirs.columns[home].key
    return not same, -len(theirs.line(home))
