"""Which module of lawbase imports which, and what follows from it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
Graph = Mapping[str, frozenset[str]]


@cache
def modules() -> dict[str, Path]:
    """The files of all modules by their dotted names."""
    found = {}
    for file in sorted((ROOT / "lawbase").rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


@cache
def imports() -> Graph:
    """What each module imports when it runs, at the top or inside functions."""
    return {name: frozenset(_imported(name, file)) for name, file in modules().items()}


def _imported(name: str, file: Path) -> Iterator[str]:
    for node in _run(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found = whole if whole in modules() else node.module
                if found in modules() and found not in (name, "lawbase"):
                    yield found
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules())


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """The statements that run of a module: all but what is there for type checkers."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield from _run(child)


def room(module: str) -> str:
    """The room of a dotted name: ``reading`` of ``lawbase.reading.book``."""
    return module.split(".")[1] if "." in module else ""


def order() -> list[str]:
    """The rooms in the order in which they may import each other, as the page lists them."""
    return re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


@cache
def rooms() -> Graph:
    """What each room imports of the others."""
    found: dict[str, set[str]] = {name: set() for name in order()}
    for module, imported in imports().items():
        if room(module) in found:
            found[room(module)] |= {room(other) for other in imported}
    return {name: frozenset(others & found.keys() - {name}) for name, others in found.items()}


def below(name: str, graph: Graph) -> frozenset[str]:
    """All that something imports, and what that imports, without itself unless in a circle."""
    found: set[str] = set()
    waiting = list(graph.get(name, ()))
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting.extend(graph.get(other, ()))
    return frozenset(found)


def drawing() -> str:
    """The rooms as a Mermaid diagram: an arrow to whoever builds on one, unless by a third."""
    graph = rooms()
    arrows: list[str] = []
    for name in order():
        nearest = graph[name] - {far for other in graph[name] for far in below(other, graph)}
        arrows.extend(f"    {other} --> {name}" for other in order() if other in nearest)
    return "\n".join(["flowchart TD", *arrows])
