"""A change of the original, detected behind two translations.

What the new text says that no text of the old year says is likely new; what the old text says, and
its sister of the same year too, but not the new one is likely gone; what only one of two
translations says is its translator's. Other texts of the new year aren't asked, so that a judgement
doesn't hang on which of them there are. The weights are learned; see ``benchmarks/detecting.py``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, groupby
from math import log, log1p
from operator import mul
from pathlib import Path
from statistics import median
from typing import NamedTuple

from msgspec import Struct

from lawbase.aligning.concordance import Concordance
from lawbase.aligning.lexicon import Lexicons
from lawbase.aligning.lexicon import Weights as Strengths
from lawbase.aligning.score import logistic
from lawbase.aligning.words import Linker, Reader, Word, certainty, with_cognates
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Alignment,
    ContrastKind,
    Detection,
    Edition,
    Grade,
    PartSpan,
    Provision,
    Relation,
    Sign,
    Text,
)
from lawbase.profile import LanguageProfile
from lawbase.stemming import Stemmer
from lawbase.text import any_of

WEIGHTS = Path(__file__).with_name("weights.toml")
UNTOLD = 0.5
"""What is taken of a word's support where no sister text tells of it."""
NEAR, AROUND = 2, 5
"""How many words on either side are near a word, and around it."""
MARK, NARROW, WIDE = 1.0, 2.0, 3.0
"""How much is added to the evidence of every word, to mark it, and to find what may be new."""
BEGIN, CROSS, AT_CLAUSE = 3.0, 0.5, 0.6
"""What a marked passage costs, what crossing a clause's end does; how much less one that begins
with a clause costs."""
MOST = 3
"""How many citations, or numbers, count."""
TOLD = 0.5
"""The least weight of a sign that is told."""
FAMILY = {
    f"{feature} {side}{more}": f"words {side}"
    for side in ("new", "gone")
    for feature, more in (("words", ", perhaps"), ("share", ""))
}
"""Features that are told as one sign."""
SILENT = frozenset({"always", "alone", "size", "definition", "footnote", "divided"})
"""What isn't told as a sign: it is of the pair, not of what it says."""
STRONG = frozenset({"numbers new", "numbers gone", "modals new", "modals gone"})


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """What was learned: a weight for each feature of a word of either text, and of a pair.

    ``likely`` and ``sure`` are the least scores of what is called so; ``alone`` that of a pair
    whose old text has no sister to tell the law's words from its translator's.
    """

    new: dict[str, float]
    gone: dict[str, float]
    pair: dict[str, float]
    likely: float
    sure: float
    alone: float = 1.0


class Told(NamedTuple):
    """A word and what is known of it, each from 0 to 1.

    How certainly the other side has it, how well that can be told at all, how rare the word is,
    and how certainly a sister text of its own year has it.
    """

    word: Word
    covered: float
    tellable: float
    rarity: float
    support: float


class Passages(NamedTuple):
    """The words of a text that are marked, by their places, and how much speaks for them."""

    marked: tuple[int, ...]
    gain: float


