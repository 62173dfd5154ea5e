"""Columns that were read across are told; tables, indexes and contents aren't taken for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.reading.corpus import check_edition
from lawbase.reading.problems import Fault
from tests.reading.test_invented_edition import SOURCE, lay_out

LEFT = ["kiu volas ludi plu devas", "diri tion al la ludestro", "antaŭ ol iu montras sian"]
RIGHT = ["kaj la aliaj tri ludantoj", "atendas ĝis li decidis pri", "la rezulto de la ludo kaj"]
BLOCK = [f"{a:30}{b}" for a, b in zip(LEFT, RIGHT, strict=True)]
PLACE = "Oni ludas per 52 kartoj.\n"


def told(tmp_path: Path, rows: list[str]) -> list[Fault]:
    """What is told of columns where rows stand in a law's text, on the first of two pages."""
    source = SOURCE.replace(PLACE, PLACE + "\n".join((*rows, "")))
    problems = check_edition(lay_out(tmp_path, source) / "eo-2030").problems
    return [fault for fault in problems if "both sides of a gap" in fault.message]


@pytest.mark.parametrize("between", [[], ["", LEFT[0]], [f"{'':30}{RIGHT[0]}"]])
def test_columns_that_were_read_across_are_told_with_page_and_line(
    tmp_path: Path, between: list[str]
) -> None:
    [fault] = told(tmp_path, [*BLOCK, *between, *BLOCK])
    assert fault.severity == "warning"
    assert fault.line == 11
    assert fault.message.startswith(f"6 lines from “{LEFT[0]} kaj la aliaj")
    assert "on page 1 of source.txt" in fault.message


TABLES = {
    "headwords": [f"{word:30}{text}" for word in ("preno", "karto", "ludo") for text in RIGHT[:1]]
    + [f"{'':30}{text}" for text in RIGHT],
    "one word to a cell": [f"{'karto':30}{'preno':30}ludo"] * 8,
    "sentences": [f"{'La disdonanto miksas.':30}Oni ludas denove."] * 8,
    "rows of dots": [f"{text} ......   {n}" for n, text in enumerate(LEFT * 3)],
    "references": [f"{text:30}2B{n}" for n, text in enumerate(LEFT * 3)],
    "few rows": BLOCK,
    "gaps at many places": [
        "   ".join((" ".join(words[: n + 1]), " ".join(words[n + 1 :])))
        for n, words in enumerate([row.split() for row in BLOCK] * 2)
    ],
}


@pytest.mark.parametrize("table", TABLES)
def test_what_only_stands_in_columns_is_not_told(tmp_path: Path, table: str) -> None:
    assert told(tmp_path, TABLES[table]) == []
