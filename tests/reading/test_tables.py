"""The tables of the corpus."""

from __future__ import annotations

import pytest

from lawbase.model import Edition


@pytest.mark.parametrize("identifier", ["cs-2007", "sr-2007", "pl-2017"])
def test_strips_side_by_side_follow_each_other(
    editions: dict[str, Edition], identifier: str
) -> None:
    [table] = next(p.tables for p in editions[identifier].provisions if p.key == "78.B")
    points = [int(row[1]) for row in table.rows]
    assert points == list(range(points[0], 25))
    assert all(len(row) == len(table.header) for row in table.rows)
