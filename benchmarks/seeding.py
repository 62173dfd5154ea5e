"""Errors to put into the corpus: five kinds, each wherever it can stand and be noticed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from msgspec.structs import replace

from lawbase.auditing.citing import compare_citations
from lawbase.auditing.collation import DIGITS, Collation
from lawbase.model import Provision, Text
from lawbase.text import sentences

SEED = 20071
PER_TEXT = 12
"""How many errors of one kind a text gets, each in a copy of its own."""
NEIGHBOURLY = {"drop a provision", "swap a label", "repeat a sentence"}
"""The kinds of errors that are found by comparing a text with those beside it."""
SENTENCE = 4
"""How many words a sentence has at least that is repeated."""


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


def choose(kind: str, laws: Collation, count: int) -> list[Error]:
    """So many errors of a kind, the same ones each time."""
    rng = random.Random(SEED)
    errors = list(SEEDERS[kind](laws, rng))
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


def known_elsewhere(laws: Collation) -> Iterator[Provision]:
    """The paragraphs with a text of their own that a sister has too."""
    for provision in laws.texts():
        sisters = laws.sisters(provision.edition)
        told = any(laws.partners(provision, sister.id) for sister in sisters)
        if provision.kind in ("law", "provision") and provision.text.strip() and told:
            yield provision


def dropped(laws: Collation, _: random.Random) -> Iterator[Error]:
    """A leaf and its footnotes are gone."""
    for provision in known_elsewhere(laws):
        if not provision.children and provision.kind == "provision":
            gone: dict[Text, Provision | None] = dict.fromkeys(map(_place, laws.below(provision)))
            yield _error(laws, "drop a provision", (provision,), gone)


def shifted(laws: Collation, rng: random.Random) -> Iterator[Error]:
    """The law or the paragraph of a citation is another one near it."""
    for provision in known_elsewhere(laws):
        agreed = {
            pair.own
            for sister in laws.sisters(provision.edition)
            if (comparison := compare_citations(laws, provision, sister.id))
            for pair in comparison.pairs
            if pair.likeness == "same"
        }
        for reference in laws.citations(provision):
            span = reference.target
            if reference in agreed and reference.part == "text" and span is not None:
                raw = provision.text[span.start : span.end]
                other = _shift(raw, rng)
                if other != raw:
                    said = provision.text[: span.start] + other + provision.text[span.end :]
                    new = replace(provision, text=said)
                    yield _error(laws, "shift a reference", (provision,), {_place(provision): new})


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


def renumbered(laws: Collation, rng: random.Random) -> Iterator[Error]:
    """A number that the sister prints too, in digits, is another one."""
    for provision in known_elsewhere(laws):
        said = laws.plain(provision)
        sisters = [
            laws.plain(partner)
            for sister in laws.sisters(provision.edition)
            for partner in laws.partners(provision, sister.id)
        ]
        for found in DIGITS.finditer(said[: len(provision.text)]):
            if any(re.search(rf"(?<!\d){found[0]}(?!\d)", other) for other in sisters):
                other = str(max(int(found[0]) + rng.choice((-10, -2, -1, 1, 2, 10)), 0))
                if other != found[0]:
                    text_ = provision.text[: found.start()] + other + provision.text[found.end() :]
                    new = replace(provision, text=text_)
                    yield _error(laws, "change a number", (provision,), {_place(provision): new})


def swapped(laws: Collation, _: random.Random) -> Iterator[Error]:
    """Two neighbouring leaves stand at each other's label."""
    leaves = {provision for provision in known_elsewhere(laws) if not provision.children}
    for parent in laws.texts():
        for one, two in pairwise(laws.kb.children(parent)):
            if one in leaves and two in leaves:
                changed: dict[Text, Provision | None] = {
                    _place(one): replace(
                        two, key=one.key, label=one.label, footnotes=(), markers=()
                    ),
                    _place(two): replace(
                        one, key=two.key, label=two.label, footnotes=(), markers=()
                    ),
                }
                notes = (*one.footnotes, *two.footnotes)
                changed.update((Text(parent.edition, note), None) for note in notes)
                yield _error(laws, "swap a label", (one, two), changed)


def repeated(laws: Collation, rng: random.Random) -> Iterator[Error]:
    """A sentence stands a second time, right after itself or at the end."""
    for provision in known_elsewhere(laws):
        if not provision.tables:
            for span in sentences(
                provision.text, laws.kb.profile(provision.edition).sentences.abbreviations
            ):
                said = provision.text[span.start : span.end]
                if len(said.split()) >= SENTENCE:
                    at = rng.choice((span.end, len(provision.text)))
                    whole = f"{provision.text[:at]} {said}{provision.text[at:]}"
                    new = replace(provision, text=whole)
                    yield _error(laws, "repeat a sentence", (provision,), {_place(provision): new})


def _place(provision: Provision) -> Text:
    return Text(provision.edition, provision.key)


def _error(
    laws: Collation, kind: str, texts: tuple[Provision, ...], changed: dict[Text, Provision | None]
) -> Error:
    partners = (
        partner
        for text in texts
        for sister in laws.sisters(text.edition)
        for partner in laws.partners(text, sister.id)
    )
    places = frozenset((*texts, *partners))
    keys = {text.key for text in places}
    if kind in NEIGHBOURLY:
        for parent in filter(None, map(laws.kb.parent, places)):
            keys |= {parent.key, *parent.children}
    year = laws.kb.edition(texts[0].edition).year
    return Error(
        kind,
        tuple(map(_place, texts)),
        changed,
        frozenset(map(_place, places)),
        frozenset((year, key) for key in keys),
    )


SEEDERS: dict[str, Callable[[Collation, random.Random], Iterator[Error]]] = {
    "drop a provision": dropped,
    "shift a reference": shifted,
    "change a number": renumbered,
    "swap a label": swapped,
    "repeat a sentence": repeated,
}
