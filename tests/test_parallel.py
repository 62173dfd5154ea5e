"""Work in other processes: its results, errors and stages arrive, and an interrupt ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from lawbase.errors import LawbaseError
from lawbase.parallel import beside, spread
from lawbase.progress import Stage, listening, stage
from tests.conftest import ROOT

WAIT_FOR_EVER = """
import time
from lawbase.parallel import beside

def work() -> None:
    print("at work", flush=True)
    time.sleep(600)

with beside(work) as result:
    result()
"""


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
        list(spread(work, [1, 2]))


def test_an_interrupt_ends_both_processes() -> None:
    command = [sys.executable, "-c", WAIT_FOR_EVER]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, cwd=ROOT, text=True, start_new_session=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "at work\n"
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert said.count("KeyboardInterrupt") == 1
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
