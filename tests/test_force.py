"""What is in force, and which text a reader is shown."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Text
from lawbase.profile import load_versions


def texts(*editions: str) -> tuple[Text, ...]:
    return tuple(Text(edition, "27") for edition in editions)


def test_a_version_is_superseded_by_the_next(knowledge: KnowledgeBase) -> None:
    assert [(v.year, v.superseded_by) for v in knowledge.versions] == [(2007, 2017), (2017, None)]
    current = {e.id for e in knowledge.editions if knowledge.in_force(e.id)}
    assert current == {"cs-2017", "pl-2017"}
    assert knowledge.version("guide-cs") is None


@pytest.mark.parametrize(
    ("language", "held", "shown"),
    [
        ("cs", ("cs-2007", "cs-2017", "pl-2017"), ("cs-2017",)),
        ("cs", ("cs-2007", "sr-2007", "pl-2017"), ("pl-2017", "cs-2007")),
        ("sr", ("cs-2007", "sr-2007", "cs-2017", "pl-2017"), ("pl-2017", "sr-2007")),
        ("pl", ("cs-2007", "cs-2017"), ("cs-2017",)),
        ("sr", ("cs-2007", "sr-2007"), ("sr-2007",)),
        ("en", ("cs-2007",), ("cs-2007",)),
        ("cs", (), ()),
    ],
)
def test_the_text_in_force_comes_first_and_the_readers_own_beside_it(
    knowledge: KnowledgeBase, language: str, held: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    assert knowledge.preferred(texts(*held), language) == texts(*shown)
    assert knowledge.preferred(iter(texts(*held)), language) == texts(*shown)


def test_a_superseded_provision_leads_to_where_it_stands_now(knowledge: KnowledgeBase) -> None:
    there = knowledge.texts_in_force("cs-2007", "16.D")
    assert [(p.edition, p.key) for p in there] == [("cs-2017", "16.C"), ("pl-2017", "16.C")]
    assert knowledge.texts_in_force("sr-2007", "64.A")[0].edition == "pl-2017"


@pytest.mark.parametrize(
    ("language", "key", "best"),
    [
        ("", "12", ("cs-2007", "cs-2017")),
        ("", "64", ("cs-2007", "pl-2017")),
        ("", None, ("cs-2007", "pl-2017")),
        ("sr", None, ("sr-2007", "pl-2017")),
        ("cs", None, ("cs-2007", "pl-2017")),
        ("sr", "12", ("sr-2007", "cs-2017")),
    ],
)
def test_the_best_pair_reaches_so_far_then_is_the_readers_then_of_one_language(
    knowledge: KnowledgeBase, language: str, key: str | None, best: tuple[str, str]
) -> None:
    old, new = ([e for e in knowledge.editions if e.year == year] for year in (2007, 2017))
    found = knowledge.best_pair(product(old, new), language, key)
    assert found and tuple(edition.id for edition in found) == best
    companions = [e for e in knowledge.editions if not e.laws]
    mixed = [*product(companions, companions), *product(old, new)]
    assert knowledge.best_pair(mixed, language, key) == found
    assert knowledge.best_pair([]) is None


def test_a_year_that_the_file_does_not_tell_of_is_a_version_too(tmp_path: Path) -> None:
    (tmp_path / "versions.toml").write_text('prevailing = "en"\n[[version]]\nyear = 2017\n')
    found = load_versions(tmp_path, (2027, 1997))
    assert [(v.year, v.superseded_by) for v in found] == [(1997, 2017), (2017, 2027), (2027, None)]


def test_a_malformed_file_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "versions.toml").write_text('prevailing = "en"\n[[version]]\nyear = "soon"\n')
    with pytest.raises(LawbaseError, match=r"versions\.toml:3"):
        load_versions(tmp_path, ())


def test_what_governs_a_dropped_definition(knowledge: KnowledgeBase) -> None:
    def governing(edition: str, key: str) -> list[str]:
        return [text.key for text in knowledge.governing(edition, key)]

    assert governing("sr-2007", "def.Renons")[:2] == ["61", "61.A"]
    assert governing("cs-2007", "def.Psychologická hláška") == ["40.C"]
    assert governing("cs-2007", "def.Konvence") == []
    assert governing("cs-2007", "def.Tichý hráč") == []
    assert governing("pl-2017", "def.Kolejność") == []
