"""Threads: one for every provision, under an id that stays."""

import pytest

from lawbase.aligning.changes import summarize
from lawbase.aligning.threads import journey_of
from lawbase.model import Aligned, Concept
from tests.aligning.invented import align, base, edition, law_texts, sentence, translated


def ids(aligned: Aligned) -> dict[tuple[str, str], str]:
    return {(text.edition, text.key): t.id for t in aligned.threads for text in t.texts}


@pytest.mark.slow
def test_a_thread_follows_a_provision_through_years_and_languages() -> None:
    old = law_texts()
    new = old | {"2.A.1": old["6.C.2"], "6.C.2": old["2.A.1"]}
    threads = align(
        edition("aa-2007", old),
        edition("bb-2007", translated(old, "bb")),
        edition("aa-2017", new),
        edition("cc-2017", translated(new, "cc")),
    ).threads
    texts = next(t.texts for t in threads if t.id == "2007:2.A.1")
    assert [(text.edition, text.key) for text in texts] == [
        ("aa-2007", "2.A.1"),
        ("bb-2007", "2.A.1"),
        ("aa-2017", "6.C.2"),
        ("cc-2017", "6.C.2"),
    ]


def test_every_provision_is_in_one_thread_and_ids_are_unique() -> None:
    texts = law_texts()
    one, other = edition("aa-2007", texts), edition("bb-2017", translated(texts, "bb"))
    threads = align(one, other).threads
    places = [text for thread in threads for text in thread.texts]
    assert len(places) == len(one.provisions) + len(other.provisions)
    assert len(set(places)) == len(places)
    assert len({thread.id for thread in threads}) == len(threads)


@pytest.mark.slow
def test_ids_survive_new_languages_and_years() -> None:
    old = law_texts()
    new = {key: text for key, text in old.items() if key != "3.A.3"} | {"9.A": sentence("new")}
    few = [edition("aa-2007", old), edition("aa-2017", new)]
    many = [
        *few,
        edition("bb-2007", translated(old, "bb")),
        edition("cc-2027", translated(new, "cc")),
    ]
    before, after = ids(align(*few)), ids(align(*many))
    assert before.items() <= after.items()


def test_an_extra_provision_of_one_language_is_told_by_its_language() -> None:
    texts = law_texts()
    other = translated(texts, "bb")
    other["4.A.4"], other["4.A.3"] = other["4.A.3"], translated({"x": sentence("relic")}, "bb")["x"]
    found = ids(align(edition("aa-2007", texts), edition("bb-2007", other)))
    assert found["aa-2007", "4.A.3"] == found["bb-2007", "4.A.4"] == "2007:4.A.3"
    assert found["bb-2007", "4.A.3"] == "2007:bb:4.A.3"


def test_a_definition_is_called_by_its_concept() -> None:
    one = edition("aa-2007", law_texts() | {"def.Mrtvý": "the hand of a partner"})
    other = edition("bb-2007", translated(law_texts(), "bb") | {"def.Dami": "another hand"})
    definitions = {"aa-2007": "def.Mrtvý", "bb-2007": "def.Dami"}
    found = ids(align(one, other, concepts=[Concept("dummy", {}, definitions=definitions)]))
    assert found["aa-2007", "def.Mrtvý"] == found["bb-2007", "def.Dami"] == "2007:def.dummy"


def test_the_summary_counts_by_law_and_kind() -> None:
    old = law_texts()
    new = {key: text for key, text in old.items() if key != "3.A.3"}
    new |= {"3.C.4": sentence("new"), "5.A.1": f"{old['5.A.1']} nolo"}
    kb = base(edition("aa-2007", old), edition("aa-2017", new))
    summary = summarize(kb, "aa-2007", "aa-2017")
    laws = {law.law: law for law in summary.laws}
    assert summary.new == ("3.C.4",) and summary.dropped == ("3.A.3",)
    assert laws[3].relations["dropped"] == laws[3].relations["new"] == 1
    assert laws[5].kinds == {"unchanged": 8, "wording": 1}
    assert summary.total("wording") == 1


def test_the_summary_counts_what_moved_where_it_now_stands_and_nothing_without_words() -> None:
    old = law_texts()
    new = {key: text for key, text in old.items() if key != "3.A.3"} | {"9.A.1": old["3.A.3"]}
    summary = summarize(
        base(edition("aa-2007", old), edition("aa-2017", new)), "aa-2007", "aa-2017"
    )
    assert summary.moved == (("3.A.3", "9.A.1"),)
    assert summary.of_law(9).relations == {"moved": 1} and summary.of_law(9).total == 1
    assert summary.new == () and summary.dropped == ()


def test_the_summary_names_every_place_that_a_moved_provision_comes_from() -> None:
    old = law_texts()
    whole = f"{old['3.A.2']} {old['3.A.3']}"
    new = {key: t for key, t in old.items() if key not in ("3.A.2", "3.A.3")} | {"3.C.9": whole}
    summary = summarize(
        base(edition("aa-2007", old), edition("aa-2017", new)), "aa-2007", "aa-2017"
    )
    assert summary.moved == (("3.A.2", "3.C.9"), ("3.A.3", "3.C.9"))
    assert summary.total("moved") == 1


def test_a_journey_tells_where_parts_went_and_what_came_to_an_end() -> None:
    old = law_texts()
    words = old["3.B.2"].split()
    new = {key: text for key, text in old.items() if key != "7.A.1"}
    new |= {"3.B.2": " ".join(words[:6]), "3.B.4": " ".join(words[6:])}
    kb = base(edition("aa-2007", old), edition("aa-2017", new))
    split, gone = journey_of(kb, "aa-2007", "3.B.2"), journey_of(kb, "aa-2007", "7.A.1")
    assert split and [(a.from_key, a.to_key) for a in split.partings] == [("3.B.2", "3.B.4")]
    assert gone and [a.relation for a in gone.ends] == ["dropped"]
    assert journey_of(kb, "aa-2007", "99.A") is None
