"""How many seeded errors the audit finds: ``python benchmarks/auditing.py [--count 200]``.

Errors of five kinds are put into copies of the corpus: a provision is dropped, a citation shifted,
a number changed, the texts of two neighbours exchanged, a sentence repeated. Only texts that a
sister edition of the same year has too are chosen. A copy bears errors of all kinds, but none where
another one of its year is looked for: at its text, at that address in the sisters, and beside it
where it touches its neighbours too. Then everything is linked, aligned and audited again, and an
error is found when a finding of a fitting check that wasn't there before stands at the text or its
partner.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from msgspec.structs import replace

from lawbase.aligning.align import align_editions
from lawbase.auditing.audit import audit_editions
from lawbase.auditing.citations import compare_citations
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.wording import DIGITS, plain
from lawbase.linking.glossary import load_concepts
from lawbase.linking.link import link_editions
from lawbase.linking.sentences import sentences
from lawbase.model import Edition, Finding, Provision, Text
from lawbase.profile import load_languages
from lawbase.reading.corpus import read_corpus

CORPUS = Path(__file__).parent.parent / "corpus"
SEED = 20071
BATCH = 60
"""How many errors one copy of the corpus bears; each copy costs as much as the whole audit."""
PER_TEXT = 12
"""How many errors of one kind a text gets, each in a copy of its own."""
NEIGHBOURLY = {"drop a provision", "swap a label", "repeat a sentence"}
"""The kinds of errors that are found by comparing a text with those beside it."""
SENTENCE = 4
"""How many words a sentence has at least that is repeated."""

FITTING = {
    "drop a provision": re.compile(r"(missing|additional)-provision|gap-in-labels"),
    "shift a reference": re.compile(r"reference"),
    "change a number": re.compile(r"number|range"),
    "swap a label": re.compile(r"swapped-labels"),
    "repeat a sentence": re.compile(r"repeated-text"),
}


@dataclass(frozen=True)
class Error:
    """One seeded error: the texts it touches, and the provisions that replace theirs.

    ``places`` are where a finding may tell it, ``reach`` the addresses of its year that bear
    no other error.
    """

    kind: str
    texts: tuple[Text, ...]
    changed: dict[Text, Provision | None]
    places: frozenset[Text]
    reach: frozenset[tuple[int, str]]


class Corpus:
    """The corpus and how it is audited; no decision of an editor helps its alignment."""

    def __init__(self) -> None:
        self.languages = load_languages(CORPUS)
        self.editions = read_corpus(CORPUS)
        self.concepts = load_concepts(CORPUS / "terms.toml", self.languages, self.editions)

    def audit(self, editions: Sequence[Edition]) -> tuple[Evidence, tuple[Finding, ...]]:
        """The evidence and the findings of editions, linked and aligned anew."""
        linked, links = link_editions(editions, self.languages, self.concepts)
        aligned = align_editions(linked, links, self.languages, self.concepts, ())
        evidence = Evidence(linked, links, aligned, self.concepts, self.languages)
        return evidence, audit_editions(linked, links, aligned, self.concepts, self.languages)


def main() -> None:
    """Seed, audit and print the recall by kind."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200, help="errors of each kind")
    parser.add_argument("--kind", choices=SEEDERS, help="only errors of this kind")
    parser.add_argument("--verbose", action="store_true", help="print what is not found")
    options = parser.parse_args()
    corpus = Corpus()
    evidence, before = corpus.audit(corpus.editions)
    started = time.perf_counter()
    kinds = [options.kind] if options.kind else list(SEEDERS)
    chosen = [error for kind in kinds for error in choose(kind, evidence, options.count)]
    random.Random(SEED).shuffle(chosen)
    missed = [error for batch in batches(chosen) for error in unfound(corpus, batch, before)]
    for kind in kinds:
        total = sum(error.kind == kind for error in chosen)
        left = [error for error in missed if error.kind == kind]
        print(f"{kind:18} recall {1 - len(left) / max(total, 1):.3f} of {total}")
        for error in left if options.verbose else ():
            print("   missed", *(f"{text.edition} {text.key}" for text in error.texts))
    print(f"{time.perf_counter() - started:.0f} s")


