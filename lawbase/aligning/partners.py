"""Where the editions have each other's texts, by their alignments."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import permutations

from lawbase.grouping import grouped
from lawbase.model import Alignment, Key, Text

Witness = tuple[Text, ...]
"""The texts of one edition that hold a provision."""
KEPT = 64
"""How many pairs of editions are kept looked up: those of one edition with the voices."""


class Partners:
    """The texts that every other one is aligned with, looked up by two editions at a time."""

    def __init__(self, alignments: Iterable[Alignment]):
        self._by_pair = grouped(((a.from_edition, a.to_edition), a) for a in alignments)
        self.between = lru_cache(KEPT)(self._between)

    def of(self, text: Text, edition: str) -> Witness:
        """The texts of another edition that hold a provision; none where it has no partner."""
        return self.between(text.edition, edition).get(text.key, ())

    def _between(self, one: str, other: str) -> Mapping[Key, Witness]:
        """What the provisions of an edition are aligned with in another one."""
        pairs = (self._by_pair.get(pair, ()) for pair in ((one, other), (other, one)))
        return grouped(
            (ours.key, theirs)
            for links in pairs
            for link in links
            for ours, theirs in permutations(link.texts, 2)
            if ours.edition == one
        )
