"""The corpus aligned once a run: as it is built, and without what a person decided."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lawbase.aligning.align import align_editions
from lawbase.aligning.overrides import Override, load_overrides
from lawbase.citations.glossary import load_concepts
from lawbase.citations.link import link_editions
from lawbase.model import Aligned, Concept, Edition, Links
from lawbase.profile import LanguageProfile
from tests.conftest import CORPUS

Linked = tuple[tuple[Edition, ...], Links, tuple[Concept, ...]]


@pytest.fixture(scope="session")
def corpus(editions: dict[str, Edition], languages: dict[str, LanguageProfile]) -> Linked:
    """The corpus, linked."""
    concepts = load_concepts(CORPUS / "terms.toml", languages, editions.values())
    linked, links = link_editions(tuple(editions.values()), languages, concepts)
    return linked, links, concepts


@pytest.fixture(scope="session")
def aligned(corpus: Linked, languages: dict[str, LanguageProfile]) -> Aligned:
    """The corpus as it is built."""
    return _align(corpus, languages, load_overrides(CORPUS / "alignments.toml"))


@pytest.fixture(scope="session")
def unaided(corpus: Linked, languages: dict[str, LanguageProfile]) -> Aligned:
    """The corpus without anybody's decisions."""
    return _align(corpus, languages, ())


def _align(
    corpus: Linked, languages: dict[str, LanguageProfile], overrides: Sequence[Override]
) -> Aligned:
    editions, links, concepts = corpus
    return align_editions(editions, links, languages, concepts, overrides)
