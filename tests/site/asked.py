"""Queries as people type them, made up from the corpus: the same ones for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from lawbase.knowledge import KnowledgeBase
from lawbase.profile import LanguageProfile
from lawbase.text import fold

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
FILTERS = ("edition:{e}", "lang:{l}", "law:{a}-{b}", "law:{a}", "in:definitions", "year:2017")
LAW_WORDS = ("", "", "Law ", "Pravidlo ", "čl. ", "przepis ", "§ ", "Члан ")
OPENINGS = ("co když", "kdy", "šta ako", "czy", "what if", "jak", "")


class Asker:
    """Makes queries up."""

    def __init__(self, kb: KnowledgeBase, languages: dict[str, LanguageProfile], seed: int):
        self._random = random.Random(seed)
        self._kb = kb
        self._provisions = [p for e in kb.editions for p in e.provisions if len(p.text) > 30]
        self._keys = sorted({p.key for e in kb.editions for p in e.provisions})
        self._spoken = [w for s in kb.situations for t in s.texts.values() for w in t.words]
        script = next(p.script for p in languages.values() if p.script)
        self._letters = {latin: letter for letter, latin in script.items()}
        units = sorted(self._letters, key=lambda unit: (-len(unit), unit))
        self._units = re.compile("|".join(map(re.escape, units)))

    def queries(self, number: int) -> Iterator[str]:
        """So many queries, of every kind in turn."""
        kinds: tuple[Callable[[], str], ...] = (
            self._words,
            lambda: fold(self._words()),
            lambda: self._slip(self._words()),
            lambda: self._slip(self._slip(fold(self._words()))),
            self._citation,
            lambda: f'"{self._words()}"',
            lambda: f'{self._words()} "{self._words()}" {self._words()}',
            self._cyrillic,
            lambda: f"{self._words()} {self._words()}",
            lambda: self._unfinished(self._words()),
            self._filtered,
            lambda: self._random.choice(self._spoken),
            self._question,
            self._number,
        )
        for place in range(number):
            yield kinds[place % len(kinds)]()

    def _words(self) -> str:
        words = re.findall(r"[^\W_]+", self._random.choice(self._provisions).text)
        length = self._random.randint(1, 4)
        start = self._random.randrange(max(1, len(words) - length))
        return " ".join(words[start : start + length])

    def _slip(self, text: str) -> str:
        if not text:
            return text
        place = self._random.randrange(len(text))
        letter = self._random.choice(ALPHABET)
        return self._random.choice(
            (
                text[:place] + text[place + 1 :],
                text[:place] + letter + text[place:],
                text[:place] + letter + text[place + 1 :],
                text[:place] + text[place : place + 2][::-1] + text[place + 2 :],
            )
        )

    def _citation(self) -> str:
        key = self._random.choice([k for k in self._keys if k[0].isdigit()]).partition("#")[0]
        labels = key.split(".")
        if self._random.random() < 0.15:
            labels[-1] = self._random.choice(("9", "z", "Q", "xii", "130"))
        written = self._random.choice(
            ("".join(labels), " ".join(labels), ".".join(labels), "".join(labels).lower())
        )
        before = self._random.choice(LAW_WORDS)
        after = self._random.choice(
            ("", "", ". pravidlo", " člen", " 2007", " 2017", f" a {self._random.randint(1, 99)}B")
        )
        return before + written + after

    def _cyrillic(self) -> str:
        text = self._words().lower()
        return self._units.sub(lambda unit: self._letters[unit[0]], text)

    def _unfinished(self, text: str) -> str:
        return text[: max(2, len(text) - self._random.randint(1, 5))]

    def _filtered(self) -> str:
        first = self._random.randint(1, 93)
        edition = self._random.choice(self._kb.editions)
        limit = self._random.choice(FILTERS).format(
            e=edition.id, l=edition.language, a=first, b=first + self._random.randint(0, 9)
        )
        return f"{self._words()} {limit}" if self._random.random() < 0.9 else limit

    def _question(self) -> str:
        return f"{self._random.choice(OPENINGS)} {self._words()} {self._words()}?".strip()

    def _number(self) -> str:
        sign = self._random.choice(("60%", "40 %", "3 000", "♠", "♥ 5", "1500", "13", "IMP 24"))
        return self._random.choice((sign, f"{sign} {self._words()}"))
