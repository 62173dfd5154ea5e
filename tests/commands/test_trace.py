"""``lawbase trace`` tells where a rule went, also in parts, and where there is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.running import run

pytestmark = pytest.mark.slow

TOLD = ("in part also", "dropped in", "not yet in", "not in", "cs-2017 breaks off")


def told(home: Path, citation: str) -> list[str]:
    """What is said below the texts, on one line each."""
    blocks = run("trace", citation, "--build", str(home)).out.split("\n\n")
    lines = " ".join(line.strip() for block in blocks for line in block.splitlines())
    return [lines[lines.find(words) :] for words in TOLD if words in lines]


@pytest.mark.parametrize(
    ("citation", "said"),
    [
        ("12C1b", "in part also cs-2017 Pravidlo 12C1(e), cs-2017 Pravidlo 12C1(e)(i), pl-2017"),
        ("12C1(e)(ii)", "dropped in cs-2017, pl-2017"),
        ("89", "not yet in cs-2007, sr-2007"),
        ("16A3", "not in pl-2017, though nothing says that it was dropped"),
        ("72C", "cs-2017 breaks off after 40.B.2.b, before 72.C"),
    ],
)
def test_it_tells_where_a_rule_went(home: Path, citation: str, said: str) -> None:
    assert any(line.startswith(said) for line in told(home, citation))


def test_side_by_side_a_rule_that_was_split_is_not_without_an_older_text(home: Path) -> None:
    out = run("parallel", "15B1", "--edition", "pl-2017", "--build", str(home)).out
    assert "in part also cs-2007 Pravidlo 15B, sr-2007 Član 15B" in " ".join(out.split())


def test_json_side_by_side_has_all_that_is_printed(home: Path) -> None:
    place = ("--edition", "pl-2017", "--json", "--build", str(home))
    told = json.loads(run("parallel", "15B1", *place).out)[0]["pl-2017"]
    assert (told["citation"], told["heading"]) == ("Przepis 15B1", "")
    assert {"edition": "sr-2007", "key": "15.B"} in told["parts"]
    assert json.loads(run("show", "15B1", *place).out)[0]["citation"] == told["citation"]


def test_of_a_rule_that_stayed_whole_nothing_more_is_said(home: Path) -> None:
    assert told(home, "27B1") == []


def test_json_has_what_leads_out_of_a_thread(home: Path) -> None:
    rows = json.loads(run("trace", "12C1b", "--json", "--build", str(home)).out)
    assert [row["thread"] for row in rows] == ["2017:12.C.1.b", "2007:12.C.1.b"]
    assert {end["relation"] for end in rows[0]["ends"]} == {"new"}
    assert {parting["to_key"] for parting in rows[1]["partings"]} == {"12.C.1.e", "12.C.1.e.i"}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("show 45 --edition cs-2017", "cs-2017 breaks off after 40.B.2.b, before 45"),
        ("show 40B3 --edition cs-2017", "cs-2017 breaks off after 40.B.2.b, before 40.B.3"),
        (
            "diff 45 --from cs-2007 --to cs-2017",
            "cs-2017 breaks off after 40.B.2.b, before 45",
        ),
        (
            "show 16A3 --edition pl-2017",
            "pl-2017 has no provision 16.A.3; it is in cs-2007, sr-2007, cs-2017",
        ),
        ("show 12C5", "there is no 12C5 in Law 12; the nearest is 12C"),
    ],
)
def test_why_an_edition_lacks_a_provision(home: Path, line: str, sentence: str) -> None:
    outcome = run(*line.split(), "--build", str(home))
    assert (outcome.code, outcome.out, outcome.err) == (1, "", f"lawbase: {sentence}\n")


def test_show_tells_what_the_text_lacks_where_it_would_stand(home: Path) -> None:
    told = run("show", "16A", "--edition", "pl-2017", "--build", str(home)).out
    assert "· pl-2017 has no provision 16.A.3; it is in cs-2007, sr-2007, cs-2017" in told
    record = json.loads(
        run("show", "16A", "--edition", "pl-2017", "--json", "--build", str(home)).out
    )
    assert record[0]["missing"] == ["16.A.3", "16.A.4"]


@pytest.mark.parametrize("line", ["term revoke", "show def.Renons", "trace def.Renons"])
def test_a_definition_that_was_dropped_leads_to_what_governs_it(home: Path, line: str) -> None:
    said = " ".join(run(*line.split(), "--build", str(home)).out.split())
    assert "2017: no longer among the definitions, see pl-2017 Przepis 61," in said
