"""The audit as a whole: order, acceptance, and the files that accept."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from lawbase.auditing.accepted import Accepted, load_accepted, without_accepted
from lawbase.auditing.audit import audit_editions, in_english
from lawbase.auditing.checks import MODULES, SUBJECTS
from lawbase.auditing.checks.repetitions import doubled_words
from lawbase.auditing.messages import load_messages
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Needless, Text
from tests.auditing.invented import collation, edition, realigned
from tests.conftest import ROOT


def test_every_check_has_a_docstring_and_a_place_in_its_module() -> None:
    assert all(module.__doc__ for module in MODULES)
    checks = list(chain.from_iterable(SUBJECTS))
    assert all(
        check.__doc__ and check.__module__ in {m.__name__ for m in MODULES} for check in checks
    )
    assert len(checks) == len(set(checks))


def test_a_check_whose_gravity_nothing_tells_is_reported_with_the_file_to_touch() -> None:
    laws = collation(edition("aa-1", {"1": "x"}))
    with pytest.raises(LawbaseError, match=r"severities\.toml.*how grave “too-long” is"):
        laws.finding(Text("aa-1", "1"), "too-long")


@pytest.mark.slow
def test_findings_come_in_the_order_of_the_books() -> None:
    editions = (
        edition("aa-1", {"10": "law 30", "9": "law 30", "2": "he he"}),
        edition("bb-1", {"10": "lex 31", "9": "a", "2": "b"}),
    )
    laws = collation(*editions)
    found = audit_editions(laws.kb)
    sure = [(f.edition, f.key) for f in found if f.severity == "error"]
    assert sure == [("aa-1", "2"), ("aa-1", "9"), ("aa-1", "10"), ("bb-1", "10")]


def test_what_is_accepted_is_not_told_and_what_is_gone_is() -> None:
    laws = collation(edition("aa-1", {"1": "he he", "2": "she she"}))
    here = Accepted("doubled-word", "1", "a quotation", edition="aa-1")
    printed = Accepted("doubled-word", "2", "another quotation", "it it", "aa-1")
    left = tuple(without_accepted(laws, doubled_words(laws), (here, printed)))
    assert [(f.key, f.check) for f in left] == [
        ("2", "doubled-word"),
        ("2", "stale-exception"),
    ]
    assert in_english(KnowledgeBase({}), left[1]).evidence == (
        "accepted because: another quotation",
    )


def test_a_decision_that_became_needless_is_told() -> None:
    laws = collation(edition("aa-1", {"1": "x"}))
    needless = Needless("aa-1", "1", "same: 1 → 1 (aa-1, aa-2)", "two.toml", "they look alike")
    (found,) = audit_editions(realigned(laws, Aligned(needless=(needless,))).kb)
    assert (found.edition, found.key, found.check) == ("aa-1", "1", "stale-decision")
    assert found.message == "The decision “same: 1 → 1 (aa-1, aa-2)” in two.toml changes nothing."
    assert found.evidence == ("decided because: they look alike",)


def test_a_reading_of_two_texts_that_are_not_aligned_is_told_with_its_file() -> None:
    laws = collation(edition("aa-1", {"1": "x"}))
    needless = Needless("aa-1", "1", "wording: 1 → 2", "01-play.toml")
    (found,) = audit_editions(realigned(laws, Aligned(needless=(needless,))).kb)
    assert found.check == "stale-reading" and found.evidence == ()
    assert "01-play.toml" in found.message and "“wording: 1 → 2”" in found.message


def write(folder: Path, text: str) -> Path:
    file = folder / "aa-1" / "accepted.toml"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    return folder


def test_the_file_of_an_edition(tmp_path: Path) -> None:
    text = '[[accepted]]\ncheck = "doubled-word"\nkey = "1"\nreason = "a quotation"\n'
    assert load_accepted(write(tmp_path, text)) == (
        Accepted("doubled-word", "1", "a quotation", edition="aa-1"),
    )
    assert load_accepted(tmp_path / "nowhere") == ()


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ('check = "no-such"\nkey = "1"\nreason = "x"', "there is no check “no-such”"),
        ('check = "doubled-word"\nkey = "12B1"\nreason = "x"', "“12B1” is not a key like"),
        ('check = "doubled-word"\nkey = "1.zz"\nreason = "x"', "“1.zz” is not a key like"),
        ('check = "doubled-word"\nkey = "1"\nreason = " "', "needs a reason"),
        ('check = "doubled-word"\nkey = "1"', "reason"),
    ],
)
def test_a_malformed_file_is_told_with_its_line(tmp_path: Path, row: str, fault: str) -> None:
    with pytest.raises(LawbaseError, match=fault) as error:
        load_accepted(write(tmp_path, f"\n[[accepted]]\n{row}\n"))
    assert error.value.line == 2


def test_every_check_is_told_of_in_the_documentation() -> None:
    told = (ROOT / "docs" / "auditing.md").read_text(encoding="utf-8")
    assert not [name for name in load_messages("en").checks if f"`{name}`" not in told]
