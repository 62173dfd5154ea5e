"""The texts held against each other: the look-ups that the checks share, and how they report.

A text is one provision in one edition. Its partners are the texts of other editions that carry the
same rule. Editions of the same year say the same in another language; an edition of another year
says what was meant before or since, once its addresses are translated by the alignment.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from math import log
from operator import itemgetter
from pathlib import Path
from typing import TypeVar

from lawbase.address import key_order
from lawbase.errors import LawbaseError
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Alignment,
    Edition,
    Finding,
    Key,
    Language,
    LexiconEntry,
    Place,
    Provision,
    Quotation,
    Reference,
    Severity,
    SourceNote,
    Text,
    Value,
    Values,
    Witness,
)
from lawbase.profile import load_toml
from lawbase.stemming import Stemmer
from lawbase.text import blanked, form_pattern

A = TypeVar("A")
T = TypeVar("T")
EXCERPT = 12
"""How many words evidence quotes of a text."""
DOUBTFUL = 0.6
"""The score below which an alignment only says that nothing better was found."""
SURE = 0.75
"""The score from which an alignment tells that a text is there."""
NOTED = "en"
"""The language in which editors say why something is read otherwise than it is printed."""
CITING = frozenset({"absolute", "relative"})
SEVERITIES = Path(__file__).with_name("severities.toml")
KNOWN = 0.1
"""How sure the best translation of a word is at least; other words say nothing."""
ELSEWHERE = 3
"""In how many texts a word stands that has learned its translation from others than this one."""
DIGITS = re.compile(r"\d+")
Weights = dict[str, float]
Gravity = tuple[Severity, float]
"""How grave a finding is, and how likely it is right."""
HALF = 0.5
"""What numbers and length weigh beside words and citations."""
REMEMBERED = ("sisters", "partners", "below", "plain", "stems", "rarity", "stemmer", "made")
"""What a collation is asked again and again, and answers once."""
GapValue = Value | Provision | Text | str | Iterable[Value] | None
"""A value of a sentence: a provision is its place, a bare string is quoted from the text; None
leaves the gap out."""


class Collation:
    """What the checks ask of the texts of the law; companions that are no law are left out."""

    def __init__(self, kb: KnowledgeBase):
        self.kb = kb
        self.editions = kb.law_editions
        for name in REMEMBERED:
            setattr(self, name, cache(getattr(self, name)))
        self._severities = load_toml(SEVERITIES, dict[str, Gravity])

    def texts(self) -> Iterator[Provision]:
        """Every text of the law, in the order of the books."""
        return (text for edition in self.editions for text in edition.provisions)

    def sisters(self, edition_id: str) -> tuple[Edition, ...]:
        """The other editions of the same year that speak for it."""
        year = self.kb.edition(edition_id).year
        return tuple(e for e in self._voices if e.year == year and e.id != edition_id)

    def others(self, edition_id: str) -> tuple[Edition, ...]:
        """The editions that speak for other years."""
        year = self.kb.edition(edition_id).year
        return tuple(e for e in self._voices if e.year != year)

    def held_against(self, edition_id: str) -> tuple[Edition, ...]:
        """The editions of its year that an edition is held against: of a voice, all the others."""
        if not self.is_voice(edition_id):
            return self.sisters(edition_id)
        edition = self.kb.edition(edition_id)
        return tuple(e for e in self.editions if e.year == edition.year and e is not edition)

    def is_voice(self, edition_id: str) -> bool:
        """Whether others are held against an edition; another one speaks against none of them."""
        return self.kb.edition(edition_id) in self._voices

    @cached_property
    def _voices(self) -> tuple[Edition, ...]:
        """The editions that all are held against, in the order of the editions."""
        voices = self.kb.aligned.voices
        return tuple(edition for edition in self.editions if edition.id in voices or not voices)

    def all_partners(self, text: Provision) -> dict[str, tuple[Provision, ...]]:
        """A text's partners in every voice that has any, in the order of the editions."""
        heard = (e.id for e in self._voices if e.id != text.edition)
        return {edition: found for edition in heard if (found := self.partners(text, edition))}

    def witnesses(self, text: Provision) -> list[Provision]:
        """A text's partners in all editions."""
        return [partner for found in self.all_partners(text).values() for partner in found]

    def around(self, text: Provision) -> frozenset[Provision]:
        """A text with its parent, its children, its footnotes and what bears it."""
        keys = [*text.children, *text.footnotes, *text.bearers, text.key, text.parent or ""]
        return frozenset(self.kb.provisions(text.edition, keys))

    def weight(self, edition_id: str, stems: Iterable[str]) -> float:
        """How much some words of an edition tell, by their rarity."""
        rarity = self.rarity(edition_id)
        return sum(rarity.get(stem, 0.0) for stem in stems)

    def has(self, text: Provision, edition_id: str, least: float = DOUBTFUL) -> bool:
        """Whether another edition carries a text, or anything that stands under it.

        ``least`` is how sure the alignment must be.
        """
        return any(
            alignment.score >= least
            for below in self.below(text)
            for alignment in self._aligned(below, edition_id)
        )

    def finding(
        self,
        text: Provision | Text,
        check: str,
        /,
        *,
        grade: Gravity | None = None,
        printed: str = "",
        expected: str = "",
        witnesses: Iterable[Witness] = (),
        **said: GapValue,
    ) -> Finding:
        """A finding on one text, or where one is missing; ``said`` fills the gaps of its sentence.

        Its grade is the usual one of its check unless told.

        Raises:
            LawbaseError: when no grade is told, and the check has no usual one.
        """
        if not (grade := grade or self._severities.get(check)):
            raise LawbaseError(f"doesn't say how grave “{check}” is", file=SEVERITIES)
        severity, confidence = grade
        return Finding(
            text.edition,
            text.key,
            check,
            severity,
            message="",
            printed=printed,
            expected=expected,
            evidence=(),
            confidence=confidence,
            values=self._values(text.edition, said),
            witnesses=tuple(witnesses),
        )

    def witness(self, text: Provision | Text, says: str, **said: GapValue) -> Witness:
        """A sentence of evidence about another text."""
        return Witness(says, self._values(text.edition, {"place": text, **said}))

    def quote(self, text: Provision) -> Witness:
        """The first words of a text as evidence."""
        return self.witness(text, "quotes", words=opening_words(text))

    def quotations(self, text: Provision, words: Iterable[str]) -> tuple[Value, ...]:
        """Words of a text, each quoted by itself."""
        language = self.kb.edition(text.edition).language
        return tuple(Quotation(word, language) for word in words)

    def _values(self, edition_id: str, said: dict[str, GapValue]) -> Values:
        def value(
            given: Value | Provision | Text | str | Iterable[Value],
        ) -> Value | tuple[Value, ...]:
            if isinstance(given, Provision | Text):
                return Place(given.edition, given.key)
            if isinstance(given, str):
                return Quotation(given, self.kb.edition(edition_id).language)
            return given if isinstance(given, Value) else tuple(given)

        return {gap: value(given) for gap, given in said.items() if given is not None}

    def partners(self, text: Provision, edition_id: str) -> tuple[Provision, ...]:
        """The texts of another edition that carry the same rule, in the order of the book."""
        sure = (a for a in self._aligned(text, edition_id) if a.score >= DOUBTFUL)
        keys = {there.key for a in sure for there in a.texts if there.edition == edition_id}
        return tuple(self.kb.provisions(edition_id, sorted(keys, key=key_order)))

    def _aligned(self, text: Provision, edition_id: str) -> tuple[Alignment, ...]:
        """How a text is aligned with the texts of another edition, as far as there are any."""
        found = self.kb.aligned_with(text.edition, text.key, edition_id)
        return tuple(alignment for alignment in found if len(alignment.texts) == 2)

    def citations(self, text: Provision) -> tuple[Reference, ...]:
        """What a text cites of the laws of its own edition, in the order of the text."""
        cited = self.kb.references_from(text.edition, text.key)
        return tuple(reference for reference in cited if reference.kind in CITING)

    def made(self, kind: Callable[[Collation, A], T], of: A) -> T:
        """What is made once of an edition or of a text, whichever checks ask for it."""
        return kind(self, of)

    def stemmer(self, edition_id: str) -> Stemmer:
        """The stemmer of an edition's language."""
        return Stemmer(self.kb.profile(edition_id))

    def plain(self, text: Provision) -> str:
        """A text and its tail with its citations blanked out, so that no label is a number."""
        cited = self.citations(text)
        parts = (
            blanked(said, [(r.start, r.end) for r in cited if r.part == part])
            for part, said in (("text", text.text), ("tail", text.tail))
        )
        return "\n".join(part for part in parts if part)

    def holders(self, edition_id: str) -> Counter[str]:
        """In how many texts of an edition each word stands."""
        provisions = self.kb.edition(edition_id).provisions
        return Counter(stem for text in provisions for stem in self.stems(text))

    def rarity(self, edition_id: str) -> dict[str, float]:
        """The logarithm of how rare each word of an edition is."""
        texts = len(self.kb.edition(edition_id).provisions)
        return {stem: log((texts + 1) / n) for stem, n in self.holders(edition_id).items()}

    def stems(self, text: Provision) -> frozenset[str]:
        """The stems of a text's words, its heading's too, without numbers."""
        return stems_of(text.words, self.stemmer(text.edition))

    def below(self, text: Provision) -> tuple[Provision, ...]:
        """A text and everything that stands under it, footnotes too, in the order of the book."""
        keys = self.kb.with_descendants(text.edition, text.key)
        return tuple(self.kb.provisions(text.edition, sorted(keys, key=key_order)))

    def translate(self, key: Key, own: str, edition_id: str) -> tuple[Key, ...]:
        """Where another edition has what an address of its ``own`` names, as the alignment tells.

        What lies beyond the end of a partial edition is looked up in a sister that has it.
        """
        if own == edition_id:
            return (key,)
        text, there = self.kb.provision(own, key), self.kb.edition(edition_id)
        if text and (direct := self.partners(text, edition_id)):
            return tuple(partner.key for partner in direct)
        if there.year == self.kb.edition(own).year:
            has = self.kb.provision(edition_id, key) or not self.kb.reaches(edition_id, key)
            return (key,) if has or not text else ()
        if not text:
            having = (s.id for s in self.sisters(own) if self.kb.provision(s.id, key))
            return next((self.translate(key, sister, edition_id) for sister in having), ())
        return () if there.complete else self._beyond(text, edition_id)

    def edition_with(self, key: Key, edition_id: str) -> str | None:
        """The edition itself where its text reaches an address, or the first sister that has it."""
        if self.kb.reaches(edition_id, key):
            return edition_id
        return next((s.id for s in self.sisters(edition_id) if self.kb.provision(s.id, key)), None)

    def _beyond(self, text: Provision, edition_id: str) -> tuple[Key, ...]:
        """Where a sister has it, for what lies beyond the end of a partial edition."""
        for sister in self.sisters(edition_id):
            keys = self.translate(text.key, text.edition, sister.id) if sister.complete else ()
            if keys and not any(self.kb.reaches(edition_id, key) for key in keys):
                return keys
        return ()

    @cached_property
    def similarity(self) -> Similarity:
        """How alike the texts are."""
        return Similarity(self)


