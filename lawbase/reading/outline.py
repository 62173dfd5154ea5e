"""Lines -> outline: which line begins a provision, at what level, and which is mere text.

A label is a label only where the sequence allows it: it continues a level that is open, or opens
a deeper one with its first label. All admissible readings of all lines are followed side by side;
each is weighed by named preferences, and the lightest reading of the whole text wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lawbase.address import Address
from lawbase.errors import LawbaseError
from lawbase.reading.labels import (
    Cut,
    Label,
    LabelPatterns,
    OutlineLevel,
    Stack,
    address_of,
    opened,
    stack_of,
)
from lawbase.reading.lightest import Hypothesis, advance
from lawbase.reading.pages import Line
from lawbase.reading.preferences import (
    BREADTH,
    Columns,
    Setting,
    objections,
    prefer_laws_that_are_said,
    prefer_titles_that_stand_alone,
    usual_columns,
)
from lawbase.reading.traced import EMPTY, Traced


@dataclass(frozen=True, slots=True)
class OutlineNode:
    """A provision of the outline: its address, its label as printed, its lines after the label."""

    address: Address
    label: Traced
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a correction says of the beginning of a text.

    It begins the provision of that address, with a label or without; or, with no address, it is
    text in spite of its looks.
    """

    address: Address | None
    labelled: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """What one line is read as; suspect is text that looks like a label and continues nothing."""

    cut: Cut
    suspect: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """The lines before the first law, the nodes in order, the suspect lines.

    ``slips`` are the lines whose labels no sequence leads to, with what they were read as.
    """

    front: list[Line]
    nodes: list[OutlineNode]
    suspects: list[Line]
    slips: list[tuple[Address, Line]]


OutlineState = tuple[Stack, bool]
"""The open levels, and whether the last line began a provision."""
Overrule = Callable[[Traced], Ruling | None]
"""What a correction says of the beginning of a traced text, if anything."""


