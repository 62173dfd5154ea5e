"""How long something takes, how much memory it needs at its peak, and how that is told.

Seconds are those of processors, of this process and of those that it started and waited for, so
that what else the machine does matters little.
"""

from __future__ import annotations

import gc
import os
import platform
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Generic, TypeVar

T = TypeVar("T")
MEGABYTE = 1024.0


@dataclass(frozen=True)
class Measured(Generic[T]):
    """A result, the seconds that it took, the megabytes of the process at its peak and before."""

    result: T
    seconds: float
    peak: float
    before: float


def measured(action: Callable[[], T]) -> Measured[T]:
    """Run an action once."""
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _status("VmHWM")
    started = processor_seconds()
    result = action()
    return Measured(result, processor_seconds() - started, _status("VmHWM"), before)


def processor_seconds() -> float:
    """What this process has taken so far, and those that it started and waited for."""
    used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def megabytes(folder: Path) -> float:
    """The size of all files below a folder, or of a file."""
    files = folder.rglob("*") if folder.is_dir() else [folder]
    return sum(file.stat().st_size for file in files if file.is_file()) / MEGABYTE**2


def heading(*names: str) -> str:
    """The first lines of a Markdown table: what is measured, then figures."""
    return f"{row(*names)}\n|---{'|--:' * (len(names) - 1)}|"


def row(*cells: object) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"


def machine() -> str:
    """The shape of this machine in a line."""
    cpus = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    name = re.search(r"^model name\s*: (.+)$", cpus, re.MULTILINE)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / MEGABYTE**3
    return (
        f"{os.cpu_count()} cores ({name[1] if name else platform.machine()}), "
        f"{memory:.0f} GB of memory, {platform.system()} {platform.release().split('-')[0]}, "
        f"Python {platform.python_version()}"
    )


def _status(field: str) -> float:
    found = re.search(rf"^{field}:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    return int(found[1]) / MEGABYTE if found else 0.0