class Similarity:
    """How alike two texts are, in one language or through the learned lexicon.

    Phrases of the lexicon are left out: texts are compared word by word.
    """

    def __init__(self, laws: Collation):
        self._laws = laws
        self._echo = cache(self._echo_of)
        self._spoken = cache(self._spoken_by)
        self._learned = cache(self._learned_by)

    def alike(self, one: Provision, other: Provision) -> float:
        """How alike two texts are: words both ways, citations, numbers, length; 4 when the same."""
        cites = (self._cites(text, other.edition) for text in (one, other))
        counts = (set(numbers_in(self._laws.plain(text))) for text in (one, other))
        lengths = [len(text.text) + 1 for text in (one, other)]
        length = max(0.0, 1 - abs(log(lengths[0] / lengths[1])))
        return self.shared(one, other) + overlap(*cites) + HALF * (overlap(*counts) + length)

    def shared(self, one: Provision, other: Provision) -> float:
        """Which part of each text's words, by rarity, the other has, both ways together."""
        ways = ((one, other), (other, one))
        return sum(self._covered(a.edition, self._laws.stems(a), [b]) for a, b in ways)

    def covered(self, edition: str, sentence: str, others: Iterable[Provision]) -> float:
        """Which part of a sentence's words, by rarity, stands in texts of another edition."""
        stems = stems_of(sentence, self._laws.stemmer(edition))
        return self._covered(edition, stems, list(others))

    def backing(self, text: Provision, words: str) -> float:
        """Which part of some words of a text, by rarity, its partners say, edition by edition."""
        partners = self._laws.all_partners(text).values()
        found = [self.covered(text.edition, words, texts) for texts in partners]
        return sum(found) / len(found) if found else 0.0

    def _covered(self, edition: str, stems: frozenset[str], others: list[Provision]) -> float:
        rarity = self._laws.rarity(edition)
        asked = stems & self._learned(edition, others[0].edition).keys()
        echo = self._echo(others[0], edition)
        if len(others) > 1:
            heard = [item for other in others for item in self._echo(other, edition).items()]
            echo = dict(sorted(heard, key=itemgetter(1)))
        whole = sum(rarity[stem] for stem in asked)
        found = sum(rarity[stem] * echo[stem] for stem in asked & echo.keys())
        return found / whole if whole else 1.0

    def _echo_of(self, text: Provision, edition: str) -> Weights:
        """The words of an edition that a text of another one says, and how surely."""
        echo: Weights = {}
        spoken = self._spoken(edition, text.edition)
        for word in self._laws.stems(text):
            for stem, weight in spoken.get(word, ()):
                echo[stem] = max(weight, echo.get(stem, 0.0))
        return echo

    def _spoken_by(self, edition: str, other: str) -> dict[str, tuple[tuple[str, float], ...]]:
        """Which words of an edition each word of another one may say, and how surely."""
        learned = self._learned(edition, other).items()
        return grouped((word, (stem, ways[word])) for stem, ways in learned for word in ways)

    def _learned_by(self, edition: str, other: str) -> dict[str, Weights]:
        """What each word of an edition becomes in another one's language; the best way weighs 1."""
        rarity, holders = self._laws.rarity(edition), self._laws.holders(edition)
        source, target = (self._laws.kb.edition(e).language for e in (edition, other))
        if source == target:
            return {stem: {stem: 1.0} for stem in rarity}
        becomes = grouped((entry.word, entry) for entry in self._words.get((source, target), ()))
        best = {stem: max(way.weight for way in ways) for stem, ways in becomes.items()}
        return {
            stem: {way.translation: way.weight / best[stem] for way in ways}
            for stem, ways in becomes.items()
            if best[stem] >= KNOWN and holders[stem] >= ELSEWHERE
        }

    @cached_property
    def _words(self) -> dict[tuple[Language, Language], tuple[LexiconEntry, ...]]:
        """The entries of the lexicon for single words, by the two languages."""
        single = (e for e in self._laws.kb.aligned.lexicon if " " not in e.word + e.translation)
        return grouped(((entry.source, entry.target), entry) for entry in single)

    def _cites(self, text: Provision, edition: str) -> set[str]:
        cited = (r.to for r in self._laws.citations(text) if r.to is not None)
        return {k for to in cited for k in self._laws.translate(to, text.edition, edition)}


