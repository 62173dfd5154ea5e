"""The glossary in SKOS: what rdflib reads is what the concepts are, and SKOS's own rules hold."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from rdflib import Graph, Literal, URIRef
from rdflib.namespace import DCTERMS, RDF, SKOS

from lawbase.export import skos
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept

LABELS = (SKOS.prefLabel, SKOS.altLabel, SKOS.hiddenLabel)
FISH = URIRef("ldb:concept:fish")


def parse(kb, folder) -> Graph:
    skos.export(kb, folder / "glossary.ttl")
    return Graph().parse(folder / "glossary.ttl", format="turtle")


@pytest.fixture
def graph(kb, tmp_path) -> Graph:
    return parse(kb, tmp_path)


def test_every_concept_with_every_word(graph, kb):
    assert len(set(graph.subjects(RDF.type, SKOS.Concept))) == len(kb.concepts)
    words = sum(len(w) for c in kb.concepts for w in (*c.words.values(), *c.slang.values()))
    assert sum(1 for label in LABELS for _ in graph.subject_objects(label)) == words


def test_words_by_their_rank(graph):
    assert Literal("fish", "xa") in set(graph.objects(FISH, SKOS.prefLabel))
    assert set(graph.objects(FISH, SKOS.altLabel)) == {Literal("fishes", "en")}
    assert set(graph.objects(FISH, SKOS.hiddenLabel)) == {Literal('fishy "thing"\\', "xa")}


def test_definitions_are_the_texts_that_define(graph):
    concept = URIRef("ldb:concept:long-suit")
    assert graph.value(concept, DCTERMS.source) == URIRef("ldb:2001:xa:def.Long%20suit")
    assert str(graph.value(concept, SKOS.definition)).startswith("1. Five cards.")


def check_integrity(graph: Graph) -> None:
    """SKOS S13 and S14: the kinds of label are disjoint, one preferred label a language."""
    for concept in graph.subjects(RDF.type, SKOS.Concept):
        labels: dict[URIRef, set[Any]] = {
            kind: set(graph.objects(concept, kind)) for kind in LABELS
        }
        assert all(not labels[a] & labels[b] for a, b in combinations(LABELS, 2))
        preferred = [label.language for label in labels[SKOS.prefLabel]]
        assert len(preferred) == len(set(preferred))


def test_skos_integrity(graph):
    check_integrity(graph)


def test_a_word_given_twice_keeps_its_highest_rank(kb, tmp_path):
    twice = Concept("twice", {"xa": ("word", "term", "word")}, slang={"xa": ("term",)})
    layers = {"concepts": (twice,), "editions": kb.editions}
    graph = parse(KnowledgeBase(layers), tmp_path)
    check_integrity(graph)
    assert len(list(graph.triples((None, SKOS.prefLabel, None)))) == 1
    assert list(graph.objects(None, SKOS.altLabel)) == [Literal("term", "xa")]
