"""A change of the original behind two translations: detected, and as an editor read it.

What the words of both texts tell, and what numbers, modal verbs, citations and lengths do, is
weighed into one score. The weights are learned; see ``benchmarks/detecting.py``.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from math import log, log1p
from pathlib import Path
from statistics import median
from typing import Literal

from msgspec import Struct

from lawbase.address import key_order, law_of
from lawbase.aligning.modality import ALIKE, SCALE
from lawbase.aligning.partners import Witness
from lawbase.aligning.passages import evidence_of, held, passages, spans
from lawbase.aligning.readings import Readings
from lawbase.aligning.score import logistic
from lawbase.aligning.units import TextWord
from lawbase.aligning.words import UNTOLD, ComparedWord, Counterparts, TextBeside
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Alignment,
    Contrast,
    ContrastKind,
    Detection,
    Grade,
    Key,
    PartSpan,
    Sign,
    Text,
)
from lawbase.parallel import spread
from lawbase.profile import load_toml

WEIGHTS = Path(__file__).with_name("weights.toml")
MARK, SEEK = 1.5, 2.0
"""How much is added to the evidence of every word to mark it, and to find what may be new."""
MOST = 3
"""How many citations, numbers or modal verbs count."""
PRESENT = 2.0
"""How often a word of a clause counts that has a counterpart, against one that stands there."""
FIRM = 2.0
"""How often a clause counts as held by its words: where half of those beside a word agree."""
TOLD = 0.5
"""The least weight of a sign that is told."""
FAMILY = {
    f"{name} {side}": f"words {side}"
    for side in ("new", "gone")
    for name in ("share", "clause", "scattered")
}
"""Features that are told as one sign."""
SILENT = frozenset({"always", "divided"})
"""What isn't told as a sign: it is of the pair, not of what it says."""
STRONG = ("numbers new", "numbers gone", "modals exchanged")
"""What makes a likely change one in substance."""
MUCH = 1.6
"""A text so many times longer or shorter than usual is told of."""
TOGETHER = 10
"""How many laws are judged by one process."""
WEIGHED, COUNTED = 1024, 16384
"""How many texts are kept with what speaks for a change in them, how many with what they say."""
Side = Literal["new", "gone"]
Items = Literal["numbers", "digits", "modals", "terms"]
ITEMS: Mapping[Items, Callable[[TextWord], str | None]] = {
    "numbers": lambda word: word.number,
    "digits": lambda word: word.number if word.stem.isdigit() else None,
    "modals": lambda word: word.step and ALIKE.get(word.step, word.step),
    "terms": lambda word: word.concept,
}
"""What a word may say that is counted; numbers in words are many another word too."""
Features = dict[str, float]
Exchange = tuple[tuple[str, ...], tuple[str, ...]]
"""What is gone of the old text, and what came in the new one."""


class DetectorWeights(Struct, frozen=True, forbid_unknown_fields=True):
    """What was learned: a weight for each feature of a word of either text, and of a pair.

    ``alone`` are the weights of a pair whose old text has no sister to tell the law's words from
    its translator's. ``likely``, ``sure`` and ``likely_alone`` are the least scores of what is
    called so.
    """

    new: Features
    gone: Features
    pair: Features
    alone: Features
    likely: float
    sure: float
    likely_alone: float


class TextEvidence(Struct, frozen=True):
    """What may speak for a change in one text: its words, how strongly each does, and features."""

    words: Sequence[ComparedWord]
    strengths: Sequence[float]
    features: Features

    @property
    def marked(self) -> tuple[PartSpan, ...]:
        """The passages that carry the change."""
        return spans(self.words, passages(self.words, self.strengths, MARK).marked)

    @property
    def citations(self) -> tuple[PartSpan, ...]:
        """The citations that the other side lacks."""
        return tuple(w.word.span for w in self.words if w.word.is_citation and w.lacks)


class PairEvidence(Struct, frozen=True):
    """What may speak for a change from one text to another: features by name, and both texts."""

    features: Features
    alone: bool
    new: TextEvidence
    old: TextEvidence
    quoted: Mapping[str, Exchange]


