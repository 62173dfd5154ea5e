"""An edition as citations see it: which addresses, definitions and footnotes it has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from lawbase.address import Address, KeyParts
from lawbase.grouping import grouped
from lawbase.model import Concept, Edition, Key
from lawbase.stemming import Stemmer

K = TypeVar("K")
Name = frozenset[str]


class Tree:
    """The keys of an edition, and the look-ups that resolving needs, each in constant time."""

    def __init__(self, edition: Edition, stemmer: Stemmer, concepts: Iterable[Concept] = ()):
        self.edition = edition
        self._stemmer = stemmer
        self._keys = {p.key: KeyParts.of(p.key) for p in edition.provisions}
        addresses = (key.address for key in self._keys.values() if key.address)
        self._last = max(addresses, default=None)
        self._named = self._definition_names(concepts)
        self._numbered = _once((k.footnote, key) for key, k in self._keys.items() if k.footnote)
        bearing = (
            (KeyParts.of(bearer).address, p.key) for p in edition.provisions for bearer in p.bearers
        )
        self._footnotes = _once(
            (above, key)
            for bearer, key in bearing
            if bearer
            for above in (bearer, *bearer.ancestors)
        )

    def __contains__(self, key: Key) -> bool:
        return key in self._keys

    def lacks(self, address: Address) -> bool:
        """Whether the address lies beyond the end of a partial edition, or in a gap of it."""
        if self.edition.complete or self._last is None:
            return False
        return address > self._last or not self.edition.has_law(address.law)

    def definitions(self, title: str) -> tuple[Key, ...]:
        """The definitions that a title names, by the surest of its ways to name one.

        It is the headword in any inflection and order; or the headword without its brackets, or
        what stands in them; or another word for the concept that the definition defines; or
        something that begins with the headword.
        """
        names = self._names(title)
        words = [word.stem for word in self._stemmer.words(title)]
        beginnings = (frozenset(words[:n]) for n in range(len(words) - 1, 0, -1))
        for named in self._named:
            for name in names:
                if name in named:
                    return named[name]
        return next((self._named[0][name] for name in beginnings if name in self._named[0]), ())

    def footnotes_of(self, address: Address) -> tuple[Key, ...]:
        """The footnotes called in a provision, else those called below it."""
        below = self._footnotes.get(address, ())
        return tuple(key for key in below if KeyParts.of(key).address == address) or below

    def footnotes_numbered(self, number: str) -> tuple[Key, ...]:
        """The footnotes with a printed number."""
        return self._numbered.get(number, ())

    def _definition_names(self, concepts: Iterable[Concept]) -> list[dict[Name, tuple[Key, ...]]]:
        """The names of the definitions, the surest first: headwords, their parts, other words."""
        keys = [p.key for p in self.edition.provisions if p.kind == "definition"]
        names = [(self._names(self._keys[key].name), key) for key in keys]
        language = self.edition.language
        others = (
            (name, concept.definitions[self.edition.id])
            for concept in concepts
            if self.edition.id in concept.definitions
            for word in concept.words.get(language, ())
            for name in self._names(word)
        )
        headwords = ((ways[0], key) for ways, key in names if ways)
        parts = ((way, key) for ways, key in names for way in ways[1:])
        return [_once(headwords), _once(parts), _once(others)]

    def _names(self, title: str) -> list[Name]:
        """Its words; those outside of its brackets; those inside."""
        outside = re.sub(r"\([^)]*\)", " ", title)
        inside = " ".join(re.findall(r"\(([^)]*)\)", title))
        parts = (title, outside, inside)
        names = (frozenset(word.stem for word in self._stemmer.words(part)) for part in parts)
        return [name for name in dict.fromkeys(names) if name]


def _once(pairs: Iterable[tuple[K, Key]]) -> dict[K, tuple[Key, ...]]:
    return grouped(dict.fromkeys(pairs))
