"""The targets that a list of labels names: ``27B1(a), (b) a 31`` is three of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from lawbase.address import LEVELS, Address, label_at, ordinal, step_levels
from lawbase.citations.grammar import Grammar

Introduction = Literal["law", "unit", "under", "footnote", "none"]


class Target(Struct, frozen=True):
    """One thing that a mention names: a law and labels, or labels alone.

    ``start`` and ``end`` span its words in the text. The targets inside a range share its span.

    >>> str(Target(0, 4, 27, ("B", "1"))), str(Target(0, 2, None, ("C", "2")))
    ('27.B.1', '.C.2')
    """

    start: int
    end: int
    law: int | None
    steps: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(("" if self.law is None else str(self.law), *self.steps))


def read_targets(
    labels: str, start: int, grammar: Grammar, *, after: Introduction
) -> tuple[Target, ...]:
    """The targets of a list that stands at ``start`` of its text, in order, ranges filled.

    A number by itself is a law's only ``after`` a word for a law. A target that leaves out what it
    shares with the one before it takes it from there: ``A1 nebo 2`` names A1 and A2. One whose
    parts are named each by a word of its own (``odst. C písm. b``) is one.
    """
    targets: list[Target] = []
    for match in grammar.target.finditer(labels):
        before = targets[-1] if targets else None
        through = before is not None and bool(grammar.through.fullmatch(match["joint"]))
        counts_on = through and bool(before and before.steps)
        law, steps = _read(match["labels"].translate(grammar.latin), after, counts_on=counts_on)
        target = Target(start + match.start("labels"), start + match.end("labels"), law, steps)
        if before is not None and grammar.composing.fullmatch(match["joint"]):
            whole = _composed(before, target)
            if whole:
                targets[-1] = whole
                continue
        elif before is not None and law is None:
            target = _completed(target, before)
        if before is not None and through:
            targets.extend(_between(before, target))
        targets.append(target)
    return tuple(targets)


def _read(
    spelled: str, after: Introduction, *, counts_on: bool
) -> tuple[int | None, tuple[str, ...]]:
    """The law, if it is named, and the labels: ``27B1``, ``C2``, ``(a)``, ``2.c)``.

    ``12C`` is a law's letter; after a word for a part it is the item c. ``counts_on`` says that a
    number ends a range of labels.
    """
    if spelled.isdigit():
        names_law = after == "law" and not counts_on
    else:
        names_law = bool(re.match(r"\d+[\s.]*[A-Z]", spelled))
        if after == "unit" and re.fullmatch(r"\d+[A-Z]", spelled):
            names_law = False
    if names_law:
        address = Address.parse(spelled)
        return address.law, address.steps
    steps = Address.parse(f"1 {spelled}").steps
    if spelled.lstrip("([")[0].islower():
        steps = tuple(step.lower() for step in steps)
    return None, steps


def _composed(before: Target, target: Target) -> Target | None:
    """The target of which two are parts: ``C Ziffer 2`` is C2, and so is ``bod 2 odstavce C``."""
    if target.law is not None:
        return None
    above, below = _depths(before.steps), _depths(target.steps)
    if not above or above[-1] < below[0]:
        return Target(before.start, target.end, before.law, before.steps + target.steps)
    if before.law is None and below[-1] < above[0]:
        return Target(before.start, target.end, None, target.steps + before.steps)
    return None


def _completed(target: Target, before: Target) -> Target:
    first = _depths(target.steps)[0]
    shared = sum(depth < first for depth in _depths(before.steps))
    return Target(target.start, target.end, before.law, before.steps[:shared] + target.steps)


def _between(first: Target, last: Target) -> Iterator[Target]:
    """The targets that a range leaves out: between ``12C1`` and ``12C3`` stands 12C2."""
    span = (first.start, last.end)
    if not first.steps and not last.steps and first.law is not None and last.law is not None:
        for law in range(first.law + 1, last.law):
            yield Target(*span, law, ())
    if (first.law, first.steps[:-1]) != (last.law, last.steps[:-1]) or not last.steps:
        return
    level = step_levels(last.steps)[-1]
    if step_levels(first.steps)[-1] == level:
        for place in range(ordinal(first.steps[-1], level) + 1, ordinal(last.steps[-1], level)):
            yield Target(*span, last.law, (*last.steps[:-1], label_at(place, level)))


def _depths(steps: tuple[str, ...]) -> list[int]:
    return [LEVELS.index(level) for level in step_levels(steps)]
