"""Akoma Ntoso 3.0: every edition as a document of its own.

What the standard has no place for (the key, the span in the source) is in attributes of an own
namespace, which its schema allows.
"""

from __future__ import annotations

from pathlib import Path

from lawbase.export.akn.writing import write
from lawbase.knowledge import KnowledgeBase
from lawbase.storage import replacing_folder, write_inside

__all__ = ["export", "write"]


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the folder ``output`` with a file ``<edition>.xml`` for every edition."""
    with replacing_folder(output) as folder:
        for edition in kb.editions:
            write_inside(folder, f"{edition.id}.xml", write(kb, edition))