class Detector:
    """Judges aligned pairs of provisions of different years, or of one year to learn from them."""

    def __init__(self, counterparts: Counterparts, weights: DetectorWeights | None = None):
        self._all = counterparts
        self.units = counterparts.units
        self._weights = weights or load_toml(WEIGHTS, DetectorWeights)
        self._usual = cache(self._usual_ratio)
        self._said = lru_cache(COUNTED)(self._count_items)
        # pairs of sister texts, and the parts of what was divided, have a side in common
        self._weighed = lru_cache(WEIGHED)(self._weigh)

    def detect(self, link: Alignment) -> Detection:
        """What speaks for a change of the original from one text of a pair to the other."""
        evidence = self.evidence(link)
        learned = self._weights.alone if evidence.alone else self._weights.pair
        weighed = {n: learned.get(n, 0.0) * value for n, value in evidence.features.items()}
        score = logistic(sum(weighed.values()))
        grade = self._grade(score, link, alone=evidence.alone)
        new, old = evidence.new, evidence.old
        kind: ContrastKind = "unchanged"
        added: tuple[PartSpan, ...] = ()
        removed: tuple[PartSpan, ...] = ()
        if grade != "no sign":
            strong = grade == "sure" or any(weighed.get(name, 0.0) >= TOLD for name in STRONG)
            kind = "substance" if strong else "wording"
            added, removed = new.marked, old.marked
        elif new.citations or old.citations:
            kind = "reference"
            added, removed = new.citations, old.citations
        quoted = {
            **evidence.quoted,
            "words new": ((), self._quoted(link.texts[1], added)),
            "words gone": (self._quoted(link.texts[0], removed), ()),
        }
        return Detection(kind, round(score, 3), added, removed, _signs(weighed, quoted), grade)

    def contrast(self, link: Alignment) -> Contrast:
        """What is gone of the one text of a pair, and came in the other, as it is detected."""
        ours, theirs = (self.units[text] for text in link.texts)
        holding = self._all.concordance(ours.edition, theirs.edition).holding
        now = {key: holding(key) for key in ours.cites}
        longer = self.growth([ours.text], [theirs.text])
        detected = self.detect(link)
        return Contrast(
            from_edition=ours.edition,
            from_key=ours.key,
            to_edition=theirs.edition,
            to_key=theirs.key,
            kind=detected.kind,
            score=detected.score,
            added=detected.added,
            removed=detected.removed,
            reviewed=False,
            what={},
            detected=detected,
            cites_gone=_ordered(key for key, keys in now.items() if not theirs.cites & keys),
            cites_new=_ordered(theirs.cites.difference(*now.values())),
            numbers_gone=tuple(sorted(ours.numbers - theirs.numbers, key=int)),
            numbers_new=tuple(sorted(theirs.numbers - ours.numbers, key=int)),
            length=round(longer, 2) if not 1 / MUCH <= longer <= MUCH else 0.0,
        )

    def evidence(self, link: Alignment) -> PairEvidence:
        """What may speak for a change from one text of a pair to the other."""
        old, new = link.texts
        beside_new, beside_old = self._all.beside_new(old, new), self._all.beside_old(old, new)
        came_in, went = self._weighed("new", beside_new), self._weighed("gone", beside_old)
        features = {"always": 1.0, **came_in.features, **went.features}
        features["citations new"] = _count(came_in.citations)
        said = {
            "numbers": self._surplus(beside_old, beside_new, "numbers", firm="digits"),
            "modals": self._surplus(beside_old, beside_new, "modals"),
            "terms": self._surplus(beside_old, beside_new, "terms"),
        }
        quoted: dict[str, Exchange] = {}
        for name, (gone, came) in said.items():
            features |= {f"{name} gone": _count(gone), f"{name} new": _count(came)}
            quoted |= {f"{name} gone": (gone, ()), f"{name} new": ((), came)}
        gone, came = said["numbers"]
        features["numbers gone"] = _count(_figures(gone, went.words))
        features["numbers new"] = _count(_figures(came, came_in.words))
        features["modals exchanged"] = _distance(*said["modals"])
        features |= self._length_features(old, new, beside_old.sisters)
        features["moved"] = float(link.relation == "moved")
        features["divided"] = float(link.relation in ("split", "merged"))
        return PairEvidence(features, not beside_old.sisters, came_in, went, quoted)

    def _weigh(self, side: Side, beside: TextBeside) -> TextEvidence:
        words = self._all.compared(*beside)
        strengths = evidence_of(words, self._weights.new if side == "new" else self._weights.gone)
        features = {
            f"words {side}": log1p(passages(words, strengths, SEEK).gain),
            f"share {side}": _share(words),
            f"clause {side}": log1p(_clause(words)),
            f"scattered {side}": log1p(_scattered(words)),
        }
        return TextEvidence(words, strengths, features)

    def _grade(self, score: float, link: Alignment, *, alone: bool) -> Grade:
        """Sure is only what could be learned: a whole provision of the laws.

        A part of a text differs from the whole in much that is no change, and definitions are
        written otherwise than laws.
        """
        whole = link.relation in ("same", "moved")
        if alone:
            return "likely" if score >= self._weights.likely_alone and whole else "no sign"
        if score >= self._weights.sure and whole and all(law_of(t.key) for t in link.texts):
            return "sure"
        return "likely" if score >= self._weights.likely else "no sign"

    def _length_features(self, old: Text, new: Text, sisters: Sequence[Witness]) -> Features:
        """How much longer or shorter the new text is than usual, if all old texts agree on that."""
        news = self._all.partners.of(old, new.edition)
        texts = [self._all.partners.of(new, old.edition), *sisters]
        longer = [log(self.growth(olds, news)) for olds in texts]
        agreed = min(longer, key=abs) if len({length > 0 for length in longer}) == 1 else 0.0
        return {"longer": max(0.0, agreed), "shorter": max(0.0, -agreed)}

    def growth(self, olds: Sequence[Text], news: Sequence[Text]) -> float:
        """How many times longer the new texts are than such usually become; 1 without words."""
        before, after = (sum(self.units[t].length for t in texts) for texts in (olds, news))
        usual = self._usual(olds[0].edition, news[0].edition)
        return after / before / usual if before and after else 1.0

    def _usual_ratio(self, old: str, new: str) -> float:
        """How many times longer a text of one edition usually is than that of another."""
        ratios = [
            self.units[partners[0]].length / length
            for key, partners in self._all.partners.between(old, new).items()
            if (length := self.units[Text(old, key)].length)
        ]
        return median(ratios) or 1.0

    def _surplus(
        self, old: TextBeside, new: TextBeside, items: Items, firm: Items | None = None
    ) -> Exchange:
        """What all old texts say more often than the new one, and it more often than any of them.

        Of the two texts themselves only the ``firm`` items count where there are any.
        """
        before, said = (self._said(firm or items, (side.text,)) for side in (old, new))
        (after,) = (self._said(items, texts) for texts in old.others)
        sisters, olds = (
            [self._said(items, texts) for texts in group] for group in (old.sisters, new.others)
        )
        gone = {
            item: min([count, *(sister[item] for sister in sisters)]) - after[item]
            for item, count in before.items()
        }
        came = {item: count - max(one[item] for one in olds) for item, count in said.items()}
        return _each(gone), _each(came)

    def _count_items(self, items: Items, texts: tuple[Text, ...]) -> Counter[str]:
        return Counter(item for word in self._all.words(*texts) if (item := ITEMS[items](word)))

    def _quoted(self, text: Text, marked: Sequence[PartSpan]) -> tuple[str, ...]:
        provision = self._all.kb.provision(text.edition, text.key)
        assert provision is not None
        return tuple(provision.part(span.part)[span.start : span.end] for span in marked)


