"""The words of texts linked one to one, whatever their languages, and which lack a counterpart.

Competitive linking (Melamed): the strongest link of two words is made first and neither may be
linked again; then links whose neighbours agree are preferred, and all are made anew. Numbers are
alike in digits and in words, citations when the concordance leads from one to the other.

What the new text says that no text of the old year says is likely new; what the old text says, and
its sister of the same year too, but not the new one is likely gone; what only one of two
translations says is its translator's. Other texts of the new year aren't asked, so that a judgement
doesn't hang on which of them there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import permutations
from math import log
from typing import NamedTuple

from lawbase.aligning.concordance import Concordances
from lawbase.aligning.lexicon import Lexicons, Strengths
from lawbase.aligning.units import CITATION, TextWord, Unit, one_to_one
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Key, Text

SAME, CONCEPT, STEP, OTHER_STEP = 0.9, 0.6, 0.4, 0.25
"""The strength of a link of equal numbers or citations, of one concept's words, of modal verbs of
one step, of any modal verbs."""
LEAST = 0.05
"""The least strength of a link; what is as strong as ``ENOUGH`` is certain."""
ENOUGH = 0.4
FAR = 0.4
"""What a link loses from one end of a text to the other."""
NEIGHBOURS, AGREED = (-2, -1, 1, 2), 0.15
LINKED, LINKERS = 16384, 64
"""How many pairs of texts are kept with their words linked, and how many pairs of editions ready
for that: all of a few editions, some of a hundred."""
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
        self._of_language = grouped(
            (self._editions[edition].language, unit)
            for edition, found in units.items()
            for unit in found
        )
        self.partners = grouped(
            ((one, other.edition), other)
            for link in alignments
            for one, other in permutations(link.texts, 2)
        )
        self.between = grouped(
            ((text.edition, edition), (text, partners))
            for (text, edition), partners in self.partners.items()
        )
        # what one pair of editions is judged by, which the next one may need too
        self._linked = lru_cache(LINKED)(self._link)
        self._linker = lru_cache(LINKERS)(self._make_linker)
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
        lexicon = self._lexicons.between(one, other)
        strengths = lexicon.forward if lexicon else None
        if old.year == new.year:
            return Linker(strengths, lambda key: {key})
        return Linker(strengths, self._concordances.between(old.year, new.year).holding)

    def _best_links(self, language: str, other: str) -> Mapping[str, float]:
        """How strongly each word of a language can be linked with any of another at best."""
        lexicon = self._lexicons.of(language, other).forward if language != other else {}
        return {word: certainty(max(found.values())) for word, found in lexicon.items()}

    def _rarities(self, language: str) -> dict[str, float]:
        """How rare the words of a language are, from 0 (in every provision) to 1 (in one)."""
        texts = [{word.stem for word in unit.read} for unit in self._of_language[language]]
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


class Linker:
    """Links words of one language, or of one year, with those of another.

    ``becomes`` leads from a citation of the one to those that it may be in the other.
    """

    def __init__(self, strengths: Strengths | None, becomes: Callable[[Key], Collection[Key]]):
        self._strengths = strengths
        self._becomes = cache(becomes)

    def link(
        self, ours: Sequence[TextWord], theirs: Sequence[TextWord]
    ) -> dict[tuple[int, int], float]:
        """The words that are linked, by their places, and how certainly, from 0 to 1."""
        found = list(self._candidates(ours, theirs))
        near = {(i, j): s * (1 - FAR * abs(i / len(ours) - j / len(theirs))) for i, j, s in found}
        links = one_to_one(near)
        strength = {(i, j): s for i, j, s in found}
        for i, j in near:
            for step in NEIGHBOURS:
                beside = links.get(i + step)
                if beside is not None and abs(beside - j - step) <= len(NEIGHBOURS) // 2:
                    near[i, j] += AGREED * strength[i + step, beside]
        return {pair: certainty(strength[pair]) for pair in one_to_one(near).items()}

    def _candidates(
        self, ours: Sequence[TextWord], theirs: Sequence[TextWord]
    ) -> Iterator[tuple[int, int, float]]:
        stems = grouped((word.stem, j) for j, word in enumerate(theirs))
        alike = grouped((mark, j) for j, word in enumerate(theirs) for mark in _marks(word))
        for i, one in enumerate(ours):
            found: dict[int, float] = {}
            known = (
                {one.stem: 1.0} if self._strengths is None else self._strengths.get(one.stem, {})
            )
            for stem in known.keys() & stems.keys():
                found.update((j, known[stem]) for j in stems[stem])
            for j in {j for mark in _marks(one) for j in alike.get(mark, ())}:
                found[j] = self._special(one, theirs[j], found.get(j, 0.0))
            yield from ((i, j, s) for j, s in found.items() if s >= LEAST)

    def _special(self, one: TextWord, other: TextWord, strength: float) -> float:
        """The strength of a link of two citations, or of two words that are numbers or terms."""
        if one.is_citation:
            led = any(not other.cites.isdisjoint(self._becomes(key)) for key in one.cites)
            return SAME if led or not one.cites or not other.cites else 0.0
        if one.number and other.number:
            return SAME if one.number == other.number else 0.0
        if one.concept and one.concept == other.concept:
            return max(strength, CONCEPT)
        if one.step and other.step:
            return max(strength, STEP if one.step == other.step else OTHER_STEP)
        return strength


def _marks(word: TextWord) -> Iterator[str]:
    """What a word has in common with those that more than its stem may link it with."""
    if word.is_citation:
        yield CITATION
    if word.number:
        yield "number"
    if word.concept:
        yield f"concept {word.concept}"
    if word.step:
        yield "step"


def certainty(strength: float) -> float:
    """How certain a link of that strength is, from 0 to 1."""
    return max(0.0, min(1.0, (strength - LEAST) / (ENOUGH - LEAST)))
