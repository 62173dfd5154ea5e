"""The search over a few invented laws, and over the whole corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.profile import LanguageProfile
from lawbase.search.contents import build_index
from lawbase.search.search import Searcher
from lawbase.search.tables import VOCABULARY
from lawbase.search.vocabulary import Vocabulary
from lawbase.storage import FolderReader
from tests.search.invented import invented


@pytest.fixture(scope="session")
def small_kb(languages: dict[str, LanguageProfile]) -> KnowledgeBase:
    """The invented laws."""
    return invented(languages)


@pytest.fixture(scope="session")
def small_index(
    small_kb: KnowledgeBase,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The index of the invented laws."""
    folder = tmp_path_factory.mktemp("small") / "search"
    build_index(small_kb, folder)
    return folder


@pytest.fixture(scope="session")
def vocabulary(index: Path) -> Vocabulary:
    """The words of the whole corpus, as its index holds them."""
    return FolderReader(index).record(VOCABULARY, Vocabulary)


@pytest.fixture(scope="session")
def small(small_index: Path) -> Searcher:
    """The search over the invented laws."""
    return Searcher.open(small_index)
