"""The JSON Lines: their keys in the contract's order, valid by the schema, the same every time."""

from __future__ import annotations

import inspect
import json
import unicodedata
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from lawbase.errors import LawbaseError
from lawbase.export import jsonl, schema
from lawbase.knowledge import KnowledgeBase
from lawbase.storage import replacing_folder, write_inside
from tests.export.invented_laws import NEW, OLD

CONTRACT = {
    "editions": "edition language year title revision status laws source",
    "provisions": "edition key citation kind heading text tail footnotes printed_label source",
    "references": "edition from raw start end to kind status candidates",
    "terms": "concept en xa xb definitions",
    "term_uses": "edition key concept start end",
    "alignments": "from from_key to to_key relation score evidence",
    "changes": "from from_key to to_key ops class",
    "contrasts": "from from_key to to_key kind score added removed reviewed what detected "
    "cites_gone cites_new numbers_gone numbers_new length",
    "index": "edition topic subtopic refs see raw",
    "findings": "edition key check severity message printed expected evidence confidence",
}


@pytest.fixture
def folder(kb, tmp_path) -> Path:
    jsonl.export(kb, tmp_path / "out")
    return tmp_path / "out"


def read(folder: Path, name: str) -> list[dict]:
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", CONTRACT)
def test_keys_begin_as_the_contract_has_them(folder, name):
    wanted = CONTRACT[name].split()
    rows = read(folder, name)
    assert rows
    for row in rows:
        assert list(row)[: len(wanted)] == wanted


def test_every_file_is_there_with_every_record(folder, kb):
    counts = {path.stem: len(path.read_bytes().splitlines()) for path in folder.glob("*.jsonl")}
    assert set(counts) == set(jsonl.lines(kb))
    assert counts["provisions"] == sum(len(e.provisions) for e in kb.editions) == 23
    assert counts["references"] == len(kb.links.references)
    assert counts["claims"] == 8
    assert all(counts.values())


def test_every_line_is_valid_by_the_printed_schema(folder, kb):
    document = json.loads(schema.text(kb))
    Draft202012Validator.check_schema(document)
    whole = {path.stem: read(folder, path.stem) for path in folder.glob("*.jsonl")}
    validator = Draft202012Validator(document)
    assert [error.message for error in validator.iter_errors(whole)] == []


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("provisions", "key", "Law 12"),
        ("provisions", "kind", "paragraph"),
        ("provisions", "source", {"start": -1, "end": 3}),
        ("references", "status", "fine"),
        ("changes", "class", "major"),
        ("terms", "xb", "poisson"),
        ("alignments", "score", "high"),
    ],
)
def test_the_schema_refuses_what_the_contract_does_not_allow(folder, kb, name, field, value):
    validator = Draft202012Validator(json.loads(schema.text(kb)))
    whole = {path.stem: read(folder, path.stem) for path in folder.glob("*.jsonl")}
    whole[name][0][field] = value
    assert not validator.is_valid(whole)
    del whole[name][0][field]
    assert not validator.is_valid(whole)


def test_two_exports_are_the_same_bytes(folder, kb, tmp_path):
    jsonl.export(kb, tmp_path / "again")
    for path in folder.iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()


def test_an_export_replaces_the_one_before_it_whole(folder, kb):
    with replacing_folder(folder) as earlier:
        write_inside(earlier, "stale.jsonl", b"{}")
    jsonl.export(kb, folder)
    assert not (folder / "stale.jsonl").exists()


def test_a_provision_as_a_line(folder):
    row = next(r for r in read(folder, "provisions") if r["key"] == "1#fn1")
    assert row["citation"] == "Rule 1, note 1"
    assert row["bearers"] == ["1", "2"]
    law = next(r for r in read(folder, "provisions") if r["key"] == "1" and r["edition"] == OLD)
    assert law["printed_label"] == "RULE 1 -"
    assert law["markers"] == [{"footnote": "1#fn1", "part": "heading", "at": 8}]
    assert law["source"] == {"start": 10, "end": 10}


def test_spans_hold_what_they_claim(folder):
    texts = {(r["edition"], r["key"]): r for r in read(folder, "provisions")}
    for row in read(folder, "references"):
        if not row["from"].startswith("index/"):
            part = texts[row["edition"], row["from"]][row["part"]]
            assert part[row["start"] : row["end"]] == row["raw"]


def test_dropped_and_new_have_no_partner(folder):
    relations = {r["relation"]: (r["from_key"], r["to_key"]) for r in read(folder, "alignments")}
    assert relations["dropped"] == ("1.B", None)
    assert relations["new"] == (None, "2.B")
    assert {r["to"] for r in read(folder, "alignments")} == {NEW, "xb-2001"}


def test_a_text_in_another_normal_form_is_refused(kb, tmp_path):
    first, *rest = kb.editions
    changed = msgspec.structs.replace(first, title=unicodedata.normalize("NFD", "Řád"))
    layers = {"versions": kb.versions, "editions": (changed, *rest), "links": kb.links}
    layers["concepts"] = kb.concepts
    with pytest.raises(LawbaseError, match=r"editions\.jsonl:1: is not in Unicode"):
        jsonl.export(KnowledgeBase(layers), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_definition_is_named_by_its_concept_in_any_language(folder):
    defined = {(r["edition"], r["key"]): r["concepts"] for r in read(folder, "provisions")}
    assert defined[OLD, "def.Žert"] == ["joke"]
    assert defined[OLD, "1"] == []
    assert all("concepts" in row for row in read(folder, "threads"))


def test_the_schema_is_the_same_in_every_python(kb):
    """Python 3.13 cuts off the indentation of docstrings, which older ones keep."""
    definitions = json.loads(schema.text(kb))["$defs"].values()
    told = [definition["description"] for definition in definitions if "description" in definition]
    assert len(told) > 10
    assert told == [inspect.cleandoc(description) for description in told]
