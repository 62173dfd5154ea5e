"""What the tests of citations share."""

from __future__ import annotations

import pytest

from lawbase.citations.glossary import load_concepts
from lawbase.model import Concept, Edition
from lawbase.profile import LanguageProfile
from tests.conftest import CORPUS


@pytest.fixture(scope="session")
def concepts(
    editions: dict[str, Edition], languages: dict[str, LanguageProfile]
) -> tuple[Concept, ...]:
    """The glossary of the corpus."""
    return load_concepts(CORPUS / "terms.toml", languages, editions.values())
