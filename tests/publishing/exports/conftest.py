"""What every export's test needs: invented laws, the real ones, and a database server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.profile import LanguageProfile, data_folder
from tests.publishing.exports.invented_laws import LANGUAGES, invented
from tests.publishing.exports.servers import postgres_server


@pytest.fixture
def kb() -> KnowledgeBase:
    return invented()


@pytest.fixture
def languages() -> dict[str, LanguageProfile]:
    return LANGUAGES


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """How to connect to a PostgreSQL server; what needs one is skipped where there is none."""
    with postgres_server() as connection:
        if connection is None:
            pytest.skip("there is no PostgreSQL server here")
        yield connection


@pytest.fixture(scope="session")
def laws() -> KnowledgeBase:
    """The knowledge base of the whole corpus."""
    from lawbase.compiling import compile_corpus

    return compile_corpus(data_folder("corpus"))
