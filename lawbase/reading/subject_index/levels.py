"""Which entries of an index are topics, and which are subtopics of the topic above them.

The books print both alike. So every reading of the whole list is weighed by named preferences, and
the likeliest is chosen. Weights are in nats: the negative logarithm of how likely something is, so
that a reading's weight is the sum over its entries, and the lightest reading wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from lawbase.reading.lightest import Hypothesis, advance

EntryLevel = Literal["topic", "subtopic"]

OUT_OF_ORDER = 3.2
"""An entry that doesn't follow the alphabet may lie anywhere."""
SLIGHTLY_OUT_OF_ORDER = 0.7
"""A topic that stands a few places too late."""
UNDEFINED = 2.0
"""A topic that the book doesn't define."""
LEADS_NOWHERE = 5.0
"""An entry with neither references nor another topic to see nor subtopics."""
SUBTOPIC_SENDS = 4.0
"""A subtopic with references of its own that sends to another topic too."""
ROUNDS = 8
"""How often the steps are estimated anew, at most; two or three times is enough for a book."""


@dataclass(frozen=True, slots=True)
class EntryEvidence:
    """What tells an entry's level.

    ``place`` is where it lies in the alphabet of the index, from 0 to 1. ``referring`` says that
    it has references, ``sending`` that it sends to another topic, ``level`` what a correction says.
    """

    place: float
    gap: str
    defined: bool
    referring: bool
    sending: bool
    level: EntryLevel | None = None

    @property
    def bare(self) -> bool:
        """Whether it leads nowhere by itself."""
        return not (self.referring or self.sending)


@dataclass(frozen=True, slots=True)
class Steps:
    """How much of the alphabet lies, on average, between two topics and between two subtopics."""

    topic: float
    subtopic: float

    @property
    def spread(self) -> float:
        """How much two readings up to an entry can differ in the weight of what follows it.

        They differ in the weight of one subtopic and one topic only, for the rest is read alike.
        """
        return 2 * OUT_OF_ORDER - log(self.topic) - log(self.subtopic) + LEADS_NOWHERE


def choose_levels(entries: Sequence[EntryEvidence], topics_set_off: bool) -> list[EntryLevel]:
    """The likeliest level of every entry; the first is a topic.

    ``topics_set_off`` says that a blank line stands before every topic and no subtopic; what it
    leaves open are the entries at the top of a page. How densely topics and subtopics stand in
    the alphabet is learned from the index itself: from the levels chosen for a first guess, and
    so on until they stay.
    """
    steps = Steps(topic=3 / max(len(entries), 3), subtopic=1 / 6)
    levels: list[EntryLevel] = []
    for _ in range(ROUNDS):
        chosen = _lightest(entries, topics_set_off, steps)
        if chosen == levels:
            break
        levels = chosen
        steps = _steps(entries, levels, steps)
    return levels


def _steps(entries: Sequence[EntryEvidence], levels: Sequence[EntryLevel], guess: Steps) -> Steps:
    """The average steps forward of a reading."""
    topics: list[float] = []
    subtopics: list[float] = []
    topic = last = 0.0
    for entry, level in zip(entries, levels, strict=True):
        taken, start = (topics, topic) if level == "topic" else (subtopics, last)
        taken.extend([entry.place - start] if entry.place > start else [])
        topic, last = (entry.place, 0.0) if level == "topic" else (topic, entry.place)
    return Steps(
        sum(topics) / len(topics) if topics else guess.topic,
        sum(subtopics) / len(subtopics) if subtopics else guess.subtopic,
    )


def _lightest(
    entries: Sequence[EntryEvidence], topics_set_off: bool, steps: Steps
) -> list[EntryLevel]:
    """The levels of the lightest reading; its state is the topic that an entry stands under."""
    readings: list[Hypothesis[int, EntryLevel]] = [Hypothesis(0.0, 0)]
    for number in range(1, len(entries)):
        levels = _admissible(entries[number], topics_set_off)

        def ways(
            reading: Hypothesis[int, EntryLevel],
            number: int = number,
            levels: Sequence[EntryLevel] = levels,
        ) -> Iterator[Hypothesis[int, EntryLevel]]:
            topic = reading.state
            if "subtopic" in levels:
                weight = _subtopic_weight(entries, topic, number, steps.subtopic)
                yield reading.then(weight, topic, "subtopic")
            if "topic" in levels:
                weight = _topic_weight(entries, topic, number, steps.topic)
                yield reading.then(weight, number, "topic")

        readings = advance(readings, ways, steps.spread)
    lightest = min(readings, key=lambda reading: reading.weight)
    return ["topic", *lightest.decisions()] if entries else []


def _admissible(entry: EntryEvidence, topics_set_off: bool) -> tuple[EntryLevel, ...]:
    if entry.level:
        return (entry.level,)
    if not topics_set_off or entry.gap == "page":
        return ("topic", "subtopic")
    return ("topic",) if entry.gap == "blank" else ("subtopic",)


def _topic_weight(entries: Sequence[EntryEvidence], before: int, number: int, step: float) -> float:
    """The weight of a topic after the topic ``before``."""
    entry, last = entries[number], entries[before]
    weight = OUT_OF_ORDER
    if entry.place != last.place:
        late = SLIGHTLY_OUT_OF_ORDER if entry.place < last.place else 0.0
        weight = min(weight, abs(entry.place - last.place) / step + log(step) + late)
    if not entry.defined:
        weight += UNDEFINED
    return weight + (LEADS_NOWHERE if before == number - 1 and last.bare else 0.0)


def _subtopic_weight(
    entries: Sequence[EntryEvidence], topic: int, number: int, step: float
) -> float:
    """The weight of a subtopic under ``topic``, after the topic itself or its last subtopic."""
    entry = entries[number]
    start = 0.0 if topic == number - 1 else entries[number - 1].place
    weight = OUT_OF_ORDER
    if entry.place >= start:
        weight = min(weight, (entry.place - start) / step + log(step))
    if entry.bare:
        weight += LEADS_NOWHERE
    return weight + (SUBTOPIC_SENDS if entry.sending and entry.referring else 0.0)
