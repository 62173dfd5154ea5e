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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from math import log
from typing import NamedTuple

from msgspec import Struct

from lawbase.aligning.concordance import Concordance, Concordances
from lawbase.aligning.lexicon import Lexicons, Strengths
from lawbase.aligning.partners import Partners, Witness
from lawbase.aligning.units import CITATION, Matches, Pair, TextWord, Unit, one_to_one
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Key, Language, Text

SAME, CONCEPT, STEP, OTHER_STEP = 0.9, 0.6, 0.4, 0.25
"""The strength of a link of equal numbers or citations, of one concept's words, of modal verbs of
one step, of any modal verbs."""
LEAST = 0.05
"""The least strength of a link; what is as strong as ``ENOUGH`` is certain."""
ENOUGH = 0.4
FAR = 0.4
"""What a link loses from one end of a text to the other."""
NEIGHBOURS, FARTHEST, AGREED = (-2, -1, 1, 2), 2, 0.15
"""Which neighbours of a word agree with its link, how far off theirs may be linked, and what each
adds."""
BESIDE, ALONGSIDE = 3, 6
"""How many words on either side of a word hold its link, and how far off theirs may be linked."""
LINKED, READ, SPOKEN = 8192, 1024, 32
"""How many pairs of texts are kept with their words linked, how many texts with their words, and
how many languages with what is known of their words: all of a few editions, some of a hundred."""
UNTOLD = 0.5
"""What is taken of a word's support where no sister text tells of it."""


class TextBeside(NamedTuple):
    """A text, by which others its words are judged, and by which sisters of its own year."""

    text: Text
    others: tuple[Witness, ...]
    sisters: tuple[Witness, ...]


class Link(NamedTuple):
    """How certainly two words are linked, and how firmly those beside them hold it, from 0 to 1."""

    certain: float = 0.0
    held: float = 0.0


