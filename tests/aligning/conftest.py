"""The corpus aligned once a run: as it is built, and without what a person decided."""

from __future__ import annotations

import pytest

from lawbase.aligning.align import align_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned


@pytest.fixture(scope="session")
def aligned(knowledge: KnowledgeBase) -> Aligned:
    """The corpus as it is built."""
    return knowledge.aligned


@pytest.fixture(scope="session")
def unaided(knowledge: KnowledgeBase) -> Aligned:
    """The corpus without anybody's decisions."""
    return align_editions(knowledge)
