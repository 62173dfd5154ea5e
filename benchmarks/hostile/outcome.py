"""How an attempt ended, and the count of many: right, refused in one sentence, or neither."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import row
from lawbase.errors import LawbaseError

ROOT = Path(__file__).resolve().parent.parent.parent
BASH = shutil.which("bash") or "bash"  # found before a setting takes the path away
RIGHT = "right"
REFUSED = "refused"


@dataclass(frozen=True)
class Tally:
    """What was tried, how often it ended well in which way, and how it ended otherwise."""

    tried: str
    right: int
    refused: int
    otherwise: tuple[str, ...]

    @property
    def times(self) -> int:
        """How often it was tried."""
        return self.right + self.refused + len(self.otherwise)

    def row(self) -> str:
        """A row of a Markdown table."""
        return row(self.tried, self.times, self.right, self.refused, len(self.otherwise))


def tally(tried: str, outcomes: Iterable[str]) -> Tally:
    """Count outcomes."""
    every = list(outcomes)
    others = tuple(o for o in every if o not in (RIGHT, REFUSED))
    return Tally(tried, every.count(RIGHT), every.count(REFUSED), others)


def attempt(action: Callable[[], str]) -> str:
    """The outcome of an action: what it says, or how it was refused."""
    try:
        return action()
    except LawbaseError as error:
        return REFUSED if "\n" not in str(error) else f"several lines: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def command(
    *arguments: str | Path,
    checkout: Path = ROOT,
    corpus: Path | None = None,
    within: float = 600,
    script: str = '"$@"',
    settings: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run ``lawbase`` of a checkout, on a corpus of one's own, in a process of its own.

    A ``script`` of bash may stand around it, as may ``settings`` of the environment. What doesn't
    end ``within`` so many seconds ends otherwise, as 124.
    """
    line, env = _call(arguments, checkout, corpus)
    run = [BASH, "-c", script, "lawbase", *line]
    try:
        return subprocess.run(
            run,
            cwd=checkout,
            env=env | dict(settings or {}),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=within,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(run, 124, "", f"no end within {within:.0f} seconds")


def started(
    *arguments: str | Path, checkout: Path = ROOT, corpus: Path | None = None
) -> subprocess.Popen[bytes]:
    """Start ``lawbase`` in the same way and wait for nothing."""
    line, env = _call(arguments, checkout, corpus)
    silent = subprocess.DEVNULL
    return subprocess.Popen(line, cwd=checkout, env=env, stdout=silent, stderr=silent)


def _call(
    arguments: Iterable[str | Path], checkout: Path, corpus: Path | None
) -> tuple[list[str], dict[str, str]]:
    line = [sys.executable, "-m", "lawbase", *map(str, arguments)]
    env = {name: value for name, value in os.environ.items() if not name.startswith("LAWBASE")}
    own = {"LAWBASE_CORPUS": str(corpus)} if corpus else {}
    return line, env | own | {"PYTHONPATH": str(checkout)}


def judged(done: subprocess.CompletedProcess[str], expected: str) -> str:
    """The outcome of a command whose right answer is known."""
    if done.returncode == 0:
        return RIGHT if done.stdout == expected else "another answer"
    told = done.stderr.splitlines()[-1:] or [""]
    if done.returncode in (1, 2) and told[0].startswith("lawbase: "):
        return REFUSED
    return f"ended with {done.returncode}: {told[0]}"


def spoiled(data: bytes, damage: str, place: int) -> bytes | None:
    """Data after one kind of damage at a place; nothing when the file is lost."""
    if damage == "cut off":
        return data[:place]
    if damage.startswith("a bit flipped"):
        return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :] if data else b"?"
    if damage == "emptied":
        return b""
    return None


def spoil(file: Path, damage: str, place: int) -> None:
    """Do one kind of damage to a file; ``in silence`` leaves it the time that it had."""
    times = file.stat()
    data = spoiled(file.read_bytes(), damage, place)
    if data is None:
        file.unlink()
    else:
        file.write_bytes(data)
    if damage.endswith("in silence"):
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


def seal(edition: Path) -> None:
    """Make the digest in an edition's profile agree with its source, so that it is read."""
    digest = hashlib.sha256((edition / "source.txt").read_bytes()).hexdigest()
    file = edition / "edition.toml"
    profile = file.read_text(encoding="utf-8")
    sealed = re.sub(r'^sha256 = "\w+"$', f'sha256 = "{digest}"', profile, count=1, flags=re.M)
    file.write_text(sealed, encoding="utf-8")


def copied_checkout(folder: Path) -> Path:
    """What a build needs of the checkout, elsewhere, to be changed at will."""
    for name in ("lawbase", "corpus", "site"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder
