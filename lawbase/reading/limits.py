"""A limit of time on reading: a pattern that backtracks for ever is stopped and told."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from lawbase.errors import LawbaseError


@contextmanager
def time_limit(seconds: float, profile: Path) -> Iterator[None]:
    """Stop what runs inside after so many seconds of the clock.

    Only the main thread of a process can be stopped so; elsewhere there is no limit.

    Raises:
        LawbaseError: when the time is up.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        raise LawbaseError(
            f"reading with it takes more than {seconds:g} s; one of its patterns backtracks",
            file=profile,
        )

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
