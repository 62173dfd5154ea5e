"""A build that is killed at random moments, one after another.

It is a build of two small invented editions, so that many can be tried. What a kill leaves must be
what was there before, product by product, or a product missing; after every fifth kill a build is
let to its end and must give the same bytes as an undisturbed one.
"""

from __future__ import annotations

import random
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.hostile.building import Small, digest
from benchmarks.hostile.outcome import RIGHT, Tally, command, started, tally

COMPARED = ("texts", "knowledge", "contents", "search", "site")
UNTIL_MENDED = 5


def tallies(kills: int) -> Iterator[Tally]:
    """That many builds killed, and some let to their end."""
    with tempfile.TemporaryDirectory() as folder:
        small = Small.made(Path(folder))
        begun = time.monotonic()
        command("build", "--output", small.home, "--force", corpus=small.corpus)
        seconds = time.monotonic() - begun
        before = {product: digest(small.home / product) for product in COMPARED}
        left, mended = [], []
        for kill in range(1, kills + 1):
            _kill_one(small, random.Random(kill).uniform(0.1, seconds))
            left.append(_left(small.home, before))
            if kill % UNTIL_MENDED == 0:
                mended.append(small.mended())
        yield tally("builds killed at a random moment", left)
        yield tally(f"builds let to their end after {UNTIL_MENDED} that were killed", mended)


def _kill_one(small: Small, after: float) -> None:
    build = started("build", "--output", small.home, "--force", corpus=small.corpus)
    time.sleep(after)
    build.send_signal(signal.SIGKILL)
    build.wait()


def _left(home: Path, before: dict[str, str]) -> str:
    there = [product for product in COMPARED if (home / product).exists()]
    spoilt = [product for product in there if digest(home / product) != before[product]]
    return f"neither old nor new: {', '.join(spoilt)}" if spoilt else RIGHT