def _signs(weighed: Features, quoted: Mapping[str, Exchange]) -> tuple[Sign, ...]:
    """What speaks for a change, or against it, most, the strongest first."""
    weights: defaultdict[str, float] = defaultdict(float)
    for feature, weight in weighed.items():
        weights[FAMILY.get(feature, feature)] += weight
    return tuple(
        Sign(name, round(weight, 2), *quoted.get(name, ()))
        for name, weight in sorted(weights.items(), key=lambda found: -abs(found[1]))
        if abs(weight) >= TOLD and name not in SILENT
    )


def _each(counts: Mapping[str, int]) -> tuple[str, ...]:
    """What is counted, each as often as it is."""
    return tuple(item for item in sorted(counts) for _ in range(counts[item]))


def _distance(gone: Sequence[str], came: Sequence[str]) -> float:
    """How far apart on the scale a modal verb that is gone and one that came are at most."""
    apart = (abs(SCALE[one] - SCALE[other]) for one in gone for other in came)
    return float(min(MOST, max(apart, default=0)))


def _figures(numbers: Sequence[str], words: Sequence[ComparedWord]) -> list[str]:
    """Those of these numbers of a text that tell something of their own.

    What stands side by side, a range or a row of a table, is one figure.
    """
    left, beside = Counter(numbers), False
    found: list[str] = []
    for w in words:
        is_one = left[w.word.number] > 0
        if is_one:
            left[w.word.number] -= 1
            found += [] if beside else [w.word.number]
        beside = is_one
    return found


