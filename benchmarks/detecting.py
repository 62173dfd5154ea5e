"""How well a change of the original is detected behind two translations; the weights are learned.

    python -m benchmarks.detecting            # what it finds, and what each kind of sign is worth
    python -m benchmarks.detecting --learn    # write lawbase/aligning/weights.toml anew

It learns where one language has texts of both years: what changed in them, word by word, is what
should be found between the old text, or its sister, and a new text in another language. Pairs that
have no sister learn from pairs of one year, where nothing changed, and the same with made-up
divergences: a clause that all old texts say, or the new one, a modal verb that all said or a number
exchanged. What the new one is made to say closes a sentence elsewhere or is one: half a sentence,
"if the call is artificial,", changes nothing. Nobody's reading of the changes is looked at. From
which score a change is sure is learned too: of the pairs of laws that weren't learned from, 95 in
100 of what has it must have changed.

Beside it stand what simpler ways tell of what an editor read, and of the third of the gold that
lies in tests/gold, and what is found without the new year's text in the old one's language. A pair
that was not aligned is missed; no decision of an editor helps to align but where that is said.

Exit code 1 when more than 2 % of the pairs of one year are told as changed, or when fewer than nine
in ten divergences of a kind are found between two old texts and the new one. Beside one old text
the same is asked of numbers only: two translators of one year differ in clauses and modal verbs so
often that who finds nine in ten would call more of the year's pairs changed than he may; how many
is printed.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from benchmarks.corpus import Corpus
from benchmarks.measuring import heading, row
from lawbase.address import law_of
from lawbase.aligning.align import Comparisons
from lawbase.aligning.concordance import Concordance
from lawbase.aligning.detect import WEIGHTS, Detector, DetectorWeights, Features
from lawbase.aligning.lexicon import Lexicons
from lawbase.aligning.modality import ALIKE, Modal, modals
from lawbase.aligning.overrides import Override, load_overrides
from lawbase.aligning.partners import Partners
from lawbase.aligning.passages import WORD_FEATURES, word_features
from lawbase.aligning.readings import ChangeReading, load_readings
from lawbase.aligning.score import logistic
from lawbase.aligning.units import units_of
from lawbase.aligning.words import ComparedWord, Counterparts
from lawbase.citations.link import link_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Detection, Key, Provision, Text
from lawbase.profile import ModalStep, data_folder, load_toml
from tests.conftest import GOLD, read_tsv

CHANGED = 0.75
"""The rarity of all exchanged words from which a text in one language counts as changed."""
LIKELY = 0.375
RIGHT = 0.95
"""How many of the pairs that are called sure must have changed, on laws not learned from."""
SILENT = 0.983
"""The part of the pairs of one year that is not told as changed."""
ROUNDS = 12
WORD_RIDGE, PAIR_RIDGE, ALONE_RIDGE = 1.0, 30.0, 10.0
SEEDS = range(4)
FOLDS = 5
MADE_UP = 0.25
"""How much made-up divergences count against what changed indeed."""
CLAUSE = 4, 15
"""How many words a provision has at least and at most that is added to others as a clause."""
ALONE = "number exchanged"
"""What can be told beside one old text."""
EXCHANGED: tuple[ModalStep, ...] = ("may", "should", "must", "may not", "must not")
"""The steps that a made-up divergence leads from and to."""
FAMILIES = (
    *("words", "clause", "scattered", "share", "citations", "numbers", "modals", "terms"),
    *("longer", "shorter", "moved", "divided"),
)
FLOOR = ("citations", "numbers", "longer", "shorter", "moved")
"""What is told without any word: today's citations and numbers, lengths, what moved."""
PLAIN = ("share",)
"""What words linked one to one tell alone: which part of either text has no counterpart."""
Example = tuple[Features, bool]
Said = dict[tuple[Key, Key], tuple[float, bool]]
"""Of pairs by their addresses the score, and whether they are told as changed."""
NOTHING = DetectorWeights({}, {}, {}, {}, LIKELY, RIGHT, RIGHT)


class Known(NamedTuple):
    """A pair to learn from: what it counts, the fold of its law, and whether it's made up."""

    features: Features
    changed: bool
    weight: float
    fold: int
    made_up: bool = False


