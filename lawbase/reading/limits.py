"""How much time and memory a text of somebody's may take."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from lawbase.errors import LawbaseError

_AGAIN = 1.0
"""After how many seconds more a time limit is told again: a finalizer swallows what is raised."""
_IN_USE = Path("/proc/self/statm")
"""Tells how many pages of memory this process has, where there is such a file."""


@contextmanager
def time_limit(seconds: float, sentence: str, file: Path) -> Iterator[None]:
    """Stop what runs inside after so many seconds of work: a pattern may backtrack for ever.

    What counts is the processor's time, so that a busy machine is no fault of a file. The
    ``sentence`` has a gap for the seconds. A limit inside of another stops the clock of that one.

    Only the main thread of a process can be stopped so, and only where there are such signals;
    elsewhere there is no limit.

    Raises:
        LawbaseError: when the time is up.
    """
    stoppable = hasattr(signal, "setitimer")
    if not stoppable or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        raise LawbaseError(sentence.format(seconds), file=file)

    before = signal.signal(signal.SIGVTALRM, stop)
    left = signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, *left)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def memory_limit(megabytes: int, file: Path) -> Iterator[None]:
    """Stop what runs inside when it wants so much more memory than the process has.

    Only Linux tells how much that is; elsewhere there is no limit.

    Raises:
        LawbaseError: when it does.
    """
    if not _IN_USE.exists():
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    most = int(_IN_USE.read_text().split()[0]) * resource.getpagesize() + megabytes * 10**6
    given = [limit for limit in before if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([most, *given]), before[1]))
    try:
        yield
    except MemoryError as error:
        message = f"takes more than {megabytes} MB of memory to be read as text"
        raise LawbaseError(message, file=file) from error
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
