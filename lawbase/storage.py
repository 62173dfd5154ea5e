"""Writing that loses nothing: every output is made aside and swapped in whole."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lawbase.errors import LawbaseError


@contextmanager
def replacing_file(target: Path) -> Iterator[Path]:
    """Give a path beside ``target`` to write to; it becomes ``target`` when all went well.

    Raises:
        LawbaseError: when the disk refuses (full, read-only, no such folder).
    """
    with _told_plainly(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        os.close(handle)
        aside = Path(name)
        try:
            yield aside
            aside.chmod(0o644)
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)


@contextmanager
def replacing_folder(target: Path) -> Iterator[Path]:
    """Give a fresh folder beside ``target`` to fill; it becomes ``target`` when all went well."""
    with _told_plainly(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
        try:
            yield aside
            aside.chmod(0o755)
            _swap(aside, target)
        finally:
            shutil.rmtree(aside, ignore_errors=True)


def write_text(target: Path, text: str) -> None:
    """Write a UTF-8 text file whole, with the line ends as given."""
    with replacing_file(target) as aside:
        aside.write_text(text, encoding="utf-8", newline="")


def write_bytes(target: Path, data: bytes) -> None:
    """Write a file whole."""
    with replacing_file(target) as aside:
        aside.write_bytes(data)


def clear_leftovers(target: Path) -> None:
    """Remove what a replacing that was killed left beside ``target``."""
    leftover = re.compile(rf"\.{re.escape(target.name)}\.(old\.)?[a-z0-9_]{{8}}")
    beside = target.parent.iterdir() if target.parent.is_dir() else ()
    for path in [path for path in beside if leftover.fullmatch(path.name)]:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _swap(aside: Path, target: Path) -> None:
    if not target.exists():
        aside.replace(target)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{target.name}.old.", dir=target.parent))
    try:
        target.replace(old / "was")
        try:
            aside.replace(target)
        except OSError:
            (old / "was").replace(target)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _told_plainly(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise LawbaseError(f"cannot write here ({reason})", file=target) from error
