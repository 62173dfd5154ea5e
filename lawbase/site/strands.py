"""A provision followed through the editions, and orders of several editions merged into one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from lawbase.model import Key, Text
from lawbase.site.layers import Layers

T = TypeVar("T")


class Strand(Struct, frozen=True):
    """The texts of one provision, edition by edition."""

    id: str
    texts: tuple[Text, ...]

    def keys_in(self, edition: str) -> tuple[Key, ...]:
        """Its keys in one edition: none, one, or several where it was split."""
        return tuple(text.key for text in self.texts if text.edition == edition)


class Strands:
    """The strand of every provision.

    Where no threads are known yet, provisions of the same address make a strand.
    """

    def __init__(self, layers: Layers):
        self._layers = layers
        self._threads = layers.kb.aligned.threads

    def of(self, edition: str, key: Key) -> Strand:
        """The strand that a provision belongs to, if only its own."""
        thread = self._layers.kb.thread(edition, key)
        if thread:
            return Strand(thread.id, thread.texts)
        if self._threads:
            return Strand(f"{edition}:{key}", (Text(edition, key),))
        editions = self._layers.law_editions
        found = [Text(e.id, key) for e in editions if self._layers.kb.provision(e.id, key)]
        return Strand(key, tuple(found))

    def of_law(self, law: int) -> tuple[Strand, ...]:
        """The strands of all editions' provisions in a law, in one order."""
        found: dict[str, Strand] = {}
        orders: list[list[str]] = []
        for edition in self._layers.law_editions:
            provisions = self._layers.by_law.get((edition.id, law), ())
            strands = [self.of(edition.id, provision.key) for provision in provisions]
            found.update((strand.id, strand) for strand in strands)
            orders.append([strand.id for strand in strands])
        return tuple(found[identifier] for identifier in merged(orders))


def merged(orders: Iterable[Sequence[T]]) -> list[T]:
    """One order of all items: what an order adds stands after what precedes it there.

    >>> merged([["a", "c"], ["a", "b", "c", "d"]])
    ['a', 'b', 'c', 'd']
    """
    result: list[T] = []
    known: set[T] = set()
    for order in orders:
        place = 0
        for item in order:
            if item in known:
                place = result.index(item) + 1
            else:
                result.insert(place, item)
                known.add(item)
                place += 1
    return result
