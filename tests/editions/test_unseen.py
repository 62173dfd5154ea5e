"""Booklets of invented federations, each in a layout and language of its own, drafted untouched.

German: CRLF and a byte order mark, tabs, running heads of many words without page breaks, notes at
the end of chapters, an index that runs on. French: bullets before definitions, ``1°``, headings
that run in, an index with rows of dots and a table of contents behind it. Croatian: ``12. ZAKON``,
unwrapped paragraphs, notes called by stars, an index in small letters with ``~``. The same texts
once more, as of 2018: labels that repeat those above them (``12.A.1``), laws without a word and
notes that look like them; a text without a blank or wrapped line; Roman numerals, indented levels,
headwords on lines of their own.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lawbase.reading.corpus import check_edition
from lawbase.reading.drafting.folder import begin_edition
from tests.conftest import CORPUS
from tests.editions import measures

UNSEEN = sorted((Path(__file__).parent / "unseen").iterdir())


@pytest.mark.parametrize("truth", UNSEEN, ids=lambda path: path.name)
def test_a_booklet_is_drafted_and_read(tmp_path: Path, truth: Path) -> None:
    shutil.copytree(CORPUS / "languages", tmp_path / "languages")
    begin_edition(tmp_path, truth.name, truth / "booklet.txt")
    report = check_edition(tmp_path / truth.name)
    assert not report.problems
    assert report.explained == 1.0
    assert report.read
    assert set(measures.structure(report.read, truth / "structure.tsv").values()) == {1.0}
    assert measures.index(report.read, truth / "index.tsv") == 1.0
    assert measures.references(report.read, tmp_path, truth / "references.tsv") > 0.98
