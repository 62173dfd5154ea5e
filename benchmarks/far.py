"""How aligning, auditing, saving and searching grow with editions that share no words.

    python -m benchmarks.far [EDITIONS…]

Each edition is a complete one of the corpus in a language of its own: every letter stands for
another one, so no word, sign or ending is shared, while citations and uses of terms stay where
they are. To a fifth of its paragraphs something happens: one is dropped, one says what its
neighbour did, one says something new. Half of the editions are of either year. 5, 10 and 25
editions unless told, and a hundred take a quarter of an hour more; the exponent is that of the
growth since the row above. Each edition is held against two voices of either year, so there are 10,
30, 90 and 390 pairs to compare, which alone grow with the power 1.58, 1.20 and 1.06. Memory is all
that the process holds at its peak in any stage, the texts included, without the process that works
beside it while changes are judged and texts audited.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from benchmarks.corpus import Corpus, copied
from benchmarks.measuring import Measured, heading, measured, megabytes, row
from lawbase.aligning.align import align_editions
from lawbase.auditing.audit import audit_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition, Key, Links, Provision, Reference, TermUse
from lawbase.profile import LanguageProfile, data_folder, load_versions
from lawbase.search.contents import build_index

VOWELS = "aeiouyáéíóúýąęěů"
CONSONANTS = "bcdfghjklmnprstvzčćďđňřšťžłńśźż"
YEARS = (2007, 2017)
HAPPENS = {"dropped": 0.05, "exchanged": 0.1, "anew": 0.05}
"""The share of the paragraphs to which something happens."""


def main(counts: Sequence[int]) -> None:
    """Measure each number of editions."""
    corpus = Corpus()
    linked = corpus.link(corpus.editions)
    stages = ("aligning", "auditing", "saving", "indexing")
    exponents = [f"{stage} ^" for stage in stages[:2]]
    print(heading("editions", "provisions", *stages, *exponents, "peak MB", "MB of files", "files"))
    before: tuple[int, list[float]] | None = None
    for count in counts:
        kb = invented(corpus, linked, count)
        with tempfile.TemporaryDirectory() as folder:
            costs = list(_costs(kb, Path(folder)))
            files = [file for file in Path(folder).rglob("*") if file.is_file()]
            size = megabytes(Path(folder))
        seconds = [cost.seconds for cost in costs]
        growth = [
            f"{log(now / then) / log(count / before[0]):.2f}" if before else ""
            for now, then in zip(seconds, before[1] if before else seconds, strict=True)
        ]
        provisions = sum(len(edition.provisions) for edition in kb.editions)
        told = [*(f"{second:.1f}" for second in seconds), *growth[:2]]
        peak = max(cost.peak for cost in costs)
        print(row(count, provisions, *told, f"{peak:.0f}", f"{size:.1f}", len(files)), flush=True)
        before = count, seconds


def _costs(kb: KnowledgeBase, folder: Path) -> Iterator[Measured[Any]]:
    aligning = measured(lambda: align_editions(kb))
    kb.add("aligned", aligning.result)
    yield aligning
    auditing = measured(lambda: audit_editions(kb))
    kb.add("findings", auditing.result)
    yield auditing
    yield measured(partial(kb.save, folder / "knowledge"))
    yield measured(partial(build_index, kb, folder / "search"))


def invented(corpus: Corpus, linked: KnowledgeBase, count: int) -> KnowledgeBase:
    """A knowledge base of so many invented editions, linked and not aligned yet."""
    complete = [edition for edition in linked.law_editions if edition.complete]
    languages = dict(corpus.languages)
    definitions: dict[str, dict[str, Key]] = {concept.id: {} for concept in corpus.concepts}
    editions: list[Edition] = []
    references: list[Reference] = []
    uses: list[TermUse] = []
    for number in range(count):
        year = YEARS[number % len(YEARS)]
        of_year = [edition for edition in complete if edition.year == year]
        base = of_year[number // len(YEARS) % len(of_year)]
        made = Invention(base, f"x{number}", random.Random(number))
        languages[made.language] = made.profile(corpus.languages[base.language])
        editions.append(made.edition())
        references += made.references(linked.links.references)
        uses += made.uses(linked.links.uses)
        for concept in corpus.concepts:
            if base.id in concept.definitions:
                definitions[concept.id][made.id] = concept.definitions[base.id]
    concepts = tuple(replace(c, definitions=definitions[c.id]) for c in corpus.concepts)
    versions = load_versions(data_folder("corpus"), YEARS)
    texts = {"languages": languages, "versions": versions, "situations": (), "beyond": ()}
    kb = KnowledgeBase({**texts, "editions": tuple(editions), "concepts": concepts})
    kb.add("links", Links(tuple(references), tuple(uses)))
    return kb


class Invention:
    """An edition in a language that nobody speaks."""

    def __init__(self, base: Edition, language: str, dice: random.Random):
        self.base = base
        self.language = language
        self.id = f"{language}-{base.year}"
        self._letters = str.maketrans(_shuffled(VOWELS, dice) | _shuffled(CONSONANTS, dice))
        self._texts = {p.key: p.text for p in base.provisions}
        leaves = [p for p in base.provisions if _is_leaf(p)]
        self._gone = {p.key for p in leaves if dice.random() < HAPPENS["dropped"]}
        kept = [p.key for p in leaves if p.key not in self._gone]
        self._changed: set[str] = set()
        for one, other in pairwise(kept):
            if self._changed.isdisjoint((one, other)) and dice.random() < HAPPENS["exchanged"] / 2:
                self._texts[one], self._texts[other] = self._texts[other], self._texts[one]
                self._changed |= {one, other}
        words = " ".join(self._texts[key] for key in kept).split()
        for key in kept:
            if key not in self._changed and dice.random() < HAPPENS["anew"]:
                self._texts[key] = " ".join(dice.choices(words, k=25))
                self._changed.add(key)

    def profile(self, base: LanguageProfile) -> LanguageProfile:
        """The profile of its language, which nobody can stem."""
        return replace(
            base, id=self.language, terms=replace(base.terms, stemmer="", endings={}, forms={})
        )

    def edition(self) -> Edition:
        """The edition, its letters exchanged."""
        provisions = tuple(
            replace(
                p,
                heading=self._said(p.heading),
                text=self._said(self._texts[p.key]),
                tail=self._said(p.tail),
                children=tuple(key for key in p.children if key not in self._gone),
                tables=(),
                senses=(),
            )
            for p in self.base.provisions
            if p.key not in self._gone
        )
        invented = replace(self.base, provisions=provisions, index=(), notes=())
        return copied(invented, self.id, language=self.language)

    def references(self, of_base: Sequence[Reference]) -> Iterator[Reference]:
        """Its references, from texts that are still what they were."""
        for r in of_base:
            stays = r.from_key not in self._gone | self._changed and r.to not in self._gone
            if r.edition == self.base.id and r.kind != "index" and stays:
                yield replace(r, edition=self.id)

    def uses(self, of_base: Sequence[TermUse]) -> Iterator[TermUse]:
        """Its uses of terms, likewise."""
        for use in of_base:
            if use.edition == self.base.id and use.key not in self._gone | self._changed:
                yield replace(use, edition=self.id)

    def _said(self, text: str) -> str:
        return text.translate(self._letters)


def _is_leaf(p: Provision) -> bool:
    return p.kind == "provision" and bool(p.text) and not (p.children or p.markers or p.tables)


def _shuffled(letters: str, dice: random.Random) -> dict[str, str]:
    others = dice.sample(letters, len(letters))
    pairs = dict(zip(letters, others, strict=True))
    return pairs | {one.upper(): other.upper() for one, other in pairs.items()}


if __name__ == "__main__":
    main([int(count) for count in sys.argv[1:]] or [5, 10, 25])
