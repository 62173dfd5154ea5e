"""The architecture page is true: its table and its diagram name the rooms that there are."""

from __future__ import annotations

import itertools
import re

from tests.conftest import ROOT
from tests.test_import_order import ORDER, imported

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def rooms_on_disk() -> set[str]:
    """The rooms of the package."""
    found = {path.name.removesuffix(".py") for path in (ROOT / "lawbase").glob("[a-z]*")}
    return found - {"py.typed", "data"}


def test_the_table_lists_every_room_in_import_order() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert listed == ORDER
    assert set(listed) == rooms_on_disk()


def test_the_diagram_leads_to_rooms_that_import_what_it_shows() -> None:
    diagram = PAGE.split("```mermaid")[1].split("```")[0]
    chains = [re.sub(r"\[\(\w+\)\]", "", row).split("-->") for row in diagram.splitlines()[2:]]
    arrows = {(a.strip(), b.strip()) for c in chains for a, b in itertools.pairwise(c)}
    assert {room for arrow in arrows for room in arrow} <= {*rooms_on_disk(), "corpus"}
    for before, after in arrows - {("corpus", "reading")}:
        assert ORDER.index(before) < ORDER.index(after) or before == "compiling"
    files = {room: list((ROOT / "lawbase").glob(f"{room}*")) for room in ("building", "compiling")}
    assert {"reading", "citations", "aligning", "auditing"} <= imported(files["compiling"][0])
    assert {"search", "site"} <= imported(files["building"][0])
