"""The editions of a year laid side by side: one column for each provision, whoever prints it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from lawbase.aligning.columns import Column, Side
from lawbase.aligning.settling import Settlement
from lawbase.aligning.units import Unit
from lawbase.model import Key

Place = tuple[str, Key]


class Ties:
    """Where the editions of a year have each other's texts.

    A provision has at most one *twin* in another edition; its *holders* there are all provisions
    that share its text.
    """

    def __init__(self, settlements: Mapping[tuple[str, str], Settlement]):
        self._twins: dict[tuple[Place, str], Key] = {}
        self._holders: defaultdict[tuple[Place, str], list[Key]] = defaultdict(list)
        for (one, other), settlement in settlements.items():
            for i, j in settlement.pairs:
                ours = settlement.ours.columns[i].key
                theirs = settlement.theirs.columns[j].key
                self._holders[(one, ours), other].append(theirs)
                self._holders[(other, theirs), one].append(ours)
                if settlement.links.get(i) == j:
                    self._twins[(one, ours), other] = theirs
                    self._twins[(other, theirs), one] = ours

    def twin(self, place: Place, edition: str) -> Key | None:
        """The provision of another edition that is this one."""
        return self._twins.get((place, edition))

    def holders(self, place: Place, edition: str) -> Sequence[Key]:
        """The provisions of another edition that share this one's text."""
        return self._holders.get((place, edition), ())


def lay_side_by_side(editions: Mapping[str, Sequence[Unit]], ties: Ties) -> Side:
    """The columns of a year's editions, the leading one first.

    A unit without a twin gets a column of its own behind its predecessor's. A column that an
    edition has no unit for borrows those that hold its text.
    """
    columns: list[dict[str, Unit]] = []
    homes: dict[Place, dict[str, Unit]] = {}
    for edition, units in editions.items():
        behind = 0
        for unit in units:
            twins = [(other, ties.twin((edition, unit.key), other)) for other in editions]
            found = [homes[other, key] for other, key in twins if key and (other, key) in homes]
            column = next((column for column in found if edition not in column), None)
            if column is None:
                column = {}
                columns.insert(behind, column)
            column[edition] = unit
            homes[edition, unit.key] = column
            behind = 1 + next(n for n, other in enumerate(columns) if other is column)
    by_place = {(unit.edition, unit.key): unit for units in editions.values() for unit in units}
    return Side([_column(units, editions, ties, by_place) for units in columns])


def _column(
    units: dict[str, Unit],
    editions: Mapping[str, Sequence[Unit]],
    ties: Ties,
    by_place: Mapping[Place, Unit],
) -> Column:
    places = [(unit.edition, unit.key) for unit in units.values()]
    borrowed = {
        edition: tuple(
            by_place[edition, key]
            for key in dict.fromkeys(k for place in places for k in ties.holders(place, edition))
        )
        for edition in editions
        if edition not in units
    }
    return Column(places[0][1], units, {e: found for e, found in borrowed.items() if found})