class Outliner:
    """Finds the outline of lines, given how the labels are printed and which laws there are."""

    def __init__(self, labels: LabelPatterns, laws: Sequence[int], overrule: Overrule):
        self._labels = labels
        self._patterns = labels.by_level()
        self._after = dict(zip((0, *laws), laws, strict=False))
        self._overrule = overrule

    def outline(self, lines: Sequence[Line]) -> Outline:
        """The outline of a book's laws.

        Where the print indents, a first reading tells at which columns the labels of each level
        stand, and a second one heeds them.

        Raises:
            LawbaseError: when a correction speaks of a label where there is none.
        """
        choices = self._lightest(lines, {})
        if any(line.column for line in lines):
            pairs = zip(choices, lines, strict=True)
            columns = usual_columns((label, line) for c, line in pairs for label in c.cut.labels)
            choices = self._lightest(lines, columns) if columns else choices
        return _outline(lines, choices)

    def _lightest(self, lines: Sequence[Line], columns: Columns) -> list[Choice]:
        readings: list[Hypothesis[OutlineState, Choice]] = [Hypothesis(0.0, ((), False))]
        around = zip((None, *lines), lines, (*lines[1:], None), strict=False)
        for before, line, after in around:
            if not (self._overrule(line.traced) or self._looks_labelled(line.traced)):
                text = Choice(Cut((), line.traced), suspect=False)
                readings = [r.then(0.0, (r.state[0], False), text) for r in readings]
                continue

            def ways(
                reading: Hypothesis[OutlineState, Choice],
                line: Line = line,
                before: Line | None = before,
                after: Line | None = after,
            ) -> Iterator[Hypothesis[OutlineState, Choice]]:
                stack, fresh = reading.state
                yield from self._ways(reading, stack, Setting(line, before, after, fresh, columns))

            readings = advance(readings, ways, BREADTH)
        return min(readings, key=lambda reading: reading.weight).decisions()

    def _ways(
        self, reading: Hypothesis[OutlineState, Choice], stack: Stack, setting: Setting
    ) -> Iterator[Hypothesis[OutlineState, Choice]]:
        traced = setting.line.traced
        cuts = self._cuts(traced, stack, first=True)
        looks = self._overrule(traced) is None and self._looks_labelled(traced)
        cuts = [(n, c) for n, c in cuts if not _slipped(c) or (looks and setting.follows_an_end)]
        expected = [
            len(cut.labels) for new, cut in cuts if not (self._skips(stack, new) or _slipped(cut))
        ]
        possible = max(expected, default=len(cuts[0][1].labels))
        for new, cut in cuts:
            suspect = looks and not possible and not cut.labels and setting.follows_an_end
            skips = self._skips(stack, new)
            if looks and skips and prefer_titles_that_stand_alone(setting, cut):
                continue
            unread = max(possible, len(cut.labels))
            weight = objections(setting, cut, unread, suspect) + prefer_laws_that_are_said(skips)
            yield reading.then(weight, (new, bool(cut.labels)), Choice(cut, suspect))

    def _skips(self, before: Stack, after: Stack) -> bool:
        """Whether a law begins that doesn't come next by the profile."""
        if not after or (before and before[0] == after[0]):
            return False
        last, law = before[0][1] if before else 0, after[0][1]
        return law not in (last + 1, self._after.get(last))

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
            place = self._labels.place(match["label"], level)
            if place is not None and self._continues(stack, level, place):
                cuts.extend(self._labelled(traced, match.end(), opened(stack, level, place)))
            elif first and place is not None and self._slips(stack, level, place):
                meant = max(place, dict(stack)[level] + 1)
                new = opened(stack, level, meant)
                label = Label(*new[-1], traced[: match.end()].strip(), len(new), slip=True)
                cuts.append((new, Cut((label,), traced[match.end() :].strip())))
        return cuts

    def _continues(self, stack: Stack, level: OutlineLevel, place: int) -> bool:
        """Whether the sequence allows a label: the next one of its level, or the first of a new."""
        open_here = next((ordinal for at, ordinal in stack if at == level), 0)
        if level == "law":
            return place > open_here
        if level == "roman" and "item" not in dict(stack):
            return False  # no address tells such a label from an item
        return bool(stack) and place == open_here + 1

    def _slips(self, stack: Stack, level: OutlineLevel, place: int) -> bool:
        """Whether a label is printed twice, or one before it isn't printed."""
        open_here = dict(stack).get(level)
        return open_here is not None and level != "law" and place in (open_here, open_here + 2)

    def _labelled(self, traced: Traced, end: int, stack: Stack) -> list[tuple[Stack, Cut]]:
        """The ways to go on after a label; one that is printed twice in a row is one label."""
        if traced.text.startswith(traced.text[:end], end):
            end *= 2
        label = Label(*stack[-1], traced[:end].strip(), len(stack))
        rest = traced[end:].strip()
        deeper = self._cuts(rest, stack, first=False) if rest else [(stack, Cut((), EMPTY))]
        return [(new, Cut((label, *cut.labels), cut.rest)) for new, cut in deeper]

    def _forced(self, traced: Traced, address: Address, labelled: bool) -> list[tuple[Stack, Cut]]:
        stack = stack_of(address)
        if not labelled:
            return [(stack, Cut((Label(*stack[-1], EMPTY, len(stack)),), traced))]
        match = self._printed_label(traced)
        if match is None:
            raise LawbaseError(f"the correction to {address} stands where no label is")
        return self._labelled(traced, match, stack)

    def _printed_label(self, traced: Traced) -> int | None:
        matches = (pattern.match(traced.text) for pattern in self._patterns.values())
        return next((match.end() for match in matches if match), None)

    def _looks_labelled(self, traced: Traced) -> bool:
        return self._printed_label(traced) is not None


def _slipped(cut: Cut) -> bool:
    return any(label.slip for label in cut.labels)


def _outline(lines: Sequence[Line], choices: Sequence[Choice]) -> Outline:
    front: list[Line] = []
    nodes: list[tuple[Address, Traced, list[Line]]] = []
    slips: list[tuple[Address, Line]] = []
    stack: Stack = ()
    for line, choice in zip(lines, choices, strict=True):
        for label in choice.cut.labels:
            stack = opened(stack, label.level, label.ordinal)
            nodes.append((address_of(stack), label.traced, []))
            slips.extend([(nodes[-1][0], line)] if label.slip else [])
        if choice.cut.rest:
            gap = "none" if choice.cut.labels else line.gap
            rest = Line(choice.cut.rest, line.page, gap, line.room, line.column)
            (nodes[-1][2] if nodes else front).append(rest)
    suspects = [line for line, choice in zip(lines, choices, strict=True) if choice.suspect]
    found = [OutlineNode(address, label, tuple(body)) for address, label, body in nodes]
    return Outline(front, found, suspects, slips)
