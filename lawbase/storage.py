"""The one door through which files leave lawbase: whole or not at all, and never over other files.

Whoever writes, writes here:

- ``write_file(target, data, mark)`` and ``replacing_file`` for a single file,
- ``replacing_folder(target)`` for a folder, filled with ``write_inside(folder, name, data)``.

What is written is made aside, brought to the disk and swapped in. Only what lawbase wrote is ever
replaced, which is recognised by contents: a file carries the mark of its format, a folder a file
``.lawbase.json`` with the digests of all that was written. Devices and pipes are written to, links
are refused, and a file that somebody put into a folder of ours stays in it.
"""

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import IO, TypeVar

import msgspec
from msgspec import Struct

from lawbase.errors import LawbaseError

T = TypeVar("T")
MARKER = ".lawbase.json"
MARKED_WITHIN = 4096
NO_RECORD = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What is raised by JSON that is no JSON, not the record wanted, no text, or nested for ever."""
MOST_UNPACKED = 250_000_000
_WORKSHOP = ".lawbase."
_NEW, _OLD = "new", "old"
_BEGINNING = 60  # seconds within which whoever made a folder for work in progress says what for


class Manifest(Struct, frozen=True, tag_field="made_by", tag="lawbase"):
    """What a folder of ours holds: the digest of each file, by its path from the folder."""

    files: dict[str, str]

    def __post_init__(self) -> None:
        """
        Raises:
            ValueError: when a path would lead out of the folder; whoever reads it has no such one.
        """
        if not all(map(_is_inside, self.files)):
            raise ValueError("names a file that is not in its folder")


class Replacing(Struct, frozen=True, tag_field="made_by", tag="lawbase replacing"):
    """What a folder for work in progress is there for: the name of what will be replaced."""

    name: str


class DamagedError(LawbaseError):
    """Something that lawbase made is no longer what it made."""


def content_of(path: Path) -> bytes:
    """What a file holds.

    Raises:
        OSError: when it can't be read, or is a pipe or a device, which may have no end.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a file")
        try:
            return opened.read()
        except MemoryError as error:
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)) from error


def require_small_archive(path: Path) -> None:
    """Refuse a zip file of somebody's that unpacks to more than any booklet fills.

    Raises:
        LawbaseError: when it does.
        OSError, zipfile.BadZipFile: when it is no zip file.
    """
    from zipfile import ZipFile

    with ZipFile(path) as archive:
        if sum(part.file_size for part in archive.infolist()) > MOST_UNPACKED:
            message = f"unpacks to more than {MOST_UNPACKED // 10**6} MB"
            raise LawbaseError(message, file=path)


def write_file(target: Path, data: str | bytes, mark: str) -> None:
    """Write a file whole: text in UTF-8 with its line ends as given, or bytes.

    ``mark`` is what every file of this format carries in its first 4,096 bytes and nobody else's
    does, like ``creationtool="lawbase"``. A file without it is not ours and is left alone.

    Raises:
        LawbaseError: when something else is in the way, or the disk refuses.
    """
    with replacing_file(target, mark) as aside:
        aside.write_bytes(data.encode() if isinstance(data, str) else data)


@contextmanager
def replacing_file(target: Path, mark: str) -> Iterator[Path]:
    """Give a path to write a file to; it becomes ``target`` when all went well.

    For what can't be given to ``write_file`` in one piece, with the same rules and errors.
    """
    with told_plainly(target):
        if is_stream(target):
            import tempfile

            with tempfile.TemporaryDirectory() as folder:
                aside = Path(folder, _NEW)
                yield aside
                _send(aside, target)
            return
        _require_file_of_ours(target, mark.encode())
        with _workshop(target) as workshop:
            aside = workshop / _NEW
            yield aside
            assert mark.encode() in _beginning(aside), f"a file of this format lacks “{mark}”"
            _to_disk(aside)
            aside.replace(target)
            _to_disk(target.parent)


