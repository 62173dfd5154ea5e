"""Templates are compiled once for all builds, and anew when they or their compiler change."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lawbase.site import rendering
from lawbase.site.rendering import _Environment, _environment


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that compiled templates are kept in; nothing is in it, nor is it there."""
    folder = tmp_path / "kept" / "__pycache__"
    monkeypatch.setattr(rendering, "cache_from_source", lambda _: str(folder / "rendering.pyc"))
    return folder


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that are compiled, as they are."""
    names: list[str] = []
    compiling = _Environment.compile

    def noted(environment: _Environment, source: str, name: str, file: str) -> object:
        names.append(name)
        return compiling(environment, source, name, file)

    monkeypatch.setattr(_Environment, "compile", noted)
    return names


def said(folder: Path, words: str) -> str:
    """What a template of some words says, read as a build reads it."""
    folder.mkdir(exist_ok=True)
    (folder / "page.html").write_text(words, encoding="utf-8")
    return _environment(folder).get_template("page.html").render(n=2)


def test_a_template_is_compiled_once_wherever_it_lies(
    tmp_path: Path, kept: Path, compiled: list[str]
) -> None:
    assert [said(tmp_path / place, "{{ n + n }}") for place in "ab"] == ["4", "4"]
    assert compiled == ["page.html"]
    (file,) = kept.iterdir()
    assert sys.implementation.cache_tag in file.name


def test_other_words_and_another_compiler_have_it_compiled_anew(
    tmp_path: Path, kept: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [said(tmp_path / "a", words) for words in ("{{ n + n }}", "{{ n }}")] == ["4", "2"]
    monkeypatch.setattr(rendering, "version", lambda _: "another")
    assert said(tmp_path / "a", "{{ n }}") == "2"
    assert len(compiled) == 3
    assert len(list(kept.iterdir())) == 1


def test_nothing_is_kept_where_nothing_may_be(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.parent.write_bytes(b"a file where the folder would be")
    assert said(tmp_path / "a", "{{ n }}") == "2"
    kept.parent.unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert said(tmp_path / "a", "{{ n }}") == "2"
    assert not kept.exists()
