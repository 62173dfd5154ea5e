"""The Laws of Duplicate Bridge as a cross-linked, aligned and searchable knowledge base.

``lawbase.load()`` gives the laws as Python objects; the command ``lawbase`` does the rest.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lawbase.api import Laws

__all__ = ["__version__", "load"]
__version__ = "0.1.0"


def load(home: Path | None = None) -> Laws:
    """The knowledge base as Python objects; see ``lawbase.api.load``."""
    from lawbase.errors import require_unix

    require_unix()
    from lawbase.api import load as load_laws

    return load_laws(home)
