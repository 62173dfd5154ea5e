"""The site of a corpus that has little: what there is nothing of is left out, the rest stands."""

from __future__ import annotations

import gc
import re
import shutil
from itertools import chain
from pathlib import Path
from weakref import ref

import pytest
from msgspec.structs import replace

from lawbase.building import build
from lawbase.knowledge import LAYERS, KnowledgeBase
from lawbase.model import Aligned, Edition, Links
from lawbase.profile import load_versions
from lawbase.reading.drafting.draft import begin_edition
from lawbase.search.contents import build_index
from lawbase.site.context import Site
from lawbase.site.routes import PAGE_IDS
from lawbase.site.views.matrix import plan_matrix
from lawbase.storage import files_in
from tests.conftest import ROOT, corpus_languages
from tests.site.invented import (
    VERSIONS,
    cs_2007,
    cs_2017,
    guide,
    invented,
    provision,
    site_of,
    sr_2007,
)
from tests.site.test_nothing_misleads import html_of, words_of

pytestmark = pytest.mark.slow

SOURCES = ROOT / "site"
NOWHERE = ROOT / "nowhere"
ACROSS = {"changes", "compare", "concordance", "findings", "index", "matrix", "situations", "terms"}
"""The rooms that a corpus may have nothing for."""


def base_of(*editions: Edition, languages: str = "cs en pl sr", **layers: object) -> KnowledgeBase:
    """A knowledge base of some editions alone, that knows some languages."""
    known = corpus_languages()
    nothing: dict[str, object] = {
        "languages": {language: known[language] for language in languages.split()},
        "versions": load_versions(NOWHERE, (e.year for e in editions if e.laws)),
        "editions": editions,
        "links": Links(),
        "concepts": (),
        "situations": (),
        "beyond": (),
        "aligned": Aligned(),
        "findings": (),
    }
    return KnowledgeBase(nothing | layers)


def plain(edition: Edition) -> Edition:
    """An edition without an index and without notes on slips."""
    return replace(edition, index=(), notes=())


def in_language(edition: Edition, language: str) -> Edition:
    """An edition said to be in another language."""
    return replace(edition, language=language)


def made_of(kb: KnowledgeBase, folder: Path) -> Path:
    """The site of a knowledge base, whose links are checked as it's built."""
    site_of(kb, folder / "site")
    return folder / "site"


def interfaces(site: Path) -> set[str]:
    """The languages of the interface that a site speaks, by their search descriptions."""
    return {name.split(".")[1] for name in files_in(site) if name.startswith("opensearch.")}


def rooms(site: Path, interface: str = "en") -> set[str]:
    """The rooms of a language that are there."""
    return {path.name for path in (site / interface).iterdir() if path.is_dir()}


@pytest.mark.parametrize(
    ("editions", "there"),
    [
        ([plain(cs_2007())], set()),
        ([cs_2007()], {"findings", "index"}),
        ([guide()], set()),
        ([plain(cs_2007()), sr_2007()], {"compare", "matrix"}),
        ([plain(cs_2007()), cs_2017()], {"changes", "compare", "concordance", "matrix"}),
    ],
    ids=["one edition", "its index and slips", "no laws", "one year", "two years"],
)
def test_a_room_with_nothing_in_it_is_left_out(
    editions: list[Edition], there: set[str], tmp_path: Path
) -> None:
    site = made_of(base_of(*editions), tmp_path)
    assert rooms(site) & ACROSS == there


@pytest.mark.parametrize("layer", ["concepts", "situations", "findings"])
def test_a_whole_corpus_may_lack_a_layer(layer: str, tmp_path: Path) -> None:
    kb = invented()
    layers = {name: getattr(kb, name) for name in LAYERS} | {layer: ()}
    if layer == "concepts":
        layers["links"] = replace(kb.links, uses=())
    room = {"concepts": "terms"}.get(layer, layer)
    site = made_of(KnowledgeBase(layers), tmp_path)
    noted = any(edition.notes for edition in kb.editions)
    assert (room in rooms(site)) == (room == "findings" and noted)


def test_the_interfaces_are_those_of_the_editions_and_the_common_one(tmp_path: Path) -> None:
    assert interfaces(made_of(base_of(cs_2007()), tmp_path / "cs")) == {"cs", "en"}
    serbian = made_of(base_of(sr_2007()), tmp_path / "sr")
    assert interfaces(serbian) == {"sr", "sr-Cyrl", "en"}


