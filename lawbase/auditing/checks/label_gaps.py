"""Labels that skip a step of their sequence: a paragraph, a footnote, a chapter is not there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lawbase.address import ROMANS, Address, label_at, law_of, ordinal, step_levels
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.model import Edition, Finding, Key, Text

GAP = "gap-in-labels"
NAMES = (GAP,)

Step = tuple[Key, str, int]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every sequence of siblings, chapters or footnotes that skips a label."""
    for edition in evidence.editions:
        for siblings in _sequences(edition):
            yield from _gaps(evidence, edition, siblings)


def _gaps(evidence: Evidence, edition: Edition, steps: list[Step]) -> Iterator[Finding]:
    """Footnotes may be counted anew on every page: a number that falls back skips nothing."""
    for (_, before, place), (key, label, next_place) in pairwise([("", "", 0), *steps]):
        if next_place > place + 1:
            told = f"{before} is followed by {label}" if before else f"{label} is the first"
            yield finding(
                Text(edition.id, key),
                GAP,
                "warning",
                0.85,
                f"The sequence skips {next_place - place - 1} before "
                f"{evidence.profile(edition.id).cite(key)}: {told}.",
                printed=label,
            )


def _sequences(edition: Edition) -> Iterator[list[Step]]:
    for provision in edition.provisions:
        if law_of(provision.key) is not None and provision.kind != "footnote":
            yield [_step(key) for key in provision.children]
    chapters = [p.key for p in edition.provisions if p.kind == "chapter"]
    for above in dict.fromkeys(key.rpartition(".")[0] for key in chapters):
        yield [step for key in chapters if key.rpartition(".")[0] == above for step in _roman(key)]
    numbers = [(p.key, p.key.partition("#fn")[2]) for p in edition.provisions if "#fn" in p.key]
    counted = [(key, number, int(number)) for key, number in numbers if number.isdigit()]
    if all(one[2] <= other[2] for one, other in pairwise(counted)):
        yield counted


def _step(key: Key) -> Step:
    steps = Address.parse(key).steps
    level = step_levels(steps)[-1]
    place = ordinal(steps[-1], level)
    return key, label_at(place, level), place


def _roman(key: Key) -> Iterator[Step]:
    label = key.rpartition(".")[2]
    if label.lower() in ROMANS:
        yield key, label, ROMANS.index(label.lower()) + 1
