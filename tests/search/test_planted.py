"""An index that somebody else made may be wrong, but it runs nothing."""

from __future__ import annotations

import ast
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lawbase.errors import LawbaseError
from lawbase.search.engine import POSTINGS, _posting_key, _written_by_whoosh
from lawbase.search.search import Searcher
from lawbase.search.tables import TABLES, VOCABULARY
from lawbase.storage import write_manifest
from tests.imports import modules


class Trap:
    """Makes a folder when it is unpickled."""

    def __init__(self, sprung: Path):
        self._sprung = sprung

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self._sprung),)


@pytest.fixture
def planted(small_index: Path, tmp_path: Path) -> Path:
    """An index of one's own, whose manifest can be written anew."""
    folder = tmp_path / "search"
    shutil.copytree(small_index, folder)
    return folder


def refused(planted: Path) -> bool:
    """Whether an index with a manifest that fits it is told to be damaged when it is asked."""
    write_manifest(planted)
    with pytest.raises(LawbaseError, match="damaged"):
        Searcher.open(planted).search("renons")
    return True


@pytest.mark.parametrize("name", [POSTINGS, TABLES, VOCABULARY])
def test_a_pickle_in_an_index_is_never_unpickled(planted: Path, tmp_path: Path, name: str) -> None:
    (planted / name).write_bytes(pickle.dumps(Trap(tmp_path / "sprung")))
    assert refused(planted)
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("kept", [0, 3, 40, 0.5, 0.9, -1])
def test_postings_that_are_cut_off_are_told(planted: Path, kept: float) -> None:
    data = (planted / POSTINGS).read_bytes()
    (planted / POSTINGS).write_bytes(data[: int(kept * len(data)) if 0 < kept < 1 else int(kept)])
    assert refused(planted)


def test_lists_that_are_none_are_told(planted: Path) -> None:
    table = _written_by_whoosh(planted / POSTINGS)
    fields = ("common", "cs", "sr", "pl", "en")
    table.add_all((_posting_key(field, "renons"), b"a list") for field in fields)
    table.close()
    assert refused(planted)


@pytest.mark.slow
def test_whoosh_is_imported_without_a_word(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from lawbase.search import engine; "
    code += "engine._written_by_whoosh(Path(sys.argv[1])).close()"
    line = [sys.executable, "-X", "pycache_prefix=/dev/null", "-c", code, str(tmp_path / "file")]
    run = subprocess.run(line, capture_output=True, text=True, check=True)
    assert run.stderr == ""


@pytest.mark.slow
def test_nothing_that_runs_what_it_reads_is_imported() -> None:
    found = set()
    for file in modules().values():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    assert {"whoosh", "msgspec"} <= found
    assert not {"pickle", "marshal", "shelve", "dill", "joblib"} & found