def _count(items: Sequence[object]) -> float:
    return float(min(MOST, len(items)))


def _share(words: Sequence[ComparedWord]) -> float:
    """What part of a text has no counterpart, its own translator's words aside."""
    whole = sum(w.tellable * w.rarity for w in words)
    lacking = sum((1 - w.covered) * w.tellable * w.rarity * w.support for w in words)
    return lacking / (whole + 1)


def _clause(words: Sequence[ComparedWord]) -> float:
    """How much one clause says that has no counterpart, beyond what of it has one."""
    lacking: defaultdict[int, float] = defaultdict(float)
    for w in words:
        strength = w.tellable * w.rarity * min(1.0, w.support / UNTOLD)
        lacking[w.word.clause] += strength * (1 - PRESENT * w.covered)
    return max(0.0, *lacking.values()) if lacking else 0.0


def _scattered(words: Sequence[ComparedWord]) -> float:
    """How much one clause says whose words have counterparts only here and there."""
    clauses = grouped((w.word.clause, w) for w in words).values()
    return max(
        (_tells(clause) * max(0.0, 1 - FIRM * held(clause)) for clause in clauses), default=0.0
    )


def _tells(words: Sequence[ComparedWord]) -> float:
    return sum(w.tellable * w.rarity for w in words)


def contrasts_of(
    kb: KnowledgeBase,
    alignments: Iterable[Alignment],
    voices: Collection[str],
    detector: Detector,
    readings: Readings,
) -> tuple[Contrast, ...]:
    """Every aligned pair of two editions that share neither year nor language.

    The pairs of one edition with the voices are judged by one process, which alone needs what its
    words are in theirs; so are those of a few laws in two voices. Pairs of one text follow each
    other, since they are judged by the same others.
    """

    def is_judged(link: Alignment) -> bool:
        old, new = kb.edition(link.from_edition), kb.edition(link.to_edition)
        return old.year != new.year and old.language != new.language and len(link.texts) == 2

    def joining(n: int) -> Text:
        texts = links[n].texts
        return next((text for text in texts if text.edition not in voices), texts[1])

    def together(text: Text) -> str | int:
        return (law_of(text.key) or 0) // TOGETHER if text.edition in voices else text.edition

    links = list(filter(is_judged, alignments))
    places = sorted(range(len(links)), key=lambda n: joining(n).key)
    shares = list(grouped((together(joining(n)), n) for n in places).values())

    def judged(share: Iterable[int]) -> list[Contrast]:
        return [readings.reviewed(detector.contrast(links[n]), links[n]) for n in share]

    judgements = chain.from_iterable(spread(judged, shares))
    found = dict(zip(chain.from_iterable(shares), judgements, strict=True))
    return tuple(found[n] for n in range(len(links)))


def _ordered(keys: Iterable[Key]) -> tuple[Key, ...]:
    return tuple(sorted(keys, key=key_order))
