"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.conftest import ROOT


def module_of(file: Path) -> str:
    """The dotted name of a module."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = [
    module_of(file)
    for file in sorted((ROOT / "lawbase").rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8")
]


def test_modules_have_examples() -> None:
    assert len(MODULES) > 10
    assert doctest.testmod(import_module("lawbase.address")).attempted > 10


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str) -> None:
    assert not doctest.testmod(import_module(name)).failed
