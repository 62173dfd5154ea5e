"""The page about adding an edition: its commands run on the booklet, its reference is complete."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct
from msgspec.structs import fields

from lawbase.profile import LanguageProfile
from lawbase.reading.book import BookLayout
from lawbase.reading.checking import check_edition
from lawbase.reading.corrections import Correction, CorrectionKind
from lawbase.reading.definitions import DefinitionLayout
from lawbase.reading.footnotes import FootnoteLayout
from lawbase.reading.headings import HeadingLayout
from lawbase.reading.labels import LabelPatterns
from lawbase.reading.pages import PageLayout
from lawbase.reading.profile import EditionProfile
from lawbase.reading.sections import SectionLayout
from lawbase.reading.subject_index import IndexLayout
from lawbase.reading.tables import TableLayout
from tests.conftest import CORPUS, ROOT
from tests.editions.corpora import run_in

PAGE = (ROOT / "docs" / "adding-an-edition.md").read_text(encoding="utf-8")
BOOKLET = Path(__file__).parent / "sk-2017" / "source.txt"
COMMANDS = [
    line
    for block in re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
    if line.startswith("lawbase ")
]
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
def test_the_journey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of the page, in order; the corrections are pasted after the first check."""
    corpus = tmp_path / "mine"
    shutil.copytree(CORPUS, corpus)
    shutil.copy(BOOKLET, tmp_path / "booklet.txt")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LAWBASE_HOME", str(tmp_path / "home"))
    assert len(COMMANDS) == 7
    for command in COMMANDS:
        outcome = run_in(corpus, *shlex.split(command)[1:])
        slips = command == "lawbase check sk-2017"
        assert outcome.code == (1 if slips else 0), (command, outcome.out, outcome.err)
        assert outcome.out.strip()
        if slips:
            problems = check_edition(corpus / "sk-2017").problems
            pasted = "\n\n".join(problem.paste for problem in problems if problem.paste)
            (corpus / "sk-2017" / "corrections.toml").write_text(pasted, encoding="utf-8")
            assert all(problem.message in outcome.out for problem in problems)
    assert "16A3" in run_in(corpus, "show", "16A3", "--edition", "sk-2017").out
