"""Running the command line on a corpus of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.running import Outcome, run


def run_in(corpus: Path, *arguments: str) -> Outcome:
    """Run ``lawbase`` on the texts of a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAWBASE_CORPUS", str(corpus))
        return run(*arguments)