class Laboratory:
    """The laws aligned, and what their pairs in one language tell of pairs in two."""

    def __init__(self, without: Collection[str] = (), decisions: Sequence[Override] = ()) -> None:
        self._corpus = Corpus()
        self.kb = self._corpus.link(e for e in self._corpus.editions if e.id not in without)
        self.editions = sorted(self.kb.law_editions, key=lambda e: (e.year, e.id))
        units = units_of(self.kb)
        self._lexicons = Lexicons(self.editions, units)
        compared = Comparisons(self.editions, units, self._lexicons, decisions)
        self.alignments = tuple(compared.alignments())
        self._voices = compared.voices
        self._linked = self.counterparts()

    def counterparts(self, kb: KnowledgeBase | None = None) -> Counterparts:
        """The words of the laws linked, or of others of the same provisions."""
        aligned = (
            Partners(self.alignments),
            self._voices,
            partial(Concordance, self.editions, self.alignments),
        )
        kb = kb or self.kb
        return Counterparts(kb, units_of(kb), *aligned, self._lexicons)

    def pairs(self, one: str, other: str) -> list[Alignment]:
        """The aligned pairs of two editions."""
        return [
            a
            for a in self.alignments
            if (a.from_edition, a.to_edition) == (one, other) and len(a.texts) == 2
        ]

    def links(self, one: str, other: str) -> list[Alignment]:
        """The aligned pairs of two editions that both have words."""
        return [
            a for a in self.pairs(one, other) if all(self.provision(text).text for text in a.texts)
        ]

    def provision(self, text: Text) -> Provision:
        """A provision that there is."""
        found = self.kb.provision(text.edition, text.key)
        assert found is not None
        return found

    def across(self) -> Iterator[tuple[str, str]]:
        """The editions of two years and two languages."""
        for old, new in combinations(self.editions, 2):
            if old.year != new.year and old.language != new.language:
                yield old.id, new.id

    def of_a_year(self) -> Iterator[tuple[str, str]]:
        """The editions of one year that both reach to the end of the laws."""
        for one, other in combinations(self.editions, 2):
            if one.year == other.year and one.complete and other.complete:
                yield one.id, other.id

    def damaged(
        self, links: Sequence[Alignment], seed: int
    ) -> tuple[Counterparts, list[tuple[str, Alignment]]]:
        """The laws with a made-up divergence in every third of these pairs.

        It is one that can be known: all old texts agree against the new one.
        """
        draw = random.Random(seed)
        olds = {link.texts[1]: self._old_texts(link) for link in links}
        clauses = [c for text in olds for c in _clauses(self.provision(text).text)]
        donors = [d for d in olds.values() if all(map(self._is_short, d))]
        kinds: dict[Text, str] = {}
        changed: dict[Text, Provision] = {}
        for text, before in olds.items():
            if any(old in changed for old in before):
                continue
            said = self.provision(text).text
            dropped = next((d for d in draw.sample(donors, len(donors)) if _fits(d, before)), ())
            made: dict[str, dict[Text, str | None]] = {
                "clause added": {text: f"{said} {draw.choice(clauses)}"},
                "clause dropped": {
                    old: f"{self.provision(old).text} {self.provision(donor).text}"
                    for old, donor in zip(before, dropped, strict=False)
                },
                "modal exchanged": {text: self._other_modal(text, before, draw)},
                "number exchanged": {text: self._other_number(text, draw)},
            }
            possible = [kind for kind, new in made.items() if new and all(new.values())]
            if "number exchanged" in possible or draw.random() < 1 / 3:
                rare = [kind for kind in possible if kind.endswith("exchanged")]
                kinds[text] = kind = draw.choice(rare or possible)
                for one, new in made[kind].items():
                    changed[one] = replace(self.provision(one), text=new or "", senses=())
        editions = [
            replace(e, provisions=tuple(changed.get(Text(e.id, p.key), p) for p in e.provisions))
            for e in self.kb.editions
        ]
        kb = self._corpus.knowledge(editions)
        kb.add("links", link_editions(kb))
        damaged = [(kinds[link.texts[1]], link) for link in links if link.texts[1] in kinds]
        return self.counterparts(kb), damaged

    def _old_texts(self, link: Alignment) -> tuple[Text, ...]:
        """The old text of a pair and its sisters of the same year."""
        old, new = link.texts
        return tuple(texts[0] for texts in self._linked.of_year(new, old.edition))

    def _is_short(self, text: Text) -> bool:
        """Whether a text is as long as a clause."""
        return CLAUSE[0] <= len(self.provision(text).text.split()) <= CLAUSE[1]

    def _other_modal(self, text: Text, olds: Sequence[Text], draw: random.Random) -> str | None:
        """The text with a modal verb exchanged that all old texts say as often."""
        said = [self._modals(one) for one in (text, *olds)]
        counts = [Counter(_plain(modal.step) for modal in found) for found in said]
        there = [
            modal
            for modal in said[0]
            if modal.step in EXCHANGED and len({c[_plain(modal.step)] for c in counts}) == 1
        ]
        if not there:
            return None
        modal = draw.choice(there)
        others = [step for step in EXCHANGED if _plain(step) != _plain(modal.step)]
        other = self.kb.profile(text.edition).audit.grades[draw.choice(others)][0]
        words = self.provision(text).text
        return f"{words[: modal.start]}{other}{words[modal.start + len(modal.words) :]}"

    def _modals(self, text: Text) -> list[Modal]:
        return modals(self.provision(text).text, self.kb.profile(text.edition).audit.grades)

    def _other_number(self, text: Text, draw: random.Random) -> str | None:
        """The text with one of its numbers exchanged that is no part of a citation."""
        said = self.provision(text).text
        cited = self.kb.references_from(text.edition, text.key)
        numbers = [
            found
            for found in re.finditer(r"(?<![\w#.])\d+(?![\w.])", said)
            if not any(r.part == "text" and r.start <= found.start() < r.end for r in cited)
        ]
        if not numbers:
            return None
        found = draw.choice(numbers)
        other = str(int(found[0]) + draw.choice([1, 2, 5, 10]))
        return f"{said[: found.start()]}{other}{said[found.end() :]}"


