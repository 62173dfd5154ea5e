"""Every format once more, with the whole corpus: valid, and the same counts read back."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections import Counter

import networkx
import psycopg
import pytest
from jsonschema import Draft202012Validator
from lxml import etree
from rdflib import Graph, Namespace
from rdflib.namespace import RDF, SKOS

from lawbase.knowledge import KnowledgeBase
from lawbase.text import fold
from tests.export.reading_akn import read
from tests.export.test_akn import bare, schema
from tests.export.test_skos import check_integrity
from tests.export.test_sqlite import RANKING
from tests.export.test_tmx import DTD

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated"),
]
PRIVATE = re.compile("[\ue000-\uf8ff]")
"""Signs that mean something to a font alone, as the Polish source has them for suits."""
LEGISLATION = Namespace("https://schema.org/").Legislation


def provisions(laws: KnowledgeBase) -> int:
    return sum(len(edition.provisions) for edition in laws.editions)


def test_json_lines_are_valid_and_complete(exported, laws, some):
    document = json.loads((exported / "schema").read_text("utf-8"))
    whole = {
        path.stem: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for path in (exported / "jsonl").glob("*.jsonl")
    }
    asked = {kind: some(rows, 10) for kind, rows in whole.items()}
    errors = [error.message for error in Draft202012Validator(document).iter_errors(asked)]
    assert errors == []
    assert not [row for rows in whole.values() for row in rows if PRIVATE.search(str(row))]
    assert len(whole["provisions"]) == provisions(laws)
    assert len(whole["references"]) == len(laws.links.references)
    texts = {(row["edition"], row["key"]): row for row in whole["provisions"]}
    for row in whole["references"]:
        if not row["from"].startswith("index/"):
            part = texts[row["edition"], row["from"]][row["part"]]
            assert part[row["start"] : row["end"]] == row["raw"]


def test_akoma_ntoso_is_valid_and_reads_back(exported, laws):
    for edition in laws.editions:
        data = (exported / "akn" / f"{edition.id}.xml").read_bytes()
        assert schema().validate(etree.fromstring(data)), schema().error_log
        assert read(data) == bare(edition)


def test_the_graph_has_its_nodes_and_edges(exported, laws):
    graph = networkx.read_graphml(exported / "graphml", force_multigraph=True)
    kinds = Counter(kind for _, kind in graph.nodes(data="kind"))
    assert sum(kinds[p] for p in {p.kind for e in laws.editions for p in e.provisions}) == (
        provisions(laws)
    )
    assert kinds["concept"] == len(laws.concepts)
    edges = Counter(kind for _, _, kind in graph.edges(data="kind"))
    assert edges["uses"] == len(laws.links.uses)
    assert edges["cites"] == sum(1 for r in laws.links.references if r.to)
    with (exported / "csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) == graph.number_of_edges() + 1
    assert not [row for row in rows if any(cell.startswith("'") for cell in row)]  # no formulas


def test_the_glossary_keeps_the_rules_of_skos(exported, laws):
    graph = Graph().parse(exported / "skos", format="turtle")
    check_integrity(graph)
    assert len(set(graph.subjects(RDF.type, SKOS.Concept))) == len(laws.concepts)


def test_linked_data_has_every_provision(exported, laws):
    graph = Graph().parse(exported / "jsonld", format="json-ld")
    things = provisions(laws) + len(laws.editions) + len(laws.aligned.threads)
    assert len(set(graph.subjects(RDF.type, LEGISLATION))) == things


def test_the_translation_memory_is_valid(exported, laws):
    root = etree.parse(exported / "tmx").getroot()
    dtd = etree.DTD(str(DTD))
    assert dtd.validate(root), dtd.error_log
    worded = {(p.edition, p.key) for e in laws.editions for p in e.provisions if p.text}
    told = {
        tuple(v.findtext(f"prop[@type='x-{name}']") for name in ("edition", "key"))
        for v in root.iter("tuv")
    }
    threaded = {(t.edition, t.key) for thread in laws.aligned.threads for t in thread.texts}
    assert worded & threaded <= told


def test_the_database_is_sound(exported, laws):
    with sqlite3.connect(exported / "sqlite") as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        count = database.execute("SELECT count(*) FROM provisions").fetchone()
        assert count == (provisions(laws),)
        select = "SELECT count(*) FROM alignments WHERE relation = 'new' AND NOT rule"
        notes = [a for a in laws.all_alignments() if a.relation == "new" and not a.rule]
        assert database.execute(select).fetchone() == (len(notes),) != (0,)
    database.close()


def test_both_databases_rank_alike(exported, laws, loaded):
    """Sixty topics of the books' own subject indexes as queries."""
    languages = {edition.id: edition.language for edition in laws.editions}
    topics = [entry for edition in laws.editions for entry in edition.index][::25]
    ours = sqlite3.connect(exported / "sqlite")
    theirs = psycopg.connect(loaded, options="-c search_path=lawbase")
    ranked = 0
    for entry in topics:
        words = f"{entry.topic} {entry.subtopic}".casefold().split()
        select = "SELECT token FROM forms WHERE language = ? AND form = ?"
        language = languages[entry.edition]
        found = [t for w in words for (t,) in ours.execute(select, (language, fold(w)))]
        if found:
            places = ", ".join("?" * len(found))
            here = ours.execute(RANKING.format(places), found).fetchall()
            there = theirs.execute(RANKING.format(places).replace("?", "%s"), found).fetchall()
            assert here == there
            ranked += 1
    ours.close()
    theirs.close()
    assert ranked > 40
