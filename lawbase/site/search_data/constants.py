"""The engine's figures and tables as its modules have them, so that the browser reckons alike."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from lawbase.search import (
    analysis,
    entry_points,
    expansion,
    finding,
    query,
    ranking,
    snippets,
    spelling,
    tables,
    vocabulary,
    weighing,
)

_MODULES = (
    analysis,
    finding,
    query,
    ranking,
    entry_points,
    snippets,
    spelling,
    tables,
    expansion,
    vocabulary,
    weighing,
)


def constants() -> dict[str, dict[str, object]]:
    """The figures by module and name."""
    return {module.__name__.rpartition(".")[2]: _figures(module) for module in _MODULES}


def _figures(module: ModuleType) -> dict[str, object]:
    return {
        name.lower(): value
        for name, value in sorted(vars(module).items())
        if name.isupper() and not name.startswith("_") and isinstance(value, int | float | Mapping)
    }
