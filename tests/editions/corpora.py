"""Corpora of one's own, and the command line run on them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.commands.running import Outcome, run
from tests.conftest import CORPUS
from tests.reading.test_invented_edition import lay_out


def run_in(corpus: Path, *arguments: str, stdin: str = "") -> Outcome:
    """Run ``lawbase`` on the texts of a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAWBASE_CORPUS", str(corpus))
        return run(*arguments, stdin=stdin)


def two_editions(folder: Path) -> Path:
    """A corpus of two small editions, of which everything can be built in a second."""
    lay_out(folder)
    shutil.copytree(folder / "eo-2030", folder / "eo-2040")
    profile = folder / "eo-2040" / "edition.toml"
    profile.write_text(profile.read_text("utf-8").replace("2030", "2040"), encoding="utf-8")
    shutil.copytree(CORPUS / "languages", folder / "languages", dirs_exist_ok=True)
    shutil.copy(CORPUS / "versions.toml", folder)
    (folder / "terms.toml").touch()
    return folder
