"""The linked data: read back by rdflib with the counts of the knowledge base."""

from __future__ import annotations

import pytest
from rdflib import Graph, Literal, Namespace, URIRef
from rdflib.namespace import RDF, SKOS

from lawbase.export import jsonld

# rdflib's own reader of JSON-LD still uses what rdflib has deprecated.
pytestmark = pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")
SCHEMA = Namespace("https://schema.org/")


@pytest.fixture
def graph(kb, tmp_path) -> Graph:
    jsonld.export(kb, tmp_path / "laws.jsonld")
    return Graph().parse(tmp_path / "laws.jsonld", format="json-ld")


def test_every_edition_provision_thread_and_concept_is_there(graph, kb):
    provisions = [p for edition in kb.editions for p in edition.provisions]
    legislation = len(kb.editions) + len(provisions) + len(kb.aligned.threads)
    assert len(set(graph.subjects(RDF.type, SCHEMA.Legislation))) == legislation
    assert len(set(graph.subjects(RDF.type, SKOS.Concept))) == len(kb.concepts)
    assert len(set(graph.subjects(SCHEMA.isPartOf))) == len(provisions)


def test_texts_arrive_whole(graph):
    preface = URIRef("ldb:2001:xa:preface")
    assert graph.value(preface, SCHEMA.text) == Literal("For Tom & <Ann>; “quoted”.")
    headword = graph.value(URIRef("ldb:2001:xa:def.Long%20suit"), SCHEMA.text)
    assert "\uf0aa" in str(headword)


def test_citations_terms_and_threads_link(graph, kb):
    ok = {
        (r.edition, r.from_key, r.to)
        for r in kb.links.references
        if r.status == "ok" and r.kind != "index"
    }
    assert len(list(graph.subject_objects(SCHEMA.citation))) == len(ok)
    uses = {(u.edition, u.key, u.concept) for u in kb.links.uses}
    assert len(list(graph.subject_objects(SCHEMA.mentions))) == len(uses)
    texts = sum(len(thread.texts) for thread in kb.aligned.threads)
    assert len(list(graph.subject_objects(SCHEMA.exampleOfWork))) == texts


def test_what_came_later_is_based_on_what_was(graph):
    new, old = URIRef("ldb:2011:xa:1"), URIRef("ldb:2001:xa:2")
    assert set(graph.subject_objects(SCHEMA.isBasedOn)) == {(new, old)}


def test_words_have_their_language(graph):
    fish = URIRef("ldb:concept:fish")
    assert Literal("poisson", "xb") in set(graph.objects(fish, SKOS.prefLabel))
    assert set(graph.objects(fish, SKOS.altLabel)) == {Literal("fishes", "en")}


def test_force_and_version_are_told(graph):
    def told(urn: str) -> tuple[str, str]:
        of = URIRef(urn)
        force = graph.value(of, SCHEMA.legislationLegalForce)
        return str(force).removeprefix(SCHEMA), str(graph.value(of, SCHEMA.legislationDateVersion))

    assert told("ldb:edition:xa-2001") == ("NotInForce", "2001")
    assert told("ldb:2001:xa:1.A") == ("NotInForce", "2001")
    assert told("ldb:2011:xa:1") == ("InForce", "2011")
    assert told("ldb:2011:xa:2.A") == ("InForce", "2014")
    assert graph.value(URIRef("ldb:2005:xa:guide.1"), SCHEMA.legislationLegalForce) is None
