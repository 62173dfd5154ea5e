"""The stages of a long job, timed and reported to whoever listens; no garbage looked for meanwhile.

>>> with listening(heard := []):
...     with stage("reading"):
...         pass
>>> [done.name for done in heard]
['reading']
"""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct


class Stage(Struct, frozen=True):
    """A stage that is over: its seconds by the clock, and those of all processors together."""

    name: str
    seconds: float
    processor: float


Listener = Callable[[str, int, int], None]
"""Hears of a stage that goes on: its name, how much of it is done, and of how much."""

_listening: list[tuple[list[Stage], Listener]] = []
_spent_for_us = 0.0


@contextmanager
def listening(heard: list[Stage], telling: Listener | None = None) -> Iterator[None]:
    """Collect the stages that end meanwhile; ``telling`` hears of those that go on,
    instead of whoever listened before."""
    _listening.append((heard, telling or (lambda *_: None)))
    try:
        yield
    finally:
        _listening.pop()


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Time what is done inside as a stage of a job."""
    going_on(name)
    started, spent = time.perf_counter(), processor_seconds()
    yield
    ended(Stage(name, time.perf_counter() - started, processor_seconds() - spent))


def going_on(name: str, done: int = 0, total: int = 0) -> None:
    """Report how far a stage is."""
    for _, telling in _listening[-1:]:
        telling(name, done, total)


def ended(done: Stage) -> None:
    """Report that a stage is over."""
    for heard, _ in _listening:
        heard.append(done)


def spent_for_us(seconds: float) -> None:
    """Report what a process has used that did a part of a stage."""
    global _spent_for_us
    _spent_for_us += seconds


def processor_seconds() -> float:
    """What this process has used so far, and those that did a part of its stages."""
    return time.process_time() + _spent_for_us


@contextmanager
def uncollected() -> Iterator[None]:
    """A long job makes much and throws little away: looking for garbage finds none.

    What was made counts as old afterwards, lest all of it be looked through at once as new.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.freeze()
            gc.unfreeze()
            gc.enable()
