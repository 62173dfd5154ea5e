"""Lines -> outline: which line begins a provision, at what level, and which is mere text.

A label is a label only where the sequence allows it: it continues a level that is open, or opens
a deeper one with its first label. All admissible readings of all lines are followed side by side;
each is weighed by named preferences, and the lightest reading of the whole text wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lawbase.address import ROMANS, Address, label_at, ordinal, step_levels
from lawbase.errors import LawbaseError
from lawbase.reading.labels import ORDER, Cut, Label, OutlineLevel, Stack
from lawbase.reading.pages import Line
from lawbase.reading.preferences import Setting, objections
from lawbase.reading.traced import EMPTY, Traced


@dataclass(frozen=True, slots=True)
class Node:
    """A provision of the outline: its address, its label as printed, its lines after the label."""

    address: Address
    label: Traced
    lines: tuple[Line, ...]


Reading = tuple[float, Stack, "Step | None"]


@dataclass(frozen=True, slots=True)
class Step:
    """The choice made at one line, and those before it."""

    cut: Cut
    suspect: bool
    before: Step | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a correction says of the beginning of a text.

    It begins the provision of that address, with a label or without; or, with no address, it is
    text in spite of its looks.
    """

    address: Address | None
    labelled: bool = True


Overrule = Callable[[Traced], Ruling | None]
"""What a correction says of the beginning of a traced text, if anything."""


class Outliner:
    """Finds the outline of lines, given how the labels are printed."""

    def __init__(self, patterns: dict[OutlineLevel, re.Pattern[str]], overrule: Overrule):
        self._patterns = patterns
        self._overrule = overrule

    def outline(self, lines: Sequence[Line]) -> tuple[list[Line], list[Node], list[Line]]:
        """The lines before the first law, the nodes in order, and the suspect lines.

        Raises:
            LawbaseError: when no reading of the lines is admissible.
        """
        readings: list[Reading] = [(0.0, (), None)]
        for number, line in enumerate(lines):
            before = lines[number - 1] if number else None
            after = lines[number + 1] if number + 1 < len(lines) else None
            readings = self._advance(readings, line, before, after)
        best = min(readings, key=lambda reading: reading[0])
        return _nodes(lines, best[2])

    def _advance(
        self, readings: list[Reading], line: Line, before: Line | None, after: Line | None
    ) -> list[Reading]:
        lightest: dict[tuple[Stack, bool], Reading] = {}
        for weight, stack, step in readings:
            fresh = step is not None and bool(step.cut.labels)
            setting = Setting(line, before, after, fresh)
            for added, new_stack, cut, suspect in self._readings(setting, stack):
                key = (new_stack, bool(cut.labels))
                total = weight + added
                if key not in lightest or total < lightest[key][0]:
                    lightest[key] = (total, new_stack, Step(cut, suspect, step))
        floor = min(weight for weight, _, _ in lightest.values())
        return [reading for reading in lightest.values() if reading[0] <= floor + 12.0]

    def _readings(self, setting: Setting, stack: Stack) -> list[tuple[float, Stack, Cut, bool]]:
        cuts = self._cuts(setting.line.traced, stack, first=True)
        forced = self._overrule(setting.line.traced)
        looks = forced is None and self._looks_labelled(setting.line.traced)
        possible = max(len(cut.labels) for _, cut in cuts)
        found: list[tuple[float, Stack, Cut, bool]] = []
        for new_stack, cut in cuts:
            suspect = looks and not possible and setting.follows_an_end
            weight = objections(setting, cut, possible, suspect)
            found.append((weight, new_stack, cut, suspect))
        return found

    def _cuts(self, traced: Traced, stack: Stack, *, first: bool) -> list[tuple[Stack, Cut]]:
        """Every way to read the beginning of a text as labels, none among them."""
        forced = self._overrule(traced)
        if forced and forced.address:
            return self._forced(traced, forced.address, forced.labelled)
        cuts: list[tuple[Stack, Cut]] = [(stack, Cut((), traced))]
        if forced:
            return cuts
        for level, pattern in self._patterns.items():
            match = pattern.match(traced.text)
            if not match or (level == "law" and not first):
                continue
            new_stack = _push(stack, level, _ordinal(match["label"], level))
            if new_stack is None:
                continue
            cuts.extend(self._labelled(traced, match, new_stack))
        return cuts

    def _labelled(
        self, traced: Traced, match: re.Match[str], stack: Stack
    ) -> list[tuple[Stack, Cut]]:
        """The ways to go on after a label; one that is printed twice in a row is one label."""
        end = match.end()
        if traced.text.startswith(match[0], end):
            end += len(match[0])
        label = Label(*stack[-1], traced[:end].strip())
        rest = traced[end:].strip()
        deeper = self._cuts(rest, stack, first=False) if rest else [(stack, Cut((), EMPTY))]
        return [(new, Cut((label, *cut.labels), cut.rest)) for new, cut in deeper]

    def _forced(self, traced: Traced, address: Address, labelled: bool) -> list[tuple[Stack, Cut]]:
        stack = stack_of(address)
        if not labelled:
            return [(stack, Cut((Label(*stack[-1], EMPTY),), traced))]
        match = next(
            (m for p in self._patterns.values() if (m := p.match(traced.text))),
            None,
        )
        if match is None:
            raise LawbaseError(f"the correction to {address} stands where no label is")
        return self._labelled(traced, match, stack)

    def _looks_labelled(self, traced: Traced) -> bool:
        return any(pattern.match(traced.text) for pattern in self._patterns.values())