def choose(kind: str, evidence: Evidence, count: int) -> list[Error]:
    """So many errors of a kind, the same ones each time."""
    rng = random.Random(SEED)
    errors = list(SEEDERS[kind](evidence, rng))
    rng.shuffle(errors)
    return spread(errors)[:count]


def spread(errors: list[Error]) -> list[Error]:
    """Not too many errors of one text, which tables would otherwise be full of."""
    counts: Counter[Text] = Counter()
    kept: list[Error] = []
    for error in errors:
        counts[error.texts[0]] += 1
        if counts[error.texts[0]] <= PER_TEXT:
            kept.append(error)
    return kept


def batches(errors: list[Error]) -> Iterator[list[Error]]:
    """Errors in groups in which none lies in the reach of another."""
    left = errors
    while left:
        batch: list[Error] = []
        used: set[tuple[int, str]] = set()
        later: list[Error] = []
        for error in left:
            if error.reach & used or len(batch) == BATCH:
                later.append(error)
            else:
                used |= error.reach
                batch.append(error)
        yield batch
        left = later


def unfound(corpus: Corpus, batch: list[Error], before: tuple[Finding, ...]) -> list[Error]:
    """The errors of a batch that no new finding tells."""
    _, after = corpus.audit(with_errors(corpus.editions, batch))
    known = {(f.edition, f.key, f.check, f.printed, f.expected) for f in before}
    new: defaultdict[Text, list[str]] = defaultdict(list)
    for f in after:
        if (f.edition, f.key, f.check, f.printed, f.expected) not in known:
            new[Text(f.edition, f.key)].append(f.check)
    return [
        error
        for error in batch
        if not any(
            FITTING[error.kind].search(check) for text in error.places for check in new[text]
        )
    ]


def with_errors(editions: Sequence[Edition], batch: list[Error]) -> tuple[Edition, ...]:
    """The editions with the errors in them."""
    changed = {text: new for error in batch for text, new in error.changed.items()}
    return tuple(_changed(edition, changed) for edition in editions)


def _changed(edition: Edition, changed: dict[Text, Provision | None]) -> Edition:
    kept = [
        provision
        for old in edition.provisions
        if (provision := changed.get(Text(edition.id, old.key), old)) is not None
    ]
    keys = {provision.key for provision in kept}
    return replace(
        edition,
        provisions=tuple(
            replace(
                provision,
                children=tuple(key for key in provision.children if key in keys),
                footnotes=tuple(key for key in provision.footnotes if key in keys),
            )
            for provision in kept
        ),
    )


def known_elsewhere(evidence: Evidence) -> Iterator[tuple[Text, Provision]]:
    """The paragraphs with a text of their own that a sister has too."""
    for text, provision in evidence.texts():
        sisters = evidence.sisters(text.edition)
        told = any(evidence.partners(text, sister.id) for sister in sisters)
        if provision.kind in ("law", "provision") and provision.text.strip() and told:
            yield text, provision


def dropped(evidence: Evidence, _: random.Random) -> Iterator[Error]:
    """A leaf and its footnotes are gone."""
    for text, provision in known_elsewhere(evidence):
        if not provision.children and provision.kind == "provision":
            gone: dict[Text, Provision | None] = dict.fromkeys(evidence.below(text))
            yield _error(evidence, "drop a provision", (text,), gone)


def shifted(evidence: Evidence, rng: random.Random) -> Iterator[Error]:
    """The law or the paragraph of a citation is another one near it."""
    for text, provision in known_elsewhere(evidence):
        agreed = {
            pair.own
            for sister in evidence.sisters(text.edition)
            if (comparison := compare_citations(evidence, text, sister.id))
            for pair in comparison.pairs
            if pair.likeness == "same"
        }
        for reference in evidence.citations(text):
            span = reference.target
            if reference in agreed and reference.part == "text" and span is not None:
                raw = provision.text[span.start : span.end]
                other = _shift(raw, rng)
                if other != raw:
                    said = provision.text[: span.start] + other + provision.text[span.end :]
                    new = replace(provision, text=said)
                    yield _error(evidence, "shift a reference", (text,), {text: new})


