"""Which entries of an index are topics, and which are subtopics of the topic above them.

The books print both alike. So every reading of the whole list is weighed by named preferences, and
the likeliest is chosen. Weights are in nats: the negative logarithm of how likely something is, so
that a reading's weight is the sum over its entries, and the lightest reading wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log
from typing import Literal

from lawbase.reading.subject_index.printed import Gap

Level = Literal["topic", "subtopic"]

TOPIC_STEP = 4.5
"""How many entries further in the alphabet the next topic lies."""
SUBTOPIC_STEP = 1 / 11
"""How much of the alphabet lies between two subtopics of a topic."""
OUT_OF_ORDER = 3.0
"""An entry that doesn't follow the alphabet may lie anywhere."""
SLIGHTLY_OUT_OF_ORDER = 1.0
"""A topic that stands a few places too late."""
UNDEFINED = 1.9
"""A topic that the book doesn't define."""
LEADS_NOWHERE = 5.0
"""A topic with neither a reference nor a subtopic."""
SUBTOPIC_SENDS = 3.0
"""A subtopic with references of its own that sends to another topic too."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What tells an entry's level.

    ``place`` is where it lies in the alphabet of the index, from 0 to 1. ``referring`` says that
    it has references, ``sending`` that it sends to another topic, ``level`` what a correction says.
    """

    place: float
    gap: Gap
    defined: bool
    referring: bool
    sending: bool
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class _Reading:
    """The lightest reading up to an entry with a given topic above it, and the topic before."""

    weight: float
    before: int


def choose_levels(entries: Sequence[Entry], topics_set_off: bool) -> list[Level]:
    """The likeliest level of every entry; the first is a topic.

    ``topics_set_off`` says that a blank line stands before every topic and no subtopic; what it
    leaves open are the entries at the top of a page.
    """
    if not entries:
        return []
    readings = [{0: _Reading(0.0, 0)}]
    for number in range(1, len(entries)):
        readings.append(_readings(entries, number, readings[-1], topics_set_off))
    return _trace(readings)


def _readings(
    entries: Sequence[Entry], number: int, last: dict[int, _Reading], topics_set_off: bool
) -> dict[int, _Reading]:
    """The lightest readings up to an entry, by the topic that it stands under or is itself."""
    entry = entries[number]
    levels = _admissible(entry, topics_set_off)
    readings: dict[int, _Reading] = {}
    if "subtopic" in levels:
        for topic, reading in last.items():
            added = _subtopic_weight(entries, topic, number)
            readings[topic] = _Reading(reading.weight + added, reading.before)
    if "topic" in levels:
        before = min(last, key=lambda t: last[t].weight + _topic_weight(entries, t, number))
        weight = last[before].weight + _topic_weight(entries, before, number)
        readings[number] = _Reading(weight, before)
    return readings


def _admissible(entry: Entry, topics_set_off: bool) -> tuple[Level, ...]:
    if entry.level:
        return (entry.level,)
    if not topics_set_off or entry.gap == "page":
        return ("topic", "subtopic")
    return ("topic",) if entry.gap == "blank" else ("subtopic",)


def _topic_weight(entries: Sequence[Entry], before: int, number: int) -> float:
    """The weight of a topic after the topic ``before``."""
    entry, last = entries[number], entries[before]
    step = TOPIC_STEP / len(entries)
    weight = abs(entry.place - last.place) / step + log(step)
    if entry.place == last.place:
        weight = inf
    elif entry.place < last.place:
        weight += SLIGHTLY_OUT_OF_ORDER
    weight = min(weight, OUT_OF_ORDER)
    if not entry.defined:
        weight += UNDEFINED
    if before == number - 1 and not (last.referring or last.sending):
        weight += LEADS_NOWHERE
    return weight


def _subtopic_weight(entries: Sequence[Entry], topic: int, number: int) -> float:
    """The weight of a subtopic under ``topic``, after the topic itself or its last subtopic."""
    entry = entries[number]
    start = 0.0 if topic == number - 1 else entries[number - 1].place
    weight = OUT_OF_ORDER
    if entry.place >= start:
        weight = min((entry.place - start) / SUBTOPIC_STEP + log(SUBTOPIC_STEP), OUT_OF_ORDER)
    return weight + (SUBTOPIC_SENDS if entry.sending and entry.referring else 0.0)


def _trace(readings: Sequence[dict[int, _Reading]]) -> list[Level]:
    """Follow the lightest reading back to the first entry."""
    levels: list[Level] = ["subtopic"] * len(readings)
    topic = min(readings[-1], key=lambda t: readings[-1][t].weight)
    while topic:
        levels[topic] = "topic"
        topic = readings[topic][topic].before
    levels[0] = "topic"
    return levels
