"""Whether files are as they were: a quick mark by size and time, and the digest of their contents.

A seal holds when the mark does; when only times have changed (a fresh checkout, a copied folder),
the digest decides.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from lawbase.storage import write_bytes

Files = list[tuple[str, Path]]


class Seal(Struct, frozen=True):
    """A set of files as they were, and what they depended on besides."""

    mark: str
    digest: str


class Stamp(Struct, frozen=True):
    """What something was made from, and the files that were made."""

    inputs: Seal
    outputs: Seal


def listed(paths: Iterable[Path]) -> Files:
    """The files at or below some paths, named from there on, in order; compiled code is none."""
    found: Files = []
    for path in paths:
        below = [path] if path.is_file() else _files_below(path)
        found.extend((file.relative_to(path.parent).as_posix(), file) for file in below)
    return sorted(found)


def sealed(files: Files, besides: str = "") -> Seal:
    """The seal of files as they are now."""
    return Seal(_mark(files, besides), _digest(files, besides))


def holds(seal: Seal, files: Files, besides: str = "") -> bool:
    """Whether files are what they were when they were sealed."""
    return seal.mark == _mark(files, besides) or seal.digest == _digest(files, besides)


def read_stamp(file: Path) -> Stamp | None:
    """The stamp in a file, or nothing when it is missing or damaged."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Stamp)
    except (OSError, msgspec.DecodeError):
        return None


def write_stamp(file: Path, stamp: Stamp) -> None:
    """Write a stamp whole."""
    write_bytes(file, msgspec.json.encode(stamp))


def _files_below(folder: Path) -> list[Path]:
    return [
        Path(parent, name)
        for parent, _, names in os.walk(folder)
        if not parent.endswith("__pycache__")
        for name in names
    ]


def _mark(files: Files, besides: str) -> str:
    digest = hashlib.sha256(besides.encode())
    for _, file in files:
        status = _status(file)
        digest.update(f"\0{file}\0{status}".encode())
    return digest.hexdigest()


def _status(file: Path) -> str:
    try:
        status = file.stat()
    except OSError:
        return "unreadable"
    return f"{status.st_size} {status.st_mtime_ns}"


def _digest(files: Files, besides: str) -> str:
    digest = hashlib.sha256(besides.encode())
    for name, file in files:
        digest.update(f"\0{name}\0".encode() + _content(file))
    return digest.hexdigest()


def _content(file: Path) -> bytes:
    try:
        return hashlib.sha256(file.read_bytes()).digest()
    except OSError:
        return b"unreadable"
