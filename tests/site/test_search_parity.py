"""The browser's engine, run by Node over the built site, against Python's."""

from __future__ import annotations

import itertools
import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest

from lawbase.knowledge import KnowledgeBase
from lawbase.profile import LanguageProfile
from lawbase.search.engine import POSTINGS, WhooshEngine
from lawbase.search.figures import WHOLE
from lawbase.search.search import Searcher
from lawbase.search.tables import (
    COMMON,
    TABLES,
    VOCABULARY,
    IndexTables,
    Passage,
    concept_term,
)
from lawbase.search.vocabulary import Vocabulary
from lawbase.site.context import Site
from lawbase.site.routes import Routes, link
from lawbase.site.search_data import WAYS, first_parts
from lawbase.site.search_data.packing import numbers
from lawbase.storage import FolderReader
from tests.conftest import ROOT, Some
from tests.search.grading import FRESH, GRADED, OWN, SPOKEN, load_queries
from tests.site.asked import Asker

pytestmark = pytest.mark.slow

SEED = 2017
GENERATED = 500
SMALL_AT_FIRST, SMALL_BUT_FOR_WAYS = 150_000, 350_000
"""Bytes of a reader's own parts, and of all but what is said of situations."""
HARNESS = Path(__file__).with_name("engine.mjs")
Ask = Callable[[Iterable[tuple[Any, ...]]], list[Any]]
Asked = tuple[str, tuple[str, ...]]


@contextmanager
def engine_of(site: Path) -> Iterator[Ask]:
    """The engine of a built site: requests in, answers out; it is asked nothing twice."""
    node = shutil.which("node")
    assert node, "install Node (scripts/test-tools does)"
    known: dict[str, Any] = {}
    pipe = subprocess.PIPE
    with subprocess.Popen([node, str(HARNESS), str(site)], stdin=pipe, stdout=pipe) as run:
        into, out = run.stdin, run.stdout
        assert into and out

        def write(lines: list[str]) -> None:
            into.write("".join(f"{line}\n" for line in lines).encode())
            into.flush()

        def asked(requests: Iterable[tuple[Any, ...]]) -> list[Any]:
            lines = [json.dumps(request) for request in requests]
            new = [line for line in dict.fromkeys(lines) if line not in known]
            writer = Thread(target=write, args=(new,))  # the engine answers before it has read all
            writer.start()
            known.update((line, json.loads(out.readline())) for line in new)
            writer.join()
            return [known[line] for line in lines]

        try:
            yield asked
        finally:
            run.kill()


@pytest.fixture(scope="module")
def ask(home: Path) -> Iterator[Ask]:
    """The engine of the site of the whole corpus."""
    with engine_of(home / "site") as asked:
        yield asked


@pytest.fixture(scope="module")
def searcher(home: Path) -> Searcher:
    """Python's search over the same build."""
    return Searcher.open(home / "search")


@pytest.fixture(scope="module")
def built(home: Path) -> KnowledgeBase:
    """The knowledge base that was built."""
    return KnowledgeBase.open(home / "knowledge")


@pytest.fixture(scope="module")
def first(built: KnowledgeBase) -> dict[str, list[str]]:
    """The parts of the data that come before all others, by the reader's language."""
    return first_parts(Site(built, ROOT / "site"))


def graded_queries() -> Iterator[str]:
    """Every graded query."""
    for table in (GRADED, OWN, SPOKEN, FRESH):
        yield from (query.text for query in load_queries(table))


def different(searcher: Searcher, ask: Ask, asked: Sequence[Asked]) -> list[str]:
    """The queries whose answers differ in anything that is shown."""
    found = []
    answers = ask(("search", query, editions, []) for query, editions in asked)
    for (query, editions), answer in zip(asked, answers, strict=True):
        result = searcher.search(query, editions)
        expected = [
            {
                "edition": hit.edition,
                "key": hit.key,
                "twins": [[twin.edition, twin.key] for twin in hit.twins],
                "snippet": hit.snippet,
                "marks": [list(mark) for mark in hit.marks],
                "citation": hit.citation,
                "reason": [hit.reason.kind, list(hit.reason.words), hit.reason.text],
                "beside": hit.beside.key if hit.beside else None,
                "in_force": hit.in_force,
                "heading": hit.heading,
            }
            for hit in result.hits
        ]
        said = [each.kind for each in result.said]
        same = (expected, result.grade, result.total, result.suggestion, said) == (
            answer["hits"],
            answer["grade"],
            answer["total"],
            answer["suggestion"],
            answer["said"],
        )
        if not same:
            found.append(f"{query} {editions}")
    return found


