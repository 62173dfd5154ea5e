"""Work in other processes: its results, errors and stages arrive, and an interrupt ends it."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from lawbase.errors import LawbaseError
from lawbase.parallel import beside, spread
from lawbase.progress import Stage, listening, stage
from tests.conftest import ROOT

WAIT_FOR_EVER = """
import os
import time
from lawbase.parallel import beside, spread

def work(number: int = 1) -> None:
    os.write(1, b"at work\\n")  # at once, so that no two are mixed
    time.sleep(600)

os.cpu_count = lambda: 2
"""
WAYS = {
    "beside": (1, "with beside(work) as result: result()"),
    "spread": (2, "list(spread(work, [1, 2]))"),
    "spread beside": (2, "with beside(lambda: list(spread(work, [1, 2]))) as result: result()"),
    "both": (3, "with beside(work) as result: list(spread(work, [1, 2]))"),
}


@pytest.mark.parametrize("cores", [1, 2])
def test_what_is_done_beside_arrives_with_its_stages(
    monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    def work() -> int:
        with stage("counting"):
            return 3

    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    stages: list[Stage] = []
    with listening(stages), beside(work) as result:
        assert result() == 3
    assert [done.name for done in stages] == ["counting"]


@pytest.mark.parametrize("cores", [1, 2])
def test_an_error_of_another_process_is_raised_here(
    monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    def work(line: int = 7) -> None:
        raise LawbaseError("is malformed", file="a.toml", line=line)

    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    with pytest.raises(LawbaseError, match=r"a\.toml:7: is malformed"), beside(work) as result:
        result()
    with pytest.raises(LawbaseError, match=r"a\.toml:1: is malformed"):
        spread(work, [1, 2])


@pytest.mark.parametrize("way", ["beside", "spread"])
def test_a_process_that_the_machine_kills_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    here = os.getpid()

    def work(_: int = 1) -> None:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.2)  # lest this process does all the work

    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    with pytest.raises(LawbaseError, match="a part of the build was stopped"):
        if way == "spread":
            spread(work, [1, 2, 3])
        else:
            with beside(work) as result:
                result()


def test_work_that_was_spread_spreads_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    nested = spread(lambda _: [os.getpid(), *spread(lambda _: os.getpid(), [1, 2])], [1, 2])
    assert [len(set(pids)) for pids in nested] == [1, 1]


@pytest.mark.parametrize("many", [1, 3, 1000])
def test_results_come_in_order_whoever_made_them(
    monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert spread(lambda n: n * n, range(many)) == [n * n for n in range(many)]


def test_the_first_error_is_raised_and_no_more_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(place: int) -> None:
        begun.append(place)
        if place % 2:
            raise LawbaseError(f"{place} is odd")

    begun: list[int] = []  # by this process
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    with pytest.raises(LawbaseError, match="1 is odd"):
        spread(work, range(1000))
    assert len(begun) < 100


@contextmanager
def at_work(way: str) -> Iterator[subprocess.Popen[str]]:
    """A process whose children work for ten minutes."""
    children, line = WAYS[way]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", WAIT_FOR_EVER + line],
        stdout=pipe, stderr=pipe, cwd=ROOT, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout
            assert [process.stdout.readline() for _ in range(children)] == ["at work\n"] * children
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.usefixtures("heard")
def test_an_interrupt_ends_both_processes() -> None:
    with at_work("beside") as process:
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert said.count("KeyboardInterrupt") == 1
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)


@pytest.mark.parametrize("way", WAYS)
def test_a_process_that_is_killed_leaves_no_other_at_work(way: str) -> None:
    with at_work(way) as process:
        process.kill()
        # the pipes are at their end when the last process that writes to them is gone
        assert process.communicate(timeout=60) == ("", "")


def test_within_a_limit_of_memory_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that waits for its turn there may wait for ever."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 46, before[1]))
    try:
        assert {*spread(lambda _: os.getpid(), [1, 2])} == {os.getpid()}
        with beside(os.getpid) as result:
            assert result() == os.getpid()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
