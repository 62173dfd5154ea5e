"""Definitions of a language that the glossary doesn't know, by where their headwords are used."""

from __future__ import annotations

from collections.abc import Mapping

from lawbase.aligning.headwords import with_meanings
from lawbase.aligning.units import units_of
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept, Key, Links, TermUse, Text
from tests.aligning.invented import Texts, base, edition, law_texts, translated

USED: Mapping[str, tuple[Key, ...]] = {
    "dummy": ("1.A.1", "2.B.2", "3.C.1", "5.A.2"),
    "trick": ("1.A.1", "2.A.1", "4.A.3", "6.B.1", "8.C.3"),
    "board": ("3.B.2", "3.C.1", "7.A.1"),
}
OLD = {"dummy": "Dami", "trick": "Stih", "board": "Kutija"}
NEW = {"dummy": "Blinde", "trick": "Slag", "board": "Spelbord"}


def _texts(headwords: Mapping[str, str], language: str) -> Texts:
    texts = law_texts()
    texts = texts if language == "aa" else translated(texts, language)
    for concept, keys in USED.items():
        for key in keys:
            texts[key] += f" {headwords[concept].lower()}"
    return texts | {f"def.{word}": f"{word[::-1]} bo" for word in headwords.values()}


def _joined(*newcomers: str) -> KnowledgeBase:
    concepts = tuple(
        Concept(name, {"aa": (word,)}, {"aa-2007": f"def.{word}"}) for name, word in OLD.items()
    )
    uses = [
        TermUse("aa-2007", key, name, 0, 1, "text") for name, keys in USED.items() for key in keys
    ]
    editions = [edition(f"{name}-2007", _texts(NEW, name)) for name in newcomers]
    old = edition("aa-2007", _texts(OLD, "aa"))
    return base(old, *editions, concepts=concepts, links=Links(uses=tuple(uses)))


def test_a_headword_means_the_concept_that_is_used_where_it_is() -> None:
    kb = _joined("bb")
    threads = {text: thread for thread in kb.aligned.threads for text in thread.texts}
    for concept, headword in NEW.items():
        thread = threads[Text("bb-2007", f"def.{headword}")]
        assert thread.id == f"2007:def.{concept}"


def test_what_a_headword_is_believed_to_mean_depends_on_no_other_newcomer() -> None:
    alone, together = _joined("bb"), _joined("bb", "cc")
    believed = with_meanings(together, units_of(together))
    assert believed["bb-2007"] == with_meanings(alone, units_of(alone))["bb-2007"]
    assert believed["aa-2007"] == units_of(alone)["aa-2007"]


def test_nothing_is_believed_where_another_match_is_as_likely() -> None:
    kb = _joined("bb")
    concepts = (*kb.concepts, Concept("slag", {"aa": ("Stih",)}, {"aa-2007": "def.Stih"}))
    uses = [
        TermUse("aa-2007", key, name, 0, 1, "text")
        for name, keys in (*USED.items(), ("slag", USED["trick"]))
        for key in keys
    ]
    twice = base(*kb.editions, concepts=concepts, links=Links(uses=tuple(uses)))
    found = {
        unit.key: set(unit.concepts) for unit in with_meanings(twice, units_of(twice))["bb-2007"]
    }
    assert (found["def.Slag"], found["def.Blinde"]) == (set(), {"dummy"})
