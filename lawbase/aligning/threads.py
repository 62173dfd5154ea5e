"""Threads: a provision's texts in all languages and editions, under an id that stays."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from lawbase.address import key_order
from lawbase.aligning.columns import Side
from lawbase.model import Edition, Key, Text, Thread

Place = tuple[str, Key]


def join(
    editions: Sequence[Edition], years: Mapping[int, Side], links: Iterable[tuple[Place, Place]]
) -> tuple[Thread, ...]:
    """One thread for every provision of the years, with all the texts that are linked to it.

    A thread's id is its first year and its address in it, ``2007:16.D.2``, so that it stays the
    same when later editions or other languages arrive. Where two provisions of a year share an
    address the one that fewer editions print is told by its language too, ``2007:sr:84.D``.
    """
    columns = [
        [(unit.edition, unit.key) for unit in column.units.values()]
        for side in years.values()
        for column in side.columns
    ]
    order = {edition.id: place for place, edition in enumerate(editions)}
    groups = [
        sorted(group, key=lambda place: (order[place[0]], key_order(place[1])))
        for group in _united(columns, links)
    ]
    ids = _ids(groups, {edition.id: edition for edition in editions})
    threads = zip(ids, groups, strict=True)
    return tuple(Thread(name, tuple(Text(*place) for place in group)) for name, group in threads)


def _united(
    columns: Sequence[Sequence[Place]], links: Iterable[tuple[Place, Place]]
) -> list[list[Place]]:
    """The columns, those that are linked made one."""
    home = {place: number for number, column in enumerate(columns) for place in column}
    root = list(range(len(columns)))
    for one, other in links:
        first, second = sorted((_find(root, home[one]), _find(root, home[other])))
        root[second] = first
    united: defaultdict[int, list[Place]] = defaultdict(list)
    for number, column in enumerate(columns):
        united[_find(root, number)].extend(column)
    return list(united.values())


def _find(root: list[int], number: int) -> int:
    while root[number] != number:
        number = root[number]
    return number


def _ids(groups: Sequence[Sequence[Place]], editions: Mapping[str, Edition]) -> list[str]:
    plain = [_first(group, editions) for group in groups]
    largest: dict[str, int] = {}
    for number, name in enumerate(plain):
        if name not in largest or len(groups[number]) > len(groups[largest[name]]):
            largest[name] = number
    return [
        name if largest[name] == number else _with_language(name, groups[number][0], editions)
        for number, name in enumerate(plain)
    ]


def _first(group: Sequence[Place], editions: Mapping[str, Edition]) -> str:
    """The first year of a group and the address that most editions of that year give it."""
    year = min(editions[edition].year for edition, _ in group)
    keys = [key for edition, key in group if editions[edition].year == year]
    counted = Counter(keys)
    return f"{year}:{max(keys, key=lambda key: counted[key])}"


def _with_language(name: str, place: Place, editions: Mapping[str, Edition]) -> str:
    year, _, _ = name.partition(":")
    return f"{year}:{editions[place[0]].language}:{place[1]}"
