"""What can be told of an edition: the table of problems and the readers know the same ones."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from lawbase.reading.corpus import check_edition
from lawbase.reading.drafting.draft import begin_edition
from lawbase.reading.problems import FILE, Problems, problem_kinds
from tests.reading.test_invented_edition import SOURCE, lay_out

READERS = "\n".join(path.read_text(encoding="utf-8") for path in FILE.parent.rglob("*.py"))


def test_every_problem_is_told_by_a_reader() -> None:
    assert [name for name in problem_kinds() if f'"{name}"' not in READERS] == []


def test_every_problem_that_a_reader_tells_has_a_sentence() -> None:
    told = set(re.findall(r'\btell(?:_profile)?\(\s*"([a-z-]+)"', READERS))
    assert len(told) > 20
    assert told <= problem_kinds().keys()


@pytest.mark.parametrize("name", problem_kinds())
def test_a_problem_is_told_with_all_its_gaps_filled(name: str) -> None:
    kind = problem_kinds()[name]
    words = (kind.message, kind.cause, kind.paste)
    gaps = {gap for text in words for _, gap, _, _ in Formatter().parse(text) if gap}
    gaps |= {"at", "printed", "read_as"} if kind.correction else set()
    told = Problems()
    told.tell(name, "source.txt", 7, 12, **dict.fromkeys(gaps, 'a "word"'))
    (fault,) = told
    assert (fault.line, fault.cost, fault.severity) == (7, 12, kind.severity)
    assert "{" not in fault.message + fault.cause
    if kind.correction:
        assert 'at = "a \\"word\\""' in fault.paste


@pytest.mark.parametrize(
    ("foot", "told"),
    [("Leĝoj de la ludo – paĝo {}", True), ("Leĝoj de la ludo", False), ("Parto {}", False)],
)
def test_the_foot_of_two_pages_is_told(tmp_path: Path, foot: str, told: bool) -> None:
    source = SOURCE.replace("\n\nPreno:", f"\n\n{foot.format(3)}\n\nPreno:")
    source = source.replace("\n\nB) La fino", f"\n\n{foot.format(4)}\n\nB) La fino")
    problems = check_edition(lay_out(tmp_path, source) / "eo-2030").problems
    lines = [p.line for p in problems if "running head" in p.cause]
    assert lines == ([6] if told else [])


@pytest.mark.parametrize("head", ["аб", "а", "leĝoj de la ludo"])
def test_a_head_of_two_pages_without_a_capital_is_told(tmp_path: Path, head: str) -> None:
    source = SOURCE.replace("LEĜO 2:", f"=== paĝo 9 ===\n{head}\n\nLEĜO 2:")
    source = source.replace("=== paĝo 2 ===\n", f"=== paĝo 2 ===\n{head}\n\n")
    (told,) = check_edition(lay_out(tmp_path, source) / "eo-2030").problems
    assert told.message.startswith(f"“{head}” returns 2 times")


RULES = [
    "A player holds the cards that were dealt.", "The dealer calls before the others do so.",
    "Nobody looks at a card of another hand.", "A card once shown stays on the table.",
    "The director is called at once.", "Scores are written down by North alone.",
]  # fmt: skip


@pytest.mark.parametrize(
    ("once", "told"),
    [
        ("A) Cards shown\nThey are left on the table.", "begins with a first label that none"),
        ("1. They are left on the table.", "begins with a first label that none continues"),
        ("CHAPTER II", "looks like the title of a chapter"),
        ("The Play of the Cards", "looks like the title of a chapter"),
        ("They are left on the table.", ""),
    ],
)
def test_what_a_draft_cannot_know_since_it_occurs_once_is_told(
    tmp_path: Path, once: str, told: str
) -> None:
    laws = [f"LAW {n}: MATTER {'ABCDEF'[n - 1]}\n\n{rule}\n" for n, rule in enumerate(RULES, 1)]
    laws.insert(3, f"{once}\n")
    (tmp_path / "book.txt").write_text("\n".join(laws), encoding="utf-8")
    begin_edition(tmp_path, "en-2030", tmp_path / "book.txt")
    problems = [p.message for p in check_edition(tmp_path / "en-2030").problems]
    assert [told in problem for problem in problems] == [True] * bool(told)


@pytest.mark.parametrize("labels", [("1.1.", "1.2."), ("[a]", "[b]"), ("ii)", "iii)")])
def test_labels_of_an_unknown_form_are_told(tmp_path: Path, labels: tuple[str, str]) -> None:
    one, other = labels
    source = SOURCE.replace("52 kartoj.", f"52 kartoj.\n{one} Unu manko.\n{other} Du mankoj.")
    (told,) = check_edition(lay_out(tmp_path, source) / "eo-2030").problems
    assert told.message == f"“{one} Unu manko.” and “{other} Du mankoj.” inside 1 begin like a list"
    assert told.severity == "warning"


HEADS = {
    "unu de ĉiu\n=== paĝo 2 ===\nLa Ludestro\nludanto": ["La Ludestro"],
    "unu de ĉiu\nla ludestro\n=== paĝo 2 ===\nludanto": [],
}


@pytest.mark.parametrize("broken", HEADS)
def test_a_head_that_returns_on_two_pages_is_told_though_a_definition_swallows_it(
    tmp_path: Path, broken: str
) -> None:
    head = broken.split("\n")[2 if HEADS[broken] else 1]
    source = SOURCE.replace("unu de ĉiu ludanto", broken)
    source = source.replace("LEĜO 3:", f"{head}\n\nLEĜO 3:")
    problems = check_edition(lay_out(tmp_path, source) / "eo-2030").problems
    told = [p.message for p in problems if "edges of pages" in p.message]
    assert [message.split("”")[0][1:] for message in told] == HEADS[broken]
