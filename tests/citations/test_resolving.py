"""Resolving, on small invented laws: each rule, each status."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lawbase.address import Address
from lawbase.citations.grammar import Grammar
from lawbase.citations.link import link_editions
from lawbase.citations.mentions import find_mentions
from lawbase.citations.resolving import Resolution, Tree, resolve
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept, Edition
from lawbase.stemming import Stemmer
from tests.citations.invented import edition, laws, provision
from tests.conftest import corpus_languages

CZECH = corpus_languages()["cs"]
GRAMMAR = Grammar(CZECH)
LAW_12 = laws(
    "12", "12.A", "12.A.1", "12.A.2", "12.B", "12.C", "12.C.1", "12.C.1.a", "12.C.1.b",
    "12.C.1.b.i", "12.C.1.b.ii", "12.C.2", "12.C.2.a", "12.C.2.b",
)  # fmt: skip


def tree(*more: str, complete: bool = True) -> Tree:
    """Law 12 and some more provisions."""
    return Tree(edition(*LAW_12, *laws(*more), complete=complete), Stemmer(CZECH))


def resolved(text: str, at: str, where: Tree) -> list[Resolution]:
    """What the mentions of a text lead to that stands at an address."""
    anchors = (Address.parse(at),) if at else ()
    return [r for mention in find_mentions(text, GRAMMAR) for r in resolve(mention, anchors, where)]


def test_a_capital_and_a_number_are_a_citation_where_the_text_has_such_a_part() -> None:
    citing = provision("12.D", text="Platí to, ledaže A2 dovolí něco hráči s A5, jak říká C1b.")
    kb = KnowledgeBase(
        {"editions": (edition(*LAW_12, citing),), "languages": {"cs": CZECH}, "concepts": ()}
    )
    found = link_editions(kb).references
    assert [(r.raw, r.to) for r in found] == [("A2", "12.A.2"), ("C1b", "12.C.1.b")]


@pytest.mark.parametrize(
    ("text", "at", "to", "rule"),
    [
        ("viz Pravidlo 12C1(a)", "12.A", "12.C.1.a", "address"),
        ("odstavec 2", "12.A", "12.A.2", "own part"),
        ("odstavec 1", "12.A.2", "12.A.1", "sibling"),
        ("písmeno b)", "12.C.1.a", "12.C.1.b", "sibling"),
        ("písmeno a)", "12.C.1.b.ii", "12.C.1.a", "enclosing part"),
        ("odstavec 2", "12.C.1.b.ii", "12.C.2", "enclosing part"),
        ("odstavec A2", "12.C.1.b.ii", "12.A.2", "own law"),
        ("odstavec 2.a)", "12.C.1.b", "12.C.2.a", "enclosing part"),
        ("pod (i) výše", "12.C.1.b.ii", "12.C.1.b.i", "sibling"),
        ("viz Pravidlo C2 níže", "12.A.2", "12.C.2", "own law"),
    ],
)
def test_labels_without_a_law_are_the_nearest_around(
    text: str, at: str, to: str, rule: str
) -> None:
    (found,) = resolved(text, at, tree())
    assert (found.to, found.status, found.rule) == (to, "ok", rule)
    assert found.candidates == (to,)


@pytest.mark.parametrize(
    ("text", "at", "to"),
    [
        ("odstavec 1", "12.C.2.a", "12.C.1"),
        ("odstavec 1 výše", "12.C.2.a", "12.C.1"),
        ("odstavec 1 níže", "12.C.2.a", "12.1"),
        ("písmeno a) níže", "12.C.2.b", "12.C.2.a"),
    ],
)
def test_the_side_of_the_text_decides_only_where_something_stands_on_it(
    text: str, at: str, to: str
) -> None:
    (found,) = resolved(text, at, tree("12.1"))
    assert (found.to, found.status) == (to, "ok")


def test_what_does_not_exist_is_dangling_where_it_would_stand() -> None:
    for text, at, to in [
        ("Pravidlo 12D", "12.A", "12.D"),
        ("Pravidlo 99", "12.A", "99"),
        ("odstavec 7", "12.C.1.b.ii", "12.C.7"),
        ("písmeno f)", "12.C.1.b.ii", "12.C.1.f"),
        ("odstavec D", "12.C.1", "12.D"),
        ("odstavec A9", "12.C.1", "12.A.9"),
    ]:
        (found,) = resolved(text, at, tree())
        assert (found.to, found.status, found.candidates) == (to, "dangling", ())


def test_beyond_the_end_of_a_partial_edition_is_outside_and_before_it_is_dangling() -> None:
    partial = tree("13", complete=False)
    statuses = [r.status for r in resolved("Pravidla 13, 13A, 40C1, 12D a 11.", "12.A", partial)]
    assert statuses == ["ok", "outside", "outside", "dangling", "dangling"]
    (found,) = resolved("odstavec D", "13", partial)
    assert (found.to, found.status) == ("13.D", "outside")
    assert [r.status for r in resolved("Pravidlo 40C1", "12.A", tree())] == ["dangling"]


def test_a_text_outside_of_the_laws_has_no_parts_around() -> None:
    (found,) = resolved("viz odstavec 2", "", tree())
    assert (found.to, found.status, found.rule) == (None, "dangling", "no law around")


def test_a_footnote_of_several_bearers_is_ambiguous_where_they_disagree() -> None:
    where = tree("14", "14.A", "14.A.1")
    mentions = find_mentions("odstavec 1", GRAMMAR)
    anchors = (Address.parse("12.A.2"), Address.parse("14.A"))
    (found,) = resolve(mentions[0], anchors, where)
    assert (found.to, found.status) == (None, "ambiguous")
    assert found.candidates == ("12.A.1", "14.A.1")
    (agreed,) = resolve(mentions[0], (Address.parse("12.A"), Address.parse("12.A.2")), where)
    assert (agreed.to, agreed.status) == ("12.A.1", "ok")


def with_footnotes() -> Edition:
    """Two laws with footnotes, two of them below Law 20."""
    return edition(
        *laws("20", "20.A", "68", "68.A"),
        provision("20#fn1", kind="footnote", bearers=("20.A",)),
        provision("20.A#fn2", kind="footnote", bearers=("20.A",)),
        provision("68#fn3", kind="footnote", bearers=("68",)),
        provision("68.A#fn4", kind="footnote", bearers=("68.A",)),
    )


def test_a_footnote_of_a_law_is_its_own_before_one_below_it() -> None:
    where = Tree(with_footnotes(), Stemmer(CZECH))
    (own,) = resolved("viz poznámku k Pravidlu 68", "20", where)
    assert (own.to, own.kind, own.status) == ("68#fn3", "footnote", "ok")
    (numbered,) = resolved("viz poznámka 4", "20", where)
    assert (numbered.to, numbered.kind) == ("68.A#fn4", "footnote")
    (missing,) = resolved("viz poznámku k Pravidlu 70", "20", where)
    assert (missing.to, missing.status) == ("70#fn", "dangling")


def test_a_law_of_another_edition_is_outside_of_this_one() -> None:
    for text, kind, status in [
        ("Pravidlo 12 z roku 1997", "edition", "outside"),
        ("Pravidlo 12 z roku 2007", "absolute", "ok"),
    ]:
        (found,) = resolved(text, "12.A", tree())
        assert (found.to, found.kind, found.status) == ("12", kind, status)


DEFINITIONS = edition(
    *(
        provision(f"def.{headword}", kind="definition")
        for headword in (
            "Náprava (nesrovnalosti)",
            "Nesrovnalost",
            "IMP (Mezinárodní soutěžní body)",
            "Klamavá hláška",
            "Odvolaná (akce)",
            "Hlavní hráč",
            "Soupeř",
        )
    )
)
DECLARER = Concept(
    "declarer",
    {"cs": ("hlavní hráč", "vydražitel")},
    definitions={"xx-2007": "def.Hlavní hráč"},
)


@pytest.mark.parametrize(
    ("title", "headword"),
    [
        ("Náprava", "Náprava (nesrovnalosti)"),
        ("náprav nesrovnalosti", "Náprava (nesrovnalosti)"),
        ("Nesrovnalost", "Nesrovnalost"),
        ("Mezinárodní soutěžní body (IMP)", "IMP (Mezinárodní soutěžní body)"),
        ("IMP", "IMP (Mezinárodní soutěžní body)"),
        ("klamavou hláškou", "Klamavá hláška"),
        ("Odvolaná", "Odvolaná (akce)"),
        ("Odvolaná akce", "Odvolaná (akce)"),
        ("Vydražitel", "Hlavní hráč"),
        ("Soupeř po levici", "Soupeř"),
    ],
)
def test_a_definition_is_known_by_its_headword_however_it_is_put(title: str, headword: str) -> None:
    where = Tree(DEFINITIONS, Stemmer(CZECH), (DECLARER,))
    assert where.definitions(title) == (f"def.{headword}",)


def test_no_definition_is_guessed_from_a_part_of_a_title() -> None:
    where = Tree(DEFINITIONS, Stemmer(CZECH), (DECLARER,))
    assert where.definitions("Konvenční hláška") == ()
    assert where.definitions("Levý soupeř") == ()


def test_a_headword_after_see_leads_to_its_definition() -> None:
    where = Tree(DEFINITIONS, Stemmer(CZECH))
    (found,) = resolved("(Srovnej též Náprava) – jsou dva druhy", "", where)
    assert (found.to, found.kind, found.status) == (
        "def.Náprava (nesrovnalosti)",
        "definition",
        "ok",
    )
    (missing,) = resolved("(viz Trumf)", "", where)
    assert (missing.to, missing.status) == ("def.Trumf", "dangling")


@pytest.mark.parametrize(
    ("text", "at", "to"),
    [
        ("jak stanoví předchozí odstavec", "12.A.2", "12.A.1"),
        ("jak stanoví předchozí odstavec", "12.A.1", None),
        ("jak stanoví předchozí odstavec", "12.C.1", "12.B"),
        ("předchozí odstavec", "12.C.1.b.i", "12.C.1.a"),
        ("následující odstavec", "12.C.1.b.i", "12.C.1.b.ii"),
        ("následující odstavec", "12.C.1.b.ii", "12.C.2"),
        ("předchozí odstavec", "", None),
    ],
)
def test_a_part_that_words_alone_name_is_the_nearest_neighbour(
    text: str, at: str, to: str | None
) -> None:
    words = replace(
        CZECH.references, previous=("předchozí odstavec",), next=("následující odstavec",)
    )
    (mention,) = find_mentions(text, Grammar(replace(CZECH, references=words)))
    (found,) = resolve(mention, (Address.parse(at),) if at else (), tree())
    assert (found.to, found.status) == (to, "ok" if to else "dangling")
    assert mention.raw.endswith("odstavec") and len(mention.spans) == 1


def test_the_neighbour_is_that_of_the_first_place_that_a_text_belongs_to() -> None:
    words = replace(CZECH.references, previous=("předchozí odstavec",))
    (mention,) = find_mentions("předchozí odstavec", Grammar(replace(CZECH, references=words)))
    (found,) = resolve(mention, (Address.parse("12.A"), Address.parse("12.B")), tree())
    assert (found.to, found.status) == (None, "dangling")
