"""The figures on docs/search.md are those of the code."""

from __future__ import annotations

import re

from lawbase.search.figures import FIGURES
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")


def rows(head: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    table = PAGE[PAGE.index(head) :].split("\n\n")[0]
    return [re.split(r" *\| *", line.strip("| ")) for line in table.splitlines()[2:]]


def test_fields_weigh_what_the_page_says() -> None:
    told = {cells[0]: (float(cells[2]), float(cells[3])) for cells in rows("| field | what |")}
    assert told == FIGURES.weighing.fields


def test_entry_points_gain_what_the_page_says() -> None:
    assert {cells[0]: float(cells[3]) for cells in rows("| kind | text |")} == FIGURES.ranking.gains
