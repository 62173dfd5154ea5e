"""How well a change of the original is detected behind two translations; the weights are learned.

    python -m benchmarks.detecting            # what it finds, and what each kind of sign is worth
    python -m benchmarks.detecting --learn    # write lawbase/aligning/weights.toml anew

It learns where one language has texts of both years: what changed in them, word by word, is what
should be found between the old text, or its sister, and a new text in another language. Beside it
stand pairs of one year, where nothing changed, and the same with made-up divergences: a clause
dropped or added, a modal verb or a number exchanged. Nobody's reading of the changes is looked at.
Exit code 1 when more than 2 % of the pairs of one year are told as changed, or when fewer than nine
in ten divergences of a kind are found.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import exp

from msgspec.structs import replace

from benchmarks.corpus import Corpus
from benchmarks.measuring import heading, row
from lawbase.aligning.align import align_editions
from lawbase.aligning.detect import (
    WEIGHTS,
    WORD_FEATURES,
    Detector,
    Told,
    Weights,
    word_features,
)
from lawbase.aligning.lexicon import Lexicons
from lawbase.aligning.score import logistic
from lawbase.aligning.units import units_of
from lawbase.citations.link import link_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Provision, Text
from lawbase.profile import load_toml
from lawbase.stemming import Stemmer

CHANGED = 0.75
"""The rarity of all exchanged words from which a text in one language counts as changed."""
LIKELY, SURE = 0.35, 0.9
SILENT = 0.985
"""The part of the pairs of one year that is not told as changed."""
ROUNDS, RATE = 400, 0.5
SEEDS = range(4)
Example = tuple[dict[str, float], bool]
FEATURES = (
    "always", "words new", "words new, perhaps", "share new", "citations new", "words gone",
    "words gone, perhaps", "share gone", "citations gone", "longer", "shorter", "numbers new",
    "numbers gone", "modals new", "modals gone", "size", "moved", "divided", "definition",
    "footnote", "alone",
)  # fmt: skip


class Laboratory:
    """The laws aligned, and what their pairs in one language tell of pairs in two."""

    def __init__(self) -> None:
        self._corpus = Corpus()
        self.kb = self._corpus.link(self._corpus.editions)
        self.editions = sorted(self.kb.law_editions, key=lambda e: (e.year, e.id))
        self.alignments = align_editions(self.kb).alignments
        self._stemmers = {e.language: Stemmer(self.kb.languages[e.language]) for e in self.editions}
        units = {e.id: units_of(self.kb, e, self._stemmers[e.language]) for e in self.editions}
        self.lexicons = Lexicons(self.editions, units)

    def detector(self, weights: Weights, kb: KnowledgeBase | None = None) -> Detector:
        """A detector with these weights, of the laws or of others of the same provisions."""
        known = (self.editions, self.alignments, self.lexicons, self._stemmers)
        return Detector(kb or self.kb, *known, weights)

    def links(self, one: str, other: str) -> list[Alignment]:
        """The aligned pairs of two editions that both have words."""
        return [
            a
            for a in self.alignments
            if (a.from_edition, a.to_edition) == (one, other) and len(a.texts) == 2
            if all(self.provision(text).text for text in a.texts)
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

    def damaged(self, one: str, other: str, seed: int) -> tuple[KnowledgeBase, dict[Text, str]]:
        """The laws with a made-up divergence in every third provision of one edition."""
        draw = random.Random(seed)
        profile = self.kb.profile(other)
        texts = [link.texts[1] for link in self.links(one, other) if link.relation == "same"]
        clauses = [c for t in texts for c in _clauses(self.provision(t).text)]
        kinds: dict[Text, str] = {}
        changed: dict[Text, Provision] = {}
        for text in dict.fromkeys(texts):
            found = self.provision(text)
            made = {
                "clause dropped": _without_clause(found.text, draw),
                "clause added": f"{found.text} {draw.choice(clauses)}",
                "modal exchanged": _other_modal(found.text, profile.audit.grades, draw),
                "number exchanged": _other_number(found.text, draw),
            }
            possible = [kind for kind, new in made.items() if new and new != found.text]
            if possible and draw.random() < 1 / 3:
                kinds[text] = kind = draw.choice(possible)
                changed[text] = replace(found, text=made[kind] or "", senses=())
        editions = [
            replace(e, provisions=tuple(changed.get(Text(e.id, p.key), p) for p in e.provisions))
            for e in self.kb.editions
        ]
        kb = self._corpus.knowledge(editions)
        kb.add("links", link_editions(kb))
        return kb, kinds


class Truth:
    """What changed from one year to the next, by the texts that one language has of both."""

    def __init__(self, laboratory: Laboratory, detector: Detector):
        self._detector = detector
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
        new, old = self._detector.new_words(*pair), self._detector.old_words(*pair)
        lacking = [[t.covered < 0.5 for t in told] for told in (old, new)]
        mass = sum(
            t.rarity
            for told, lacks in zip((old, new), lacking, strict=True)
            for t, lack in zip(told, lacks, strict=True)
            if lack and not t.word.is_citation
        )
        return (
            (lacking[0], lacking[1])
            if mass >= CHANGED
            else ([False] * len(old), [False] * len(new))
        )


def word_examples(laboratory: Laboratory, detector: Detector, truth: Truth) -> list[list[Example]]:
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
            told = detector.old_words(*link.texts)
            gone += zip(_named(told), changed[0], strict=True)
            linked = detector.linked(link.texts[1], [pair[1]])
            features = _named(detector.new_words(*link.texts))
            new += [(features[n], changed[1][there]) for n, (there, _) in linked.items()]
    return [new, gone]


def _named(told: Sequence[Told]) -> list[dict[str, float]]:
    return [dict(zip(WORD_FEATURES, found, strict=True)) for found in word_features(told)]


def pair_examples(
    laboratory: Laboratory, detector: Detector, truth: Truth
) -> tuple[list[Example], list[Example]]:
    """Pairs of two years with what one language tells of them, and undamaged pairs of one year."""
    across, within = [], []
    for old, later in laboratory.across():
        for link in laboratory.links(old, later):
            pair = truth.of(*link.texts)
            if pair is not None and link.texts[1].edition != pair[1].edition:
                changed = any(map(any, truth.changed(pair)))
                across.append((features_of(detector, link), changed))
    for one, other in laboratory.of_a_year():
        within += [(features_of(detector, a), False) for a in laboratory.links(one, other)]
    return across, within


def made_up(
    laboratory: Laboratory, weights: Weights, seed: int
) -> list[tuple[str, Alignment, Detector]]:
    """The pairs of one year with a made-up divergence of some kind."""
    found = []
    for one, other in laboratory.of_a_year():
        kb, kinds = laboratory.damaged(one, other, seed)
        detector = laboratory.detector(weights, kb)
        found += [
            (kinds[link.texts[1]], link, detector)
            for link in laboratory.links(one, other)
            if link.texts[1] in kinds and link.relation == "same"
        ]
    return found


def features_of(detector: Detector, link: Alignment) -> dict[str, float]:
    """The features of a pair."""
    old, new = link.texts
    told = detector.new_words(old, new), detector.old_words(old, new)
    return detector.features(old, new, link.relation, *told)


def learned(examples: Sequence[Example], weight: Sequence[float], ridge: float) -> dict[str, float]:
    """Weights by logistic regression with a ridge, the features brought to one scale (AdaGrad)."""
    names = list(examples[0][0])
    rows = [[features[name] for name in names] for features, _ in examples]
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    scales = [
        (sum((x - mean) ** 2 for x in column) / len(rows)) ** 0.5
        for column, mean in zip(zip(*rows, strict=True), means, strict=True)
    ]
    used = [n for n, scale in enumerate(scales) if scale > 0]
    scaled = [[(r[n] - means[n]) / scales[n] for n in used] + [1.0] for r in rows]
    found, squares = [0.0] * (len(used) + 1), [1e-8] * (len(used) + 1)
    whole = sum(weight)
    for _ in range(ROUNDS):
        slopes = [ridge * w / whole for w in found[:-1]] + [0.0]
        for values, (_, right), counts in zip(scaled, examples, weight, strict=True):
            odds = sum(w * value for w, value in zip(found, values, strict=True))
            wrong = (1 / (1 + exp(-max(-30.0, min(30.0, odds)))) - right) * counts / whole
            for n, value in enumerate(values):
                slopes[n] += wrong * value
        for n, slope in enumerate(slopes):
            squares[n] += slope**2
            found[n] -= RATE * slope / squares[n] ** 0.5
    result = dict.fromkeys(names, 0.0)
    result |= {names[n]: w / scales[n] for n, w in zip(used, found[:-1], strict=True)}
    shift = sum(w * means[n] / scales[n] for n, w in zip(used, found[:-1], strict=True))
    result["always"] = found[-1] - shift
    return {name: round(value, 3) for name, value in result.items()}


def learn() -> None:
    """Learn all weights and write their file."""
    laboratory = Laboratory()
    empty: dict[str, float] = defaultdict(float)
    weights = Weights(empty, empty, dict.fromkeys(FEATURES, 0.0), LIKELY, SURE)
    detector = laboratory.detector(weights)
    truth = Truth(laboratory, detector)
    words = [learned(e, [1.0] * len(e), 1.0) for e in word_examples(laboratory, detector, truth)]
    weights = replace(weights, new=words[0], gone=words[1])
    across, within = pair_examples(laboratory, laboratory.detector(weights), truth)
    damaged = [
        (features_of(detector, link), True)
        for seed in SEEDS
        for _, link, detector in made_up(laboratory, weights, 1000 + seed)
    ]
    examples = [*across, *within, *damaged]
    counts = [1.0] * len(across) + [0.5] * len(within) + [0.25] * len(damaged)
    weights = replace(weights, pair=learned(examples, counts, 3.0))
    scores = sorted(_score(weights, features) for features, _ in within)
    weights = replace(weights, alone=round(scores[int(SILENT * len(scores))], 3))
    WEIGHTS.write_text(_toml(weights), encoding="utf-8")
    print(f"{len(across)} pairs of two years, {len(within)} of one, {len(damaged)} damaged")


def measure() -> int:
    """Print what is found, and judge."""
    laboratory = Laboratory()
    weights = load_toml(WEIGHTS, Weights)
    detector = laboratory.detector(weights)
    links = [a for pair in laboratory.of_a_year() for a in laboratory.links(*pair)]
    told = sum(detector.detect(a).grade != "no sign" for a in links)
    print(heading("pairs of one year", "told as changed", "part"))
    print(row(len(links), told, f"{told / len(links):.3f}"))
    found: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for seed in SEEDS:
        for kind, link, damaged in made_up(laboratory, weights, seed):
            whole[kind] += 1
            found[kind] += damaged.detect(link).grade != "no sign"
    print("\n" + heading("made-up divergence", "pairs", "found"))
    for kind in sorted(whole):
        print(row(kind, whole[kind], f"{found[kind] / whole[kind]:.3f}"))
    enough = all(found[kind] >= 0.9 * count for kind, count in whole.items())
    return 0 if enough and told <= 0.02 * len(links) else 1


def _score(weights: Weights, features: Mapping[str, float]) -> float:
    return logistic(sum(weights.pair.get(name, 0.0) * value for name, value in features.items()))


def _toml(weights: Weights) -> str:
    lines = [
        "# How a change behind two translations is detected: written by",
        "#     python -m benchmarks.detecting --learn",
        "",
        f"likely = {weights.likely}",
        f"sure = {weights.sure}",
        f"alone = {weights.alone}",
    ]
    for name, table in (("new", weights.new), ("gone", weights.gone), ("pair", weights.pair)):
        lines += ["", f"[{name}]", *(f'"{feature}" = {w}' for feature, w in table.items())]
    return "\n".join(lines) + "\n"


def _clauses(text: str) -> list[str]:
    return [c for c in re.split(r"(?<=[,;.:])\s+", text) if len(c.split()) >= 4]


def _without_clause(text: str, draw: random.Random) -> str | None:
    clauses = _clauses(text)
    return text.replace(draw.choice(clauses), "").strip() if len(clauses) > 1 else None


def _other_modal(text: str, steps: Mapping[str, Sequence[str]], draw: random.Random) -> str | None:
    there = [
        (step, word)
        for step, words in steps.items()
        for word in words
        if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
    ]
    if not there:
        return None
    step, word = max(there, key=lambda found: len(found[1]))
    other = draw.choice([words[0] for name, words in steps.items() if name != step])
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", other, text)


def _other_number(text: str, draw: random.Random) -> str | None:
    numbers = re.findall(r"(?<![\w#])\d+(?=\s?%|\s[a-zčćšžđ])", text)
    if not numbers:
        return None
    number = draw.choice(numbers)
    return re.sub(rf"(?<!\w){number}(?!\w)", str(int(number) + 10), text)


if __name__ == "__main__":
    if "--learn" in sys.argv[1:]:
        learn()
    else:
        sys.exit(measure())
