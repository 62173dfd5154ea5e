"""What a person types, read as a citation."""

from __future__ import annotations

import pytest

from lawbase.citations.lookup import provisions_cited, read_addresses, read_key, read_place
from lawbase.errors import LawbaseError, NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.profile import CitationStyle, LanguageProfile, ReferenceVocabulary


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("27B1a", "27.B.1.a"),
        ("Pravidlo 27B1(a)", "27.B.1.a"),
        ("Law 12 C 1 e ii", "12.C.1.e.ii"),
        ("L27B1", "27.B.1"),
        ("27/B/1", "27.B.1"),
        ("27-B-1-b", "27.B.1.b"),
        ("27, B, 1, b", "27.B.1.b"),
        ("27:B1b", "27.B.1.b"),
        ("pravidlo č. 27", "27"),
        ("przepis nr 27 B", "27.B"),
        ("27 odst. B bod 1", "27.B.1"),
        ("Pravidlo 27, odstavec B", "27.B"),
        ("27 punkt B1b", "27.B.1.b"),
        ("paragraf 27", "27"),
        ("член 27", "27"),
        ("Члан 27Б1а", "27.B.1.a"),
        ("§ 35.1", "35.1"),
        ("27. pravidlo", "27"),
        ("12. члан", "12"),
    ],
)
def test_every_spelling_is_read(
    typed: str, meant: str, languages: dict[str, LanguageProfile]
) -> None:
    assert str(read_addresses(typed, languages.values())[0]) == meant


def test_words_that_stand_behind_the_number_are_read() -> None:
    words = ReferenceVocabulary(law_after=("szabály",), unit_after=("pont",))
    style = CitationStyle("{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}")
    hungarian = LanguageProfile("hu", "magyar", style, references=words)
    assert str(read_addresses("12. szabály", [hungarian])[0]) == "12"
    assert str(read_addresses("12C1(b) szabály", [hungarian])[0]) == "12.C.1.b"


@pytest.mark.parametrize(
    "typed",
    ["odstavec B", "lead 27", "27 tricks", "2/1 GF", "27, 31", "64A, 2", "Pravidla 50-52", ""],
)
def test_what_is_no_citation_is_told(typed: str, languages: dict[str, LanguageProfile]) -> None:
    with pytest.raises(LawbaseError, match="is not a citation like 27B1"):
        read_addresses(typed, languages.values())


def test_what_is_printed_is_read_back(knowledge: KnowledgeBase) -> None:
    provisions = [p for edition in knowledge.editions for p in edition.provisions]
    kinds = {"definition", "footnote", "preface", "introduction"}
    printed = [p for p in provisions if p.kind in kinds][::9] + provisions[::90]
    for p in printed:
        citation = knowledge.cite(p.edition, p.key)
        edition, key = read_place(citation, knowledge)
        assert edition == ()
        assert knowledge.cite(p.edition, key) == citation, (p.edition, p.key, citation)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("27В1(а)", "27.B.1.a"),  # by its sound it would be 27V1
        ("§ 12С1", "12.C.1"),  # S by its sound
        ("Члан 27Б1а", "27.B.1.a"),
        ("Члан 16Ц", "16.C"),
        ("6D2#fn1", "6.D.2#fn1"),
        ("Pravidlo 6D2#fn1", "6.D.2#fn1"),
        ("6D2, poznámka 1", "6.D.2#fn1"),
    ],
)
def test_a_citation_is_read_as_the_provision_that_exists(
    typed: str, key: str, knowledge: KnowledgeBase
) -> None:
    assert read_key(typed, knowledge) == key


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("cs-2007:29", (("cs-2007",), "29")),
        ("ldb:2017:pl:12.C", (("pl-2017",), "12.C")),
        ("ldb:2007:6.D.2#fn1", (("cs-2007", "sr-2007"), "6.D.2#fn1")),
        ("ldb:2007:cs:def.Tichý%20hráč", (("cs-2007",), "def.Tichý hráč")),
        ("16D2 (2007)", (("cs-2007", "sr-2007"), "16.D.2")),
        ("Przepis 27B1(a), 2017", (("cs-2017", "pl-2017"), "27.B.1.a")),
        ("law:27", ((), "27")),
    ],
)
def test_places_and_the_urns_of_the_exports_are_read(
    typed: str, place: tuple[tuple[str, ...], str], knowledge: KnowledgeBase
) -> None:
    assert read_place(typed, knowledge) == place


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("68#fn1", "there is no 68#fn1; the nearest is 68#fn2"),
        ("27B1a#fn1", "there is no 27.B.1.a#fn1; the nearest is 27.B.1.b#fn1"),
        ("6D2#fn9", "there is no 6.D.2#fn9; the nearest is 6.D.2#fn1"),
        ("1#fn1", r"there is no 1#fn1\Z"),
        ("def.Foo", "there is no def.Foo"),
        ("guide.99", "there is no guide.99"),
        ("chapter.XX", "there is no chapter.XX"),
        ("ldb:2017:pl:99", "there is no Law 99"),
        ("law:99", "there is no Law 99"),
        ("ldb:2017:sr:12", "there is no edition of 2017 in “sr”"),
        ("cs-2017:40B3", "cs-2017 breaks off after 40.B.2.b, before 40.B.3"),
    ],
)
def test_what_is_well_formed_but_not_there_is_no_misuse(
    typed: str, sentence: str, knowledge: KnowledgeBase
) -> None:
    with pytest.raises(NotFoundError, match=sentence):
        provisions_cited(typed, knowledge)


def test_a_range_of_laws_is_no_place(knowledge: KnowledgeBase) -> None:
    with pytest.raises(LawbaseError, match="“law:64-61” is no place but several; one is law:64"):
        read_place("law:64-61", knowledge)


def test_letters_of_an_alphabet_of_its_own_are_read_in_its_order() -> None:
    words = ReferenceVocabulary(law=("νόμος",), letters={"Γ": "C", "β": "b"})
    style = CitationStyle("{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}")
    greek = LanguageProfile("el", "ελληνικά", style, references=words)
    assert str(read_addresses("Νόμος 12Γ1(β)", [greek])[0]) == "12.C.1.b"
