"""What lies in build/ damaged file by file; builds at once, on a full or a read-only disk.

After each, the command that a reader would give must print what it printed before, or refuse in
one sentence; and the next build must end in the same bytes as an undisturbed one.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.hostile.outcome import RIGHT, ROOT, Tally, command, judged, spoil, started, tally
from lawbase.building import LOCK
from lawbase.storage import MARKER

DAMAGES = ("cut off", "a bit flipped", "emptied", "lost")
ASKED = {
    "knowledge": ("refs", "27B1", "--json"),
    "search": ("search", "výnos mimo pořadí", "--json"),
}
FILES_OF_THE_SITE = 40
SMALL_DISK = 3_000_000


def tallies() -> Iterator[Tally]:
    """Every kind of trouble, on a real build."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "build"
        command("build", "--output", home)
        whole = digest(home)
        for product, question in ASKED.items():
            yield _damaged(home, product, question)
        yield _damaged_site(home, whole)
        yield tally("a finished build, read-only", _read_only(home))
        yield tally("build where nothing can be written", _unwritable())
        yield tally("build on a disk that is full", _full_disk(Path(folder)))
        yield tally("two builds at once", _two_builds(Path(folder) / "two", whole))


def _damaged(home: Path, product: str, question: tuple[str, ...]) -> Tally:
    expected = command(*question, "--build", home).stdout
    dice = random.Random(product)
    outcomes = []
    for file in sorted(path for path in (home / product).rglob("*") if path.is_file()):
        for damage in DAMAGES:
            spoil(file, damage, dice.randrange(max(1, file.stat().st_size)))
            outcomes.append(judged(command(*question, "--build", home), expected))
    return tally(f"build/{product}/, each file in {len(DAMAGES)} ways, then asked", outcomes)


def _damaged_site(home: Path, whole: str) -> Tally:
    dice = random.Random("site")
    outcomes = []
    for damage in DAMAGES:
        files = sorted(path for path in (home / "site").rglob("*") if path.is_file())
        for file in dice.sample(files, FILES_OF_THE_SITE):
            spoil(file, damage, dice.randrange(max(1, file.stat().st_size)))
        command("build", "--output", home)
        outcomes.append(RIGHT if digest(home) == whole else "another site")
    return tally(f"build/site/, {FILES_OF_THE_SITE} files at once, then built", outcomes)


def _read_only(home: Path) -> Iterator[str]:
    """Read from a build on a read-only file system, if this machine lets us make one."""
    script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    for question in ASKED.values():
        expected = command(*question, "--build", home).stdout
        yield judged(_in_own_space(script, home, *question, "--build", home), expected)


def _unwritable() -> Iterator[str]:
    for place in ("/proc/lawbase", "/dev/null/build", "/sys/lawbase"):
        yield judged(command("build", "--output", place), "")


def _full_disk(folder: Path) -> Iterator[str]:
    """Build on disks too small for the knowledge base, the index, the site."""
    for megabytes in (1, 8, 20, 60):
        home = folder / f"disk{megabytes}"
        home.mkdir()
        mount = f'mount -t tmpfs -o size={megabytes}m none "$0"'
        script = f'{mount} && "$@"; code=$?; ls -a "$0"; exit $code'
        done = _in_own_space(script, home, "build", "--output", home)
        if done.returncode == 0:
            yield f"built on {megabytes} MB"
        elif set(done.stdout.split()) - {".", "..", LOCK, MARKER, "texts", "knowledge", "search"}:
            yield f"left over: {done.stdout.split()}"
        else:
            yield judged(done, "")


def _in_own_space(
    script: str, place: Path, *arguments: str | Path
) -> subprocess.CompletedProcess[str]:
    """Run lawbase in a mount space of its own that a script prepares at a place."""
    lawbase = [sys.executable, "-m", "lawbase", *map(str, arguments)]
    line = ["unshare", "--map-root-user", "--mount", "bash", "-c", script, str(place), *lawbase]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=600)


def _two_builds(home: Path, whole: str) -> Iterator[str]:
    builds = [started("build", "--output", home) for _ in range(2)]
    for build in builds:
        yield RIGHT if build.wait(600) == 0 else f"ended with {build.returncode}"
    yield RIGHT if digest(home) == whole else "another build"


def digest(home: Path) -> str:
    """What a build consists of, by name and content."""
    digest = hashlib.sha256()
    for parent, folders, names in os.walk(home):
        folders.sort()
        for name in sorted(names):
            if name not in (LOCK, MARKER):
                file = Path(parent, name)
                digest.update(str(file.relative_to(home)).encode() + file.read_bytes())
    return digest.hexdigest()
