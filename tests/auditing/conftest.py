"""The whole corpus audited, once a run."""

from __future__ import annotations

import pytest

from lawbase.compiling import compile_corpus
from lawbase.model import Finding
from tests.conftest import CORPUS


@pytest.fixture(scope="session")
def corpus_findings() -> tuple[Finding, ...]:
    """What the audit tells of the corpus."""
    return compile_corpus(CORPUS).findings