class Truth:
    """What changed from one year to the next, by the texts that one language has of both."""

    def __init__(self, laboratory: Laboratory, counterparts: Counterparts):
        self._counterparts = counterparts
        self._within: dict[Text, list[Text]] = defaultdict(list)
        for one, other in combinations(laboratory.editions, 2):
            if one.year == other.year:
                for link in laboratory.links(one.id, other.id):
                    self._within[link.texts[0]].append(link.texts[1])
                    self._within[link.texts[1]].append(link.texts[0])
        self._pairs = {
            link.texts
            for one, other in combinations(laboratory.editions, 2)
            if one.year != other.year and one.language == other.language
            for link in laboratory.links(one.id, other.id)
        }

    def of(self, old: Text, new: Text) -> tuple[Text, Text] | None:
        """The pair in one language that tells of this one."""
        olds, news = [old, *self._within[old]], [new, *self._within[new]]
        return next(((a, b) for a in olds for b in news if (a, b) in self._pairs), None)

    def changed(self, pair: tuple[Text, Text]) -> tuple[list[bool], list[bool]]:
        """Of each word of both texts whether it changed; no word when next to nothing did."""
        sides = old_words(self._counterparts, *pair), new_words(self._counterparts, *pair)
        lacking = [w for side in sides for w in side if w.lacks and not w.word.is_citation]
        much = sum(w.rarity for w in lacking) >= CHANGED
        old, new = ([much and w.lacks for w in side] for side in sides)
        return old, new


def new_words(counterparts: Counterparts, old: Text, new: Text) -> list[ComparedWord]:
    """What is known of each word of the new text, by all texts of the old one's year."""
    return counterparts.compared(*counterparts.beside_new(old, new))


def old_words(counterparts: Counterparts, old: Text, new: Text) -> list[ComparedWord]:
    """What is known of each word of the old text, by the new one and the old one's sisters."""
    return counterparts.compared(*counterparts.beside_old(old, new))


