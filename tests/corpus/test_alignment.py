"""The corpus aligned, against what people read."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from itertools import combinations

import pytest
from msgspec.structs import replace

from lawbase.address import law_of
from lawbase.aligning.concordance import Concordance
from lawbase.aligning.headwords import with_meanings
from lawbase.aligning.units import units_of
from lawbase.citations.lookup import read_key
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Edition, Key
from tests.aligning.invented import lone, pairs
from tests.conftest import GOLD, read_tsv

Pair = tuple[Key, Key]
CZECH, SERBIAN, TRANSCRIPT, POLISH = "cs-2007", "sr-2007", "cs-2017", "pl-2017"
# The transcript prints 22A and 22B the other way round.
EXCHANGED = {"22.A": "22.B", "22.B": "22.A"}
# What one edition of a year prints otherwise: the Serbian one of 2007, the transcript of 2017.
OTHERWISE = {
    (CZECH, SERBIAN): {("84.D", "84.E"), ("76.C.1", "76.C"), ("80.B.2.g.i", "80.B.2.g")}
    | {("30.B", key) for key in ("30.B.1", "30.B.2.a", "30.B.3")}
    | {("51.B.2", key) for key in ("51.B.2.a", "51.B.2.b")}
    | {("30.B.2", "30.B.2.a")},
    (TRANSCRIPT, POLISH): set(EXCHANGED.items()),
}
APART = {(CZECH, SERBIAN): {("84.D", "84.D")}, (TRANSCRIPT, POLISH): {(k, k) for k in EXCHANGED}}


class Truth:
    """What was read of 2007 and 2017: pairs of addresses, and those that are open either way."""

    def __init__(self) -> None:
        rows = read_tsv(GOLD / "concordance-own.tsv")
        read = [(r["key2007"], r["key2017"]) for r in rows if r["status"] == "sure"]
        gold = [(r["key2007"], r["key2017"]) for r in read_tsv(GOLD / "concordance.tsv")]
        self.sure = {*read, *gold}
        self.open = {(r["key2007"], r["key2017"]) for r in rows if r["status"] == "open"}


@pytest.fixture(scope="module")
def truth() -> Truth:
    return Truth()


@pytest.fixture(scope="module")
def texted(editions: dict[str, Edition]) -> Callable[[str], set[Key]]:
    """The laws' provisions of an edition that have words of their own."""
    return lambda name: {
        p.key for p in editions[name].provisions if p.kind in ("law", "provision") and p.text
    }


def f1(found: Collection[object], right: Collection[object]) -> float:
    return 2 * len(set(found) & set(right)) / (len(found) + len(right))


def across(
    aligned: Aligned, truth: Truth, texted: Callable[[str], set[Key]], new: str
) -> tuple[set[Pair], set[Pair]]:
    """The pairs of the Czech edition of 2007 and one of 2017 that were found, and the right ones.

    The Polish text of 2017 leaves out 16A3 and 16A4.
    """
    name = EXCHANGED if new == TRANSCRIPT else {}
    ours, theirs = texted(CZECH), texted(new)
    right = {(old, name.get(key, key)) for old, key in truth.sure}
    unsure = {(old, name.get(key, key)) for old, key in truth.open}
    unsure |= {("16.A.3", "16.A.3"), ("16.A.4", "16.A.4")}
    there = {pair for pair in right if pair[0] in ours and pair[1] in theirs} - unsure
    found = {pair for pair in pairs(aligned, CZECH, new) if pair[0] in ours and pair[1] in theirs}
    return found - unsure, there


def within(
    aligned: Aligned, texted: Callable[[str], set[Key]], one: str, other: str
) -> tuple[set[Pair], set[Pair]]:
    """The pairs of two editions of a year that were found, and the right ones."""
    ours, theirs = texted(one), texted(other)
    right = {(key, key) for key in ours & theirs} | OTHERWISE[one, other]
    right = {p for p in right - APART[one, other] if p[0] in ours and p[1] in theirs}
    return {p for p in pairs(aligned, one, other) if p[0] in ours and p[1] in theirs}, right


