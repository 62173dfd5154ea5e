"""What a build makes, from what, and whether it is still fresh.

Three products follow each other: the knowledge base, the search index, the site. Each has a
stamp of its inputs (the corpus, the code and the libraries that make it, the product before it)
and of the files that were made. A product is made again when its inputs changed, and when its own
files were damaged, lost or added to.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from lawbase.errors import LawbaseError
from lawbase.profile import data_folder
from lawbase.stamps import Stamp, holds, listed, read_stamp, sealed, write_stamp
from lawbase.storage import clear_leftovers

PACKAGE = Path(__file__).resolve().parent
CORE = ("address.py", "errors.py", "model.py", "profile.py", "storage.py", "knowledge.py")


@dataclass(frozen=True, slots=True)
class Product:
    """One thing that a build makes: its name, its inputs, and how it is made.

    ``make`` gets the folder of all products and the product's own folder in it.
    """

    name: str
    inputs: tuple[Path, ...]
    make: Callable[[Path, Path], None]
    after: Product | None = None

    def folder(self, home: Path) -> Path:
        """Where it lies in the folder of all products."""
        return home / self.name

    def is_fresh(self, home: Path) -> bool:
        """Whether it is there as it was made, and what it was made from still holds."""
        if self.after and not self.after.is_fresh(home):
            return False
        stamp = read_stamp(self._stamp_file(home))
        return (
            stamp is not None
            and self.folder(home).is_dir()
            and holds(stamp.inputs, listed(self.inputs), self._before(home))
            and holds(stamp.outputs, listed([self.folder(home)]))
        )

    def build(self, home: Path) -> None:
        """Make it and stamp it; what an interrupted build left behind is cleared away first."""
        inputs = sealed(listed(self.inputs), self._before(home))
        self.forget(home)
        for target in (self.folder(home), self._stamp_file(home)):
            clear_leftovers(target)
        self.make(home, self.folder(home))
        outputs = sealed(listed([self.folder(home)]))
        write_stamp(self._stamp_file(home), Stamp(inputs, outputs))

    def forget(self, home: Path) -> None:
        """Make the next build make it anew.

        Raises:
            LawbaseError: when the disk refuses.
        """
        try:
            self._stamp_file(home).unlink(missing_ok=True)
        except OSError as error:
            raise _cannot_write(home, error) from error

    def _stamp_file(self, home: Path) -> Path:
        return home / f"{self.name}.stamp"

    def _before(self, home: Path) -> str:
        """The digest of what the product before it was made from."""
        stamp = read_stamp(self.after._stamp_file(home)) if self.after else None
        return stamp.inputs.digest if stamp else ""


def code(*names: str) -> tuple[Path, ...]:
    """The core of the package and the named rooms of it."""
    return tuple(PACKAGE / name for name in (*CORE, *names))


def libraries(*names: str) -> tuple[Path, ...]:
    """The folders of installed packages whose version shapes what is made."""
    found = (find_spec(name) for name in names)
    return tuple(Path(spec.origin).parent for spec in found if spec and spec.origin)


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
    """Hold the folder of all products for one build at a time; another build waits.

    Raises:
        LawbaseError: when the disk refuses, or the folder holds what no build made.
    """
    lock = home / ".lock"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if not lock.exists() and any(home.iterdir()):
            raise LawbaseError("holds other things; name an empty or a new folder", file=home)
        handle = lock.open("w")
    except OSError as error:
        raise _cannot_write(home, error) from error
    with handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _cannot_write(home: Path, error: OSError) -> LawbaseError:
    return LawbaseError(f"cannot write here ({error.strerror})", file=home)
