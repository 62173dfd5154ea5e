"""What only the tests of this corpus need."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.aligning import align
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned
from lawbase.search.search import Searcher


@pytest.fixture(scope="session")
def unaided(knowledge: KnowledgeBase) -> Aligned:
    """The corpus aligned without anybody's decisions, which takes long; no change is judged."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(align, "contrasts_of", lambda *_: ())
        return align.align_editions(knowledge)


@pytest.fixture(scope="session")
def whole(index: Path) -> Searcher:
    """The search over the whole corpus."""
    return Searcher.open(index)
