"""A stage imports only what stands before it, and help loads nothing that it doesn't need."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

ORDER = [
    "errors",
    "grouping",
    "text",
    "markup",
    "address",
    "model",
    "storage",
    "progress",
    "parallel",
    "profile",
    "stemming",
    "knowledge",
    "reading",
    "citations",
    "aligning",
    "auditing",
    "lookup",
    "search",
    "site",
    "export",
    "compiling",
    "building",
    "api",
    "terminal",
    "commands",
    "cli",
]
MODULES = sorted((ROOT / "lawbase").rglob("*.py"))


def room(module: str) -> str:
    """The room of a dotted name like ``lawbase.reading.book``."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imported(file: Path) -> set[str]:
    """The rooms of lawbase that a file imports, at the top or inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("lawbase"):
            found |= {room(node.module)} if "." in node.module else {a.name for a in node.names}
        elif isinstance(node, ast.Import):
            found |= {room(a.name) for a in node.names if a.name.startswith("lawbase.")}
    return found & set(ORDER)


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_imports_point_backwards(file: Path) -> None:
    own = file.relative_to(ROOT / "lawbase").parts[0].removesuffix(".py")
    if own == "__init__" or own == "__main__":
        return
    assert own in ORDER, f"give {own} its place in the order"
    later = {name for name in imported(file) if ORDER.index(name) > ORDER.index(own)}
    assert not later


def test_readers_of_the_knowledge_never_parse_a_source() -> None:
    readers = {"search", "site", "export"}
    files = [f for f in MODULES if f.relative_to(ROOT / "lawbase").parts[0] in readers]
    assert files
    assert not [file for file in files if "reading" in imported(file)]


def test_help_is_instant_because_it_imports_no_stage() -> None:
    code = (
        "import sys\nfrom lawbase.cli import cli\n"
        "cli.main(['--help'], standalone_mode=False)\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in "
        "{'whoosh', 'jinja2', 'markdown', 'msgspec', 'snowballstemmer'}), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr.strip() == "[]"
