"""What the audit tells of the corpus."""

from __future__ import annotations

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Finding


@pytest.fixture(scope="session")
def corpus_findings(knowledge: KnowledgeBase) -> tuple[Finding, ...]:
    """What the audit tells of the corpus."""
    return knowledge.findings
