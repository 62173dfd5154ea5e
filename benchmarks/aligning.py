"""How well and how fast alignment works: damaged editions, the lexicon, and editions added.

    python -m benchmarks.aligning [SEEDS]

Damaged: of an edition 15 % of the paragraphs that have words and no parts are deleted, and 20 %
merged into the one before. What is left of the undamaged alignment is the truth; the F1 of pairs of
provisions with words is told, for the two editions alone and among all others. The lexicon is asked
for the glossary's words. Exit code 1 when the corpus takes 10 s of processor time, or when a
damaged edition falls to 0.9 on the average of the seeds.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import fmean

from msgspec.structs import replace

from benchmarks.corpus import Corpus
from benchmarks.measuring import heading, processor_seconds, row
from lawbase.aligning.align import align_editions
from lawbase.model import Aligned, Edition, Key, Links, Provision
from lawbase.stemming import Stemmer

DELETED, MERGED = 0.15, 0.20
ENOUGH, SECONDS = 0.9, 10.0
DAMAGED = (("cs-2007", "sr-2007"), ("cs-2017", "pl-2017"), ("cs-2007", "pl-2017"))

Pairs = set[tuple[Key, Key]]


class Damage:
    """An edition with paragraphs missing, and others at the end of the one before."""

    def __init__(self, edition: Edition, seed: int):
        leaves = [p.key for p in edition.provisions if _is_texted(p) and not p.children]
        random.Random(seed).shuffle(leaves)
        first, last = (round(len(leaves) * part) for part in (DELETED, DELETED + MERGED))
        self._deleted, self._merged = set(leaves[:first]), set(leaves[first:last])
        self._home: dict[Key, Key] = {}
        self.edition = replace(edition, provisions=tuple(self._left(edition.provisions)))

    def still_right(self, pairs: Pairs) -> Pairs:
        """What the pairs with the undamaged edition are with the damaged one."""
        return {(ours, self._home.get(key, key)) for ours, key in pairs if key not in self._deleted}

    def _left(self, provisions: Iterable[Provision]) -> list[Provision]:
        left: dict[Key, Provision] = {}
        before: Key | None = None
        for provision in provisions:
            if provision.key in self._merged and before is not None:
                text = f"{left[before].text} {provision.text}"
                left[before] = replace(left[before], text=text)
                self._home[provision.key] = before
            elif provision.key not in self._deleted:
                left[provision.key] = provision
                before = provision.key if _is_texted(provision) else before
        return [
            replace(p, children=tuple(c for c in p.children if c in left)) for p in left.values()
        ]


class Laws:
    """The laws of the corpus, linked, to be aligned whole or in part."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        linked = corpus.link(corpus.editions)
        self._links = linked.links
        self.editions = {edition.id: edition for edition in linked.law_editions}

    def align(self, editions: Iterable[Edition], damaged: str = "") -> Aligned:
        """The editions aligned; citations of a damaged one are unknown, their places are lost."""
        known = [r for r in self._links.references if r.edition != damaged]
        kb = self.corpus.knowledge(editions)
        kb.add("links", Links(tuple(known)))
        return align_editions(kb)


def main(seeds: int) -> int:
    """Measure, print, and judge."""
    laws = Laws(Corpus())
    seconds = grown(laws)
    whole = laws.align(laws.editions.values())
    translated(laws.corpus, whole)
    print("\n" + heading("a damaged edition, F1", "the two alone", "among all"))
    enough = True
    for one, other in DAMAGED:
        right = pairs(whole, one, other)
        alone = fmean(f1(laws, right, one, other, n, [one, other]) for n in range(seeds))
        among = fmean(f1(laws, right, one, other, n, laws.editions) for n in range(seeds))
        print(row(f"{one} ~ {other}", f"{alone:.3f}", f"{among:.3f}"))
        enough &= min(alone, among) > ENOUGH
    return 0 if enough and seconds < SECONDS else 1


def grown(laws: Laws) -> float:
    """Add the editions one by one, print what it takes, and return the seconds for all."""
    print(heading("editions", "pairs", "seconds", "seconds a pair"))
    editions = list(laws.editions.values())
    seconds = 0.0
    for count in range(2, len(editions) + 1):
        started = processor_seconds()
        laws.align(editions[:count])
        seconds = processor_seconds() - started
        among = count * (count - 1) // 2
        print(row(count, among, f"{seconds:.2f}", f"{seconds / among:.2f}"))
    return seconds


def translated(corpus: Corpus, aligned: Aligned) -> None:
    """How often the first translation of a glossary's word or phrase is the glossary's."""
    first: dict[tuple[str, str, str], str] = {}
    for entry in aligned.lexicon:
        first.setdefault((entry.source, entry.target, entry.word), entry.translation)
    stemmers = {name: Stemmer(profile) for name, profile in corpus.languages.items()}

    def stems(language: str, phrase: str) -> str:
        return " ".join(stemmers[language].stem(word) for word in phrase.split())

    print("\n" + heading("lexicon", "words", "right", "phrases", "right"))
    for source, target in combinations(sorted({e.language for e in corpus.editions if e.laws}), 2):
        figures: list[str] = []
        for length in (1, 2):
            right = [
                found in stems(target, " | ".join(concept.words[target]))
                for concept in corpus.concepts
                if concept.words.get(source) and concept.words.get(target)
                if len(concept.words[source][0].split()) == length
                if (found := first.get((source, target, stems(source, concept.words[source][0]))))
            ]
            figures += [f"{len(right)}", f"{fmean(right):.3f}"]
        print(row(f"{source} ~ {target}", *figures))


def f1(laws: Laws, right: Pairs, one: str, other: str, seed: int, among: Iterable[str]) -> float:
    """The F1 of what is found of two editions when the second is damaged."""
    damage = Damage(laws.editions[other], seed)
    editions = [damage.edition if name == other else laws.editions[name] for name in among]
    found = pairs(laws.align(editions, damaged=other), one, other)
    texted = [
        {p.key for p in edition.provisions if _is_texted(p)}
        for edition in (laws.editions[one], damage.edition)
    ]
    truth = {p for p in damage.still_right(right) if p[0] in texted[0] and p[1] in texted[1]}
    found = {p for p in found if p[0] in texted[0] and p[1] in texted[1]}
    return 2 * len(found & truth) / (len(found) + len(truth))


def pairs(aligned: Aligned, one: str, other: str) -> Pairs:
    """The pairs of keys of two editions."""
    return {
        (a.from_key, a.to_key)
        for a in aligned.alignments
        if (a.from_edition, a.to_edition) == (one, other)
        if a.from_key is not None and a.to_key is not None
    }


def _is_texted(provision: Provision) -> bool:
    return provision.kind in ("law", "provision") and bool(provision.text)


def _seeds(arguments: Sequence[str]) -> int:
    return int(arguments[0]) if arguments else 3


if __name__ == "__main__":
    sys.exit(main(_seeds(sys.argv[1:])))
