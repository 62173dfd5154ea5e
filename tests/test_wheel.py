"""The wheel holds everything: installed by itself, it answers from any folder."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lawbase import __version__
from tests.conftest import ROOT
from tests.reading.test_invented_edition import lay_out

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, made in a folder with a space in its name."""
    return build(tmp_path_factory.mktemp("a wheel"))


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the wheel without texts is installed."""
    folder = tmp_path_factory.mktemp("bare")
    return install(build(folder, LAWBASE_WITHOUT_TEXTS="1"), folder / "installed")


def build(folder: Path, **settings: str) -> Path:
    """A wheel, built into a folder from the packages that are installed."""
    line = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    env = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **settings}
    subprocess.run([*line, str(ROOT)], check=True, env=env, capture_output=True)
    return next(folder.glob("*.whl"))


def install(wheel: Path, folder: Path) -> Path:
    """The folder where a wheel is installed, without what it depends on."""
    line = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*line, "--no-deps", "--target", str(folder), str(wheel)], check=True)
    return folder


def lawbase(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run an installed lawbase from another folder, with a cache of its own."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("LAWBASE")}
    env |= {"PYTHONPATH": str(installed), "XDG_CACHE_HOME": str(folder / "cache")}
    line = [sys.executable, "-m", "lawbase", *arguments]
    return subprocess.run(line, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_it_has_the_texts_the_site_the_types_and_the_license(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    for name in ("corpus", "site"):
        files = [path for path in (ROOT / name).rglob("*") if path.is_file()]
        assert files
        assert {f"lawbase/data/{file.relative_to(ROOT).as_posix()}" for file in files} <= packed
    licenses = f"lawbase-{__version__}.dist-info/licenses"
    assert {"lawbase/py.typed", f"{licenses}/LICENSE", f"{licenses}/NOTICE"} <= packed


def test_it_is_the_same_bytes_every_time(wheel: Path, tmp_path: Path) -> None:
    assert build(tmp_path).read_bytes() == wheel.read_bytes()


def test_installed_it_proves_its_texts(wheel: Path, tmp_path: Path) -> None:
    installed = install(wheel, tmp_path / "installed")
    done = lawbase(installed, tmp_path, "check", "sr-2007")
    assert done.returncode == 0, done.stderr
    assert "100.00 %" in done.stdout


def test_without_texts_it_has_none_and_asks_for_some(bare: Path, tmp_path: Path) -> None:
    assert not (bare / "lawbase" / "data" / "corpus").exists()
    assert (bare / "lawbase" / "data" / "site").is_dir()
    done = lawbase(bare, tmp_path, "show", "27A")
    assert done.returncode == 2
    assert done.stderr == (
        "lawbase: this lawbase was installed without texts; name some with --corpus DIR\n"
    )


def test_without_texts_it_reads_a_corpus_of_ones_own(bare: Path, tmp_path: Path) -> None:
    corpus = lay_out(tmp_path)
    done = lawbase(bare, tmp_path, "--corpus", str(corpus), "check")
    assert done.returncode == 0, done.stderr
    assert "eo-2030" in done.stdout
    done = lawbase(bare, tmp_path, "--corpus", str(tmp_path / "nowhere"), "check")
    assert done.returncode == 2
    assert done.stderr == f"lawbase: {tmp_path / 'nowhere'}: no such folder\n"