def word_examples(
    laboratory: Laboratory, counterparts: Counterparts, truth: Truth
) -> tuple[list[Example], list[Example]]:
    """Of the words of new texts and of old ones: what is known of them, and whether they changed.

    A word of a text in another language changed when the word did that it is linked with.
    """
    new: list[Example] = []
    gone: list[Example] = []
    for old, later in laboratory.across():
        for link in laboratory.links(old, later):
            pair = truth.of(*link.texts)
            if pair is None or pair[0] != link.texts[0]:
                continue
            changed = truth.changed(pair)
            gone += zip(_named(old_words(counterparts, *link.texts)), changed[0], strict=True)
            linked = counterparts.linked(link.texts[1], [pair[1]])
            features = _named(new_words(counterparts, *link.texts))
            new += [(features[n], changed[1][there]) for n, (there, _) in linked.items()]
    return new, gone


def _named(words: Sequence[ComparedWord]) -> list[Features]:
    return [dict(zip(WORD_FEATURES, found, strict=True)) for found in word_features(words)]


def judged(
    laboratory: Laboratory, truth: Truth, detector: Detector
) -> list[tuple[Alignment, Features, bool]]:
    """The pairs of two years with what one language tells of them."""
    return [
        (link, detector.evidence(link).features, any(map(any, truth.changed(pair))))
        for old, later in laboratory.across()
        for link in laboratory.links(old, later)
        if (pair := truth.of(*link.texts)) and link.texts[1].edition != pair[1].edition
    ]


def whole(links: Iterable[Alignment]) -> list[Alignment]:
    """The pairs of whole texts."""
    return [link for link in links if link.relation in ("same", "moved")]


def made_up(
    laboratory: Laboratory, weights: DetectorWeights, links: Sequence[Alignment], seed: int
) -> Iterator[tuple[str, Alignment, Detector]]:
    """The pairs with a made-up divergence, its kind, and a detector that sees it."""
    counterparts, damaged = laboratory.damaged(links, seed)
    detector = Detector(counterparts, weights)
    yield from ((kind, link, detector) for kind, link in damaged)


def learned(examples: Sequence[Example], counts: Sequence[float], ridge: float) -> Features:
    """Weights by logistic regression with a ridge, the features brought to one scale (Newton)."""
    names = [name for name in examples[0][0] if name != "always"]
    rows = [[features[name] for name in names] for features, _ in examples]
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    scales = [
        (sum((x - mean) ** 2 for x in column) / len(rows)) ** 0.5
        for column, mean in zip(zip(*rows, strict=True), means, strict=True)
    ]
    used = [n for n, scale in enumerate(scales) if scale > 0]
    scaled = [[*((row[n] - means[n]) / scales[n] for n in used), 1.0] for row in rows]
    size = len(used) + 1
    found = [0.0] * size
    for _ in range(ROUNDS):
        slopes = [ridge * w for w in found[:-1]] + [0.0]
        bends = [
            [ridge * (i == j < size - 1) + 1e-9 * (i == j) for j in range(size)]
            for i in range(size)
        ]
        for values, (_, right), count in zip(scaled, examples, counts, strict=True):
            chance = logistic(sum(w * value for w, value in zip(found, values, strict=True)))
            wrong, bend = (chance - right) * count, chance * (1 - chance) * count
            for i, value in enumerate(values):
                slopes[i] += wrong * value
                row, part = bends[i], bend * value
                for j in range(i + 1):
                    row[j] += part * values[j]
        for i in range(size):
            for j in range(i):
                bends[j][i] = bends[i][j]
        found = [w - step for w, step in zip(found, _solved(bends, slopes), strict=True)]
    result = dict.fromkeys(examples[0][0], 0.0)
    result |= {names[n]: w / scales[n] for n, w in zip(used, found[:-1], strict=True)}
    shift = sum(result[names[n]] * means[n] for n in used)
    result["always"] = found[-1] - shift
    return {name: round(value, 3) for name, value in result.items()}


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations (Gauss and Jordan)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for n, pivot in enumerate(rows):
        pivot[:] = [value / pivot[n] for value in pivot]
        for m, other in enumerate(rows):
            if m != n and other[n]:
                other[:] = [value - other[n] * p for value, p in zip(other, pivot, strict=True)]
    return [row[-1] for row in rows]