class Detector:
    """Judges aligned pairs of provisions of different years, or of one year to learn from them."""

    def __init__(
        self,
        kb: KnowledgeBase,
        editions: Sequence[Edition],
        alignments: Sequence[Alignment],
        lexicons: Lexicons,
        stemmers: Mapping[str, Stemmer],
        weights: Weights,
    ):
        self._kb = kb
        self._weights = weights
        self._lexicons = lexicons
        self._editions = {edition.id: edition for edition in editions}
        self._alignments = alignments
        self._partners: defaultdict[tuple[Text, str], list[Text]] = defaultdict(list)
        for link in alignments:
            if len(link.texts) == 2:
                old, new = link.texts
                self._partners[old, new.edition].append(new)
                self._partners[new, old.edition].append(old)
        self._readers = {n: Reader(kb, kb.languages[n], stemmers[n]) for n in stemmers}
        self._modals = {name: _modals(kb.languages[name]) for name in stemmers}
        self._words = cache(self._read)
        self._linked = cache(self._link)
        self._linker = cache(self._make_linker)
        self._usual = cache(self._usual_ratio)
        self._known = cache(self._best)
        self._rarity = cache(self._rarities)

    def detect(self, link: Alignment) -> Detection:
        """What speaks for a change of the original from one text of a pair to the other."""
        (old, new), relation = link.texts, link.relation
        news, olds = self.new_words(old, new), self.old_words(old, new)
        features = self.features(old, new, relation, news, olds)
        weighed = {
            name: self._weights.pair.get(name, 0.0) * value for name, value in features.items()
        }
        score = logistic(sum(weighed.values()))
        grade = self._grade(score, relation, alone=features["alone"] > 0)
        added: tuple[PartSpan, ...] = ()
        removed: tuple[PartSpan, ...] = ()
        kind: ContrastKind = "unchanged"
        if grade != "no sign":
            strong = any(weighed[name] >= TOLD for name in STRONG) or grade == "sure"
            kind = "substance" if strong else "wording"
            added = self._spans(news, self._weights.new)
            removed = self._spans(olds, self._weights.gone)
        elif features["citations new"] or features["citations gone"]:
            kind = "reference"
            added, removed = _citations(news), _citations(olds)
        evidence = self._signs(old, new, weighed, (added, removed))
        return Detection(kind, round(score, 3), added, removed, evidence, grade)

    def new_words(self, old: Text, new: Text) -> list[Told]:
        """What is known of each word of the new text, by all texts of the old one's year."""
        return self._told(new, self._years_texts(new, old.edition), [])

    def old_words(self, old: Text, new: Text) -> list[Told]:
        """What is known of each word of the old text, by the new one and the old one's sisters."""
        texts = self._partners[old, new.edition]
        return self._told(old, [texts], self._sisters(old, new))

    def features(
        self,
        old: Text,
        new: Text,
        relation: Relation,
        news: Sequence[Told],
        olds: Sequence[Told],
    ) -> dict[str, float]:
        """What may speak for a change, by name; "always" is 1."""
        features = {"always": 1.0}
        for name, told, weights in (
            ("new", news, self._weights.new),
            ("gone", olds, self._weights.gone),
        ):
            logits = word_logits(told, weights)
            features[f"words {name}"] = log1p(passages(told, logits, NARROW).gain)
            features[f"words {name}, perhaps"] = log1p(passages(told, logits, WIDE).gain)
            features[f"share {name}"] = _share(told)
            features[f"citations {name}"] = float(
                min(MOST, sum(t.word.is_citation and t.covered < 0.5 for t in told))
            )
        texts = [self._partners[new, old.edition], *self._sisters(old, new)]
        longer = [self._longer(group, self._partners[old, new.edition]) for group in texts]
        agreed = min(longer, key=abs) if len({length > 0 for length in longer}) == 1 else 0.0
        features["longer"], features["shorter"] = max(0.0, agreed), max(0.0, -agreed)
        for name, tell in (("numbers", self._numbers), ("modals", self._steps)):
            came, went = self._came_and_went(old, new, tell)
            features[f"{name} new"] = float(min(MOST, len(came)))
            features[f"{name} gone"] = float(min(MOST, len(went)))
        features["size"] = log1p(len(news))
        features["moved"] = float(relation == "moved")
        features["divided"] = float(relation in ("split", "merged"))
        kind = self._provision(old).kind
        features["definition"] = float(kind == "definition")
        features["footnote"] = float(kind == "footnote")
        features["alone"] = float(len(texts) == 1)
        return features

    def _grade(self, score: float, relation: Relation, *, alone: bool) -> Grade:
        """A part of a text differs from the whole in much that is no change: it's never sure."""
        if alone:
            return "likely" if score >= self._weights.alone else "no sign"
        if score >= self._weights.sure and relation in ("same", "moved"):
            return "sure"
        return "likely" if score >= self._weights.likely else "no sign"

    def _sisters(self, old: Text, new: Text) -> list[list[Text]]:
        """The texts that hold an old provision in the other editions of its year."""
        return self._years_texts(old, old.edition, but=(old.edition, new.edition))

    def _years_texts(self, text: Text, edition: str, but: Collection[str] = ()) -> list[list[Text]]:
        """The texts that hold a provision in each edition of the year of another one."""
        year = self._editions[edition].year
        found = (
            self._partners.get((text, other.id), [])
            for other in self._editions.values()
            if other.year == year and other.id not in but
        )
        return [texts for texts in found if texts]

    def _told(
        self, text: Text, others: Sequence[Sequence[Text]], sisters: Sequence[Sequence[Text]]
    ) -> list[Told]:
        words = self._words(text)
        covered, supported = (
            [self.linked(text, texts) for texts in groups] for groups in (others, sisters)
        )
        language = self._language(text)
        known = [self._known(language, self._language(texts[0])) for texts in others]
        rarity = self._rarity(language)
        return [
            Told(
                word,
                _certain(n, covered, 0.0),
                1.0 if word.is_citation or word.number else _tellable(word, known),
                rarity.get(word.stem, 1.0),
                _certain(n, supported, UNTOLD),
            )
            for n, word in enumerate(words)
        ]

    def _read(self, text: Text) -> tuple[Word, ...]:
        return self._readers[self._language(text)].read(self._provision(text))

    def linked(self, text: Text, others: Sequence[Text]) -> dict[int, tuple[int, float]]:
        """The words of a text that have a counterpart in others of one edition: which, how surely.

        Words are known by their places in the text, and in the others one after another.
        """
        if self._order(text.edition) < self._order(others[0].edition):
            pairs = self._linked((text,), tuple(others))
            return {i: (j, certain) for (i, j), certain in pairs.items()}
        pairs = self._linked(tuple(others), (text,))
        return {j: (i, certain) for (i, j), certain in pairs.items()}

    def _link(
        self, ours: tuple[Text, ...], theirs: tuple[Text, ...]
    ) -> dict[tuple[int, int], float]:
        linker = self._linker(ours[0].edition, theirs[0].edition)
        words = [[word for text in texts for word in self._words(text)] for texts in (ours, theirs)]
        return linker.link(*words)

    def _order(self, edition: str) -> tuple[int, str]:
        return self._editions[edition].year, edition

    def _make_linker(self, one: str, other: str) -> Linker:
        """The linker from an edition to one that follows it."""
        old, new = self._editions[one], self._editions[other]
        if old.year == new.year:
            return Linker(self._strengths(old.language, new.language), lambda key: {key})
        concordance = Concordance(self._editions.values(), self._alignments, old.year, new.year)
        return Linker(self._strengths(old.language, new.language), concordance.holding)

    def _strengths(self, one: str, other: str) -> Strengths | None:
        if one == other:
            return None
        return with_cognates(
            self._lexicons.of(one, other).forward, self._rarity(one), self._rarity(other)
        )

    def _best(self, language: str, other: str) -> Mapping[str, float]:
        """How strongly each word of a language can be linked with any of another at best."""
        lexicon = self._lexicons.of(language, other).forward if language != other else {}
        return {word: certainty(max(found.values())) for word, found in lexicon.items()}

    def _rarities(self, language: str) -> dict[str, float]:
        """How rare the words of a language are, from 0 (in every provision) to 1 (in one)."""
        texts = [
            {word.stem for word in self._words(Text(edition.id, provision.key))}
            for edition in self._editions.values()
            if edition.language == language
            for provision in edition.provisions
        ]
        counts = Counter(stem for stems in texts for stem in stems)
        return {stem: log(len(texts) / n) / log(len(texts) + 1) for stem, n in counts.items()}

    def _longer(self, olds: Sequence[Text], news: Sequence[Text]) -> float:
        """The logarithm of how many times longer the new texts are than such usually become."""
        before, after = (sum(map(self._length, texts)) for texts in (olds, news))
        usual = self._usual(olds[0].edition, news[0].edition)
        return log(after / before / usual) if before and after else 0.0

    def _usual_ratio(self, old: str, new: str) -> float:
        """How many times longer a text of one edition usually is than that of another."""
        ratios = [
            self._length(partners[0]) / self._length(text)
            for (text, edition), partners in self._partners.items()
            if (text.edition, edition) == (old, new) and self._length(text)
        ]
        return median(ratios) or 1.0

    def _came_and_went(
        self, old: Text, new: Text, tell: Callable[[Text], Collection[str]]
    ) -> tuple[list[str], list[str]]:
        """What a text says that no text of the old year does; what all these do and it doesn't."""

        def told(texts: Iterable[Text]) -> set[str]:
            return {item for text in texts for item in tell(text)}

        before = (text for texts in self._years_texts(new, old.edition) for text in texts)
        came = told([new]) - told(before)
        went = set.intersection(told([old]), *map(told, self._sisters(old, new))) - told(
            self._partners[old, new.edition]
        )
        return sorted(came), sorted(went)

    def _numbers(self, text: Text) -> list[str]:
        return [word.number for word in self._words(text) if word.number]

    def _steps(self, text: Text) -> set[str]:
        provision = self._provision(text)
        pattern, steps = self._modals[self._language(text)]
        whole = f"{provision.heading} {provision.text} {provision.tail}".lower()
        return {steps[match[0]] for match in pattern.finditer(whole)}

    def _spans(self, told: Sequence[Told], weights: Mapping[str, float]) -> tuple[PartSpan, ...]:
        """The marked passages of a text, each as far as it goes on in one part."""
        marked = passages(told, word_logits(told, weights), MARK).marked
        runs = groupby(enumerate(marked), key=lambda n: (n[1] - n[0], told[n[1]].word.span.part))
        spans: list[PartSpan] = []
        for (_, part), run in runs:
            places = [place for _, place in run]
            start, end = (told[places[0]].word.span.start, told[places[-1]].word.span.end)
            spans.append(PartSpan(part, start, end))
        return tuple(spans)

    def _signs(
        self,
        old: Text,
        new: Text,
        weighed: Mapping[str, float],
        spans: tuple[Sequence[PartSpan], Sequence[PartSpan]],
    ) -> tuple[Sign, ...]:
        """What speaks for a change, or against it, most, the strongest first."""
        weights: defaultdict[str, float] = defaultdict(float)
        for feature, weight in weighed.items():
            weights[FAMILY.get(feature, feature)] += weight
        quotes = {
            "words new": ((), self._quoted(new, spans[0])),
            "words gone": (self._quoted(old, spans[1]), ()),
        }
        for name, tell in (("numbers", self._numbers), ("modals", self._steps)):
            came, went = self._came_and_went(old, new, tell)
            quotes[f"{name} new"], quotes[f"{name} gone"] = ((), tuple(came)), (tuple(went), ())
        return tuple(
            Sign(name, round(weight, 2), *quotes.get(name, ()))
            for name, weight in sorted(weights.items(), key=lambda found: -abs(found[1]))
            if abs(weight) >= TOLD and name not in SILENT
        )

    def _quoted(self, text: Text, spans: Iterable[PartSpan]) -> tuple[str, ...]:
        provision = self._provision(text)
        return tuple(provision.part(span.part)[span.start : span.end] for span in spans)

    def _language(self, text: Text) -> str:
        return self._editions[text.edition].language

    def _length(self, text: Text) -> int:
        provision = self._provision(text)
        return len(provision.text) + len(provision.tail)

    def _provision(self, text: Text) -> Provision:
        provision = self._kb.provision(text.edition, text.key)
        assert provision is not None
        return provision