def opening_words(text: Provision) -> str:
    """The first words of a text, as evidence quotes them."""
    words = (text.text or text.heading or text.tail).split()
    return " ".join(words[:EXCERPT]) + (" …" if len(words) > EXCERPT else "")


def overlap(one: set[str], other: set[str]) -> float:
    """Which part of what either has both have.

    >>> overlap({"a", "b"}, {"b", "c"})
    0.3333333333333333
    """
    return len(one & other) / len(one | other) if one or other else 0.0


def editor_reason(note: SourceNote) -> Witness:
    """Why an editor reads something otherwise than it is printed, in the editor's words."""
    return Witness("reason", {"reason": Quotation(note.why, NOTED, note.why_in)})


def stems_of(text: str, stemmer: Stemmer) -> frozenset[str]:
    """The stems of the words in a text, without numbers."""
    return frozenset(word.stem for word in stemmer.words(text) if word.stem.isalpha())


def numbers_in(text: str) -> list[str]:
    """The numbers in digits, in order, without leading zeros.

    >>> numbers_in("60% a 1BT, +3 IMP")
    ['60', '1', '3']
    """
    return [str(int(found)) for found in DIGITS.findall(text)]


def listed_words(text: str, words: Iterable[str]) -> list[str]:
    """The words of a list, in a text, in order; ``*`` ends one that stands for many."""
    return [found.lower() for found in _pattern(tuple(words)).findall(text)]


_pattern = cache(form_pattern)
