"""How two provisions relate, and two editions that were each compared with a third one only."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from lawbase.address import KeyParts, key_order
from lawbase.grouping import grouped
from lawbase.model import Alignment, Key, Relation

Scores = Mapping[tuple[Key, Key], float]


def standing(key: Key) -> Key:
    """Where a provision stands: a footnote at its bearer's, a definition among the definitions.

    >>> standing("6.D.2#fn1"), standing("def.Karta")
    ('6.D.2', 'def')
    """
    parts = KeyParts.of(key)
    return parts.bearer if parts.address else parts.book


def related(pairs: Iterable[tuple[Key, Key]]) -> Iterator[tuple[Key, Key, Relation]]:
    """The pairs of provisions of two editions in the order of the first one, and their relation."""
    shared = sorted(pairs, key=lambda pair: (key_order(pair[0]), key_order(pair[1])))
    parts = Counter(ours for ours, _ in shared)
    sources = Counter(theirs for _, theirs in shared)
    for ours, theirs in shared:
        if parts[ours] > 1:
            yield ours, theirs, "split"
        elif sources[theirs] > 1:
            yield ours, theirs, "merged"
        else:
            same = standing(ours) == standing(theirs)
            yield ours, theirs, "same" if same else "moved"


def scores(links: Iterable[Alignment], first: str) -> dict[tuple[Key, Key], float]:
    """How sure each pair of keys of two editions is, those of ``first`` first."""
    found: dict[tuple[Key, Key], float] = {}
    for link in links:
        if link.from_key is not None and link.to_key is not None:
            keys = (link.from_key, link.to_key)
            found[keys if link.from_edition == first else keys[::-1]] = link.score
    return found


def through(one: str, other: str, near: Scores, far: Scores) -> Iterator[Alignment]:
    """How two editions are aligned by what both have in common with a third.

    ``near`` gives how sure the pairs of the first and the third are, ``far`` those of the third
    and the other; a pair is as sure as the less sure of the two that it is made of.
    """
    onward = grouped(far)
    found: dict[tuple[Key, Key], float] = {}
    for (key, middle), score in near.items():
        for there in onward.get(middle, ()):
            sure = min(score, far[middle, there])
            found[key, there] = max(sure, found.get((key, there), 0.0))
    for ours, theirs, relation in related(found):
        score = found[ours, theirs]
        yield Alignment(one, ours, other, theirs, relation, score, {"through": score})
