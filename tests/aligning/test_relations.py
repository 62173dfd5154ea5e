"""How provisions relate, and editions that were held against a third one only."""

from __future__ import annotations

import doctest

import pytest

from lawbase import relations
from lawbase.relations import related, through
from tests.aligning.invented import base, edition, law_texts, pairs, sentence, translated


def test_examples() -> None:
    assert doctest.testmod(relations).failed == 0


def test_one_that_became_two_is_split_and_two_that_became_one_are_merged() -> None:
    found = related(
        [("2.A", "3.A"), ("1.A", "1.A"), ("1.A", "1.B"), ("4.A", "5.A"), ("4.B", "5.A")]
    )
    assert list(found) == [
        ("1.A", "1.A", "split"),
        ("1.A", "1.B", "split"),
        ("2.A", "3.A", "moved"),
        ("4.A", "5.A", "merged"),
        ("4.B", "5.A", "merged"),
    ]


def test_what_two_editions_share_with_a_third_they_share() -> None:
    near = {("1.A", "2.A"): 0.9, ("1.B", "2.B"): 0.7}
    found = list(through("aa-1", "bb-2", near, {("2.A", "3.A"): 0.8, ("2.C", "3.C"): 1.0}))
    assert [(a.texts[0].key, a.texts[1].key, a.relation, a.score) for a in found] == [
        ("1.A", "3.A", "moved", 0.8)
    ]


@pytest.mark.slow
def test_editions_that_no_voice_speaks_for_are_told_through_one() -> None:
    texts = law_texts()
    later = {key: text for key, text in texts.items() if key != "2.B.2"}
    later["3.D"] = sentence("of a new matter")
    kb = base(
        *(edition(f"{name}-2007", translated(texts, name)) for name in ("aa", "bb", "cc", "dd")),
        *(edition(f"{name}-2017", translated(later, name)) for name in ("aa", "bb", "cc", "dd")),
    )
    voices = kb.aligned.voices
    assert len(voices) == 4
    stored = {(a.from_edition, a.to_edition) for a in kb.aligned.alignments}
    assert not [
        pair for pair in stored if not set(pair) & set(voices) and pair[0][:2] != pair[1][:2]
    ]
    (old,) = [e.id for e in kb.editions if e.year == 2007 and e.id not in voices][:1]
    new = next(
        e.id for e in kb.editions if e.year == 2017 and e.id not in voices and e.id[:2] != old[:2]
    )
    assert (old, new) not in stored
    links = kb.alignments(old, new)
    told = {(a.from_key, a.to_key) for a in links if len(a.texts) == 2}
    assert {(key, key) for key in later.keys() & texts.keys()} <= told
    assert {a.from_key for a in links if a.relation == "dropped"} == {"2.B.2"}
    assert {a.to_key for a in links if a.relation == "new"} == {"3.D"}
    assert [a.to_key for a in kb.aligned_with(new, "2.A.1", old)] == ["2.A.1"]
    every = list(kb.all_alignments())
    assert all(a in every for a in kb.aligned.alignments[:50]) and links[0] in every
    assert pairs(kb.aligned, old, new) == {}
    contrasts = list(kb.all_contrasts())
    assert contrasts[: len(kb.aligned.contrasts)] == list(kb.aligned.contrasts)
    judged = {
        (c.from_key, c.to_key) for c in contrasts if (c.from_edition, c.to_edition) == (old, new)
    }
    assert judged == told
    assert len({(c.from_edition, c.from_key, c.to_edition, c.to_key) for c in contrasts}) == len(
        contrasts
    )
