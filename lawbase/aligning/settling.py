"""Two sides brought together: linked one to one, parted, and as a person decided."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from lawbase.aligning.columns import Pair, Side
from lawbase.aligning.containing import containers
from lawbase.aligning.evidence import Evidence, confidence
from lawbase.aligning.lexicons import Lexicons
from lawbase.aligning.matching import Links, Matching
from lawbase.aligning.overrides import Override, overruled
from lawbase.aligning.parting import Parting
from lawbase.aligning.witnesses import Hearing, witnesses_of

DECIDED: Evidence = {"decided": 1.0}


class Settlement(Struct, frozen=True):
    """How two sides lie to each other.

    ``links`` holds each place of ours with its one main partner, ``pairs`` all that share a text,
    with the evidence for it; ``chances`` how likely the best partner was, for places without one,
    of ours and of theirs; ``needless`` the decisions that changed nothing.
    """

    ours: Side
    theirs: Side
    links: Links
    pairs: dict[Pair, Evidence]
    chances: tuple[dict[int, float], dict[int, float]]
    needless: tuple[Override, ...]


def settle(
    ours: Side,
    theirs: Side,
    lexicons: Lexicons,
    overrides: Iterable[Override],
    *,
    one_year: bool,
) -> Settlement:
    """Which provisions of two sides are the same, and which parts of which went where."""
    texts = Hearing(witnesses_of(ours, theirs, lexicons.between, lambda unit: unit.words))
    headings = Hearing(witnesses_of(ours, theirs, lexicons.between, lambda unit: unit.heading))
    matching = Matching(ours, theirs, texts, headings)
    links = matching.settle()
    parts = Parting(ours, theirs, texts, links, one_year=one_year).part()
    found = {pair: matching.evidence[pair] for pair in links.items()}
    found |= {pair: {"gain": gain} for pair, gain in parts.items()}
    found |= {pair: {"parts": share} for pair, share in containers(ours, theirs, found).items()}
    left, needless = overruled(ours, theirs, found, overrides)
    pairs = {pair: found.get(pair, DECIDED) for pair in sorted(left)}
    return Settlement(
        ours,
        theirs,
        _main(links, pairs),
        pairs,
        _chances(matching.evidence, pairs),
        needless,
    )


def certainty(evidence: Evidence) -> float:
    """How sure a pair is, from 0 to 1."""
    if "decided" in evidence:
        return 1.0
    if "parts" in evidence:
        return evidence["parts"]
    return (1 + evidence["gain"]) / 2 if "gain" in evidence else confidence(evidence)


def _main(links: Links, pairs: dict[Pair, Evidence]) -> Links:
    """The links that are left, and for places without one the surest pair that is free."""
    main = {i: j for i, j in links.items() if (i, j) in pairs}
    taken = set(main.values())
    for i, j in sorted(pairs, key=lambda pair: (-certainty(pairs[pair]), pair)):
        if i not in main and j not in taken:
            main[i] = j
            taken.add(j)
    return main


def _chances(
    evidence: dict[Pair, Evidence], pairs: dict[Pair, Evidence]
) -> tuple[dict[int, float], dict[int, float]]:
    ours: dict[int, float] = {}
    theirs: dict[int, float] = {}
    for (i, j), found in evidence.items():
        if (i, j) not in pairs:
            chance = confidence(found)
            ours[i] = max(chance, ours.get(i, 0.0))
            theirs[j] = max(chance, theirs.get(j, 0.0))
    return ours, theirs
