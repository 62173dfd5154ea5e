"""The glossary and the situations: what is read, and how each fault is told with its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lawbase.citations.glossary import left_out, load_beyond, load_concepts, load_situations
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept, Edition, SituationText
from tests.citations.invented import edition, laws, provision
from tests.conftest import CORPUS, GOLD, read_tsv

EDITION = edition(*laws("1", "1.A"), provision("def.Trumf", kind="definition"))
LANGUAGES = ("cs", "en")
QUOTED = re.compile(r"[\"„“]([^\"„“”]+)[\"“”]")
VERBS = {"may", "does", "should", "shall", "must", "must-not", "may-not", "shall-not"}
"""What is allowed, usual, due and forbidden: an introduction says how strong each verb is."""

GLOSSARY = """
[[concept]]
id = "trump"
en = ["trump"]
cs = ["trumf", "vyšší barva"]
slang = { cs = ["troják"] }
unlinked = { cs = ["vyšší barva"] }
except = { cs = ["trumfy v rukávu"] }
definitions = { xx-2007 = "Trumf" }

[[concept]]
id = "suit"
en = ["suit"]
cs = ["barva"]
"""

SITUATIONS = """
[[situation]]
id = "revoke"
provisions = { 2007 = ["1.A", "1"] }
[situation.cs]
title = "Nepřiznání barvy"
words = ["nepřiznal barvu"]
[situation.en]
title = "A revoke"
words = []
"""


def told(load: Callable[[Path], object], folder: Path, text: str) -> str:
    """What is said of a faulty file, without its folder."""
    path = folder / "faulty.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LawbaseError) as error:
        load(path)
    return str(error.value).removeprefix(f"{folder}/")


def load_glossary(path: Path) -> tuple[Concept, ...]:
    return load_concepts(path, LANGUAGES, [EDITION])


def test_a_concept_holds_what_its_row_says(tmp_path: Path) -> None:
    path = tmp_path / "terms.toml"
    path.write_text(GLOSSARY, encoding="utf-8")
    trump, suit = load_glossary(path)
    assert trump == Concept(
        id="trump",
        words={"en": ("trump",), "cs": ("trumf", "vyšší barva")},
        slang={"cs": ("troják",)},
        unlinked={"cs": ("vyšší barva",)},
        excepted={"cs": ("trumfy v rukávu",)},
        definitions={"xx-2007": "def.Trumf"},
    )
    assert suit.words == {"en": ("suit",), "cs": ("barva",)}


@pytest.mark.parametrize(
    ("printed", "instead", "sentence"),
    [
        ('id = "suit"', 'id = "trump"', "faulty.toml:12: the id “trump” is given twice"),
        (
            'id = "suit"',
            'id = "../../../../ESCAPED"',
            "faulty.toml:12: the id “../../..",
        ),
        ('cs = ["barva"]', 'cs = ["Trumf"]', "faulty.toml:14: “Trumf” belongs to “trump” already"),
        ('xx-2007 = "Trumf"', 'xx-2007 = "Pas"', "faulty.toml:9: xx-2007 doesn't define “Pas”"),
        (
            'unlinked = { cs = ["vyšší barva"] }',
            'unlinked = { cs = ["nižší barva"] }',
            "faulty.toml:7: “nižší barva” is unlinked, but no word of “trump”",
        ),
        (
            'cs = ["barva"]',
            'de = ["Farbe"]',
            "faulty.toml:14: “de” is neither a field of a concept nor a language",
        ),
        (
            'cs = ["barva"]',
            "cs = [7]",
            "faulty.toml:14: it must be a text, not a whole number",
        ),
        ('id = "suit"\n', "", "faulty.toml:11: “id” must be a text, not nothing"),
        ("[[concept]]", "[[concepts]]", "faulty.toml:2: “concepts” is no key here"),
        ('en = ["suit"]', "en = [", "faulty.toml:14: "),
    ],
)
def test_a_fault_of_the_glossary_is_told_with_its_line(
    tmp_path: Path, printed: str, instead: str, sentence: str
) -> None:
    assert printed in GLOSSARY
    assert told(load_glossary, tmp_path, GLOSSARY.replace(printed, instead)).startswith(sentence)


def test_a_word_that_two_concepts_share_links_to_one_of_them_in_any_language(
    tmp_path: Path,
) -> None:
    shared = GLOSSARY.replace('en = ["suit"]', 'en = ["trump"]')
    sentence = told(load_glossary, tmp_path, shared)
    assert "“trump” belongs to “trump” already" in sentence
    path = tmp_path / "terms.toml"
    unlinked = 'en = ["trump"]\nunlinked = { en = ["trump"] }'
    path.write_text(GLOSSARY.replace('en = ["suit"]', unlinked), encoding="utf-8")
    assert len(load_glossary(path)) == 2


def load_cases(path: Path) -> object:
    """The situations of a folder whose only stage is this file."""
    (path.parent / "stages.toml").write_text(f'stages = ["{path.stem}"]', encoding="utf-8")
    return load_situations(path.parent, LANGUAGES, [EDITION])


def test_a_situation_holds_what_its_row_says(tmp_path: Path) -> None:
    (tmp_path / "stages.toml").write_text('stages = ["play"]', encoding="utf-8")
    later = 'words = ["nepřiznal barvu"]\nadded = ["jinou barvu než ostatní"]'
    text = SITUATIONS.replace('words = ["nepřiznal barvu"]', later)
    (tmp_path / "play.toml").write_text(text, encoding="utf-8")
    (situation,) = load_situations(tmp_path, LANGUAGES, [EDITION])
    assert (situation.id, situation.stage) == ("revoke", "play")
    assert situation.provisions == {"2007": ("1.A", "1")}
    assert situation.texts["cs"] == SituationText(
        "Nepřiznání barvy", ("nepřiznal barvu", "jinou barvu než ostatní")
    )


@pytest.mark.parametrize(
    ("printed", "instead", "sentence"),
    [
        ("[situation.en]", "[situation.de]", "faulty.toml:8: “de” is neither a field of a situ"),
        ("words = []", "word = []", "faulty.toml:"),
        ("words = []", "words = 7", "faulty.toml:"),
        ("words = []", "words = []\nadded = 7", "faulty.toml:"),
        ("[situation.cs]", "fr = 7\n[situation.cs]", "faulty.toml:"),
        ("[situation.cs]", "cs = 7\n[situation.sr]", "faulty.toml:"),
    ],
)
def test_a_fault_of_the_situations_is_told_with_its_line(
    tmp_path: Path, printed: str, instead: str, sentence: str
) -> None:
    assert printed in SITUATIONS
    assert told(load_cases, tmp_path, SITUATIONS.replace(printed, instead)).startswith(sentence)


BEYOND = """
[[question]]
id = "finesse"
kind = "technique"
en = ["when to finesse"]
cs = ["kdy impasovat", "impas nebo na pád"]
"""


def load_questions(path: Path) -> object:
    """What a file says that the laws don't answer."""
    return load_beyond(path, LANGUAGES)


