"""The tables of the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.reading.corpus import check_edition, read_corpus
from tests.reading.test_invented_edition import lay_out


@pytest.mark.parametrize("identifier", ["cs-2007", "sr-2007", "pl-2017"])
def test_strips_side_by_side_follow_each_other(
    editions: dict[str, Edition], identifier: str
) -> None:
    [table] = next(p.tables for p in editions[identifier].provisions if p.key == "78.B")
    points = [int(row[1]) for row in table.rows]
    assert points == list(range(points[0], 25))
    assert all(len(row) == len(table.header) for row in table.rows)


def test_a_table_in_no_strip_at_all_is_told_with_its_line(tmp_path: Path) -> None:
    corpus = lay_out(tmp_path)
    table = (
        '[[layout.tables]]\nkey = "1"\nfirst = "Oni"\nlast = "kartoj"\nrow = "(O)"\nabreast = 0\n'
    )
    profile = corpus / "eo-2030" / "edition.toml"
    profile.write_text(profile.read_text("utf-8") + table, encoding="utf-8")
    with pytest.raises(LawbaseError, match=r"edition\.toml:51: .*>= 1"):
        read_corpus(corpus)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('key = "1"', 'key = "4"', 46, "there is no provision 4 to have a table"),
        ('first = "Oni"', 'first = "Ili"', 48, "“Ili” is not in 1"),
        ('rows = "per"', 'rows = "sen"', 49, "“sen” is not in 1"),
        ('last = "kartoj"', 'last = "Oni"', 50, "“Oni” is not in 1"),
        (r'row = "(\\d+)"', 'row = "(x)"', 51, "the table in 1 has no rows like “(x)”"),
    ],
)
def test_what_a_table_lacks_is_told_at_its_own_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    folder = lay_out(tmp_path) / "eo-2030"
    whole = (
        '[[layout.tables]]\nkey = "1"\nfirst = "Oni"\nrows = "per"\nlast = "kartoj"\n'
        r'row = "(\\d+)"'
    )
    profile, before = folder / "edition.toml", (folder / "edition.toml").read_text("utf-8")
    profile.write_text(before + whole, encoding="utf-8")
    assert check_edition(folder).problems == ()
    profile.write_text(before + whole.replace(old, new), encoding="utf-8")
    told = [(problem.line, problem.message) for problem in check_edition(folder).problems]
    assert told == [(line, message)]
