"""Items grouped by a key, or by what joins them."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    """The values of each key, keys and values in the order in which they come.

    >>> grouped([("a", 1), ("b", 2), ("a", 3)])
    {'a': (1, 3), 'b': (2,)}
    """
    groups: defaultdict[K, list[V]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return {key: tuple(values) for key, values in groups.items()}


def united(groups: Iterable[Iterable[K]]) -> list[tuple[K, ...]]:
    """Groups with those that they share an item with, directly or through others, made one.

    >>> united([[1, 2], [3], [4, 5], [5, 1]])
    [(4, 5, 1, 2), (3,)]
    """
    group_of: dict[K, tuple[K, ...]] = {}
    for items in groups:
        joined = tuple(dict.fromkeys(x for item in items for x in group_of.get(item, (item,))))
        group_of |= dict.fromkeys(joined, joined)
    return list(dict.fromkeys(group_of.values()))