@contextmanager
def replacing_folder(target: Path, *, mend: bool = False) -> Iterator[Path]:
    """Give a fresh folder to fill with ``write_inside``; it becomes ``target`` when all went well.

    ``target`` may be missing, empty, or a folder that was written here before. Files that others
    put into it are kept. One of ours that somebody changed is in the way, unless ``mend`` says
    that it is damaged; so is a lost marker, when every file is one that is written again.

    Raises:
        LawbaseError: when something else is in the way, or the disk refuses.
    """
    with told_plainly(target):
        _require_folder_of_ours(target, mend)
        with _workshop(target) as workshop:
            folder = workshop / _NEW
            folder.mkdir()
            yield folder
            write_manifest(folder)
            manifest = _require_folder_of_ours(target, mend)
            os.sync()  # one call: thousands of files brought to the disk one by one take minutes
            with _moved_away(target, workshop / _OLD) as old:
                _keep_others(old, folder, manifest, target)
                folder.replace(target)
            _to_disk(target.parent)


def write_inside(folder: Path, name: str, data: bytes) -> Path:
    """Write a file of a folder that is being filled; gives its path.

    Args:
        folder: the folder that ``replacing_folder`` gave.
        name: the file's path from there, with ``/`` between folders, which are made as needed.
        data: its content.

    Raises:
        LawbaseError: when the path would lead out of the folder.
    """
    if not _is_inside(name):
        raise LawbaseError(f"“{name}” cannot be the path of a file in this folder", file=folder)
    target = folder / name
    try:
        target.write_bytes(data)
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return target


def _is_inside(name: str) -> bool:
    """Whether a path from a folder is one of a file in it, and not of its marker."""
    parts = name.split("/")
    return not ({"", ".", ".."} & {*parts} or "\0" in name or parts[-1] == MARKER)


def write_manifest(folder: Path) -> None:
    """Write down what a finished folder holds."""
    files = {name: digest_of(content_of(folder / name)) for name in files_in(folder)}
    (folder / MARKER).write_bytes(msgspec.json.format(msgspec.json.encode(Manifest(files))))


def read_manifest(folder: Path) -> Manifest | None:
    """What a folder of ours holds; None when it isn't ours."""
    try:
        return msgspec.json.decode(content_of(folder / MARKER), type=Manifest)
    except (OSError, *NO_RECORD):
        return None


class FolderReader:
    """The files of a folder of ours as they were at one moment, each held against its digest.

    ``at_once`` reads them all now, for a program that runs on while the folder may be replaced.
    """

    def __init__(self, folder: Path, *, at_once: bool = False):
        """
        Raises:
            DamagedError: when the folder isn't one of ours, or a file is damaged.
        """
        self._folder = folder
        try:
            marker = content_of(folder / MARKER)
            self._manifest = msgspec.json.decode(marker, type=Manifest)
        except (OSError, *NO_RECORD) as error:
            raise self.damaged(MARKER) from error
        self.digest = digest_of(marker)
        self._held = {name: self._read(name) for name in self._manifest.files} if at_once else {}

    def holds(self, name: str) -> bool:
        """Whether there is such a file."""
        return name in self._manifest.files

    def read(self, name: str) -> bytes:
        """The content of a file.

        Raises:
            DamagedError: when it is missing or no longer what was written.
        """
        return self._held.pop(name) if name in self._held else self._read(name)

    def record(self, name: str, kind: type[T]) -> T:
        """A file that is a record as JSON.

        Raises:
            DamagedError: when it is missing, no longer what was written, or no such record.
        """
        try:
            return msgspec.json.decode(self.read(name), type=kind)
        except NO_RECORD as error:  # its digest was forged with it
            raise self.damaged(name, "--force ") from error

    def damaged(self, name: str, option: str = "") -> DamagedError:
        """What is said of a file that isn't what it should be."""
        advice = f"run “lawbase build {option}--output {self._folder.parent}”"
        return DamagedError(f"is damaged; {advice}", file=self._folder / name)

    def _read(self, name: str) -> bytes:
        file = self._folder / name
        with suppress(OSError):
            data = content_of(file)
            if digest_of(data) == self._manifest.files.get(name):
                return data
        if folder_digest(self._folder) != self.digest:
            raise DamagedError("was rebuilt meanwhile; try again", file=self._folder)
        raise self.damaged(name)


