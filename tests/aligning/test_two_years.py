"""Editions of two years: moved, split, merged, dropped, new, and what lies outside."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from msgspec.structs import replace

from lawbase.model import Aligned, Edition, IndexEntry
from lawbase.text import Span
from tests.aligning.invented import (
    KEYS,
    Texts,
    align,
    edition,
    law_texts,
    lone,
    pairs,
    sentence,
    translated,
)

OLD, NEW = "aa-2007", "aa-2017"


def revised(change: Texts, gone: tuple[str, ...] = ()) -> Texts:
    """The law with some texts changed or added and some gone."""
    return {key: text for key, text in (law_texts() | change).items() if key not in gone}


def in_one_language(new: Texts) -> Aligned:
    return align(edition(OLD, law_texts()), edition(NEW, new))


def test_paragraphs_that_change_places_are_moved() -> None:
    old = law_texts()
    new = revised({"2.A.1": old["6.C.2"], "6.C.2": old["2.A.1"]})
    found = pairs(in_one_language(new), OLD, NEW)
    assert found["2.A.1", "6.C.2"] == found["6.C.2", "2.A.1"] == "moved"


def test_a_paragraph_is_at_home_below_its_parent_in_whatever_law() -> None:
    above, repeated = sentence("what went to another law"), sentence("what stands there twice")
    old = law_texts() | {"9.A": above, "9.A.1": repeated}
    new = law_texts() | {
        "10.A": sentence("another parent"),
        "10.A.1": sentence("first below it"),
        "10.A.2": sentence("second below it"),
        "10.A.3": repeated,
        "12.A": above,
        "12.A.1": sentence("first below the parent"),
        "12.A.2": sentence("second below the parent"),
        "12.A.3": repeated,
    }
    aligned = align(edition(OLD, old), edition(NEW, new))
    thread = next(t for t in aligned.threads if "9.A.1" in t.keys_in(OLD))
    assert thread.keys_in(NEW) == ("12.A.3",)


def test_a_paragraph_that_was_cut_in_two_is_split() -> None:
    old = law_texts()["3.B.2"].split()
    new = revised({"3.B.2": " ".join(old[:6]), "3.B.4": " ".join(old[6:])})
    found = pairs(in_one_language(new), OLD, NEW)
    assert found["3.B.2", "3.B.2"] == found["3.B.2", "3.B.4"] == "split"


def test_what_is_new_between_two_parts_of_a_text_is_a_part_of_it_too() -> None:
    parts = [sentence(f"part {n}") for n in range(3)]
    old = {**law_texts(), "3.B.3": " ".join(parts)}
    new = {**old, "3.B.3": parts[0], "3.B.4": sentence("in other words"), "3.B.5": parts[2]}
    found = pairs(align(edition(OLD, old), edition(NEW, new)), OLD, NEW)
    assert [found.get(("3.B.3", f"3.B.{n}")) for n in (3, 4, 5)] == ["split"] * 3


def test_what_stood_between_two_that_were_joined_may_be_gone() -> None:
    parts = [sentence(f"part {n}") for n in range(3)]
    old = {**law_texts(), **{f"3.B.{n}": part for n, part in enumerate(parts, 3)}}
    new = {**law_texts(), "3.B.3": f"{parts[0]} {parts[2]}"}
    aligned = align(edition(OLD, old), edition(NEW, new))
    assert lone(aligned, OLD, NEW, "dropped") == {"3.B.4"}


def test_a_rewritten_text_is_known_by_its_parts() -> None:
    old = {**law_texts(), "5.A": sentence("before", 6)}
    new = {**law_texts(), "5.A": sentence("afterwards", 14)}
    found = pairs(align(edition(OLD, old), edition(NEW, new)), OLD, NEW)
    assert found["5.A", "5.A"] == "same"


def test_two_paragraphs_that_were_joined_are_merged() -> None:
    old = law_texts()
    new = revised({"3.B.1": f"{old['3.B.1']} {old['3.B.2']}"}, gone=("3.B.2",))
    found = pairs(in_one_language(new), OLD, NEW)
    assert found["3.B.1", "3.B.1"] == found["3.B.2", "3.B.1"] == "merged"


def test_what_went_is_dropped_and_what_came_is_new() -> None:
    new = revised({"7.C.4": sentence("never seen")}, gone=("7.A.1",))
    aligned = in_one_language(new)
    assert lone(aligned, OLD, NEW, "dropped") == {"7.A.1"}
    assert lone(aligned, OLD, NEW, "new") == {"7.C.4"}


def test_a_rewritten_paragraph_in_its_place_stays_the_same() -> None:
    words = law_texts()["5.A.2"].split()
    new = revised({"5.A.2": " ".join([*words[:8], sentence("others", 4)])})
    assert pairs(in_one_language(new), OLD, NEW)["5.A.2", "5.A.2"] == "same"


def test_the_lexicon_follows_a_move_across_languages() -> None:
    old = law_texts()
    new = revised({"2.A.1": old["6.C.2"], "6.C.2": old["2.A.1"]})
    aligned = align(edition(OLD, old), edition("bb-2017", translated(new, "bb")))
    found = pairs(aligned, OLD, "bb-2017")
    assert found["2.A.1", "6.C.2"] == "moved"
    assert found["6.C.2", "2.A.1"] == "moved"


def test_what_lies_beyond_a_partial_edition_is_outside() -> None:
    new = {key: text for key, text in law_texts().items() if key < "5.B"}
    whole = align(edition(OLD, law_texts()), edition(NEW, new))
    partial = align(edition(OLD, law_texts()), edition(NEW, new, complete=False))
    assert "8.C.3" in lone(whole, OLD, NEW, "dropped")
    assert lone(partial, OLD, NEW, "dropped") == set()


def test_what_a_texts_own_index_still_cites_is_missing_and_not_dropped() -> None:
    new = edition(NEW, revised({}, gone=("7.A.1", "7.A.2")))
    entry = IndexEntry(NEW, "topic", "", ("7.A.1",), (), "topic 7A1", Span(0, 0))
    aligned = align(edition(OLD, law_texts()), replace(new, index=(entry,)))
    assert lone(aligned, OLD, NEW, "dropped") == {"7.A.2"}


def test_what_the_index_still_cites_is_found_where_a_sister_has_it() -> None:
    old = law_texts()
    joined = revised({"7.A.1": f"{old['7.A.1']} {old['7.A.2']}"}, gone=("7.A.2",))
    sister = edition("dd-2007", translated(joined, "dd"))
    entry = IndexEntry("dd-2007", "topic", "", ("7.A.2",), (), "topic 7A2", Span(0, 0))
    aligned = align(edition(OLD, old), replace(sister, index=(entry,)))
    assert ("7.A.2", "7.A.1") in pairs(aligned, OLD, "dd-2007")


@pytest.mark.slow
def test_a_provision_that_a_sister_edition_prints_is_neither_new_nor_dropped() -> None:
    texts = law_texts()
    lacking = {key: text for key, text in texts.items() if key != "4.C.2"}
    aligned = align(
        edition(OLD, texts),
        edition("bb-2007", translated(lacking, "bb")),
        edition("cc-2017", translated(texts, "cc")),
    )
    assert "4.C.2" not in lone(aligned, "bb-2007", "cc-2017", "new")
    assert ("4.C.2", "4.C.2") in pairs(aligned, OLD, "cc-2017")


@pytest.mark.slow
def test_all_editions_tell_one_story() -> None:
    old = law_texts()
    new = revised({"2.A.1": old["6.C.2"], "6.C.2": old["2.A.1"]}, gone=("1.B.1",))
    aligned = align(
        edition(OLD, old),
        edition("bb-2007", translated(old, "bb")),
        edition(NEW, new),
        edition("cc-2017", translated(new, "cc")),
    )
    direct = pairs(aligned, "bb-2007", "cc-2017").keys()
    around = {
        (ours, theirs)
        for ours, own in pairs(aligned, OLD, "bb-2007")
        for start, middle in pairs(aligned, OLD, NEW)
        for end, theirs in pairs(aligned, NEW, "cc-2017")
        if start == ours and end == middle and own == ours
    }
    assert direct == around


def in_part(new: Texts) -> Edition:
    """A newcomer that holds the first laws only, some of them read into one paragraph."""
    texts = {key: text for key, text in translated(new, "dd").items() if key < "3"}
    texts["1.A.1"] += f" {texts.pop('1.A.2')}"
    return edition("dd-2017", texts, complete=False)


def wrong(new: Texts) -> Edition:
    """A newcomer of all laws, every third paragraph of which was read into the one before."""
    texts = translated(new, "dd")
    for before, key in list(pairwise(texts))[::3]:
        texts[before] += f" {texts.pop(key)}"
    return edition("dd-2017", texts)


@pytest.mark.slow
@pytest.mark.parametrize("newcomer", [in_part, wrong])
def test_a_newcomer_in_part_or_wrong_moves_nothing(newcomer: Callable[[Texts], Edition]) -> None:
    old = law_texts()
    new = revised({"2.A.1": old["6.C.2"], "6.C.2": old["2.A.1"]}, gone=("1.B.1",))
    older = (
        edition(OLD, old),
        edition("bb-2007", translated(old, "bb")),
        edition("cc-2017", translated(new, "cc")),
    )
    before, after = align(*older), align(*older, newcomer(new))
    for found, known in (
        (after.alignments, before.alignments),
        (after.contrasts, before.contrasts),
    ):
        older_ones = [a for a in found if "dd-2017" not in (a.from_edition, a.to_edition)]
        assert older_ones == list(known)
    arrived = pairs(after, OLD, "dd-2017")
    assert len(arrived) > 15


@pytest.mark.parametrize("seed", range(4))
def test_shuffled_laws_are_found_again(seed: int) -> None:
    old = law_texts()
    keys = list(KEYS)
    random.Random(seed).shuffle(keys)
    new = {key: old[source] for key, source in zip(KEYS, keys, strict=True)}
    found = pairs(in_one_language(new), OLD, NEW)
    right = {(source, key) for key, source in zip(KEYS, keys, strict=True)}
    assert len(right & found.keys()) > 0.9 * len(right)


def test_the_order_of_the_editions_is_of_no_importance() -> None:
    texts = law_texts()
    one, other = edition(OLD, texts), edition("bb-2017", translated(texts, "bb"))
    assert align(one, other) == align(other, one)


def test_every_record_has_evidence_and_a_score() -> None:
    aligned = in_one_language(revised({}, gone=("1.A.1",)))
    assert all(0.0 <= a.score <= 1.0 for a in aligned.alignments)
    assert all(a.evidence for a in aligned.alignments if a.from_key and a.to_key)
