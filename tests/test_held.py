"""What went wrong once is held by tests that exist."""

from __future__ import annotations

import ast
import re
from collections import Counter

import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "held.md").read_text("utf-8")
ROWS = [line for line in PAGE.splitlines() if re.match(r"\| (?!what went wrong |---)", line)]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_the_page_tells_all_ten_kinds_and_what_was_not_so() -> None:
    kinds = [kind for row in ROWS for kind in re.findall(r"^\| \*\*(.+?)\.\*\*", row)]
    assert len(kinds) == len(set(kinds)) == 11
    assert len(ROWS) > 40


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2:40])
def test_every_row_names_tests_that_exist(row: str) -> None:
    named = NAMED.findall(row.rpartition(" | ")[2])
    assert named
    for file, test in named:
        tree = ast.parse((ROOT / file).read_text("utf-8"))
        assert Counter(getattr(node, "name", "") for node in tree.body)[test] == 1, test