def folder_digest(folder: Path) -> str:
    """The digest of all that a folder of ours is said to hold; empty when it isn't there."""
    return _digest(folder / MARKER)


def damaged_files(folder: Path, manifest: Manifest) -> list[str]:
    """The files of a folder of ours that are missing or no longer what was written."""
    return [name for name, digest in manifest.files.items() if _digest(folder / name) != digest]


def is_untouched(folder: Path, manifest: Manifest) -> bool:
    """Whether a folder of ours seems to be as it was written; its files' times may decide.

    No file was written after the marker. When one was, as in a copied folder, digests decide.
    """
    try:
        sealed = (folder / MARKER).stat().st_mtime_ns
        if all((folder / name).stat().st_mtime_ns <= sealed for name in manifest.files):
            return True
    except OSError:
        return False
    return not damaged_files(folder, manifest)


def files_in(folder: Path) -> list[str]:
    """The paths of all files and links at any depth of a folder, in order, without the marker."""
    found = (
        Path(parent, name).relative_to(folder).as_posix()
        for parent, folders, names in os.walk(folder)
        for name in (*names, *(name for name in folders if Path(parent, name).is_symlink()))
    )
    return sorted(name for name in found if name != MARKER)


def digest_of(data: bytes) -> str:
    """The digest that identifies a content."""
    return blake2b(data, digest_size=16).hexdigest()


def is_stream(target: Path) -> bool:
    """Whether a path leads to a device or a pipe, which is written to and never replaced.

    ``/dev/stdout`` is one wherever the standard output goes. A disk is none.
    """
    if target.parent == Path("/dev"):
        return target.exists() and not target.is_block_device()
    try:
        kind = target.stat().st_mode
    except OSError:
        return False
    return stat.S_ISCHR(kind) or stat.S_ISFIFO(kind)


def is_ours(path: Path) -> bool:
    """Whether something in a folder is a folder that was written here, or is being written."""
    return read_manifest(path) is not None or _replacing(path) is not None or _just_begun(path)


def mend_interrupted(target: Path) -> None:
    """Put back what a killed process had moved out of the way, and remove what it left beside."""
    for workshop in target.parent.glob(f"{_WORKSHOP}{'?' * 8}"):
        if _replacing(workshop) == _name_of(target):
            with suppress(OSError), (workshop / MARKER).open("rb") as marker:
                lock(marker, wait=False)
                _leave(workshop, target)
        elif _just_begun(workshop):
            # Another process may just have finished its work there.
            with suppress(FileNotFoundError):
                if time.time() - workshop.stat().st_mtime > _BEGINNING:
                    _remove(workshop)