def test_no_file_of_a_language_is_needed_but_those_of_the_editions(tmp_path: Path) -> None:
    site = made_of(base_of(sr_2007(), languages="sr"), tmp_path)
    assert interfaces(site) == {"sr", "sr-Cyrl", "en"}
    assert "Član 1" in (site / "parallel" / "1" / "index.html").read_text("utf-8")
    words = (site / "assets" / "search.js").read_text("utf-8")
    needed = re.search(r'"en": \[([^\]]*)\]', words)
    assert needed and re.findall(r'"([\w-]+)"', needed[1]) == ["common", "en", "sr"]
    assert (site / "search" / "en.js").is_file()


@pytest.mark.parametrize(("named", "spoken"), [("cs", "cs"), ("", "en"), ("xx", "en")])
def test_a_language_without_an_interface_has_that_which_its_file_names(
    named: str, spoken: str, tmp_path: Path
) -> None:
    slovak = replace(corpus_languages()["cs"], id="sk", interface=named)
    kb = base_of(in_language(cs_2007(), "sk"))
    known = {"sk": slovak}
    kb = KnowledgeBase({name: getattr(kb, name) for name in LAYERS} | {"languages": known})
    site = made_of(kb, tmp_path)
    assert interfaces(site) == {spoken, "en"}
    page = (site / "cs-2007" / "1" / "index.html").read_text("utf-8")
    assert f'<html lang="{spoken}"' in page
    assert re.search(r'<div class="words" lang="sk">', page)
    home = (site / "en" / "index.html").read_text("utf-8")
    assert 'href="../cs-2007/1/index.html"' in home


def test_a_page_of_its_own_language_needs_no_marks(tmp_path: Path) -> None:
    page = made_of(base_of(cs_2007()), tmp_path) / "cs-2007" / "1" / "index.html"
    assert '<div class="words">' in page.read_text("utf-8")
    assert '<div class="words" lang' not in page.read_text("utf-8")


def test_nothing_keeps_a_knowledge_base_whose_index_was_made(tmp_path: Path) -> None:
    kb = invented()
    build_index(kb, tmp_path / "index")
    known = ref(kb)
    del kb
    gc.collect()
    assert known() is None


def test_the_rows_of_the_matrix_are_worked_out_once_for_all_languages() -> None:
    shown = [page.view["laws"] for page in plan_matrix(Site(invented(), SOURCES))]
    assert len(shown) > 1 and all(laws is shown[0] for laws in shown)


def test_a_corpus_begun_from_nothing_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = tmp_path / "mine"
    corpus.mkdir()
    begin_edition(corpus, "de-2017", ROOT / "tests" / "editions" / "de-2017" / "booklet.txt")
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    build(tmp_path / "build")
    shutil.rmtree(corpus)
    site = tmp_path / "build" / "site"
    assert interfaces(site) == {"en"}
    assert (site / "de-2017" / "1" / "index.html").is_file()


def test_a_headword_may_be_what_pages_call_a_part_of_their_own(tmp_path: Path) -> None:
    words = ("Main", "Table", "Мъртва ръка", "Карта")
    definitions = [provision("cs-2007", f"def.{word}", "Text.") for word in words]
    book = plain(cs_2007())
    site = made_of(base_of(replace(book, provisions=(*book.provisions, *definitions))), tmp_path)
    page = (site / "cs-2007" / "definitions" / "index.html").read_text(encoding="utf-8")
    anchors = re.findall(r'\bid="([^"]*)"', page)
    assert len(anchors) == len(set(anchors))
    assert {"main-2", "table-2", "мъртва-ръка", "карта"} <= set(anchors)


def test_the_ids_that_pages_use_are_known() -> None:
    templates = (SOURCES / "templates").rglob("*.html")
    printed = (re.findall(r'\bid="([a-z-]+)"', t.read_text(encoding="utf-8")) for t in templates)
    assert set(chain.from_iterable(printed)) == PAGE_IDS


def test_only_a_corpus_of_translations_is_said_to_be_one(tmp_path: Path) -> None:
    serbian = replace(sr_2007(), publisher="Savez")
    for name, editions, translated in (
        ("alone", (serbian,), True),
        ("beside", (serbian, in_language(cs_2007(), "en")), False),
    ):
        kb = base_of(*map(plain, editions), versions=VERSIONS)
        site = made_of(kb, tmp_path / name)
        foot = words_of(html_of(site / "en").partition('class="prevails"')[2])
        assert ("The texts are translations." in foot) == translated
        assert "The official English text" in foot
        about = words_of(html_of(site / "en/about"))
        assert ("All texts here are translations" in about) == translated
        for page in ("en", "en/about", "sr-2007"):
            assert "Savez" in words_of(html_of(site / page))
    assert "članovi 1–" in words_of(html_of(site / "sr-2007").partition("<main")[2]).lower()
