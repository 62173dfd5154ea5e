"""A build that is killed at random moments, one after another.

It is a build of two of the texts, so that many can be tried. What a kill leaves must be what was
there before, product by product, or a product missing; after every fifth kill a build is let to its
end and must give the same bytes as an undisturbed one.
"""

from __future__ import annotations

import random
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.hostile.building import digest
from benchmarks.hostile.outcome import RIGHT, Tally, command, copied_checkout, started, tally

TEXTS = {"sr-2007", "guide-cs"}
OF_ALL_TEXTS = {"terms.toml": "", "situations/stages.toml": "stages = []", "alignments.toml": ""}
COMPARED = ("texts", "knowledge", "search", "site")
UNTIL_MENDED = 5


def tallies(kills: int) -> Iterator[Tally]:
    """That many builds killed, and some let to their end."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = _small_checkout(Path(folder) / "checkout")
        home = Path(folder) / "build"
        command("build", "--output", home, checkout=checkout)
        whole = digest(home)
        begun = time.monotonic()
        command("build", "--output", home, "--force", checkout=checkout)
        seconds = time.monotonic() - begun
        before = {product: digest(home / product) for product in COMPARED}
        left, mended = [], []
        for kill in range(1, kills + 1):
            _kill_one(checkout, home, random.Random(kill).uniform(0.1, seconds))
            left.append(_left(home, before))
            if kill % UNTIL_MENDED == 0:
                done = command("build", "--output", home, checkout=checkout)
                same = done.returncode == 0 and digest(home) == whole
                mended.append(RIGHT if same else f"ended with {done.returncode}: {done.stderr}")
        yield tally("builds killed at a random moment", left)
        yield tally(f"builds let to their end after {UNTIL_MENDED} that were killed", mended)


def _small_checkout(folder: Path) -> Path:
    """A checkout of two texts, without what editors know of all of them."""
    checkout = copied_checkout(folder)
    for edition in {path.parent for path in checkout.glob("corpus/*/edition.toml")}:
        if edition.name not in TEXTS:
            shutil.rmtree(edition)
    shutil.rmtree(checkout / "corpus" / "situations")
    (checkout / "corpus" / "situations").mkdir()
    for name, text in OF_ALL_TEXTS.items():
        (checkout / "corpus" / name).write_text(text, encoding="utf-8")
    return checkout


def _kill_one(checkout: Path, home: Path, after: float) -> None:
    build = started("build", "--output", home, "--force", checkout=checkout)
    time.sleep(after)
    build.send_signal(signal.SIGKILL)
    build.wait()


def _left(home: Path, before: dict[str, str]) -> str:
    there = [product for product in COMPARED if (home / product).exists()]
    spoilt = [product for product in there if digest(home / product) != before[product]]
    return f"neither old nor new: {', '.join(spoilt)}" if spoilt else RIGHT