def lock(opened: IO[bytes], *, wait: bool = True) -> None:
    """Keep others from locking a file as long as it is open.

    Raises:
        BlockingIOError: when somebody else has locked it, unless we ``wait``.
    """
    import fcntl  # Unix has it; imported here so that Windows can be told so in a sentence

    fcntl.flock(opened, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


@contextmanager
def _workshop(target: Path) -> Iterator[Path]:
    """A folder for work in progress beside ``target``, locked as long as somebody works in it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    mend_interrupted(target)
    import tempfile

    workshop = Path(tempfile.mkdtemp(prefix=_WORKSHOP, dir=target.parent))
    try:
        with (workshop / MARKER).open("wb") as marker:
            lock(marker)
            marker.write(msgspec.json.encode(Replacing(_name_of(target))))
            marker.flush()
            yield workshop
    finally:
        _leave(workshop, target)


def _name_of(target: Path) -> str:
    """The name of a file, which may be in no encoding, as a text."""
    return target.name.encode("utf-8", "backslashreplace").decode()


def _replacing(workshop: Path) -> str | None:
    """The name of what is replaced in a folder for work in progress; None when it is no such."""
    try:
        return msgspec.json.decode(content_of(workshop / MARKER), type=Replacing).name
    except (OSError, *NO_RECORD):
        return None


def _just_begun(path: Path) -> bool:
    """Whether a folder for work in progress holds nothing yet, and doesn't say what it is for."""
    if not path.name.startswith(_WORKSHOP) or not path.is_dir():
        return False
    try:
        return all(file.name == MARKER and not file.stat().st_size for file in path.iterdir())
    except FileNotFoundError:  # its work has just ended
        return False


def _leave(workshop: Path, target: Path) -> None:
    old = workshop / _OLD
    if os.path.lexists(old) and not os.path.lexists(target):
        old.replace(target)
    for held in (workshop / _NEW, old):  # the marker goes last, so that what is left is known
        _remove(held)
    _remove(workshop)


def _remove(folder: Path) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _moved_away(target: Path, old: Path) -> Iterator[Path]:
    """Take a folder where nobody else finds it, to look at it once more; back when that fails."""
    try:
        if os.path.lexists(target):
            target.replace(old)
        _refuse_link(old, target)
        yield old
    except BaseException:
        if os.path.lexists(old) and not os.path.lexists(target):
            old.replace(target)
        raise


def _require_file_of_ours(target: Path, mark: bytes) -> None:
    if target.is_symlink():
        raise LawbaseError("is a link; name the file itself", file=target)
    if target.is_dir():
        raise LawbaseError("is a folder; name a file", file=target)
    if not target.exists():
        return
    if not target.is_file() or (target.stat().st_size and mark not in _beginning(target)):
        raise LawbaseError(
            "lawbase didn't write this as such a file; name another or remove it", file=target
        )


def _require_folder_of_ours(target: Path, mend: bool) -> Manifest | None:
    """What a folder that may be replaced is said to hold; None when it doesn't say."""
    if is_stream(target):
        raise LawbaseError("this format is a folder of files; name one", file=target)
    _refuse_link(target, target)
    if not target.exists():
        return None
    if not target.is_dir():
        raise LawbaseError("is a file; name a folder", file=target)
    if target.samefile("."):
        raise LawbaseError("is the current folder; go up and name it from there", file=target)
    manifest = read_manifest(target)
    if manifest is None and not mend:
        for path in sorted(target.iterdir()):
            raise _not_ours(target, path.name)
    for name in damaged_files(target, manifest) if manifest and not mend else ():
        if os.path.lexists(target / name):
            message = "was changed since lawbase wrote it; move or remove it"
            raise LawbaseError(message, file=target / name)
    return manifest


def _keep_others(old: Path, new: Path, manifest: Manifest | None, target: Path) -> None:
    """Give what others put into a folder its place in the one that replaces it as ``target``."""
    ours = manifest.files if manifest else {}
    for name in files_in(old):
        place = new / name
        if name in ours or (_digest(place) and _digest(place) == _digest(old / name)):
            continue
        if os.path.lexists(place):
            message = "is in the way of a file that lawbase writes; move or remove it"
            raise LawbaseError(message, file=target / name)
        if manifest is None:
            raise _not_ours(target, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        os.link(old / name, place, follow_symlinks=False)


def _refuse_link(folder: Path, named: Path) -> None:
    if folder.is_symlink():
        raise LawbaseError("is a link; name the folder itself", file=named)


def _not_ours(folder: Path, name: str) -> LawbaseError:
    return LawbaseError(
        f"holds “{name}”, which lawbase didn't write; choose an empty or new folder", file=folder
    )


def _send(aside: Path, stream: Path) -> None:
    with os.fdopen(os.open(stream, os.O_WRONLY | os.O_APPEND), "wb") as out:
        out.write(aside.read_bytes())


def _beginning(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(MARKED_WITHIN)


def _digest(file: Path) -> str:
    try:
        return digest_of(content_of(file))
    except OSError:
        return ""


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def told_plainly(target: Path) -> Iterator[None]:
    """Say of what the disk refuses where it was to be written.

    Raises:
        LawbaseError: when it refuses.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise LawbaseError(f"cannot write here ({reason})", file=target) from error