WORD_FEATURES = (
    "always",
    "lacking",
    "tellable",
    "rare",
    "near",
    "around",
    "clause",
    "unknown",
    "citation",
    "support",
    "supported",
)
"""What may speak for a word being new, or gone: its own lack and that of its neighbours."""


def word_features(told: Sequence[Told]) -> list[tuple[float, ...]]:
    """The values of ``WORD_FEATURES`` for each word of a text."""
    weights = [t.tellable * t.rarity for t in told]
    lacks = [(1 - t.covered) * weight for t, weight in zip(told, weights, strict=True)]
    weighed = [0.0, *accumulate(weights)]
    lacked = [0.0, *accumulate(lacks)]
    clauses: defaultdict[int, list[float]] = defaultdict(lambda: [0.15, 0.5])
    for t, lack, weight in zip(told, lacks, weights, strict=True):
        clause = clauses[t.word.clause]
        clause[0] += lack
        clause[1] += weight

    def beside(place: int, far: int) -> float:
        start, end = max(0, place - far), min(len(told), place + far + 1)
        lack = lacked[end] - lacked[start] - lacks[place]
        return (lack + 0.035) / (weighed[end] - weighed[start] - weights[place] + 0.35)

    found: list[tuple[float, ...]] = []
    for place, t in enumerate(told):
        lack = 1 - t.covered
        clause = clauses[t.word.clause]
        found.append(
            (
                1.0,
                lack,
                lack * t.tellable,
                lacks[place],
                beside(place, NEAR),
                beside(place, AROUND),
                clause[0] / clause[1],
                lack * (1 - t.tellable) * t.rarity,
                float(t.word.is_citation),
                t.support,
                lack * t.tellable * t.support,
            )
        )
    return found


