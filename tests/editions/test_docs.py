"""The page about adding an edition: its commands run on the booklet, its reference is complete."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct
from msgspec.structs import fields

from lawbase.profile import LanguageProfile
from lawbase.reading.book import BookLayout
from lawbase.reading.corrections import Correction, CorrectionKind
from lawbase.reading.definitions import DefinitionLayout
from lawbase.reading.elements import TableLayout
from lawbase.reading.footnotes import FootnoteLayout
from lawbase.reading.headings import HeadingLayout
from lawbase.reading.pages import PageLayout
from lawbase.reading.patterns import LabelPatterns
from lawbase.reading.sections import SectionLayout
from lawbase.reading.source import EditionProfile
from lawbase.reading.subject_index.layout import IndexLayout
from tests.editions.journey import CHECK, COMMANDS, PAGE, walked

RECORDS: list[type[Struct]] = [
    EditionProfile, BookLayout, PageLayout, SectionLayout, LabelPatterns, HeadingLayout,
    FootnoteLayout, DefinitionLayout, IndexLayout, TableLayout, Correction,
]  # fmt: skip
TOLD_OTHERWISE = {"layout", "iso639", "opensearch"}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_key_is_explained(record: type[Struct]) -> None:
    told = set(re.findall(r"`([\w.]+)`", PAGE)) | set(re.findall(r"\[layout\.(\w+)\]", PAGE))
    assert {field.name for field in fields(record)} - told <= TOLD_OTHERWISE


def test_every_table_of_a_language_is_explained() -> None:
    told = set(re.findall(r"`\[?(\w+)\]?`", PAGE)) | {"id", "name"}
    assert {field.name for field in fields(LanguageProfile)} - told <= TOLD_OTHERWISE


def test_every_kind_of_correction_is_explained() -> None:
    told = re.findall(
        r"^\| `(\w+)` \|", PAGE.split("### corrections.toml")[1].split("###")[0], re.MULTILINE
    )
    assert set(told) == set(get_args(CorrectionKind))


@pytest.mark.slow
def test_the_journey(journey: Path) -> None:
    told = walked(journey)
    assert list(told.outcomes) == COMMANDS and len(COMMANDS) == 8
    for command, outcome in told.outcomes.items():
        assert outcome.code == (1 if command == CHECK else 0), (command, outcome.out, outcome.err)
        assert outcome.out.strip()
    assert told.problems and all(message in told.outcomes[CHECK].out for message in told.problems)
    assert "16A3" in told.shown.out
    proposed = told.outcomes["lawbase terms propose sk"].out
    assert re.search(r"^dummy +tichý hráč +sk-2017 defines it", proposed, re.M)
    assert re.search(r"^auction +licitácia +sk-2017 defines it", proposed, re.M)