class ComparedWord(NamedTuple):
    """A word and what is known of it, each from 0 to 1.

    How certainly the other side has it, how well that can be told at all, how rare the word is,
    how certainly a sister text of its own year has it, and how firmly the words beside it, linked
    to the same passage, hold its link.
    """

    word: TextWord
    covered: float
    tellable: float
    rarity: float
    support: float
    held: float

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
        partners: Partners,
        voices: Sequence[str],
        concordances: Concordances,
        lexicons: Lexicons,
    ):
        self.kb = kb
        self._concordances = concordances
        self._lexicons = lexicons
        self.partners = partners
        self._editions = {edition.id: edition for edition in kb.law_editions}
        self._voices = grouped((self._editions[voice].year, voice) for voice in voices)
        self.units = {unit.text: unit for found in units.values() for unit in found}
        self._of_language = grouped(
            (self._editions[edition].language, unit)
            for edition, found in units.items()
            for unit in found
        )
        # what one pair of editions is judged by, which the next one may need too
        self._linked = lru_cache(LINKED)(self._link)
        self._read = lru_cache(READ)(lambda text: self.units[text].read)
        self._tellable = lru_cache(SPOKEN)(self._best_links)
        self._rarity = lru_cache(SPOKEN)(self._rarities)

    def words(self, *texts: Text) -> list[TextWord]:
        """The words of some texts one after another."""
        return [word for text in texts for word in self._read(text)]

    def beside_new(self, old: Text, new: Text) -> TextBeside:
        """By which texts the words of the new one are judged: all of the old one's year."""
        return TextBeside(new, tuple(self.of_year(new, old.edition)), ())

    def beside_old(self, old: Text, new: Text) -> TextBeside:
        """By which texts the words of the old one are judged: the new one and its sisters."""
        sisters = self.of_year(old, old.edition)
        others = tuple(texts for texts in sisters if texts[0].edition != new.edition)
        return TextBeside(old, (self.partners.of(old, new.edition),), others)

    def of_year(self, text: Text, edition: str) -> list[Witness]:
        """The texts that hold a provision in another edition, and in the voices of its year."""
        voices = self._voices[self._editions[edition].year]
        heard = sorted({edition, *voices} - {text.edition}, key=self._order)
        return [texts for other in heard if (texts := self.partners.of(text, other))]

    def linked(self, text: Text, others: Sequence[Text]) -> dict[int, tuple[int, float]]:
        """The words of a text that have a counterpart in others of one edition: which, how surely.

        Words are known by their places in the text, and in the others one after another.
        """
        side, pairs = self._links(text, tuple(others))
        return {pair[side]: (pair[1 - side], link.certain) for pair, link in pairs.items()}

    def compared(
        self, text: Text, others: Sequence[Witness], sisters: Sequence[Witness]
    ) -> list[ComparedWord]:
        """What is known of each word of a text by others, and by sisters of its own year."""
        covered = self._surest(text, others)
        supported = self._surest(text, sisters)
        untold = Link(0.0 if sisters else UNTOLD)
        language = self._language(text)
        told, else_told = self._tellable(
            language, frozenset(map(self._language, (t[0] for t in others)))
        )
        rarity = self._rarity(language)
        return [
            ComparedWord(
                word,
                covered.get(n, Link()).certain,
                1.0 if word.is_citation or word.number else told.get(word.stem, else_told),
                rarity.get(word.stem, 1.0),
                supported.get(n, untold).certain,
                covered.get(n, Link()).held,
            )
            for n, word in enumerate(self.words(text))
        ]

    def _surest(self, text: Text, others: Iterable[Witness]) -> dict[int, Link]:
        """How certainly the words of a text have a counterpart in any of the others, and held."""
        found: dict[int, Link] = {}
        for texts in others:
            side, pairs = self._links(text, texts)
            for pair, link in pairs.items():
                known = found.get(pair[side])
                found[pair[side]] = Link(*map(max, link, known)) if known else link
        return found

    def _links(self, text: Text, others: Witness) -> tuple[int, Mapping[Pair, Link]]:
        """How the words of a text are linked with others, and on which side it is."""
        if self._order(text.edition) < self._order(others[0].edition):
            return 0, self._linked((text,), others)
        return 1, self._linked(others, (text,))

    def _link(self, ours: Witness, theirs: Witness) -> dict[Pair, Link]:
        linker = self._linker(ours[0].edition, theirs[0].edition)
        return linker.link(*(Linkable.of(self.words(*texts)) for texts in (ours, theirs)))

    def _order(self, edition: str) -> tuple[int, str]:
        return self._editions[edition].year, edition

    def _linker(self, one: str, other: str) -> Linker:
        """The linker from an edition to one that follows it."""
        old, new = self._editions[one], self._editions[other]
        lexicon = self._lexicons.between(one, other)
        strengths = lexicon.forward if lexicon else None
        if old.year == new.year:
            return Linker(strengths, lambda key: {key})
        return Linker(strengths, self.concordance(one, other).holding)

    def concordance(self, one: str, other: str) -> Concordance:
        """Where the provisions of one edition's year are in that of another one."""
        return self._concordances(self._editions[one].year, self._editions[other].year)

    def _best_links(
        self, language: Language, others: Collection[Language]
    ) -> tuple[Mapping[str, float], float]:
        """How strongly each word of a language can be linked with any of others at best.

        And how strongly one that isn't told of can: as can any where the language is the same.
        """
        lexicons = [self._lexicons.of(language, o).forward for o in others if o != language]
        if len(lexicons) < len(others) or not all(lexicons):
            return {}, 1.0
        best: dict[str, float] = {}
        for word, found in chain.from_iterable(lexicon.items() for lexicon in lexicons):
            best[word] = max(certainty(max(found.values())), best.get(word, 0.0))
        return best, 0.0

    def _rarities(self, language: str) -> dict[str, float]:
        """How rare the words of a language are, from 0 (in every provision) to 1 (in one)."""
        texts = [{word.stem for word in unit.read} for unit in self._of_language[language]]
        counts = Counter(stem for stems in texts for stem in stems)
        return {stem: log(len(texts) / n) / log(len(texts) + 1) for stem, n in counts.items()}

    def _language(self, text: Text) -> str:
        return self._editions[text.edition].language


