"""The wheel holds everything: installed by itself, it answers from any folder."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, made in a folder with a blank in its name."""
    folder = tmp_path_factory.mktemp("a wheel")
    _pip("wheel", "--no-deps", "--wheel-dir", folder, ROOT)
    return next(folder.glob("lawbase-*.whl"))


def test_it_has_the_texts_the_site_and_the_types(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    for name in ("corpus", "site"):
        files = [path for path in (ROOT / name).rglob("*") if path.is_file()]
        assert files
        assert {f"lawbase/data/{file.relative_to(ROOT).as_posix()}" for file in files} <= packed
    assert "lawbase/py.typed" in packed


def test_its_first_search_makes_the_index_and_says_so(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    _pip("install", "--no-deps", "--target", installed, wheel)
    env = {name: value for name, value in os.environ.items() if name != "LAWBASE_HOME"}
    env |= {"PYTHONPATH": str(installed), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-m", "lawbase", "search", "renons dziadka"],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "making the search index" in done.stderr
    assert "Przepis 6" in done.stdout
    assert (tmp_path / "cache" / "lawbase" / "search").is_dir()


def _pip(*arguments: str | Path) -> None:
    line = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*line, *map(str, arguments)], check=True)
