"""The graph as GraphML and its edges as CSV: networkx and csv read back what went in."""

from __future__ import annotations

import csv
from collections import Counter

import networkx
import pytest

from lawbase.export import csv as csv_export
from lawbase.export import graphml
from lawbase.export.graph import Edge, Graph, graph


@pytest.fixture
def whole(kb):
    return graph(kb)


@pytest.fixture
def read(kb, tmp_path) -> networkx.MultiDiGraph:
    graphml.export(kb, tmp_path / "laws.graphml")
    return networkx.read_graphml(tmp_path / "laws.graphml", force_multigraph=True)


def test_networkx_reads_the_same_counts(read, whole):
    assert read.is_directed()
    assert read.number_of_nodes() == len(whole.nodes)
    assert read.number_of_edges() == len(whole.edges)
    kinds = Counter(kind for _, _, kind in read.edges(data="kind"))
    assert kinds == Counter(edge.kind for edge in whole.edges)


def test_every_layer_is_in_the_graph(whole, kb):
    kinds = Counter(edge.kind for edge in whole.edges)
    assert kinds["cites"] == sum(1 for r in kb.links.references if r.to)
    assert kinds["may cite"] == 2
    assert kinds["uses"] == len(kb.links.uses)
    assert kinds["text of"] == sum(len(thread.texts) for thread in kb.aligned.threads)
    assert kinds["aligned"] == 5
    assert kinds["changed"] == len(kb.aligned.changes)
    assert kinds["reads"] == 5
    assert kinds["defines"] == 2
    assert kinds["footnote"] == 3


def test_every_provision_hangs_on_its_edition(read, kb):
    trees = [(u, v) for u, v, kind in read.edges(data="kind") if kind in ("contains", "footnote")]
    tree = networkx.DiGraph(trees)
    reached = networkx.descendants(tree, "ldb:edition:xa-2001")
    topics = 2
    assert len(reached) == len(kb.edition("xa-2001").provisions) + topics


def test_attributes_keep_their_types(read):
    assert read.nodes["ldb:2001:xa:preface"] == {
        "kind": "preface",
        "label": "Preface",
        "edition": "xa-2001",
        "key": "preface",
        "language": "xa",
        "year": 2001,
        "text": "For Tom & <Ann>; “quoted”.",
    }
    edge = read.get_edge_data("ldb:2001:xa:2", "ldb:2011:xa:1")
    assert {e.get("score") for e in edge.values()} == {0.75, None}


def test_what_is_cited_but_not_there_is_a_node_of_its_own(whole):
    missing = [node.id for node in whole.nodes if node.kind == "missing"]
    assert missing == ["ldb:2001:xa:9"]


def test_the_table_has_a_row_an_edge(kb, whole, tmp_path):
    csv_export.export(kb, tmp_path / "edges.csv")
    with (tmp_path / "edges.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(whole.edges)
    for row, edge in zip(rows, whole.edges, strict=True):
        assert (row["source"], row["target"], row["kind"]) == (edge.source, edge.target, edge.kind)
        assert row["raw"] == edge.raw
        assert row["start"] == ("" if edge.start is None else str(edge.start))


@pytest.mark.parametrize("begins", csv_export.FORMULA)
def test_no_cell_of_the_table_is_a_formula(kb, tmp_path, monkeypatch, begins):
    edges = (Edge("a", "b", "cites", raw=f"{begins}cmd|' /C calc'!A0", score=-0.5),)
    monkeypatch.setattr(csv_export, "graph", lambda _: Graph((), edges))
    csv_export.export(kb, tmp_path / "edges.csv")
    with (tmp_path / "edges.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["raw"], row["score"]) == (f"'{edges[0].raw}", "-0.5")
