"""An edition as citations see it: which addresses, definitions and footnotes it has."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from lawbase.address import Address, law_of
from lawbase.linking.stemming import Stemmer
from lawbase.model import Edition, Key

Name = frozenset[str]


class Tree:
    """The keys of an edition, and the look-ups that resolving needs, each in constant time."""

    def __init__(self, edition: Edition, stemmer: Stemmer):
        self.edition = edition
        self._stemmer = stemmer
        self._keys = {provision.key for provision in edition.provisions}
        addresses = [key for key in self._keys if law_of(key) and "#" not in key]
        self._last = max(map(Address.parse, addresses), default=None)
        self._definitions = _grouped(
            (name, p.key)
            for p in edition.provisions
            if p.kind == "definition"
            for name in self._names(p.key.partition(".")[2])
        )
        footnotes = [p for p in edition.provisions if p.kind == "footnote"]
        self._footnotes = _grouped(
            (str(above), p.key)
            for p in footnotes
            for bearer in p.bearers
            if law_of(bearer)
            for above in (Address.parse(bearer), *Address.parse(bearer).ancestors)
        )
        self._numbered = _grouped((p.key.partition("#fn")[2], p.key) for p in footnotes)

    def __contains__(self, key: Key) -> bool:
        return key in self._keys

    def lacks(self, address: Address) -> bool:
        """Whether the address lies beyond the end of a partial edition."""
        return not self.edition.complete and self._last is not None and address > self._last

    def definitions(self, headword: str) -> tuple[Key, ...]:
        """The definitions whose headword is this, whatever its inflection, order and brackets."""
        for name in self._names(headword):
            if name in self._definitions:
                return self._definitions[name]
        return ()

    def footnotes_of(self, address: Address) -> tuple[Key, ...]:
        """The footnotes called in a provision, else those called below it."""
        below = self._footnotes.get(str(address), ())
        return tuple(key for key in below if key.startswith(f"{address}#")) or below

    def footnotes_numbered(self, number: str) -> tuple[Key, ...]:
        """The footnotes with a printed number."""
        return self._numbered.get(number, ())

    def _names(self, headword: str) -> list[Name]:
        """Its words; those outside of its brackets; those inside: the surest name first."""
        outside = re.sub(r"\([^)]*\)", " ", headword)
        inside = " ".join(re.findall(r"\(([^)]*)\)", headword))
        names = (
            frozenset(w.stem for w in self._stemmer.words(t)) for t in (headword, outside, inside)
        )
        return [name for name in dict.fromkeys(names) if name]


def _grouped(pairs: Iterable[tuple[Name | str, Key]]) -> dict[Name | str, tuple[Key, ...]]:
    groups: dict[Name | str, dict[Key, None]] = defaultdict(dict)
    for name, key in pairs:
        groups[name][key] = None
    return {name: tuple(keys) for name, keys in groups.items()}
