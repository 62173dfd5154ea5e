"""What lies in build/ damaged file by file; builds at once, on a full or a read-only disk.

It is a build of two small invented editions, which has every product and every kind of file. After
each damage the command that a reader would give must print what it printed before, or refuse in
one sentence; and the next build must end in the same bytes as an undisturbed one.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.hostile.outcome import RIGHT, ROOT, Tally, command, judged, spoil, started, tally
from lawbase.building import LOCK, products
from lawbase.export import FORMATS
from lawbase.storage import MARKER
from tests.editions.corpora import two_editions

DAMAGES = ("cut off", "a bit flipped", "a bit flipped in silence", "emptied", "lost")
REFERENCES = ("refs", "1", "--json")
ASKED = {
    "texts": REFERENCES,
    "knowledge": REFERENCES,
    "search": ("search", "dek tri kartojn", "--json"),
}
FOR_PAGES = ("search/page", "site")
"""What no command reads but a build."""
DISKS = ("size=60k", "size=200k", "size=400k", "size=900k", "nr_inodes=30")
"""What a build finds too small for its texts, its index, its site; and one with room for few
files."""
EDITS = 5


@dataclass(frozen=True)
class Small:
    """The small corpus, its build, and what that consists of."""

    corpus: Path
    home: Path
    whole: str

    @classmethod
    def made(cls, folder: Path) -> Small:
        """Lay out the corpus in a folder and build it."""
        corpus, home = folder / "corpus", folder / "build"
        corpus.mkdir()
        two_editions(corpus)
        done = command("build", "--output", home, corpus=corpus)
        if done.returncode:
            raise SystemExit(done.stderr)
        return cls(corpus, home, digest(home))

    def asked(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Ask the build."""
        return command(*arguments, "--build", self.home, corpus=self.corpus)

    def answer(self, *question: str) -> str:
        """What the undamaged build answers to a question that it can answer."""
        done = self.asked(*question)
        if done.returncode:
            raise SystemExit(f"lawbase {' '.join(question)}: {done.stderr}")
        return done.stdout

    def mended(self) -> str:
        """The outcome of the next build."""
        done = command("build", "--output", self.home, corpus=self.corpus)
        if done.returncode or digest(self.home) != self.whole:
            return f"the next build ended with {done.returncode} and other bytes: {done.stderr}"
        return RIGHT


def tallies() -> Iterator[Tally]:
    """Every kind of trouble."""
    with tempfile.TemporaryDirectory() as folder:
        small = Small.made(Path(folder))
        for product, question in ASKED.items():
            yield from _damaged(small, product, question)
        for place in FOR_PAGES:
            yield tally(
                f"build/{place}/, all files at once, then built", _all_at_once(small, place)
            )
        yield tally("a finished build, read-only", _read_only(small))
        yield tally("build where nothing can be written", _unwritable())
        yield tally("build on a disk that is full", _full_disk(Path(folder), small))
        yield tally("two builds at once", _two_builds(Path(folder) / "two", small))
        yield tally("two exports at once to one place", _two_exports(Path(folder), small))
        yield tally("a text changed while a build reads it", _edited(Path(folder) / "edited"))


def _damaged(small: Small, product: str, question: tuple[str, ...]) -> Iterator[Tally]:
    expected = small.answer(*question)
    dice = random.Random(product)
    answers, builds = [], []
    for file in sorted(path for path in (small.home / product).iterdir() if path.is_file()):
        for damage in DAMAGES:
            spoil(file, damage, dice.randrange(max(1, file.stat().st_size)))
            answers.append(judged(small.asked(*question), expected))
            builds.append(small.mended())
    yield tally(f"build/{product}/, each file in {len(DAMAGES)} ways, then asked", answers)
    yield tally(f"build/{product}/, then built", builds)


def _all_at_once(small: Small, place: str) -> Iterator[str]:
    """Damage every file; each must be named by ``--verify``, and made again.

    The marker says what there should be, so that it is damaged alone.
    """
    dice = random.Random(place)
    every = sorted(path for path in (small.home / place).rglob("*") if path.is_file())
    files = [path for path in every if path.name != MARKER]
    for damage in DAMAGES:
        for spoilt in (files, [path for path in every if path.name == MARKER]):
            for file in spoilt:
                spoil(file, damage, dice.randrange(max(1, file.stat().st_size)))
            if spoilt:
                yield _noticed(small, spoilt)