def moved(found: Collection[Pair]) -> set[Pair]:
    return {pair for pair in found if pair[0] != pair[1]}


@pytest.mark.parametrize(("one", "other"), [(CZECH, SERBIAN), (TRANSCRIPT, POLISH)])
def test_editions_of_one_year(
    aligned: Aligned, texted: Callable[[str], set[Key]], one: str, other: str
) -> None:
    assert f1(*within(aligned, texted, one, other)) >= 0.995


@pytest.mark.parametrize("new", [TRANSCRIPT, POLISH])
def test_the_concordance(
    aligned: Aligned, truth: Truth, texted: Callable[[str], set[Key]], new: str
) -> None:
    found, right = across(aligned, truth, texted, new)
    assert f1(found, right) >= 0.995
    assert f1(moved(found), moved(right)) >= 0.99


@pytest.mark.whole
def test_without_decisions_nearly_as_much_is_found(
    unaided: Aligned, truth: Truth, texted: Callable[[str], set[Key]]
) -> None:
    for one, other in ((CZECH, SERBIAN), (TRANSCRIPT, POLISH)):
        assert f1(*within(unaided, texted, one, other)) >= 0.99
    for new, least in ((TRANSCRIPT, 0.965), (POLISH, 0.975)):
        assert f1(*across(unaided, truth, texted, new)) >= least


def test_what_is_new_and_what_was_dropped(
    aligned: Aligned, truth: Truth, texted: Callable[[str], set[Key]]
) -> None:
    unsure = {key for pair in truth.open for key in pair}
    for relation, side, name in (("new", 1, POLISH), ("dropped", 0, CZECH)):
        right = {pair[side] for pair in truth.sure if not pair[1 - side]}
        found = lone(aligned, CZECH, POLISH, relation) & texted(name)
        assert f1(found - unsure, (right & texted(name)) - unsure) >= 0.98


def test_no_decision_is_needless(aligned: Aligned) -> None:
    assert aligned.needless == ()


def test_every_change_rebuilds_both_texts(aligned: Aligned, editions: dict[str, Edition]) -> None:
    texts = {(p.edition, p.key): p.text for e in editions.values() for p in e.provisions}
    assert len(aligned.changes) > 200
    for change in aligned.changes:
        old, new = ("".join(op[side] for op in change.ops) for side in (1, 2))
        assert old == texts[change.from_edition, change.from_key]
        assert new == texts[change.to_edition, change.to_key]


def test_what_only_moved_shows_no_difference(aligned: Aligned) -> None:
    unchanged = [change for change in aligned.changes if change.kind == "none"]
    assert any(change.moved for change in unchanged)
    assert all(op[0] == "equal" for change in unchanged for op in change.ops)


def test_three_editions_tell_one_story(aligned: Aligned, texted: Callable[[str], set[Key]]) -> None:
    for one, middle, other in ((CZECH, TRANSCRIPT, POLISH), (CZECH, SERBIAN, POLISH)):
        whole = {
            pair: relation
            for pair, relation in pairs(aligned, middle, other).items()
            if relation in ("same", "moved")
        }
        first = pairs(aligned, one, middle)
        around = {(a, d) for a, b in first for c, d in whole if b == c and a in texted(one)}
        direct = pairs(aligned, one, other).keys()
        near = {pair for pair, relation in first.items() if relation in ("same", "moved")}
        sure = {(a, d) for a, b in near for c, d in whole if b == c}
        assert sure <= direct
        assert len(around - direct) <= 0.01 * len(around)


def test_what_the_transcript_lacks_is_outside(aligned: Aligned) -> None:
    gone = lone(aligned, CZECH, TRANSCRIPT, "dropped")
    assert gone and all((law_of(key) or 0) <= 40 for key in gone)
    assert not any(key.startswith(("40.C", "def.")) or key == "preface" for key in gone)