def learn() -> None:
    """Learn all weights and write their file."""
    laboratory = Laboratory()
    counterparts = laboratory.counterparts()
    truth = Truth(laboratory, counterparts)
    new, gone = (
        learned(e, [1.0] * len(e), WORD_RIDGE)
        for e in word_examples(laboratory, counterparts, truth)
    )
    weights = replace(NOTHING, new=new, gone=gone)
    detector = Detector(counterparts, weights)
    pairs = judged(laboratory, truth, detector)
    across = [Known(features, changed, 1.0, _fold(link)) for link, features, changed in pairs]
    unchanged = whole(link for link, _, changed in pairs if not changed)
    across += damaged_pairs(laboratory, weights, unchanged, MADE_UP * len(across))
    pair = weighed(across, PAIR_RIDGE)
    year = [a for pair in laboratory.of_a_year() for a in laboratory.links(*pair)]
    within = [Known(detector.evidence(a).features, False, 1.0, _fold(a)) for a in whole(year)]
    damaged = damaged_pairs(laboratory, weights, whole(year), len(within) / 3)
    alone = weighed([*within, *damaged], ALONE_RIDGE)
    scores = sorted(_score(alone, known.features) for known in within)
    silent = scores[-1 - int((1 - SILENT) * len(year))] + 0.001
    sure, count = least_sure(across)
    weights = replace(
        weights, pair=pair, alone=alone, likely_alone=round(silent, 3), sure=round(sure, 3)
    )
    WEIGHTS.write_text(_toml(weights), encoding="utf-8")
    print(f"{len(pairs)} pairs of two years, {count} of them sure; {len(within)} of one year")


def damaged_pairs(
    laboratory: Laboratory, weights: DetectorWeights, links: Sequence[Alignment], much: float
) -> list[Known]:
    """Pairs with made-up divergences; they count ``much`` in all, kinds alike."""
    damaged = [
        (kind, link, detector.evidence(link).features)
        for seed in SEEDS
        for kind, link, detector in made_up(laboratory, weights, links, 1000 + seed)
    ]
    kinds = Counter(kind for kind, _, _ in damaged)
    return [
        Known(features, True, much / len(kinds) / kinds[kind], _fold(link), made_up=True)
        for kind, link, features in damaged
    ]


def weighed(pairs: Sequence[Known], ridge: float) -> Features:
    """The weights that pairs teach."""
    return learned([(p.features, p.changed) for p in pairs], [p.weight for p in pairs], ridge)


def least_sure(pairs: Sequence[Known]) -> tuple[float, int]:
    """The least score of what is sure, and how many pairs are: of laws that weren't learned from.

    Of those that have it nearly all changed; one more, wrong, is counted, since they are few
    (Laplace). A part of a text is never sure.
    """
    ranked: list[tuple[float, bool]] = []
    for fold in range(FOLDS):
        weights = weighed([p for p in pairs if p.fold != fold], PAIR_RIDGE)
        ranked += [
            (_score(weights, p.features), p.changed)
            for p in pairs
            if p.fold == fold and not p.made_up and not p.features["divided"]
        ]
    ranked.sort(reverse=True)
    right, sure = 0, (1.0, 0)
    for count, (score, changed) in enumerate(ranked, 1):
        right += changed
        if (right + 1) / (count + 2) >= RIGHT:
            sure = score, count
    return sure


