"""The engine of a page answers as ours does, over laws that are made up by chance.

Both were written from the same rules and share no code, so each holds the other to them; and the
laws are small enough for a rule to matter that a whole corpus hardly shows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawbase.citations.link import link_editions
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Aligned,
    Concept,
    Edition,
    IndexEntry,
    LexiconEntry,
    QuestionBeyond,
    Situation,
    SituationText,
    Text,
    Thread,
    Version,
)
from lawbase.profile import LanguageProfile
from lawbase.search.contents import build_index, gather_contents
from lawbase.search.search import Searcher
from lawbase.site.assets import concatenated
from lawbase.site.search_data import copy_search_data, write_search_data
from lawbase.stemming import Stemmer
from lawbase.storage import FolderReader, replacing_folder, write_inside
from lawbase.text import Span
from tests.conftest import ROOT
from tests.site.asked import Asker
from tests.site.invented import edition, provision
from tests.site.test_search_parity import Asked, different, engine_of

ASKED = 250
OLD, OTHER, NEW = "cs-2007", "sr-2007", "pl-2017"
LATIN = "ptkbdmnsrlvzjh", "aeiou"
ALPHABETS = {"cs": LATIN, "sr": LATIN, "pl": ("птквдмнщъ", "аеиоя")}
"""Letters by turns; one language has some that no language here turns to Latin."""
RULES = [f"{law}.{letter}" for law in range(1, 9) for letter in "ABC"]
KEYS = [k for law in range(1, 9) for k in (f"{law}", *(r for r in RULES if r[:2] == f"{law}."))]
KEYS += [f"{rule}.{number}" for rule in RULES[::2] for number in (1, 2)]


class Maker:
    """Makes words, texts and laws up."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)
        self.words = {
            language: [self._word(*letters) for _ in range(70)]
            for language, letters in ALPHABETS.items()
        }

    def _word(self, *letters: str) -> str:
        length = self._random.randint(4, 8)
        return "".join(self._random.choice(letters[n % 2]) for n in range(length))

    def phrase(self, language: str, most: int) -> str:
        """A few words, the first of the language's oftener than the last."""
        known = self.words[language]
        places = (int(len(known) * self._random.random() ** 2) for _ in range(most))
        return " ".join(known[place] for place in places)

    def edition(self, identifier: str, keys: list[str]) -> Edition:
        """Laws with headings here and there, and a subject index."""
        language = identifier[:2]
        provisions = [
            provision(
                identifier,
                key,
                self.phrase(language, self._random.randint(0 if key.isdigit() else 6, 25)),
                self.phrase(language, 2) if key.isdigit() or self._random.random() < 0.4 else "",
            )
            for key in sorted(keys, key=lambda key: (int(key.partition(".")[0]), key))
        ]
        index = tuple(
            IndexEntry(
                identifier, self.phrase(language, 2), "", self.some(keys, 2), (), "", Span(0, 0)
            )
            for _ in range(12)
        )
        return edition(identifier, provisions, index=index)

    def some(self, keys: list[str], most: int) -> tuple[str, ...]:
        """One key or some more."""
        return tuple(self._random.sample(keys, self._random.randint(1, most)))

    def concept(self, number: int) -> Concept:
        """A thing with words in all languages, some of two words."""
        words = {language: (self.phrase(language, 1 + number % 2),) for language in self.words}
        return Concept(f"concept-{number}", dict(words))

    def situation(self, number: int) -> Situation:
        """Something that happens at the table, and where it leads; some nobody told in Serbian."""
        keys = {"2007": self.some(KEYS, 3), "2017": self.some(KEYS[:20], 2)}
        told = {
            x: SituationText(self.phrase(x, 3), tuple(self.phrase(x, 4) for _ in range(3)))
            for x in self.words
            if x != "sr" or number % 3
        }
        return Situation(f"situation-{number}", "play", keys, told)

    def lexicon(self, languages: dict[str, LanguageProfile]) -> Iterator[LexiconEntry]:
        """What the words of Serbian stand for in Czech, by their stems."""
        ours, theirs = Stemmer(languages["sr"]), Stemmer(languages["cs"])
        for word, other in zip(self.words["sr"], self.words["cs"], strict=True):
            weight = self._random.choice((0.3, 0.7, 1.0))
            yield LexiconEntry("sr", "cs", ours.stem(word), theirs.stem(other), weight)

    def question(self, number: int) -> QuestionBeyond:
        """What people ask that the laws don't answer."""
        ways = {x: tuple(self.phrase(x, 4) for _ in range(3)) for x in self.words}
        names = {x: tuple(self.phrase(x, n) for n in (1, 2)) for x in self.words}
        return QuestionBeyond(f"question-{number}", ("games", "talk")[number % 2], ways, names)