@pytest.mark.slow
def test_graded_queries_have_the_same_answers(
    searcher: Searcher,
    ask: Ask,
    built: KnowledgeBase,
    some: Some,
) -> None:
    """The graded queries, all with ``--whole``, and the same in one edition after the other."""
    queries = list(graded_queries())
    in_turn = itertools.cycle((edition.id,) for edition in built.editions)
    asked: list[Asked] = [(query, ()) for query in queries]
    asked += zip(queries, in_turn, strict=False)
    assert different(searcher, ask, some(asked, 4)) == []


@pytest.mark.slow
def test_generated_queries_have_the_same_answers(
    searcher: Searcher, ask: Ask, built: KnowledgeBase, languages: dict[str, LanguageProfile]
) -> None:
    asker = Asker(built, languages, SEED)
    asked: list[Asked] = [(query, ()) for query in asker.queries(GENERATED)]
    assert different(searcher, ask, asked) == []


def test_digits_of_other_scripts_have_the_same_answers(searcher: Searcher, ask: Ask) -> None:
    typed = ("Law ٢٧", "２７B1", "Laws 50-٥٢", "16D2 20١٧", "law:١٢ karta", "year:٢٠١٧ karta")
    assert different(searcher, ask, [(query, ()) for query in typed]) == []


def test_citations_typed_in_haste_have_the_same_answers(searcher: Searcher, ask: Ask) -> None:
    typed = ["clan 27", "CLAN 64", "ćlan 27 b", "clan 27 tacka b", "law27", "pravidlo27", "cl27b1"]
    typed += ["przepis27", "čl.27", "čl 27", "art 27", "članak 27", "clanok27", "laws 12 či 27"]
    assert {searcher.search(query).grade for query in typed} == {"sure"}
    other = ["27 á", "član kluba 3", "outlaw27", "čl,27", "İ čl 27", "𝐀27", "𝐀 law27", "law 27 %"]
    assert different(searcher, ask, [(query, ()) for query in typed + other]) == []


def test_what_all_situations_say_tells_none_apart(searcher: Searcher, ask: Ask) -> None:
    typed = ("the", "The bi", "the lad", "board played tha", "halfway thr")
    assert different(searcher, ask, [(query, ()) for query in typed]) == []


def test_what_limits_to_nothing_is_told_alike(searcher: Searcher, ask: Ask) -> None:
    typed = ["law:64-61 renons", "law:many", "year:2031", "year:0", "lang:en", "edition:cs2017"]
    typed += [
        "law:99 výnos",
        "law:27 law:0",
        "year:2007 edition:pl-2017",
        "in:force lang:sr in:guide",
    ]
    asked: list[Asked] = [(query, ()) for query in typed]
    asked += [("renons edition:cs-2017", ("pl-2017",)), ("language:pl lang:sr x", ("cs-2007",))]
    assert all(searcher.search(*each).is_refused for each in asked)
    assert different(searcher, ask, asked) == []


def test_what_only_filters_leave_out_is_told_alike(searcher: Searcher, ask: Ask) -> None:
    asked: list[Asked] = [
        ("27B1 law:40", ()),
        ('"nepřiznání barvy" law:5', ()),
        ("kecal law:5", ()),
    ]
    answers = ask(("search", query, [], []) for query, _ in asked)
    said = [searcher.search(*each).said[0] for each in asked]
    assert [each.kind for each in said] == ["elsewhere", "within", "within"]
    assert [answer["without"] for answer in answers] == [[each.values["value"]] for each in said]
    assert different(searcher, ask, asked) == []