def _shift(raw: str, rng: random.Random) -> str:
    number = re.search(r"\d+", raw)
    letter = re.search(r"(?<=\d)[A-Z]", raw)
    if letter and (not number or rng.random() < 0.5):
        other = chr(ord(letter[0]) + (1 if letter[0] == "A" or rng.random() < 0.5 else -1))
        return raw[: letter.start()] + other + raw[letter.end() :]
    if not number:
        return raw
    moved = int(number[0]) + rng.choice((-3, -2, -1, 1, 2, 3))
    return raw[: number.start()] + str(max(moved, 1)) + raw[number.end() :]


def renumbered(evidence: Evidence, rng: random.Random) -> Iterator[Error]:
    """A number that the sister prints too, in digits, is another one."""
    for text, provision in known_elsewhere(evidence):
        said = plain(evidence, text)
        sisters = [
            plain(evidence, partner)
            for sister in evidence.sisters(text.edition)
            for partner in evidence.partners(text, sister.id)
        ]
        for found in DIGITS.finditer(said[: len(provision.text)]):
            if any(re.search(rf"(?<!\d){found[0]}(?!\d)", other) for other in sisters):
                other = str(max(int(found[0]) + rng.choice((-10, -2, -1, 1, 2, 10)), 0))
                if other != found[0]:
                    text_ = provision.text[: found.start()] + other + provision.text[found.end() :]
                    new = replace(provision, text=text_)
                    yield _error(evidence, "change a number", (text,), {text: new})


def swapped(evidence: Evidence, _: random.Random) -> Iterator[Error]:
    """Two neighbouring leaves stand at each other's label."""
    leaves = {text for text, provision in known_elsewhere(evidence) if not provision.children}
    for text, provision in evidence.texts():
        siblings = [Text(text.edition, key) for key in provision.children]
        for one, two in pairwise(siblings):
            if one in leaves and two in leaves:
                first, second = evidence.provision(one), evidence.provision(two)
                changed: dict[Text, Provision | None] = {
                    one: replace(second, key=one.key, label=first.label, footnotes=(), markers=()),
                    two: replace(first, key=two.key, label=second.label, footnotes=(), markers=()),
                }
                notes = (*first.footnotes, *second.footnotes)
                changed.update((Text(text.edition, note), None) for note in notes)
                yield _error(evidence, "swap a label", (one, two), changed)


def repeated(evidence: Evidence, rng: random.Random) -> Iterator[Error]:
    """A sentence stands a second time, right after itself or at the end."""
    for text, provision in known_elsewhere(evidence):
        if not provision.tables:
            for span in sentences(provision.text, evidence.profile(text.edition)):
                said = provision.text[span.start : span.end]
                if len(said.split()) >= SENTENCE:
                    at = rng.choice((span.end, len(provision.text)))
                    whole = f"{provision.text[:at]} {said}{provision.text[at:]}"
                    new = replace(provision, text=whole)
                    yield _error(evidence, "repeat a sentence", (text,), {text: new})


def _error(
    evidence: Evidence, kind: str, texts: tuple[Text, ...], changed: dict[Text, Provision | None]
) -> Error:
    partners = (
        partner
        for text in texts
        for sister in evidence.sisters(text.edition)
        for partner in evidence.partners(text, sister.id)
    )
    places = frozenset((*texts, *partners))
    keys = {text.key for text in places}
    if kind in NEIGHBOURLY:
        parents = {Text(text.edition, evidence.provision(text).parent or "") for text in places}
        around = [parent for parent in parents if parent in evidence]
        keys |= {parent.key for parent in around}
        keys |= {key for parent in around for key in evidence.provision(parent).children}
    year = evidence.edition(texts[0].edition).year
    return Error(kind, texts, changed, places, frozenset((year, key) for key in keys))


SEEDERS: dict[str, Callable[[Evidence, random.Random], Iterator[Error]]] = {
    "drop a provision": dropped,
    "shift a reference": shifted,
    "change a number": renumbered,
    "swap a label": swapped,
    "repeat a sentence": repeated,
}

if __name__ == "__main__":
    main()
