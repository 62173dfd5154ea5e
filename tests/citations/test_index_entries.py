"""A book's own subject index: where its entries lead, and where in the line it says so."""

from __future__ import annotations

from lawbase.citations.link import link_entry, targets_of
from lawbase.citations.resolving import Tree
from lawbase.knowledge import KnowledgeBase
from lawbase.model import IndexEntry
from lawbase.stemming import Stemmer
from lawbase.text import Span
from tests.citations.invented import edition, laws, provision
from tests.conftest import corpus_languages

CZECH = corpus_languages()["cs"]
TREE = Tree(
    edition(
        provision("intro", kind="introduction"),
        provision("def.Karta", kind="definition"),
        provision("def.Velká karta", kind="definition"),
        *laws("16", "16.B", "16.B.1", "16.B.1.a", "47", "47.E", "47.E.1"),
        provision("16.B#fn1", kind="footnote", bearers=("16.B",)),
    ),
    Stemmer(CZECH),
)


def entry(raw: str, topic: str, subtopic: str, *refs: str) -> IndexEntry:
    """A row of an index."""
    return IndexEntry("xx-2007", topic, subtopic, refs, (), raw, Span(0, 0))


def test_an_entry_leads_to_provisions_the_introduction_and_the_topics_definition() -> None:
    row = entry("Karta Definice, ÚVOD, 16B1 a), 47", "Karta", "", "def", "intro", "16.B.1.a", "47")
    references = link_entry(row, TREE)
    assert targets_of(references) == ("def.Karta", "intro", "16.B.1.a", "47")
    assert [(r.from_key, r.kind, r.status) for r in references] == [
        ("index/Karta", "index", "ok")
    ] * 4
    assert [r.raw for r in references] == ["Definice", "ÚVOD", "16B1 a)", "47"]
    assert all(row.raw[r.start : r.end] == r.raw for r in references)


def test_a_subtopic_is_defined_by_itself_or_with_its_topic_or_by_its_topic() -> None:
    for topic, subtopic, headword in [
        ("Hra", "Karta", "Karta"),
        ("Karta", "Velká", "Velká karta"),
        ("Karta", "Různé významy", "Karta"),
    ]:
        row = entry(f"{subtopic} Definice", topic, subtopic, "def")
        (reference,) = link_entry(row, TREE)
        assert targets_of([reference]) == (f"def.{headword}",)
        assert reference.from_key == f"index/{topic}/{subtopic}"


def test_what_is_not_there_is_dangling_and_no_target() -> None:
    row = entry("Trumf Definice, 99, 16C", "Trumf", "", "def", "99", "16.C")
    references = link_entry(row, TREE)
    assert targets_of(references) == ()
    assert [(r.to, r.status) for r in references] == [
        ("def.Trumf", "dangling"),
        ("99", "dangling"),
        ("16.C", "dangling"),
    ]


def test_a_laws_footnote_is_found_below_it() -> None:
    (reference,) = link_entry(entry("Karta 16 pod čarou", "Karta", "", "16#fn"), TREE)
    assert targets_of([reference]) == ("16.B#fn1",)
    assert (reference.raw, reference.kind) == ("16 pod čarou", "index")


def test_labels_may_stand_in_brackets_one_after_the_other() -> None:
    row = entry("Karta – 16B(1)(a), 47", "Karta", "", "16.B.1.a", "47")
    assert [r.raw for r in link_entry(row, TREE)] == ["16B(1)(a)", "47"]


def test_what_is_printed_in_another_way_spans_the_whole_list() -> None:
    (reference,) = link_entry(entry("Karta 4,71E+02", "Karta", "", "47.E.1"), TREE)
    assert (reference.raw, reference.to) == ("4,71E+02", "47.E.1")


def test_the_books_indexes_lead_where_they_say(knowledge: KnowledgeBase) -> None:
    editions, links = knowledge.editions, knowledge.links
    indexed = [reference for reference in links.references if reference.kind == "index"]
    assert {reference.edition for reference in indexed} == {"cs-2007", "pl-2017"}
    for edition_id in ("cs-2007", "pl-2017"):
        statuses = [r.status for r in indexed if r.edition == edition_id]
        assert statuses.count("ok") >= 0.98 * len(statuses)
    rows = {(e.edition, e.topic, e.subtopic, e.raw): e for ed in editions for e in ed.index}
    konvence = rows["cs-2007", "Konvence", "", "Konvence 40B1b)"]
    assert knowledge.targets(konvence) == ("40.B.1.b",)
