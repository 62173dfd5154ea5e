"""Folders that an export fills: swapped in whole, but never in place of somebody's own files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lawbase.errors import LawbaseError
from lawbase.storage import replacing_folder


@contextmanager
def replacing_export(target: Path, *endings: str) -> Iterator[Path]:
    """Give a fresh folder to fill; it takes the place of an earlier export in ``target``.

    Raises:
        LawbaseError: when ``target`` is a file, or holds anything whose name doesn't end like that
            of an exported file; it would be lost.
    """
    if target.exists() and not target.is_dir():
        raise LawbaseError("is a file; give a folder to write to", file=target)
    strangers = [p for p in target.glob("*") if p.is_dir() or not p.name.endswith(endings)]
    if strangers:
        name = min(strangers).name
        raise LawbaseError(f"holds “{name}”, which is no export; give another folder", file=target)
    with replacing_folder(target) as aside:
        yield aside
