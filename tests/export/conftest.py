"""What every export's test needs: invented laws, the real ones, and a database server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lawbase.export.formats import FORMATS, exporter
from lawbase.knowledge import KnowledgeBase
from lawbase.profile import LanguageProfile, data_folder, load_languages
from tests.export.invented_laws import LANGUAGES, invented
from tests.export.servers import postgres_server


@pytest.fixture
def kb() -> KnowledgeBase:
    return invented()


@pytest.fixture
def languages() -> dict[str, LanguageProfile]:
    return LANGUAGES


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """How to connect to a PostgreSQL server."""
    with postgres_server() as connection:
        yield connection


@pytest.fixture(scope="session")
def laws(knowledge: KnowledgeBase) -> KnowledgeBase:
    """The knowledge base of the whole corpus."""
    return knowledge


@pytest.fixture(scope="session")
def exported(laws: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the whole corpus in every format, each under its name."""
    folder = tmp_path_factory.mktemp("exports")
    profiles = load_languages(data_folder("corpus"))
    for name in FORMATS:
        exporter(name)(laws, profiles, folder / name)
    return folder