def test_a_question_that_the_laws_do_not_answer_holds_what_its_row_says(tmp_path: Path) -> None:
    (tmp_path / "beyond.toml").write_text(BEYOND, encoding="utf-8")
    (question,) = load_beyond(tmp_path / "beyond.toml", LANGUAGES)
    assert (question.id, question.kind) == ("finesse", "technique")
    assert question.words["cs"] == ("kdy impasovat", "impas nebo na pád")
    assert load_beyond(tmp_path / "none.toml", LANGUAGES) == ()


@pytest.mark.parametrize(
    ("printed", "instead", "sentence"),
    [
        ("en = ", "de = ", "faulty.toml:5: “de” is neither a field of a question nor a language"),
        ('kind = "technique"', 'kind = "play"', "faulty.toml:4: “play” is no value of “kind”"),
        ('kind = "technique"\n', "", "faulty.toml:2: “kind” is missing"),
        ('"when to finesse"', "7", "faulty.toml:2: “words” must be a text"),
        ('"finesse"', '"../finesse"', "faulty.toml:3: the id “../finesse” may hold only"),
        (BEYOND, 2 * BEYOND, "faulty.toml:9: the id “finesse” is given twice"),
    ],
)
def test_a_fault_of_the_questions_is_told_with_its_line(
    tmp_path: Path, printed: str, instead: str, sentence: str
) -> None:
    assert printed in BEYOND
    assert told(load_questions, tmp_path, BEYOND.replace(printed, instead)).startswith(sentence)


def test_a_file_that_is_no_stage_is_refused(tmp_path: Path) -> None:
    (tmp_path / "stages.toml").write_text("stages = []", encoding="utf-8")
    (tmp_path / "play.toml").write_text(SITUATIONS, encoding="utf-8")
    with pytest.raises(LawbaseError, match="“play” is not among the stages"):
        load_situations(tmp_path, LANGUAGES, [EDITION])


