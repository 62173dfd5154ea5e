"""An index that somebody else made may be wrong, but it runs nothing."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lawbase.errors import LawbaseError
from lawbase.search.search import Searcher
from lawbase.storage import write_manifest


class Trap:
    """Makes a file when it is unpickled."""

    def __init__(self, sprung: Path):
        self._sprung = sprung

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self._sprung),)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_index_runs_nothing_when_it_is_opened(small_index: Path, tmp_path: Path) -> None:
    planted = tmp_path / "search"
    shutil.copytree(small_index, planted)
    toc = next(planted.glob("*.toc"))
    data = toc.read_bytes()
    at = data.rindex(bytes([0x80, pickle.HIGHEST_PROTOCOL]))  # the segments, pickled last
    toc.write_bytes(data[:at] + pickle.dumps(Trap(tmp_path / "sprung")))
    write_manifest(planted)
    with pytest.raises(LawbaseError, match="damaged"):
        Searcher.open(planted).search("renons")
    assert not (tmp_path / "sprung").exists()


def test_whoosh_is_imported_without_a_word() -> None:
    code = "from lawbase.search.unpickling import guard_whoosh; guard_whoosh()"
    line = [sys.executable, "-X", "pycache_prefix=/dev/null", "-c", code]
    run = subprocess.run(line, capture_output=True, text=True, check=True)
    assert run.stderr == ""