def word_logits(told: Sequence[Told], weights: Mapping[str, float]) -> list[float]:
    """The logarithms of the odds that each word is new, or gone."""
    ordered = [weights.get(name, 0.0) for name in WORD_FEATURES]
    return [sum(map(mul, ordered, values)) for values in word_features(told)]


def passages(told: Sequence[Told], logits: Sequence[float], more: float) -> Passages:
    """The passages that carry the change: the best way to mark words (Viterbi).

    Every marked word counts by its evidence and ``more``; a passage costs something to begin, less
    with a clause, and a little to cross a clause's end.
    """
    out, inside = 0.0, float("-inf")
    steps: list[tuple[bool, bool]] = []
    for place, logit in enumerate(logits):
        starts = not place or told[place].word.clause != told[place - 1].word.clause
        begun = out - BEGIN * (AT_CLAUSE if starts else 1.0)
        continued = inside - (CROSS if starts else 0.0)
        steps.append((inside > out, continued >= begun))
        out, inside = max(out, inside), max(continued, begun) + logit + more
    marked: list[int] = []
    state = inside > out
    for place in range(len(logits) - 1, -1, -1):
        if state:
            marked.append(place)
        state = steps[place][state]
    return Passages(tuple(reversed(marked)), max(out, inside))


def _certain(place: int, links: Sequence[Mapping[int, tuple[int, float]]], untold: float) -> float:
    """How certainly a word has a counterpart in any of the linked texts."""
    return max((found.get(place, (0, 0.0))[1] for found in links), default=untold)


def _tellable(word: Word, known: Sequence[Mapping[str, float]]) -> float:
    """How well a word can be told at all: in another language as far as the lexicon knows it."""
    return max((found.get(word.stem, 0.0) if found else 1.0 for found in known), default=0.0)


def _share(told: Sequence[Told]) -> float:
    """What part of a text has no counterpart, its own translator's words aside."""
    whole = sum(t.tellable * t.rarity for t in told)
    lacking = sum((1 - t.covered) * t.tellable * t.rarity * t.support for t in told)
    return lacking / (whole + 1)


def _citations(told: Sequence[Told]) -> tuple[PartSpan, ...]:
    return tuple(t.word.span for t in told if t.word.is_citation and t.covered < 0.5)


def _modals(profile: LanguageProfile) -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern for a language's modal verbs, and the step of the scale that each stands on."""
    steps = {word: step for step, words in profile.audit.grades.items() for word in words}
    return re.compile(rf"(?<!\w){any_of(steps)}(?!\w)"), steps
