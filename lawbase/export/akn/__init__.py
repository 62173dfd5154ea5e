"""Akoma Ntoso 3.0: every edition as a document of its own, and back.

What the standard has no place for (the key, the span in the source) is in attributes of an own
namespace, which its schema allows.
"""

from __future__ import annotations

from pathlib import Path

from lawbase.export.akn.reading import read
from lawbase.export.akn.writing import write
from lawbase.export.folders import replacing_export
from lawbase.knowledge import KnowledgeBase

__all__ = ["export", "read", "write"]


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the folder ``output`` with a file ``<edition>.xml`` for every edition."""
    with replacing_export(output, ".xml") as folder:
        for edition in kb.editions:
            (folder / f"{edition.id}.xml").write_bytes(write(kb, edition))