def stack_of(address: Address) -> Stack:
    """The open levels right after the label of an address was read."""
    levels = step_levels(address.steps)
    steps = [(level, ordinal(s, level)) for s, level in zip(address.steps, levels, strict=True)]
    return (("law", address.law), *steps)


def address_of(stack: Stack) -> Address:
    """The address that a stack of open levels spells."""
    steps = tuple(label_at(place, level) for level, place in stack[1:] if level != "law")
    return Address(stack[0][1], steps)


def _ordinal(label: str, level: OutlineLevel) -> int | None:
    if level == "law":
        return int(label)
    if level == "roman":
        return ordinal(label.lower(), level) if label.lower() in ROMANS else None
    return ordinal(label, level)


def _push(stack: Stack, level: OutlineLevel, place: int | None) -> Stack | None:
    """The stack after a label of a level, or None where the sequence doesn't allow it."""
    if place is None:
        return None
    rank = ORDER.index(level)
    above = tuple(entry for entry in stack if ORDER.index(entry[0]) < rank)
    open_here = next((entry for entry in stack if entry[0] == level), None)
    expected = open_here[1] + 1 if open_here else 1
    if place != expected or (level != "law" and not stack):
        return None
    return (*above, (level, place))


def _nodes(lines: Sequence[Line], last: Step | None) -> tuple[list[Line], list[Node], list[Line]]:
    steps: list[Step] = []
    while last is not None:
        steps.append(last)
        last = last.before
    steps.reverse()
    front: list[Line] = []
    nodes: list[tuple[Address, Traced, list[Line]]] = []
    stack: Stack = ()
    for line, step in zip(lines, steps, strict=True):
        for label in step.cut.labels:
            rank = ORDER.index(label.level)
            stack = (*(e for e in stack if ORDER.index(e[0]) < rank), (label.level, label.ordinal))
            nodes.append((address_of(stack), label.traced, []))
        if step.cut.rest:
            rest = Line(
                step.cut.rest, line.page, "none" if step.cut.labels else line.gap, line.room
            )
            (nodes[-1][2] if nodes else front).append(rest)
    suspects = [line for line, step in zip(lines, steps, strict=True) if step.suspect]
    return front, [Node(a, label, tuple(body)) for a, label, body in nodes], suspects