class Linkable(Struct, frozen=True):
    """The words of some texts as they are linked, by their stems and by what else may link them."""

    words: Sequence[TextWord]
    places: Mapping[str, Sequence[int]]
    marks: Sequence[Sequence[str]]
    marked: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, words: Sequence[TextWord]) -> Linkable:
        """Words one after another, to be looked up."""
        marks = [tuple(_marks(word)) for word in words]
        return cls(
            words,
            grouped((word.stem, j) for j, word in enumerate(words)),
            marks,
            grouped((mark, j) for j, found in enumerate(marks) for mark in found),
        )


class Linker:
    """Links words of one language, or of one year, with those of another.

    ``becomes`` leads from a citation of the one to those that it may be in the other.
    """

    def __init__(self, strengths: Strengths | None, becomes: Callable[[Key], Set[Key]]):
        self._strengths = strengths
        self._becomes = becomes

    def link(self, ours: Linkable, theirs: Linkable) -> dict[Pair, Link]:
        """The words that are linked, by their places, and how."""
        strengths = self._candidates(ours, theirs)
        there = [j / len(theirs.words) for j in range(len(theirs.words))]
        near: dict[Pair, float] = {}
        for i, found in enumerate(strengths):
            here = i / len(ours.words)
            for j, strength in found.items():
                near[i, j] = strength * (1 - FAR * abs(here - there[j]))
        links = one_to_one(near)
        for i, found in enumerate(strengths):
            agreed = [
                (beside - step, AGREED * strengths[i + step][beside])
                for step in NEIGHBOURS
                if (beside := links.get(i + step)) is not None
            ]
            for j in found:
                for place, more in agreed:
                    if abs(place - j) <= FARTHEST:
                        near[i, j] += more
        links = one_to_one(near)
        sure = {i: certainty(strengths[i][j]) for i, j in links.items()}
        return {(i, j): Link(sure[i], sure[i] * _held(i, j, links, sure)) for i, j in links.items()}

    def _candidates(self, ours: Linkable, theirs: Linkable) -> list[dict[int, float]]:
        """For each of our words those of theirs that it may be linked with, and how strongly."""
        rows: list[dict[int, float]] = []
        for one, marks in zip(ours.words, ours.marks, strict=True):
            row: dict[int, float] = {}
            known = (
                {one.stem: 1.0} if self._strengths is None else self._strengths.get(one.stem, {})
            )
            for stem in known.keys() & theirs.places.keys():
                row.update(dict.fromkeys(theirs.places[stem], known[stem]))
            for j in {j for mark in marks for j in theirs.marked.get(mark, ())}:
                row[j] = self._special(one, theirs.words[j], row.get(j, 0.0))
            rows.append({j: strength for j, strength in row.items() if strength >= LEAST})
        return rows

    def _special(self, one: TextWord, other: TextWord, strength: float) -> float:
        """The strength of a link of two citations, or of two words that are numbers or terms."""
        if one.is_citation:
            led = any(not self._becomes(key).isdisjoint(other.cites) for key in one.cites)
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


def _held(i: int, j: int, links: Matches, sure: Mapping[int, float]) -> float:
    """Which part of the words beside one are linked alongside its counterpart, and how surely."""
    beside = (
        sure[near]
        for near in range(i - BESIDE, i + BESIDE + 1)
        if near != i and near in links and abs(links[near] - j) <= ALONGSIDE
    )
    return sum(beside) / (2 * BESIDE)


def certainty(strength: float) -> float:
    """How certain a link of that strength is, from 0 to 1."""
    return max(0.0, min(1.0, (strength - LEAST) / (ENOUGH - LEAST)))