def test_words_that_were_not_understood_are_told_alike(searcher: Searcher, ask: Ask) -> None:
    told = {"qwrtz Plmk": "qwrtz, Plmk", "co je žbluňk": "žbluňk", "xyzzy qwrtz?": "xyzzy, qwrtz"}
    for (query, words), answer in zip(
        told.items(), ask(("search", query, [], []) for query in told), strict=True
    ):
        said = searcher.search(query).said
        assert [(each.kind, each.values) for each in said] == [
            ("none", {}),
            ("doubtful", {"value": words}),
        ]
        assert answer["said"] == ["none", "doubtful"]
        assert answer["without"][1] == words


def test_words_are_understood_alike_without_their_beginnings(searcher: Searcher, ask: Ask) -> None:
    words = ["unestablished", "nonplaying", "nedokonane", "nezaalertoval", "neutvrđen", "nieznany"]
    words += ["nieuprawomocniony", "unite", "nekolegialan", "nonono", "niebawem"]
    words += ["překontroval", "podlicitirao", "zalicitirao", "wylicytował", "outbidding", "przed"]
    asked: list[Asked] = [(f"{word}{more}", ()) for word in words for more in ("", " revoke")]
    assert different(searcher, ask, asked) == []


def test_the_end_of_a_partial_edition_is_told_alike(searcher: Searcher, ask: Ask) -> None:
    asked: list[Asked] = [("nepriznal barvu", ("cs-2017",)), ("revoke year:2017 lang:cs", ())]
    assert all(searcher.search(*each).said[0].kind == "reach" for each in asked)
    assert different(searcher, ask, asked) == []


def test_every_term_weighs_the_same_in_every_document(
    home: Path,
    ask: Ask,
    built: KnowledgeBase,
    some: Some,
) -> None:
    read = FolderReader(home / "search")
    vocabulary, tables = read.record(VOCABULARY, Vocabulary), read.record(TABLES, IndexTables)
    engine = WhooshEngine(read.read(POSTINGS), home)
    size = len(tables.key)
    told = size + len(tables.entry_kind)
    terms = [(name, stem) for name, words in vocabulary.languages.items() for stem in words.weights]
    concepts = [concept.id for concept in built.concepts]
    numbered = {concept_term(concept): f"@{n}" for n, concept in enumerate(concepts)}
    terms += [(COMMON, term) for term in dict.fromkeys((*vocabulary.common, *numbered))]
    terms, faults = [*some(terms, 4)], []
    answers = ask(("postings", field, numbered.get(term, term)) for field, term in terms)
    for (field, term), answer in zip(terms, answers, strict=True):
        documents, weights, entry_points, situations, saying = answer
        postings = engine.postings(field, term)
        expected = dict(zip(postings.documents, postings.weights, strict=True))
        found = dict(zip(documents, weights, strict=True))
        found |= dict.fromkeys((size + n for n in entry_points), WHOLE)
        found |= {told + n: weight for n, weight in zip(situations, saying, strict=True)}
        if expected != found:
            faults.append((field, term))
    assert faults == []


def test_texts_are_read_as_they_were_written(home: Path, ask: Ask, built: KnowledgeBase) -> None:
    read = FolderReader(home / "search")
    tables, engine = read.record(TABLES, IndexTables), WhooshEngine(read.read(POSTINGS), home)
    routes = Routes(built.editions)
    answers = ask(("passage", document) for document in range(len(tables.key)))
    for document, answer in enumerate(answers):
        passage = msgspec.json.decode(engine.stored(document), type=Passage)
        edition, key = tables.editions[tables.edition[document]].id, tables.key[document]
        assert answer["heading"] == passage.heading
        assert answer["text"] == (passage.text or passage.outline)
        if passage.text:
            assert answer["sentences"] == [list(span) for span in passage.sentences]
        assert link(answer["page"], answer["anchor"]) == routes.href(edition, key)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("nepřiz", "nepřiznání barvy"),
        ("nepriz", "nepřiznání barvy"),
        ("27b", "27B"),
        ("tichy h", "tichý hráč"),
        ("zvoni tel", "Zvoní telefon"),
        ("phone ri", "The phone rings"),
        ("ренонс", "renons"),
        ("népri", None),
        ("", None),
    ],
)
def test_what_is_typed_is_completed(ask: Ask, typed: str, first: str | None) -> None:
    (found,) = ask([("suggest", typed, ["cs", "sr", "en", ""])])
    assert (first, bool(found)) in [(text, True) for text, _, _ in found] or not (first or found)