@pytest.mark.parametrize(
    ("old", "new"),
    [("16D2", "16.C.2"), ("16C3", "16.D.3"), ("23", "72.C"), ("35.2", "35.B"), ("17D1", "15.A.1")],
)
def test_a_citation_of_2007_reads_as_of_2017(
    aligned: Aligned, knowledge: KnowledgeBase, old: str, new: str
) -> None:
    read = partial(read_key, kb=knowledge)
    concordance = Concordance(knowledge.editions, aligned.alignments, 2007, 2017, read)
    assert concordance.read(old) == (new,)
    assert old.replace(".", "") in "".join(concordance.was(new)).replace(".", "")


def test_definitions_are_aligned_by_concept_and_footnotes_by_bearer(
    aligned: Aligned, knowledge: KnowledgeBase
) -> None:
    for one, other in combinations((CZECH, SERBIAN, POLISH), 2):
        found = pairs(aligned, one, other)
        for concept in knowledge.concepts:
            keys = concept.definitions.get(one), concept.definitions.get(other)
            assert None in keys or keys in found
    assert ("6.D.2#fn1", "6.D.2#fn1") in pairs(aligned, CZECH, POLISH)
    assert ("16.B.3#fn2", "16.B.3#fn5") in pairs(aligned, CZECH, TRANSCRIPT)


def test_the_concordance_as_a_table(
    aligned: Aligned, knowledge: KnowledgeBase, golden: Callable[[str, str], None]
) -> None:
    rows = Concordance(knowledge.editions, aligned.alignments, 2007, 2017).rows()
    lines = [f"{' '.join(row.old)}\t{' '.join(row.new)}\n" for row in rows]
    golden("concordance.tsv", "".join(lines))


@pytest.mark.parametrize(
    ("edition", "old", "new"),
    [
        (CZECH, "Prémie", "Punkty zapisowe"),
        (SERBIAN, "Nagradni poeni (bonus)", "Punkty zapisowe"),
        (CZECH, "Krabice", "Rozdanie"),
        (SERBIAN, "Bord", "Rozdanie"),
        (CZECH, "Pořadí", "Kolejność"),
    ],
)
def test_a_definition_that_became_a_sense_of_another_is_found_in_every_language(
    knowledge: KnowledgeBase, edition: str, old: str, new: str
) -> None:
    links = knowledge.aligned_with(edition, f"def.{old}", POLISH)
    assert [link.to_key for link in links] == [f"def.{new}"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "edition",
    [
        POLISH,
        pytest.param(CZECH, marks=pytest.mark.whole),
        pytest.param(SERBIAN, marks=pytest.mark.whole),
    ],
)
def test_definitions_are_known_by_their_use_alone(knowledge: KnowledgeBase, edition: str) -> None:
    """One language is taken out of the glossary: nine in ten of what is believed then is right."""
    language = knowledge.edition(edition).language
    hidden = tuple(
        replace(
            concept,
            words={name: words for name, words in concept.words.items() if name != language},
            definitions={e: key for e, key in concept.definitions.items() if e != edition},
        )
        for concept in knowledge.concepts
    )
    kb = KnowledgeBase(
        {
            "languages": knowledge.languages,
            "editions": knowledge.editions,
            "concepts": hidden,
            "links": knowledge.links,
        }
    )
    units = units_of(kb)
    found = {u.key: set(u.concepts) for u in with_meanings(kb, units)[edition] if u.concepts}
    right = {
        key: concept.id
        for concept, left in zip(knowledge.concepts, hidden, strict=True)
        if left.definitions and (key := concept.definitions.get(edition))
    }
    told = [key for key in right if found.get(key)]
    assert sum(found[key] == {right[key]} for key in told) >= 0.9 * len(told)
    assert len(told) >= 0.85 * len(right)
