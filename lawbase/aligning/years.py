"""The editions of a year laid side by side: one column for each provision, whoever prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lawbase.aligning.columns import Column, Side
from lawbase.aligning.units import Unit
from lawbase.model import Key

Twins = Mapping[tuple[str, str], Mapping[Key, Key]]


def lay_side_by_side(editions: Mapping[str, Sequence[Unit]], twins: Twins) -> Side:
    """The columns of a year's editions, the leading one first.

    ``twins`` gives, for an earlier edition and a later one, which key of the earlier is which of
    the later. A unit without a twin gets a column of its own behind its predecessor's.
    """
    columns: list[dict[str, Unit]] = []
    homes: dict[tuple[str, Key], dict[str, Unit]] = {}
    earlier: list[str] = []
    for edition, units in editions.items():
        links = {
            (theirs, other): ours
            for theirs in earlier
            for ours, other in twins[theirs, edition].items()
        }
        before = -1
        for unit in units:
            found = [
                homes[theirs, links[theirs, unit.key]]
                for theirs in earlier
                if (theirs, unit.key) in links
            ]
            free = next((column for column in found if edition not in column), None)
            if free is None:
                free = {}
                columns.insert(before + 1, free)
            free[edition] = unit
            homes[edition, unit.key] = free
            before = next(n for n, column in enumerate(columns) if column is free)
        earlier.append(edition)
    return Side([Column(next(iter(units.values())).key, units) for units in columns])