def _noticed(small: Small, spoilt: list[Path]) -> str:
    """The outcome of looking for damage: a marker's may look like that of a file it names."""
    found = command("build", "--verify", "--output", small.home, corpus=small.corpus)
    told = {line.rpartition(": ")[0] for line in found.stdout.splitlines()}
    named = {str(file) for file in spoilt if file.name != MARKER}
    mended = small.mended()
    return mended if found.returncode == 1 and named <= told else "not all damage is named"


def _read_only(small: Small) -> Iterator[str]:
    """Read from a build on a read-only file system, if this machine lets us make one."""
    script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    for question in {REFERENCES, *ASKED.values()}:
        expected = small.answer(*question)
        done = _in_own_space(script, small.home, small.corpus, *question, "--build", small.home)
        yield judged(done, expected)


def _unwritable() -> Iterator[str]:
    for place in ("/proc/lawbase", "/dev/null/build", "/sys/lawbase"):
        yield judged(command("build", "--output", place), "")


def _full_disk(folder: Path, small: Small) -> Iterator[str]:
    """Build on disks too small for a product, or with room for few files."""
    home = folder / "disk"
    home.mkdir()
    for limit in DISKS:
        script = f'mount -t tmpfs -o {limit} none "$0" && "$@"; code=$?; ls -a "$0"; exit $code'
        done = _in_own_space(script, home, small.corpus, "build", "--output", home)
        if done.returncode == 0:
            yield f"built on a disk of {limit}"
        elif set(done.stdout.split()) - {".", "..", LOCK, MARKER, *products()}:
            yield f"left over: {done.stdout.split()}"
        else:
            yield judged(done, "")


def _in_own_space(
    script: str, place: Path, corpus: Path, *arguments: str | Path
) -> subprocess.CompletedProcess[str]:
    """Run lawbase in a mount space of its own that a script prepares at a place."""
    lawbase = [sys.executable, "-m", "lawbase", "--corpus", str(corpus), *map(str, arguments)]
    line = ["unshare", "--map-root-user", "--mount", "bash", "-c", script, str(place), *lawbase]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=600)


def _two_builds(home: Path, small: Small) -> Iterator[str]:
    builds = [started("build", "--output", home, corpus=small.corpus) for _ in range(2)]
    for build in builds:
        yield RIGHT if build.wait(600) == 0 else f"ended with {build.returncode}"
    yield RIGHT if digest(home) == small.whole else "another build"


def _two_exports(folder: Path, small: Small) -> Iterator[str]:
    """Each format: one of the two may be refused, and what is left is what one alone writes."""
    for name in FORMATS:
        alone, shared = folder / f"alone-{name}", folder / f"shared-{name}"
        small.asked("export", name, "--output", alone)
        line = ("export", name, "--build", small.home, "--output", shared)
        both = [started(*line, corpus=small.corpus) for _ in range(2)]
        codes = sorted(each.wait(600) for each in both)
        right = codes in ([0, 0], [0, 2]) and digest(shared) == digest(alone)
        yield RIGHT if right else f"{name} ended with {codes}"


def _edited(folder: Path) -> Iterator[str]:
    """Change a word of a text at random moments of a build: the next build has noticed."""
    folder.mkdir()
    small = Small.made(folder)
    profile = small.corpus / "eo-2030" / "edition.toml"
    text = profile.read_text(encoding="utf-8")
    for edit in range(EDITS):
        changed = text.replace('title = "', f'title = "{edit} ', 1)
        build = started("build", "--force", "--output", small.home, corpus=small.corpus)
        time.sleep(random.Random(edit).uniform(0.1, 2))
        profile.write_text(changed, encoding="utf-8")
        build.wait(600)
        command("build", "--output", small.home, corpus=small.corpus)
        after = digest(small.home)
        command("build", "--force", "--output", small.home, corpus=small.corpus)
        yield RIGHT if after == digest(small.home) else "a build of two texts at once"


def digest(place: Path) -> str:
    """What a build, an export or a file of one consists of, by name and content."""
    digest = hashlib.sha256(place.read_bytes() if place.is_file() else b"")
    for parent, folders, names in os.walk(place):
        folders.sort()
        for name in sorted(names):
            if name not in (LOCK, MARKER):
                file = Path(parent, name)
                digest.update(str(file.relative_to(place)).encode() + file.read_bytes())
    return digest.hexdigest()
