"""A person can overrule, and is told when that has become needless."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawbase.aligning.overrides import Override, load_overrides
from lawbase.errors import LawbaseError
from lawbase.model import Aligned
from tests.aligning.invented import align, edition, law_texts, lone, pairs

OLD, NEW = "aa-2007", "aa-2017"


def decided(relation: str, from_key: str | None, to_key: str | None) -> Aligned:
    override = Override((OLD, NEW), relation, "because", from_key, to_key, "alignments.toml", 3)  # type: ignore[arg-type]
    texts = law_texts()
    return align(edition(OLD, texts), edition(NEW, texts), overrides=[override])


def test_moved_makes_two_each_others_only_partner() -> None:
    found = pairs(decided("moved", "2.A.1", "3.A.1"), OLD, NEW)
    assert found["2.A.1", "3.A.1"] == "moved"
    assert not {("2.A.1", "2.A.1"), ("3.A.1", "3.A.1")} & found.keys()


def test_split_adds_and_apart_removes_a_link() -> None:
    assert pairs(decided("split", "2.A.1", "2.A.2"), OLD, NEW)["2.A.1", "2.A.2"] == "split"
    assert ("2.A.1", "2.A.1") not in pairs(decided("apart", "2.A.1", "2.A.1"), OLD, NEW)


def test_dropped_and_new_remove_all_links() -> None:
    assert lone(decided("dropped", "2.A.1", None), OLD, NEW, "dropped") == {"2.A.1"}
    assert lone(decided("new", None, "2.A.1"), OLD, NEW, "new") == {"2.A.1"}


def test_a_decision_is_its_own_evidence() -> None:
    aligned = decided("moved", "2.A.1", "3.A.1")
    link = next(a for a in aligned.alignments if (a.from_key, a.to_key) == ("2.A.1", "3.A.1"))
    assert link.score == 1.0 and link.evidence == {"decided": 1.0}


def test_a_needless_decision_is_reported() -> None:
    aligned = decided("same", "2.A.1", "2.A.1")
    told = [(needless.key, needless.decision) for needless in aligned.needless]
    assert told == [("2.A.1", "same: 2.A.1 → 2.A.1 (aa-2007, aa-2017)")]


def test_an_unknown_provision_is_told_with_its_line() -> None:
    with pytest.raises(LawbaseError, match=r"alignments\.toml:3: aa-2017 has no “99\.A”"):
        decided("moved", "2.A.1", "99.A")


def test_unknown_editions_are_told_with_their_line() -> None:
    override = Override((NEW, OLD), "apart", "because", "1.A", "1.A", "alignments.toml", 7)
    texts = law_texts()
    with pytest.raises(LawbaseError, match=r"alignments\.toml:7: .*the earlier one first"):
        align(edition(OLD, texts), edition(NEW, texts), overrides=[override])


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('relation = "moved"\nfrom = "1.A"\nreason = "x"', "needs other sides"),
        ('relation = "new"\nfrom = "1.A"\nto = "1.A"\nreason = "x"', "needs other sides"),
        ('relation = "apart"\nfrom = "1.A"\nto = "1.A"\nreason = " "', "a reason is missing"),
        ('relation = "gone"\nfrom = "1.A"\nreason = "x"', "is no value of “relation”; there are"),
        ('relation = "apart"\nfrom = "1.A"\nto = "1.A"\nreason = "x"\nwhy = "y"', "why"),
    ],
)
def test_a_malformed_entry_is_told_with_its_line(tmp_path: Path, entry: str, message: str) -> None:
    file = tmp_path / "alignments.toml"
    file.write_text(f'[[override]]\nbetween = ["a", "b"]\n{entry}\n', encoding="utf-8")
    with pytest.raises(LawbaseError, match=message) as caught:
        load_overrides(file)
    assert caught.value.line is not None


def test_no_file_means_no_decisions(tmp_path: Path) -> None:
    assert load_overrides(tmp_path / "alignments.toml") == ()


def test_a_decision_about_an_edition_that_is_not_there_is_left_out() -> None:
    override = Override((OLD, "bb-2017"), "apart", "because", "1.A", "1.A", "alignments.toml", 7)
    texts = law_texts()
    editions = edition(OLD, texts), edition(NEW, texts)
    aligned = align(*editions, overrides=[override])
    assert aligned == align(*editions) and not aligned.needless
