"""The search that all readers share: every admissible reading is followed, the lightest wins.

A reading of a text is a series of decisions, each weighed by named preferences. Two readings that
stand in the same state can only go on alike, so only the lighter one is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from msgspec import Struct

StateT = TypeVar("StateT")
DecisionT = TypeVar("DecisionT")
ItemT = TypeVar("ItemT")


class Trail(Struct, Generic[DecisionT], frozen=True):
    """What a reading has decided, the last decision first."""

    decided: DecisionT
    before: Trail[DecisionT] | None


class Hypothesis(Struct, Generic[StateT, DecisionT], frozen=True):
    """A reading up to some place: its weight, where it stands, how it came there."""

    weight: float
    state: StateT
    trail: Trail[DecisionT] | None = None

    def then(
        self, weight: float, state: StateT, *decided: DecisionT
    ) -> Hypothesis[StateT, DecisionT]:
        """The reading gone on, so much heavier, to another state."""
        trail = self.trail
        for decision in decided:
            trail = Trail(decision, trail)
        return Hypothesis(self.weight + weight, state, trail)

    def decisions(self) -> list[DecisionT]:
        """Everything it decided, in order."""
        found: list[DecisionT] = []
        trail = self.trail
        while trail is not None:
            found.append(trail.decided)
            trail = trail.before
        return found[::-1]


def follow(
    start: StateT,
    items: Iterable[ItemT],
    ways: Callable[[Hypothesis[StateT, DecisionT], ItemT], Iterable[Hypothesis[StateT, DecisionT]]],
    breadth: float,
    stuck: Callable[[ItemT], Exception] | None = None,
) -> list[Hypothesis[StateT, DecisionT]]:
    """All readings of the items in order: the lightest to each state, without the hopeless.

    ``ways`` are those to go on from a reading at an item. Hopeless is what is heavier than the
    lightest of all by more than ``breadth``. Where no reading goes on, what ``stuck`` gives is
    raised.
    """
    readings: list[Hypothesis[StateT, DecisionT]] = [Hypothesis(0.0, start)]
    for item in items:
        lightest: dict[StateT, Hypothesis[StateT, DecisionT]] = {}
        for reading in readings:
            for new in ways(reading, item):
                known = lightest.get(new.state)
                if known is None or new.weight < known.weight:
                    lightest[new.state] = new
        most = min((reading.weight for reading in lightest.values()), default=0.0) + breadth
        readings = [reading for reading in lightest.values() if reading.weight <= most]
        if stuck and not readings:
            raise stuck(item)
    return readings
