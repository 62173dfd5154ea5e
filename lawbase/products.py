"""What a build makes, from what, and whether it is still fresh.

Three products follow each other: the knowledge base, the search index, the site. Each has a
stamp of its inputs: the corpus, the code that makes it, the stamp of the product before it. A
product whose stamp still holds is not made again.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.profile import data_folder
from lawbase.storage import write_bytes

PACKAGE = Path(__file__).resolve().parent
CORE = ("address.py", "errors.py", "model.py", "profile.py", "storage.py", "knowledge.py")


class Stamp(Struct, frozen=True):
    """The inputs of a product as they were: a quick mark by size and time, and their digest."""

    mark: str
    digest: str


@dataclass(frozen=True, slots=True)
class Product:
    """One thing that a build makes: its name, its inputs, and how it is made.

    ``make`` gets the folder of all products and the name's own folder in it.
    """

    name: str
    inputs: tuple[Path, ...]
    make: Callable[[Path, Path], None]
    after: Product | None = None

    def folder(self, home: Path) -> Path:
        """Where it lies in the folder of all products."""
        return home / self.name

    def is_fresh(self, home: Path) -> bool:
        """Whether it is there and its inputs, and those of the products before it, still hold."""
        if self.after and not self.after.is_fresh(home):
            return False
        stamp = _read_stamp(self._stamp_file(home))
        if stamp is None or not self.folder(home).is_dir():
            return False
        files = self._files()
        if stamp.mark == _mark(files):
            return True
        return stamp.digest == self._digest(files, home)

    def build(self, home: Path) -> None:
        """Make it and stamp it."""
        files = self._files()
        stamp = Stamp(_mark(files), self._digest(files, home))
        self.forget(home)
        self.make(home, self.folder(home))
        write_bytes(self._stamp_file(home), msgspec.json.encode(stamp))

    def forget(self, home: Path) -> None:
        """Make the next build make it anew."""
        self._stamp_file(home).unlink(missing_ok=True)

    def _stamp_file(self, home: Path) -> Path:
        return home / f"{self.name}.stamp"

    def _files(self) -> list[Path]:
        return sorted(file for path in self.inputs for file in _files_under(path))

    def _digest(self, files: Iterable[Path], home: Path) -> str:
        digest = hashlib.sha256()
        if self.after:
            before = _read_stamp(self.after._stamp_file(home))
            digest.update((before.digest if before else "").encode())
        for file in files:
            digest.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
        return digest.hexdigest()


def code(*names: str) -> tuple[Path, ...]:
    """The core of the package and the named rooms of it."""
    return tuple(PACKAGE / name for name in (*CORE, *names))


def default_home() -> Path:
    """Where products lie unless told otherwise.

    ``$LAWBASE_HOME``, else ``build/`` of the checkout that the code runs from, else the user's
    cache folder.
    """
    told = os.environ.get("LAWBASE_HOME")
    if told:
        return Path(told)
    corpus = data_folder("corpus")
    if corpus.parent != PACKAGE / "data":
        return corpus.parent / "build"
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "lawbase"


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Hold the folder of all products for one build at a time; another build waits."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        handle = (home / ".lock").open("w")
    except OSError as error:
        raise LawbaseError(f"cannot write here ({error.strerror})", file=home) from error
    with handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _files_under(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return [p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


def _mark(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        status = file.stat()
        digest.update(f"{file}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def _read_stamp(file: Path) -> Stamp | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Stamp)
    except (OSError, msgspec.DecodeError):
        return None