@pytest.mark.slow
def test_the_situations_of_the_corpus_lead_somewhere(knowledge: KnowledgeBase) -> None:
    assert knowledge.situations
    assert all(any(situation.provisions.values()) for situation in knowledge.situations)


def test_the_glossary_has_what_the_truth_has_in_all_its_languages(
    concepts: tuple[Concept, ...],
) -> None:
    rows = read_tsv(GOLD / "concepts.tsv")
    covered = [any(covers(concept, row) for concept in concepts) for row in rows]
    assert len(concepts) >= 250
    assert sum(covered) >= 0.95 * len(rows)


def covers(concept: Concept, row: dict[str, str]) -> bool:
    """Whether a concept has one of the truth's words in each language that the truth has."""
    for language in ("en", "cs", "sr", "pl"):
        wanted = {word.strip().lower() for word in row[language].split(";") if word.strip()}
        if wanted and not wanted & {word.lower() for word in concept.words.get(language, ())}:
            return False
    columns = {"cs-2007": "def_cs2007", "sr-2007": "def_sr2007", "pl-2017": "def_pl2017"}
    return all(
        concept.definitions.get(edition_id) == f"def.{row[column]}"
        for edition_id, column in columns.items()
        if row[column]
    )


def test_every_definition_of_the_corpus_defines_a_concept(
    editions: dict[str, Edition], concepts: tuple[Concept, ...]
) -> None:
    defined = {place for concept in concepts for place in concept.definitions.items()}
    headwords = {
        (edition.id, p.key)
        for edition in editions.values()
        for p in edition.provisions
        if p.kind == "definition"
    }
    assert headwords - defined == set()


@pytest.mark.parametrize("text", ["cs-2007", "pl-2017"])
def test_each_verb_of_the_laws_is_one_that_the_introduction_weighs(
    editions: dict[str, Edition], concepts: tuple[Concept, ...], text: str
) -> None:
    edition = editions[text]
    (introduction,) = (p.text for p in edition.provisions if p.key == "intro")
    quoted = {verb for m in QUOTED.finditer(introduction.lower()) for verb in m[1].split(", ")}
    weighed = {
        c.id: quoted.intersection(c.words[edition.language]) for c in concepts if c.id in VERBS
    }
    assert weighed.keys() == VERBS
    assert all(weighed.values())
    assert sum(map(len, weighed.values())) == len(set().union(*weighed.values()))


def test_definitions_that_are_no_table_are_told_with_their_line(tmp_path: Path) -> None:
    text = '[[concept]]\nid = "bid"\ncs = ["nabídka"]\ndefinitions = 7\n'
    path = tmp_path / "terms.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LawbaseError, match=r"terms\.toml:4: "):
        load_concepts(path, ("cs",), ())


def test_what_is_said_of_an_edition_that_is_not_there_is_left_out_and_told(tmp_path: Path) -> None:
    elsewhere = GLOSSARY.replace("xx-2007 =", "yy-2007 =")
    (tmp_path / "terms.toml").write_text(elsewhere, encoding="utf-8")
    situations = tmp_path / "situations"
    situations.mkdir()
    (situations / "stages.toml").write_text('stages = ["play"]', encoding="utf-8")
    later = SITUATIONS.replace("2007 =", "2017 =")
    (situations / "play.toml").write_text(later, encoding="utf-8")
    trump = load_concepts(tmp_path / "terms.toml", LANGUAGES, [EDITION])[0]
    assert trump.definitions == {}
    assert load_situations(situations, LANGUAGES, [EDITION]) == ()
    assert [str(slip).rpartition("/")[2] for slip in left_out(tmp_path, [EDITION])] == [
        "terms.toml:9: there is no edition “yy-2007”",
        "play.toml:4: no edition of 2017 has 1.A",
        "play.toml:4: no edition of 2017 has 1",
    ]


@pytest.mark.slow
def test_the_corpus_says_nothing_of_what_it_does_not_hold(editions: dict[str, Edition]) -> None:
    assert list(left_out(CORPUS, list(editions.values()))) == []
    fewer = [edition for edition in editions.values() if edition.id != "cs-2017"]
    assert {slip.message for slip in left_out(CORPUS, fewer)} == {
        "no edition of 2017 has 16.A.3",
        "no edition of 2017 has 16.A.4",
    }
