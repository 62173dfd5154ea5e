"""Searching a few invented laws: what is found, in which text, and what is said otherwise."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.search import contents
from lawbase.search.contents import build_index
from lawbase.search.entry_points import STRAIGHT, Profile, term_entries, title_entries
from lawbase.search.results import SearchResult
from lawbase.search.search import Searcher
from lawbase.storage import DamagedError


def places(result: SearchResult) -> list[str]:
    return [f"{hit.edition}:{hit.key}" for hit in result.hits]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("nepřiznání barvy", "cs-2007:1"),
        ("NEPRIZNANI BARVY", "cs-2007:1"),
        ("ренонс", "pl-2017:1"),
        ("renonsom", "pl-2017:1"),
        ("divákům", "cs-2007:2"),
        ("60%", "cs-2007:1.B.2"),
        ("60 %", "cs-2007:1.B.2"),
        ("3000 bodů", "cs-2007:1.B.2"),
        ("prilagodjeni", "sr-2007:1.A"),
        ("přihlížející", "cs-2007:2.A"),
        ("zvoní telefon", "cs-2007:2.B"),
        ("žlutřina", "cs-2007:1.B.2#fn1"),
        ("divak ruší hráče", "cs-2007:2.B"),
    ],
)
def test_what_is_found_first(small: Searcher, query: str, first: str) -> None:
    hit = small.search(query).hits[0]
    own = hit.beside or hit
    assert f"{own.edition}:{own.key}" == first


def test_the_text_in_force_leads_and_the_readers_own_stands_beside_it(small: Searcher) -> None:
    hit = small.search("zvoní telefon").hits[0]
    assert (hit.edition, hit.key, hit.in_force) == ("pl-2017", "2.A", True)
    assert hit.beside is not None
    assert (hit.beside.edition, hit.beside.key) == ("cs-2007", "2.B")


def test_what_was_quoted_is_shown_where_it_stands(small: Searcher) -> None:
    hit = small.search("„hraj cokoliv“").hits[0]
    assert (hit.edition, hit.in_force, hit.beside) == ("cs-2007", False, None)


def test_what_is_in_force_comes_before_what_is_not(small: Searcher) -> None:
    found = small.search("renons").hits
    assert [hit.thread for hit in found[:2]] == ["1", "def"]
    assert found[0].in_force
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


def test_a_heading_that_defines_a_term_leads_there_as_a_definition_does(
    small_kb: KnowledgeBase,
) -> None:
    shares = {
        place: share
        for entry in term_entries(small_kb)
        if entry.stretch.text == "revoke"
        for place, share in entry.targets
    }
    assert shares["sr-2007", "def.Renons"] == shares["pl-2017", "1.A"] == STRAIGHT


def test_a_title_that_asks_what_something_is_leads_nowhere(small_kb: KnowledgeBase) -> None:
    titles = {"en": "What is a revoke", "cs": "Renonc po třech zdvizích"}
    entries = list(title_entries(small_kb, [Profile("revoke", titles, (), ())]))
    assert [(e.stretch.text, e.targets) for e in entries] == [
        (titles["cs"], ((("", "revoke"), STRAIGHT),))
    ]


@pytest.mark.parametrize("query", ["what's a revoke", "revoke definition", "define revoke"])
def test_a_definition_is_asked_for_in_several_ways(small: Searcher, query: str) -> None:
    asked = small.search("what is a revoke").hits
    assert [(h.thread, h.score) for h in small.search(query).hits] == [
        (h.thread, h.score) for h in asked
    ]


@pytest.mark.parametrize(
    ("typed", "usual"),
    [
        ("što je renons", "šta je renons"),
        ("tko je igrač", "ko je igrač"),
        ("prije renonsa", "pre renonsa"),
    ],
)
def test_serbian_is_understood_as_its_neighbours_spell_it(
    small: Searcher, typed: str, usual: str
) -> None:
    found = [[(h.thread, h.score) for h in small.search(query).hits] for query in (typed, usual)]
    assert found[0] == found[1] != []


def test_who_asks_for_a_superseded_edition_is_answered_from_it(small: Searcher) -> None:
    assert small.search("renons", editions=["sr-2007"]).hits[0].thread == "def"


def test_only_texts_in_force_when_asked(small: Searcher) -> None:
    assert {hit.edition for hit in small.search("gracz in:force").hits} == {"pl-2017"}


def test_every_hit_tells_why_it_was_found(small: Searcher) -> None:
    assert small.search("1B").hits[0].reason.kind == "citation"
    reason = small.search("divák ruší hráče").hits[0].reason
    assert (reason.kind, reason.words) == ("words", ("divak", "rusi", "hrace"))


def test_words_that_people_say_and_no_text_has_are_no_words_of_a_text(small: Searcher) -> None:
    reason = small.search("zvoní telefon u stolu").hits[0].reason
    assert (reason.kind, reason.text) == ("situation", "Zvoní telefon")
    assert reason.words == ("zvoni", "telefon", "stolu")


def test_one_hit_a_thread_with_its_twins(small: Searcher) -> None:
    result = small.search("rušení diváka")
    assert len({hit.thread for hit in result.hits}) == len(result.hits)
    hit = next(hit for hit in result.hits if hit.thread == "2.B")
    assert {(hit.edition, hit.key), *((twin.edition, twin.key) for twin in hit.twins)} == {
        ("cs-2007", "2.B"),
        ("sr-2007", "2.B"),
        ("pl-2017", "2.A"),
    }


@pytest.mark.parametrize(
    ("query", "edition", "first"),
    [
        ("rušit hráče", "pl-2017", "2.A"),
        ("ometanje igrača", "cs-2007", "2.B"),
        ("revoke", "sr-2007", "def.Renons"),
        ("the phone rings", "pl-2017", "2.A"),
        ("mobil u stolu", "sr-2007", "2.B"),
    ],
)
def test_texts_of_other_languages_are_found(
    small: Searcher, query: str, edition: str, first: str
) -> None:
    result = small.search(query, editions=(edition,))
    assert {hit.edition for hit in result.hits} == {edition}
    assert result.hits[0].key == first


@pytest.mark.parametrize("query", ["castling", "ofsajd", "xyzzy karta dračího doupěte", "", "?!"])
def test_no_answer_is_said_plainly(small: Searcher, query: str) -> None:
    result = small.search(query)
    assert (result.hits, result.total) == ((), 0)
    assert result.message


def test_a_citation_wins_and_shows_what_stands_around(small: Searcher) -> None:
    result = small.search("Pravidlo 1B hraje karta", editions=("cs-2007",))
    assert places(result)[:4] == ["cs-2007:1.B", "cs-2007:1.B.1", "cs-2007:1.B.2", "cs-2007:1"]
    assert result.interpreted.citations == ("1.B",)


def test_two_citations_are_both_first(small: Searcher) -> None:
    assert places(small.search("1A i 2B", editions=("sr-2007",)))[:2] == [
        "sr-2007:1.A",
        "sr-2007:2.B",
    ]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("Law 94", "There is no Law 94; the Laws are 1 to 3."),
        ("Член 100", ""),
        ("pravidlo 100", "There is no Law 100; the Laws are 1 to 3."),
        ("edition:xx-1999 karta", "There is no edition “xx-1999”; there are"),
        ("lang:fi karta", "There is no text in “fi”; there are cs, sr, pl."),
        ("law:many karta", "“law:many” is not a valid filter."),
        ("law:3-1 karta", "“law:3-1” ends before it begins."),
        ("year:2031 karta", "There is no text of 2031; there are those of 2007, 2017."),
        ("law:4 karta", "There is no law within law:4; the Laws are 1 to 3."),
        ("law:1 law:0 karta", "There is no law within law:0; the Laws are 1 to 3."),
        ("in:laws lang:pl law:2 year:2007", "There is no text within lang:pl year:2007."),
        ("in:force year:2007 karta", "There is no text within year:2007 in:force."),
        ("in:definitions law:1 karta", "There is no text within law:1 in:definitions."),
    ],
)
def test_what_is_not_there_is_named(small: Searcher, query: str, message: str) -> None:
    result = small.search(query)
    assert result.hits == ()
    assert result.message.startswith(message)


def test_the_nearest_text_is_shown_for_a_paragraph_that_is_missing(small: Searcher) -> None:
    result = small.search("1B9")
    assert result.message == "There is no 1B9 in Law 1."
    assert places(result)[0] == "cs-2007:1.B"


def test_a_provision_moved_elsewhere_is_found_by_its_address(small: Searcher) -> None:
    result = small.search("2B", editions=("pl-2017",))
    assert places(result)[0] == "pl-2017:2.A"
    assert result.message == "2B is not within edition:pl-2017."


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("1B law:2 in:laws", "1B is not within law:2."),
        ('"hraj cokoliv" law:2 lang:cs', "No answer was found within law:2."),
        ("hraj cokoliv law:3 in:laws", "No answer was found within law:3."),
        (
            "qqqq wwww law:3",
            "No answer was found in these laws. "
            "It isn't certain what this means here: qqqq, wwww. Try other words.",
        ),
    ],
)
def test_what_only_the_filters_leave_out_is_said_to_be_beyond_them(
    small: Searcher, query: str, message: str
) -> None:
    assert small.search(query).message == message


def test_the_year_after_a_citation_limits_it(small: Searcher) -> None:
    assert {hit.edition for hit in small.search("2A 2017").hits} == {"pl-2017"}


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ('"hraj cokoliv"', ["1.B.1"]),
        ("„HRAJ COKOLIV“", ["1.B.1"]),
        ('"další kartu"', ["1.B.1"]),
        ('"divák" rušit', ["2.B", "2.A"]),
        ('"divak za" "v salu"', ["2.A"]),
    ],
)
def test_phrases_are_exact_but_for_case_and_diacritics(
    small: Searcher, query: str, keys: list[str]
) -> None:
    result = small.search(query)
    assert [hit.key for hit in result.hits] == keys
    assert (result.said, result.message, result.grade) == ((), "", "sure")


def test_a_phrase_that_no_text_has_is_answered_by_its_words(small: Searcher) -> None:
    result = small.search('"hráči rušit"')
    assert result.message == "No text has “hráči rušit” word for word."
    assert result.grade == "likely"
    assert result.hits == small.search("hráči rušit").hits


def test_a_phrase_of_strange_words_is_not_answered(small: Searcher) -> None:
    result = small.search('"recept na knedlíky"')
    assert result.message == "No text has “recept na knedlíky” word for word."
    assert (result.grade, result.hits) == ("none", ())


@pytest.mark.parametrize("query", ["impasovat", "kdy impasovat hráče", "when to finesse"])
def test_what_is_only_asked_beyond_the_laws_is_not_answered(small: Searcher, query: str) -> None:
    result = small.search(query)
    assert (result.grade, result.hits) == ("none", ())


def test_a_word_that_is_also_asked_beyond_the_laws_still_finds_its_law(small: Searcher) -> None:
    assert small.search("dotaz hráče").hits


@pytest.mark.parametrize(
    ("query", "allowed"),
    [
        ("karta lang:sr", lambda hit: hit.language == "sr"),
        ("divák edition:cs-2007", lambda hit: hit.edition == "cs-2007"),
        ("hráč law:2-3", lambda hit: hit.key.startswith("2")),
        ("hráč karta in:definitions", lambda hit: hit.kind == "definition"),
        ("hráč year:2017", lambda hit: hit.edition == "pl-2017"),
        ("in:footnotes", lambda hit: hit.kind == "footnote"),
        ("law:3", lambda hit: hit.key == "3"),
    ],
)
def test_filters(small: Searcher, query: str, allowed: object) -> None:
    hits = small.search(query).hits
    assert hits
    assert all(allowed(hit) for hit in hits)  # type: ignore[operator]


def test_an_edition_asked_for_besides_narrows_those_of_the_query(small: Searcher) -> None:
    both = small.search("gracz edition:cs-2007 edition:pl-2017", editions=("pl-2017",))
    assert {hit.edition for hit in both.hits} == {"pl-2017"}
    apart = small.search("karta edition:cs-2007", editions=("pl-2017",))
    assert apart.is_refused and apart.hits == ()
    assert apart.message == "There is no text within edition:cs-2007 edition:pl-2017."
    assert small.search("karta language:pl").interpreted.filters == {"languages": ("pl",)}


def test_everything_within_filters_answers_alike(small: Searcher) -> None:
    assert {hit.score for hit in small.search("in:footnotes").hits} == {1.0}


def test_a_misspelt_word_is_found_and_named(small: Searcher) -> None:
    result = small.search("divák nesmí uprozornit")
    assert result.interpreted.corrected == {"uprozornit": "upozornit"}
    assert result.suggestion == "divák nesmí upozornit"
    assert "cs-2007:2.A" in places(result)


def test_marks_cover_inflected_words_and_equivalents(small: Searcher) -> None:
    def marked(query: str, edition: str) -> list[str]:
        hit = small.search(query, editions=(edition,)).hits[0]
        return [hit.snippet[start:end] for start, end in hit.marks]

    assert marked("rušit hráčům divákem", "cs-2007") == ["Divák", "hráče", "rušit"]
    assert "Gledalac" in marked("divák ruší", "sr-2007")


def test_a_provision_without_text_shows_what_stands_below(small: Searcher) -> None:
    hit = small.search("Pravidlo 2", editions=("cs-2007",)).hits[0]
    assert hit.snippet == "U stolu · Rušení"


def test_the_same_query_gives_the_same_answer(small: Searcher, small_index: Path) -> None:
    again = Searcher.open(small_index)
    for query in ("karta", "divák ruší", "27B", "renons"):
        first, second = (msgspec.json.encode(s.search(query)) for s in (small, again))
        assert first == second


def test_limit_and_total(small: Searcher) -> None:
    result = small.search("hráč", limit=2)
    assert len(result.hits) == 2
    assert result.total > 2


def test_the_subject_index_can_be_left_out(small_kb: KnowledgeBase, tmp_path: Path) -> None:
    build_index(small_kb, tmp_path / "search", topics=False)
    assert Searcher.open(tmp_path / "search").search("přihlížející").hits == ()


def test_building_twice_gives_the_same_search(
    small_kb: KnowledgeBase,
    small_index: Path,
    tmp_path: Path,
) -> None:
    build_index(small_kb, tmp_path / "search")
    files = {path.name: path.read_bytes() for path in (tmp_path / "search").iterdir()}
    assert files == {path.name: path.read_bytes() for path in small_index.iterdir()}


def test_an_index_survives_a_crash_while_it_is_made_anew(
    small_kb: KnowledgeBase,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "search"
    build_index(small_kb, folder)

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(contents, "write_inside", crash)
    with pytest.raises(KeyboardInterrupt):
        build_index(small_kb, folder)
    assert [path.name for path in tmp_path.iterdir()] == ["search"]
    assert Searcher.open(folder).search("renons").hits


def test_a_missing_index_is_told(tmp_path: Path) -> None:
    with pytest.raises(LawbaseError, match="run “lawbase build --output "):
        Searcher.open(tmp_path / "search")


@pytest.mark.parametrize("harm", ["flip", "cut", "remove", "empty"])
def test_damage_to_any_file_is_told(small_index: Path, tmp_path: Path, harm: str) -> None:
    names = sorted(path.name for path in small_index.iterdir() if path.stat().st_size)
    for name in names:
        folder = tmp_path / name
        folder.mkdir()
        for path in small_index.iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
        spoil(folder / name, harm)
        with pytest.raises(DamagedError):
            Searcher.open(folder)


def spoil(file: Path, harm: str) -> None:
    """Damage a file in one of four ways."""
    data = file.read_bytes()
    if harm == "remove":
        file.unlink()
        return
    middle = len(data) // 2
    flipped = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    file.write_bytes({"flip": flipped, "cut": data[:middle], "empty": b""}[harm])
