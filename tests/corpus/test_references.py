"""The real corpus: citations against the hand-verified truth, exact spans, honest statuses."""

from __future__ import annotations

import msgspec
import pytest

from lawbase.address import law_of
from lawbase.citations.link import link_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Reference
from tests.conftest import GOLD, read_tsv

LAWS = ["cs-2007", "sr-2007", "cs-2017", "pl-2017"]


def bearer(key: str) -> str:
    """A footnote's reference may be reported at its bearer."""
    return key.partition("#")[0]


def in_the_truth(reference: Reference) -> bool:
    """The truth holds the laws divisible by three."""
    law = law_of(reference.from_key)
    return reference.kind != "index" and law is not None and law % 3 == 0


@pytest.mark.parametrize("edition", LAWS)
def test_citations_are_those_of_the_truth_with_their_status(
    knowledge: KnowledgeBase, edition: str
) -> None:
    found = {
        (bearer(r.from_key), r.to): r.status
        for r in knowledge.links.references
        if r.edition == edition and in_the_truth(r)
    }
    truth: dict[tuple[str, str | None], str] = {
        (bearer(row["from"]), row["target"]): expected_status(row)
        for row in read_tsv(GOLD / "references.tsv")
        if row["edition"] == edition
    }
    common = found.keys() & truth.keys()
    assert len(common) >= 0.995 * len(found)
    assert len(common) >= 0.995 * len(truth)
    assert {place: found[place] for place in common} == {place: truth[place] for place in common}


def expected_status(row: dict[str, str]) -> str:
    """The truth calls *wrong* what leads to the wrong provision, *dangling* also what is right but
    outside of a partial edition.
    """
    if row["status"] == "dangling" and row["expected"] == row["target"]:
        return "outside"
    return "ok" if row["status"] == "wrong" else row["status"]


def test_every_span_gives_exactly_the_words_it_claims(knowledge: KnowledgeBase) -> None:
    editions, links = knowledge.editions, knowledge.links
    texts = {
        (p.edition, p.key, part): p.part(part)
        for edition in editions
        for p in edition.provisions
        for part in ("heading", "text", "tail")
    }
    for reference in links.references:
        if reference.kind == "index":
            continue
        text = texts[reference.edition, reference.from_key, reference.part]
        assert text[reference.start : reference.end] == reference.raw
        assert reference.target is not None
        own = text[reference.target.start : reference.target.end]
        assert own and own in reference.raw


def test_statuses_say_what_the_edition_has(knowledge: KnowledgeBase) -> None:
    editions, links = knowledge.editions, knowledge.links
    keys = {edition.id: {p.key for p in edition.provisions} for edition in editions}
    complete = {edition.id: edition.complete for edition in editions}
    for reference in links.references:
        exists = reference.to in keys[reference.edition]
        assert exists == (reference.status == "ok"), reference
        assert set(reference.candidates) <= keys[reference.edition]
        assert reference.rule
        if reference.status == "outside":
            assert not complete[reference.edition]


def test_what_the_texts_cite_in_vain(knowledge: KnowledgeBase) -> None:
    """Read by hand: the leftovers of 1997 in Serbian, and a paragraph that 2017 doesn't number."""
    dangling = {
        (r.edition, r.from_key, r.to)
        for r in knowledge.links.references
        if r.status == "dangling" and r.kind != "index"
    }
    assert dangling == {
        ("sr-2007", "9.A.4", "23.F.5"),
        ("sr-2007", "20.F.6", "75.E"),
        ("cs-2017", "26.B", "26.B.1"),
    }


def test_preface_definitions_headings_and_footnotes_are_read_too(knowledge: KnowledgeBase) -> None:
    found = {(r.edition, r.from_key, r.to, r.kind) for r in knowledge.links.references}
    assert found >= {
        ("cs-2007", "preface", "80.A", "absolute"),
        ("cs-2007", "def.Kontra", "19.A", "absolute"),
        ("cs-2007", "def.Pokuta", "def.Náprava (nesrovnalosti)", "definition"),
        ("cs-2007", "def.Psychologická hláška", "def.Klamavá hláška", "definition"),
        ("pl-2017", "def.Kara", "def.Sprostowanie", "definition"),
        ("pl-2017", "38.D", "26.B", "absolute"),
        ("pl-2017", "15.B#fn4", "86.B", "absolute"),
        ("sr-2007", "def.Bord", "2", "absolute"),
    }
    footnotes = {r.edition: r for r in knowledge.links.references if r.kind == "footnote"}
    assert {edition: r.from_key for edition, r in footnotes.items()} == {
        "cs-2007": "49",
        "sr-2007": "49",
    }
    assert all((r.to or "").startswith("68#fn") for r in footnotes.values())


def test_the_guide_speaks_of_concepts(knowledge: KnowledgeBase) -> None:
    concepts = {use.concept for use in knowledge.links.uses if use.edition == "guide-cs"}
    assert concepts >= {"auction", "trump", "dummy", "notrump", "overtrick"}


@pytest.mark.slow
def test_links_are_the_same_every_time_and_in_the_order_of_the_book(
    knowledge: KnowledgeBase,
) -> None:
    assert msgspec.json.encode(link_editions(knowledge)) == msgspec.json.encode(knowledge.links)
    order = {
        (edition.id, p.key): (n, m)
        for n, edition in enumerate(knowledge.editions)
        for m, p in enumerate(edition.provisions)
    }
    places = [order[r.edition, r.from_key] for r in knowledge.links.references if r.kind != "index"]
    assert places == sorted(places)
