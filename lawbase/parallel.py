"""Work spread over processes that are forked, so that what it reads needs no copying."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from lawbase.errors import LawbaseError
from lawbase.progress import Stage, ended, listening, spent_for_us

T = TypeVar("T")
R = TypeVar("R")
MOST_WORKERS = 8
STOPPED = "a part of the build was stopped"
_is_worker = False
_work: tuple[Callable[[Any], Any], Sequence[Any]] | None = None


def spread(work: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
    """The results of some work on each item, in order, from as many processes as there are cores.

    What ``work`` raises is raised here, the first item's error first. On one core, in a process
    that may have no children, where processes can't be forked, and within a limit of memory, it is
    a plain loop.

    A ``multiprocessing.Pool`` won't do: it waits for ever for a process that was killed, and at
    times where, for an error, it ends processes that are just telling what they did.

    Raises:
        LawbaseError: when a process was killed.
    """
    global _work
    workers = min(MOST_WORKERS, os.cpu_count() or 1, len(items))
    if workers < 2 or not _can_fork():
        yield from map(work, items)
        return
    before, _work = _work, (work, items)
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), _join_in)
    waiting = True
    try:
        for result, spent in pool.map(_one, range(len(items))):
            spent_for_us(spent)
            yield result
    except BrokenProcessPool:
        raise LawbaseError(STOPPED) from None
    except KeyboardInterrupt:
        waiting = False  # what is under way ends with this process
        raise
    finally:
        _work = before
        pool.shutdown(waiting, cancel_futures=True)


@contextmanager
def beside(work: Callable[[], R]) -> Iterator[Callable[[], R]]:
    """Do some work in a process of its own meanwhile; gives what waits for its result.

    What ``work`` raises is raised by waiting for it. Its stages are reported then.
    """
    if (os.cpu_count() or 1) < 2 or not _can_fork():
        result = work()
        yield lambda: result
        return
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_answer, args=(work, there))
    process.start()
    there.close()
    try:
        yield lambda: _answered(here)
        process.join()
    finally:
        process.kill()
        process.join()


def _can_fork() -> bool:
    may = not (_is_worker or multiprocessing.current_process().daemon)
    return may and "fork" in multiprocessing.get_all_start_methods() and not _is_limited()


def _is_limited() -> bool:
    """Whether memory is: a thread that finds none as it begins is waited for without end."""
    import resource  # Unix has it, as it has forks

    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def _join_in() -> None:
    """Begin as one of several processes, which spread no work themselves."""
    global _is_worker
    _is_worker = True
    _follow_parent()


def _follow_parent() -> None:
    """Leave it to the process that waits for this one to be interrupted, and end when it does.

    A process that was killed can end no other.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _one(place: int) -> tuple[Any, float]:
    """The result for an item, and the seconds of a processor that it took."""
    assert _work is not None
    work, items = _work
    started = time.process_time()
    return work(items[place]), time.process_time() - started


def _answer(work: Callable[[], Any], there: Connection) -> None:
    _follow_parent()
    stages: list[Stage] = []
    try:
        with listening(stages):
            result = work()
        there.send((result, stages, None))
    except Exception as error:
        there.send((None, stages, error))


def _answered(here: Connection) -> Any:
    try:
        result, stages, error = here.recv()
    except EOFError:
        raise LawbaseError(STOPPED) from None
    for stage in stages:
        ended(stage)
    if error is not None:
        raise error
    return result
