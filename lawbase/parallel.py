"""Work spread over processes that are forked, so that what it reads needs no copying."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing.connection import Connection
from operator import itemgetter
from typing import Any, TypeVar

from lawbase.errors import LawbaseError
from lawbase.progress import Stage, ended, listening, spent_for_us

T = TypeVar("T")
R = TypeVar("R")
MOST_WORKERS = 8
STOPPED = "a part of the build was stopped"
PARTS = 256
"""Work is taken in so many parts at most; a byte tells which."""
_shares_work = False


def spread(work: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """The results of some work on each item, in order, from as many processes as there are cores.

    This process is one of them, so that one less copies what it touches. What ``work`` raises is
    raised here, the first item's error first. On one core, in a process that may have no children,
    where processes can't be forked, and within a limit of memory, it is a plain loop.

    Raises:
        LawbaseError: when a process was killed.
    """
    workers = min(MOST_WORKERS, os.cpu_count() or 1, len(items))
    if workers < 2 or not _can_fork():
        return list(map(work, items))
    left, told = os.pipe()
    os.write(told, bytes(range(min(PARTS, len(items)))))
    os.close(told)
    results: list[R] = []
    share = partial(_share, work, items, left)
    with ExitStack() as processes:
        processes.callback(os.close, left)
        others = [processes.enter_context(beside(share)) for _ in range(workers - 1)]
        done, _ = share()
        for other in others:
            more, spent = other()
            done |= more
            spent_for_us(spent)
    for _, result in sorted(done.items(), key=itemgetter(0)):
        if isinstance(result, Exception):
            raise result
        results.append(result)
    return results


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
    may = not (_shares_work or multiprocessing.current_process().daemon)
    return may and "fork" in multiprocessing.get_all_start_methods() and not _is_limited()


def _is_limited() -> bool:
    """Whether memory is: a thread that finds none as it begins is waited for without end."""
    import resource  # Unix has it, as it has forks

    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


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


def _share(
    work: Callable[[T], R], items: Sequence[T], left: int
) -> tuple[dict[int, R | Exception], float]:
    """What came of the items that this process took, and the seconds of a processor.

    The items are in parts, and the numbers of those that are left lie in a pipe.
    """
    global _shares_work
    done: dict[int, R | Exception] = {}
    before, _shares_work = _shares_work, True
    started, parts = time.process_time(), min(PARTS, len(items))
    try:
        while part := os.read(left, 1):
            for place in range(*(n * len(items) // parts for n in (part[0], part[0] + 1))):
                try:
                    done[place] = work(items[place])
                except Exception as error:
                    done[place] = error
                    os.read(left, PARTS)  # which leaves nothing for the others
                    break
    finally:
        _shares_work = before
    return done, time.process_time() - started


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
