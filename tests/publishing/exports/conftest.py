"""What every export's test needs: invented laws and their languages."""

from __future__ import annotations

import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.profile import LanguageProfile
from tests.publishing.exports.invented_laws import LANGUAGES, invented


@pytest.fixture
def kb() -> KnowledgeBase:
    return invented()


@pytest.fixture
def languages() -> dict[str, LanguageProfile]:
    return LANGUAGES