def laws(seed: int, languages: dict[str, LanguageProfile]) -> KnowledgeBase:
    """Three editions, the new one in part, that share threads by address; B was made of A."""
    maker = Maker(seed)
    held = {
        OLD: KEYS,
        OTHER: [key for key in KEYS if key.isdigit() or key in RULES],
        NEW: [key for key in KEYS if key[0] in "12345"],
    }
    followed = grouped(
        (key.replace("B", "A") if name == NEW else key, Text(name, key))
        for name, keys in held.items()
        for key in keys
    )
    threads = [Thread(name, tuple(texts)) for name, texts in followed.items()]
    concepts = {c.words["cs"]: c for c in map(maker.concept, range(12))}
    kb = KnowledgeBase(
        {
            "languages": dict(languages),
            "versions": (Version(2007, "2008", 2017, "en"), Version(2017, "2017", None, "en")),
            "editions": tuple(maker.edition(name, keys) for name, keys in held.items()),
            "concepts": tuple(concepts.values()),
            "situations": tuple(map(maker.situation, range(15))),
            "beyond": tuple(map(maker.question, range(3))),
            "aligned": Aligned(threads=tuple(threads), lexicon=tuple(maker.lexicon(languages))),
            "findings": (),
        }
    )
    kb.add("links", link_editions(kb))
    return kb


WAYS = (
    "{words}", "{words}", "{concept}", "co znamená {concept}", "co je {concept} {words}",
    "jaký je rozdíl mezi {concept} a {other}", "{concept} {words}, když {other} {words}",
    "{told} a {concept} {other}", "{told}", "{told} {words}", "{key} {words}", "{key} a 3B {told}",
)  # fmt: skip


def queries(kb: KnowledgeBase, languages: dict[str, LanguageProfile], seed: int) -> Iterator[Asked]:
    """Queries of every kind, some within an edition."""
    dice = random.Random(seed)
    concepts = [word for concept in kb.concepts for word in concept.words["cs"]]
    said = [way for t in kb.situations for text in t.texts.values() for way in text.words]
    for words in Asker(kb, languages, seed).queries(ASKED):
        concept, other = dice.sample(concepts, 2)
        told, key = dice.choice(said), dice.choice(KEYS)
        way = dice.choice(WAYS)
        query = way.format(words=words, concept=concept, other=other, told=told, key=key)
        yield query, (dice.choice((OLD, OTHER, NEW)),) if dice.random() < 0.3 else ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [1, pytest.param(2, marks=pytest.mark.whole), pytest.param(3, marks=pytest.mark.whole)]
)
def test_a_page_answers_as_we_do(
    tmp_path: Path, languages: dict[str, LanguageProfile], seed: int
) -> None:
    kb = laws(seed, languages)
    build_index(kb, tmp_path / "index")
    with replacing_folder(tmp_path / "written") as written:
        write_search_data(gather_contents(kb), ROOT / "site", written)
    copy_search_data(FolderReader(tmp_path / "written"), tmp_path / "site")
    engine = concatenated(ROOT / "site" / "assets" / "engine")
    write_inside(tmp_path / "site", "assets/engine.js", engine.encode())
    asked = list(queries(kb, languages, seed))
    searcher = Searcher.open(tmp_path / "index")
    with engine_of(tmp_path / "site") as ask:
        assert different(searcher, ask, asked) == []
    answered = [searcher.search(*each) for each in asked]
    assert len({result.grade for result in answered}) == 3