def test_suggestions_are_of_some_languages_and_the_likeliest_first(ask: Ask) -> None:
    (found,) = ask([("suggest", "pozi", ["sr"])])
    assert {language for _, _, language in found} == {"sr"}
    begun = [text.startswith("pozi") for text, _, _ in found]
    assert any(begun) and begun == sorted(begun, reverse=True)
    assert found[0] == ["pozivati kartu", "term", "sr"]


def test_numbers_survive_their_packing(ask: Ask) -> None:
    chance = random.Random(SEED)
    rows = [[chance.randrange(10 ** chance.randint(1, 5)) for _ in range(50)] for _ in range(200)]
    rows += [[], [0], [79, 80, 989, 990], [91**3 - 1]]
    asked = [("numbers", numbers(row, single), single) for row in rows for single in (20, 80)]
    assert ask(asked) == [row for row in rows for _ in (20, 80)]


def test_the_data_are_small(ask: Ask, first: dict[str, list[str]]) -> None:
    """What must be there for a reader's first answer, and what is there in the end."""
    [found] = ask([("brotli",)])
    sizes = {Path(path).stem: size for path, size in found.items()}
    words = sum(size for name, size in sizes.items() if not name.endswith(WAYS))
    assert words < SMALL_BUT_FOR_WAYS, sizes
    for language, names in first.items():
        own = sum(sizes[name] for name in names if name in ("common", language))
        assert own < SMALL_AT_FIRST, (language, sizes)


@pytest.mark.parametrize(("ways", "as_often"), [(False, 0.55), (True, 0.9)])
def test_a_first_answer_claims_nothing_of_what_is_not_there(
    ask: Ask,
    first: dict[str, list[str]],
    built: KnowledgeBase,
    some: Some,
    ways: bool,
    as_often: float,
) -> None:
    """Before all languages are there, an answer says that it is of a part, and seldom errs.

    It seldom does so once the ways of saying in the reader's language have come, too.
    """
    spoken = {edition.id: edition.language for edition in built.editions}
    asked = [q for table in (GRADED, OWN, SPOKEN, FRESH) for q in load_queries(table)]
    asked = [*some([query for query in asked if query.language in first], 4)]
    there = {
        name: [*names, *(f"{each}{WAYS}" for each in names if ways)]
        for name, names in first.items()
    }
    parts = ask(("search", q.text, [], [], there[q.language]) for q in asked)
    wholes = ask(("search", q.text, [], []) for q in asked)
    alike = 0
    for query, part, whole in zip(asked, parts, wholes, strict=True):
        assert whole["whole"]
        assert not part["whole"]
        assert (part["grade"], part["said"], part["suggestion"]) == ("none", [], "")
        shown = {hit["edition"] for hit in part["hits"]}
        shown |= {edition for hit in part["hits"] for edition, _ in hit["twins"]}
        assert {spoken[edition] for edition in shown} <= set(first[query.language])
        alike += _have_one_first(part, whole)
    assert alike > as_often * len(asked)


def _have_one_first(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two answers begin with the same thread, or are both none."""
    first, second = (
        {key for hit in answer["hits"][:1] for key in (hit["key"], *(k for _, k in hit["twins"]))}
        for answer in (one, other)
    )
    return not first.isdisjoint(second) or not (first or second)


def test_guiding_situations_exist(built: KnowledgeBase) -> None:
    from lawbase.site.settings import load_settings

    known = {situation.id for situation in built.situations}
    assert set(load_settings(ROOT / "site").guiding) <= known