def measure() -> int:
    """Print what is found, and judge."""
    laboratory = Laboratory()
    weights = load_toml(WEIGHTS, DetectorWeights)
    counterparts = laboratory.counterparts()
    truth, detector = Truth(laboratory, counterparts), Detector(counterparts, weights)
    pairs = judged(laboratory, truth, detector)
    _print_worth(pairs)
    _print_beside(laboratory, pairs, detector, weights)
    year = [a for pair in laboratory.of_a_year() for a in laboratory.links(*pair)]
    silent = [detector.detect(a) for a in year]
    told = sum(d.grade != "no sign" for d in silent)
    print("\n" + heading("pairs of one year", "told as changed", "part"))
    print(row(len(year), told, f"{told / len(year):.3f}"))
    unchanged = whole(link for link, _, changed in pairs if not changed)
    both, one = (_detected(laboratory, weights, links) for links in (unchanged, whole(year)))
    both["none"] = [detector.detect(link) for link in unchanged]
    one["none"] = silent
    costs = ("two old texts", "found", "one old text", "found", "of a year, to find nine in ten")
    print("\n" + heading("made-up divergence", *costs))
    for kind in sorted(both):
        least = sorted(d.score for d in one[kind])[len(one[kind]) // 10]
        cost = sum(d.score >= least for d in silent) / len(silent)
        parts = (x for of in (both, one) for x in (len(of[kind]), f"{_part(of[kind]):.3f}"))
        print(row(kind, *parts, "" if kind == "none" else f"{cost:.3f}"))
    found = [_part(both[kind]) for kind in both if kind != "none"] + [_part(one[ALONE])]
    return 0 if min(found) >= 0.9 and told <= 0.02 * len(year) else 1


def _detected(
    laboratory: Laboratory, weights: DetectorWeights, links: Sequence[Alignment]
) -> dict[str, list[Detection]]:
    """What is detected of pairs with a made-up divergence, by its kind."""
    found: defaultdict[str, list[Detection]] = defaultdict(list)
    for seed in SEEDS:
        for kind, link, detector in made_up(laboratory, weights, links, seed):
            found[kind].append(detector.detect(link))
    return found


def _part(found: Sequence[Detection]) -> float:
    """The part of them that is told as changed."""
    return sum(d.grade != "no sign" for d in found) / len(found)


def _print_worth(pairs: Sequence[tuple[Alignment, Features, bool]]) -> None:
    """The average precision on laws that weren't learned from, with all signs and without each."""
    print(heading("without", "average precision"))
    for family in ("nothing", *FAMILIES):
        kept = [
            (link, {n: v for n, v in features.items() if not n.startswith(family)}, changed)
            for link, features, changed in pairs
        ]
        ranked: list[tuple[float, bool, bool]] = []
        for fold in range(FOLDS):
            apart = [_fold(link) == fold for link, _, _ in kept]
            known = [p[1:] for p, is_apart in zip(kept, apart, strict=True) if not is_apart]
            weights = learned(known, [1.0] * len(known), PAIR_RIDGE)
            ranked += [
                (_score(weights, features), not changed, link.relation in ("same", "moved"))
                for (link, features, changed), is_apart in zip(kept, apart, strict=True)
                if is_apart
            ]
        print(row(family, f"{_average_precision([r[:2] for r in ranked if r[2]]):.3f}"))


def _print_beside(
    laboratory: Laboratory,
    pairs: Sequence[tuple[Alignment, Features, bool]],
    detector: Detector,
    weights: DetectorWeights,
) -> None:
    """What is detected of what an editor read, beside simpler ways, and with fewer texts."""
    every = load_readings(data_folder("corpus") / "changes")
    readings = [reading for reading in every if isinstance(reading, ChangeReading)]
    read = {(r.from_key, r.to_key): r.kind in ("wording", "substance") for r in readings}
    gold = {
        (r["key_2007"], r["key_2017"]): r["verdict"] in ("wording", "substance")
        for r in read_tsv(GOLD / "changes.tsv")
        if r["key_2007"] and r["key_2017"]
    }
    old, new = readings[0].between
    links = laboratory.pairs(old, new)
    spoken = laboratory.kb.edition(old).language, laboratory.kb.edition(new).year
    sisters = [e.id for e in laboratory.editions if (e.language, e.year) == spoken]
    decisions = load_overrides(data_folder("corpus") / "alignments.toml")
    detected = _detections(detector, links)
    ways = {"what is detected": _said(detected)}
    for name, without, decided in (
        (f"the same without {', '.join(sisters)}", sisters, ()),
        ("as aligned with an editor's decisions", (), decisions),
        (f"these without {', '.join(sisters)}", sisters, decisions),
    ):
        other = Laboratory(without, decided)
        apart = Detector(other.counterparts(), weights)
        ways[name] = _said(_detections(apart, other.pairs(old, new)))
    ways |= {
        "numbers, citations, lengths": _said_by(FLOOR, pairs, detector, links),
        "words linked one to one": _said_by(PLAIN, pairs, detector, links),
    }
    figures = ("F1", "average precision")
    print(
        "\n" + heading("changed, by", "a third, gold: F1", figures[1], "all, read: F1", figures[1])
    )
    for name, said in ways.items():
        print(row(name, *(figure for truth in (gold, read) for figure in _judged(said, truth))))
    for name, truth in (("gold", gold), ("reading", read)):
        found = [truth[k] for k, d in detected.items() if d.grade == "sure" and k in truth]
        print(f"\nOf {len(found)} that are called sure {sum(found)} changed, by the {name}.")


def _detections(detector: Detector, links: Iterable[Alignment]) -> dict[tuple[Key, Key], Detection]:
    return {_keys(link): detector.detect(link) for link in links}


def _said(detected: Mapping[tuple[Key, Key], Detection]) -> Said:
    return {keys: (d.score, d.grade != "no sign") for keys, d in detected.items()}


def _said_by(
    families: tuple[str, ...],
    pairs: Sequence[tuple[Alignment, Features, bool]],
    detector: Detector,
    links: Iterable[Alignment],
) -> Said:
    """What single signs say, weighed and told as changed as serves best where they were learned."""

    def kept(features: Features) -> Features:
        return {n: v for n, v in features.items() if n.startswith(("always", *families))}

    known = [(kept(features), changed) for _, features, changed in pairs]
    weights = learned(known, [1.0] * len(known), PAIR_RIDGE)
    scored = sorted(((_score(weights, f), changed) for f, changed in known), reverse=True)
    best, right, least = 0.0, 0, 1.0
    for count, (score, changed) in enumerate(scored, 1):
        right += changed
        if (f1 := 2 * right / (count + sum(c for _, c in scored))) > best:
            best, least = f1, score
    scores = {_keys(link): _score(weights, detector.evidence(link).features) for link in links}
    return {keys: (score, score >= least) for keys, score in scores.items()}


def _judged(said: Said, truth: Mapping[tuple[Key, Key], bool]) -> tuple[str, str]:
    """The F1 of what is told as changed, and the average precision."""
    told = {keys: said.get(keys, (0.0, False)) for keys in truth}
    right = sum(told[keys][1] and changed for keys, changed in truth.items())
    both = sum(is_told for _, is_told in told.values()) + sum(truth.values())
    ranked = ((told[keys][0], not changed) for keys, changed in truth.items())
    return f"{2 * right / both:.3f}", f"{_average_precision(ranked):.3f}"


def _keys(link: Alignment) -> tuple[Key, Key]:
    old, new = link.texts
    return old.key, new.key


def _fold(link: Alignment) -> int:
    return (law_of(link.texts[0].key) or 0) % FOLDS


def _average_precision(ranked: Iterable[tuple[float, bool]]) -> float:
    """Of pairs of a score and whether it is wrong; equal scores count against us."""
    hits = [n for n, (_, wrong) in enumerate(sorted(ranked, reverse=True), 1) if not wrong]
    return sum(place / n for place, n in enumerate(hits, 1)) / max(len(hits), 1)


def _score(weights: Features, features: Features) -> float:
    return logistic(sum(weights.get(name, 0.0) * value for name, value in features.items()))


def _toml(weights: DetectorWeights) -> str:
    lines = [
        "# How a change behind two translations is detected: written by",
        "#     python -m benchmarks.detecting --learn",
        "",
        f"likely = {weights.likely}",
        f"sure = {weights.sure}",
        f"likely_alone = {weights.likely_alone}",
    ]
    for name in ("new", "gone", "pair", "alone"):
        table: Features = getattr(weights, name)
        lines += ["", f"[{name}]", *(f'"{feature}" = {w}' for feature, w in table.items())]
    return "\n".join(lines) + "\n"


def _clauses(text: str) -> list[str]:
    """What closes a sentence of a text, or is one."""
    parts = (part for part in re.split(r"(?<=[,;.:])\s+", text) if part.endswith("."))
    return [p for p in parts if len(p.split()) >= CLAUSE[0] and p.count("(") == p.count(")")]


def _fits(donor: Sequence[Text], texts: Sequence[Text]) -> bool:
    """Whether other texts are in the same editions."""
    return [d.edition for d in donor] == [t.edition for t in texts] and donor != texts


def _plain(step: ModalStep) -> ModalStep:
    """What a step is taken for, as translators don't keep all apart."""
    return ALIKE.get(step, step)


if __name__ == "__main__":
    if "--learn" in sys.argv[1:]:
        learn()
    else:
        sys.exit(measure())
