"""What is in the way of an output: it is refused and stays as it was, or it is written to.

Links, files and folders of somebody's own, with the names of ours and with a forged marker, devices
and pipes: each in the way of every export of two small invented editions.
"""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.hostile.building import Small
from benchmarks.hostile.outcome import REFUSED, RIGHT, Tally, attempt, tally
from lawbase.errors import LawbaseError
from lawbase.export import FORMATS, exporter
from lawbase.knowledge import KnowledgeBase
from lawbase.storage import MARKER


def tallies() -> Iterator[Tally]:
    """Every export over everything that isn't ours, and over its own."""
    with tempfile.TemporaryDirectory() as folder:
        kb = KnowledgeBase.open(Small.made(Path(folder)).home / "knowledge")
        for make in FOREIGN:
            told = (make.__doc__ or "").rstrip(".").lower()
            yield tally(f"{told} in the way of every export", (_over(kb, f, make) for f in FORMATS))
        files = [name for name, told in FORMATS.items() if "(file)" in told]
        yield tally("/dev/null in the way of every export to a file", (_null(kb, f) for f in files))
        yield tally("every export over itself", (_twice(kb, name) for name in FORMATS))


def _over(kb: KnowledgeBase, name: str, make: Callable[[Path], None]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder, "x"))
        before = snapshot(Path(folder))
        outcome = attempt(partial(_exported, kb, name, Path(folder, "x")))
        return outcome if snapshot(Path(folder)) == before else "something was changed"


def _exported(kb: KnowledgeBase, name: str, target: Path) -> str:
    exporter(name)(kb, target)
    return "written over it"


def _null(kb: KnowledgeBase, name: str) -> str:
    attempt(partial(_exported, kb, name, Path("/dev/null")))
    return RIGHT if Path("/dev/null").is_char_device() else "replaced"


def _twice(kb: KnowledgeBase, name: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        try:
            for _ in range(2):
                exporter(name)(kb, Path(folder, "x"))
        except LawbaseError:
            return REFUSED
        return RIGHT if [path.name for path in Path(folder).iterdir()] == ["x"] else "left over"


def linked_file(target: Path) -> None:
    """A link to somebody's file."""
    (target.parent / "mine.txt").write_text("mine")
    target.symlink_to(target.parent / "mine.txt")


def dead_link(target: Path) -> None:
    """A link to nothing."""
    target.symlink_to(target.parent / "nothing")


def linked_folder(target: Path) -> None:
    """A link to somebody's empty folder."""
    (target.parent / "theirs").mkdir()
    target.symlink_to(target.parent / "theirs")


def own_file(target: Path) -> None:
    """A file of somebody's own."""
    target.write_text("my thesis")


def own_folder(target: Path) -> None:
    """A folder of somebody's own, whose names are ours."""
    target.mkdir()
    (target / "provisions.jsonl").write_text("mine")
    (target / ".lock").touch()


def forged_folder(target: Path) -> None:
    """A folder whose marker has our name and not our content."""
    own_folder(target)
    (target / MARKER).write_text("{}")


def socket_in_the_way(target: Path) -> None:
    """A Unix socket."""
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(target))


def snapshot(folder: Path) -> dict[str, str]:
    """Everything in a folder: what it is and what it holds."""
    found = {}
    for path in folder.rglob("*"):
        kind = f"{path.lstat().st_mode} "
        held = path.readlink() if path.is_symlink() else path.is_file() and path.read_text()
        found[str(path)] = kind + str(held)
    return found


FOREIGN = [
    linked_file,
    dead_link,
    linked_folder,
    own_file,
    own_folder,
    forged_folder,
    socket_in_the_way,
]
