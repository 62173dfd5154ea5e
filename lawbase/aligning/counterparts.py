"""Which words of a provision have a counterpart in its partners, whatever their languages.

What the new text says that no text of the old year says is likely new; what the old text says, and
its sister of the same year too, but not the new one is likely gone; what only one of two
translations says is its translator's. Other texts of the new year aren't asked, so that a judgement
doesn't hang on which of them there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from math import log
from typing import NamedTuple

from lawbase.aligning.concordance import Concordances
from lawbase.aligning.lexicon import Lexicons, Strengths
from lawbase.aligning.units import TextWord, Unit
from lawbase.aligning.words import Linker, certainty, with_cognates
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Text

UNTOLD = 0.5
"""What is taken of a word's support where no sister text tells of it."""


class ComparedWord(NamedTuple):
    """A word and what is known of it, each from 0 to 1.

    How certainly the other side has it, how well that can be told at all, how rare the word is,
    and how certainly a sister text of its own year has it.
    """

    word: TextWord
    covered: float
    tellable: float
    rarity: float
    support: float

    @property
    def lacks(self) -> bool:
        """Whether the other side has nothing for it."""
        return self.covered < 0.5


class Counterparts:
    """The aligned provisions of all editions, and their words linked with each other's."""

    def __init__(
        self,
        kb: KnowledgeBase,
        units: Mapping[str, Sequence[Unit]],
        alignments: Sequence[Alignment],
        voices: Sequence[str],
        concordances: Concordances,
        lexicons: Lexicons,
    ):
        self.kb = kb
        self._concordances = concordances
        self._lexicons = lexicons
        self._editions = {edition.id: edition for edition in kb.law_editions}
        self._voices = grouped((self._editions[voice].year, voice) for voice in voices)
        self.units = {unit.text: unit for found in units.values() for unit in found}
        self.partners = grouped(
            ((one, other.edition), other)
            for link in alignments
            for one, other in permutations(link.texts, 2)
        )
        self.between = grouped(
            ((text.edition, edition), (text, partners))
            for (text, edition), partners in self.partners.items()
        )
        self._linked = cache(self._link)
        self._linker = cache(self._make_linker)
        self._best = cache(self._best_links)
        self._rarity = cache(self._rarities)

    def words(self, *texts: Text) -> list[TextWord]:
        """The words of some texts one after another."""
        return [word for text in texts for word in self.units[text].read]

    def new_words(self, old: Text, new: Text) -> list[ComparedWord]:
        """What is known of each word of the new text, by all texts of the old one's year."""
        return self._compared(new, self.of_year(new, old.edition), [])

    def old_words(self, old: Text, new: Text) -> list[ComparedWord]:
        """What is known of each word of the old text, by the new one and the old one's sisters."""
        return self._compared(old, [self.partners[old, new.edition]], self.sisters(old, new))

    def sisters(self, old: Text, new: Text) -> list[tuple[Text, ...]]:
        """The texts that hold the old provision in the other editions of its year."""
        found = self.of_year(old, old.edition)
        return [texts for texts in found if texts[0].edition != new.edition]

    def of_year(self, text: Text, edition: str) -> list[tuple[Text, ...]]:
        """The texts that hold a provision in another edition, and in the voices of its year."""
        voices = self._voices[self._editions[edition].year]
        heard = sorted({edition, *voices} - {text.edition}, key=self._order)
        return [texts for other in heard if (texts := self.partners.get((text, other)))]

    def linked(self, text: Text, others: Sequence[Text]) -> dict[int, tuple[int, float]]:
        """The words of a text that have a counterpart in others of one edition: which, how surely.

        Words are known by their places in the text, and in the others one after another.
        """
        if self._order(text.edition) < self._order(others[0].edition):
            pairs = self._linked((text,), tuple(others))
            return {i: (j, certain) for (i, j), certain in pairs.items()}
        pairs = self._linked(tuple(others), (text,))
        return {j: (i, certain) for (i, j), certain in pairs.items()}

    def _compared(
        self, text: Text, others: Sequence[Sequence[Text]], sisters: Sequence[Sequence[Text]]
    ) -> list[ComparedWord]:
        covered, supported = (
            [self.linked(text, texts) for texts in groups] for groups in (others, sisters)
        )
        language = self._language(text)
        known = [self._best(language, self._language(texts[0])) for texts in others]
        rarity = self._rarity(language)
        return [
            ComparedWord(
                word,
                _certain(n, covered, 0.0),
                1.0 if word.is_citation or word.number else _tellable(word, known),
                rarity.get(word.stem, 1.0),
                _certain(n, supported, UNTOLD),
            )
            for n, word in enumerate(self.words(text))
        ]

    def _link(
        self, ours: tuple[Text, ...], theirs: tuple[Text, ...]
    ) -> dict[tuple[int, int], float]:
        linker = self._linker(ours[0].edition, theirs[0].edition)
        return linker.link(self.words(*ours), self.words(*theirs))

    def _order(self, edition: str) -> tuple[int, str]:
        return self._editions[edition].year, edition

    def _make_linker(self, one: str, other: str) -> Linker:
        """The linker from an edition to one that follows it."""
        old, new = self._editions[one], self._editions[other]
        strengths = self._strengths(old.language, new.language)
        if old.year == new.year:
            return Linker(strengths, lambda key: {key})
        return Linker(strengths, self._concordances.between(old.year, new.year).holding)

    def _strengths(self, one: str, other: str) -> Strengths | None:
        if one == other:
            return None
        return with_cognates(
            self._lexicons.of(one, other).forward, self._rarity(one), self._rarity(other)
        )

    def _best_links(self, language: str, other: str) -> Mapping[str, float]:
        """How strongly each word of a language can be linked with any of another at best."""
        lexicon = self._lexicons.of(language, other).forward if language != other else {}
        return {word: certainty(max(found.values())) for word, found in lexicon.items()}

    def _rarities(self, language: str) -> dict[str, float]:
        """How rare the words of a language are, from 0 (in every provision) to 1 (in one)."""
        texts = [
            {word.stem for word in unit.read}
            for unit in self.units.values()
            if self._editions[unit.edition].language == language
        ]
        counts = Counter(stem for stems in texts for stem in stems)
        return {stem: log(len(texts) / n) / log(len(texts) + 1) for stem, n in counts.items()}

    def _language(self, text: Text) -> str:
        return self._editions[text.edition].language


def _certain(place: int, links: Sequence[Mapping[int, tuple[int, float]]], untold: float) -> float:
    """How certainly a word has a counterpart in any of the linked texts."""
    return max((found.get(place, (0, 0.0))[1] for found in links), default=untold)


def _tellable(word: TextWord, known: Sequence[Mapping[str, float]]) -> float:
    """How well a word can be told at all: in another language as far as the lexicon knows it."""
    return max((found.get(word.stem, 0.0) if found else 1.0 for found in known), default=0.0)
