"""Lines -> outline: which line begins a provision, at what level, and which is mere text.

A label is a label only where the sequence allows it: it continues a level that is open, or opens
a deeper one with its first label. All admissible readings of all lines are followed side by side;
each is weighed by named preferences, and the lightest reading of the whole text wins. A weight of
nought is no objection.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import ROMANS, Address, label_at, ordinal, step_levels, whole_address
from lawbase.errors import LawbaseError
from lawbase.reading.corrections import Corrections
from lawbase.reading.lightest import Hypothesis, follow
from lawbase.reading.pages import Line, breaks_on_purpose, ends_clause
from lawbase.reading.patterns import ORDER, LabelPatterns, OutlineLevel
from lawbase.reading.traced import EMPTY, INSERTED, Traced

LabelKind = tuple[OutlineLevel, int]
"""A level, and how many levels are open there: a number stands below a letter, or a law."""
Columns = Mapping[LabelKind, int]
"""How far the labels of a level are indented, where the print keeps to it."""

BREADTH = 9.0
"""Readings heavier than the lightest by more than this are given up."""
_KEEPS_TO_A_COLUMN = 0.6
_FEW = 3
_STEP = re.compile(r"(?:\d+|[^\W\d_]+)\W*")
"""A step of a whole address, and the signs behind it."""


class OutlineNode(Struct, frozen=True):
    """A provision of the outline: its address, its label as printed, its lines after the label."""

    address: Address
    label: Traced
    lines: tuple[Line, ...]


class Outline(Struct, frozen=True):
    """The lines before the first law, the nodes in order, the suspect lines.

    ``slips`` are the lines whose labels no sequence leads to, with what they were read as.
    """

    front: list[Line]
    nodes: list[OutlineNode]
    suspects: list[Line]
    slips: list[tuple[Address, Line]]


class Label(Struct, frozen=True):
    """A label as one reading sees it: what it opens; a slip is one that no sequence leads to."""

    address: Address
    traced: Traced
    slip: bool = False

    @property
    def kind(self) -> LabelKind:
        """Its level, and how many levels are open with it."""
        return self.address.level or "law", self.address.depth + 1


class Cut(Struct, frozen=True):
    """One reading of a line: the labels it begins with, and its text after them.

    Suspect is text that looks like a label and continues nothing.
    """

    labels: tuple[Label, ...]
    rest: Traced
    suspect: bool = False

    @property
    def slipped(self) -> bool:
        """Whether a label of it is a slip."""
        return any(label.slip for label in self.labels)

    def leads(self, here: Address | None) -> Address | None:
        """The address whose text goes on after it."""
        return self.labels[-1].address if self.labels else here


OutlineState = tuple[Address | None, bool]
"""The provision that the text stands in, and whether the last line began it."""
OutlineReading = Hypothesis[OutlineState, Cut]


def place_of(here: Address | None, level: OutlineLevel) -> int:
    """The place of the label that is open at a level, 0 where none is."""
    if here is None or level == "law":
        return here.law if here else 0
    levels = step_levels(here.steps)
    return ordinal(here.steps[levels.index(level)], level) if level in levels else 0


def opened(here: Address | None, level: OutlineLevel, place: int) -> Address:
    """What a label opens, which closes its own level and those below it."""
    if here is None or level == "law":
        return Address(place)
    rank = ORDER.index(level)
    levels = zip(here.steps, step_levels(here.steps), strict=True)
    above = (step for step, other in levels if ORDER.index(other) < rank)
    return Address(here.law, (*above, label_at(place, level)))


class Setting(Struct, frozen=True):
    """What surrounds a line, as far as the preferences look at it.

    ``ended`` tells whether the line before ends a clause, ``fresh`` whether it began a provision,
    ``parted`` whether anything stands apart in the print.
    """

    line: Line
    before: Line | None
    after: Line | None
    columns: Columns
    ended: bool
    fresh: bool
    parted: bool

    @property
    def begins_paragraph(self) -> bool:
        """Whether a blank line, a page break or the end of a sentence stands before the line."""
        return self.follows_an_end or self.line.gap == "blank"

    @property
    def follows_an_end(self) -> bool:
        """Whether the text before is complete: a clause, or the short line of a heading."""
        return self.ended or self.before is None or (self.fresh and self.before.short)

    def misplaced(self, label: Label) -> bool | None:
        """Whether a label stands at another column than those of its level, if they have one."""
        usual = self.columns.get(label.kind)
        if usual is None:
            return None
        return abs(column_of(label, self.line) - usual) > 1


def column_of(label: Label, line: Line) -> int:
    """How far a label stands from the margin, other labels before it counted in."""
    return line.column + (label.traced.origins[0] - line.start if label.traced else 0)


def usual_columns(labels: Iterable[tuple[Label, Line]]) -> dict[LabelKind, int]:
    """The column of each level whose labels keep to one, of an edition that indents anything."""
    columns: dict[LabelKind, Counter[int]] = {}
    for label, line in labels:
        columns.setdefault(label.kind, Counter())[column_of(label, line)] += 1
    usual: dict[LabelKind, int] = {}
    for kind, counts in columns.items():
        column, times = counts.most_common(1)[0]
        if times >= max(_FEW, _KEEPS_TO_A_COLUMN * counts.total()):
            usual[kind] = column
    return usual if len(set(usual.values())) > 1 else {}


def prefer_labels_where_paragraphs_begin(setting: Setting, cut: Cut) -> float:
    """A label in mid-sentence is unlikely, above all one that opens a level.

    A heading, which has no full stop, may precede it; and a label that stands right under the
    others of its level is one, even after “or”; so is one whose line could have stood on the line
    before.
    """
    if not cut.labels or setting.begins_paragraph or setting.fresh:
        return 0.0
    if setting.misplaced(cut.labels[0]) is False:
        return 0.0
    if setting.before and breaks_on_purpose(setting.before, setting.line):
        return 0.0 if cut.labels[0].address.place > 1 else 1.0
    return 2.0 if cut.labels[0].address.place == 1 else 0.5


def prefer_labels_to_text(setting: Setting, cut: Cut, possible: int) -> float:
    """A line that could begin with labels mostly does, above all where a paragraph begins.

    ``possible`` is how many labels the line could begin with.
    """
    unread = possible - len(cut.labels)
    if not unread:
        return 0.0
    return 3.0 * unread if cut.labels or setting.begins_paragraph else 1.0


def prefer_labels_at_their_column(setting: Setting, cut: Cut) -> float:
    """The labels of a level stand under each other, where the print indents."""
    return 4.0 * sum(setting.misplaced(label) is True for label in cut.labels)


def prefer_titles_that_stand_alone(setting: Setting, cut: Cut) -> float:
    """A law's title ends without a full stop; it stands apart from the text, if anything does."""
    if not cut.labels or cut.labels[0].address.steps:
        return 0.0
    whole = not setting.parted
    apart = whole or setting.line.gap != "none" or setting.before is None
    closed = whole or setting.after is None or setting.after.gap != "none" or not cut.rest
    titled = not setting.line.text.endswith(".") or bool(cut.rest.text == "")
    return 3.0 * ((not apart) + (not closed) + (not titled))


def prefer_laws_that_are_said(skipped: bool) -> float:
    """The laws follow each other as the profile says; a gap that it doesn't tell is unlikely."""
    return 8.0 if skipped else 0.0


def prefer_provisions_that_begin_once(here: Address | None, cut: Cut) -> float:
    """A correction never names the provision that the text stands in already."""
    return 4.0 if here and cut.labels and cut.labels[0].address.contains(here) else 0.0


def prefer_no_broken_sequence(setting: Setting, cut: Cut) -> float:
    """What looks like a label but continues nothing is text only reluctantly.

    That a label is printed twice, or one left out, is even less likely, unless others follow it, a
    blank line stands before it, or it stands right under the others of its level.
    """
    suspect = 3.0 if setting.line.gap == "blank" else 1.5
    slips = [label for label in cut.labels if label.slip]
    return suspect * cut.suspect + sum(
        0.5 if setting.misplaced(label) is False else 2.5 for label in slips
    )


def objections(setting: Setting, cut: Cut, possible: int) -> float:
    """All objections to a reading of a line together."""
    return (
        prefer_labels_where_paragraphs_begin(setting, cut)
        + prefer_labels_to_text(setting, cut, possible)
        + prefer_labels_at_their_column(setting, cut)
        + prefer_titles_that_stand_alone(setting, cut)
        + prefer_no_broken_sequence(setting, cut)
    )


class Outliner:
    """Finds the outline of lines, given how the labels are printed and which laws there are."""

    def __init__(self, labels: LabelPatterns, laws: Sequence[int], corrections: Corrections):
        self._labels = labels
        self._laws = laws
        self._after = dict(zip((0, *laws), laws, strict=False))
        self._corrections = corrections
        self._begun = cache(labels.beginnings)
        self._labelled_law = cache(self._law_of)

    def outline(self, lines: Sequence[Line]) -> Outline:
        """The outline of a book's laws.

        Where the print indents, a first reading tells at which columns the labels of each level
        stand, and a second one heeds them.

        Raises:
            LawbaseError: when a correction speaks of a label where there is none.
        """
        columns: Columns = {}
        cuts = self._lightest(lines, columns)
        if any(line.column for line in lines):
            pairs = zip(cuts, lines, strict=True)
            columns = usual_columns((label, line) for cut, line in pairs for label in cut.labels)
            cuts = self._lightest(lines, columns) if columns else cuts
        self._use_what_matters(lines, cuts, columns)
        return _outline(lines, cuts)

    def _use_what_matters(
        self, lines: Sequence[Line], cuts: Sequence[Cut], columns: Columns
    ) -> None:
        """Use the corrections without which the law that they stand in would be read otherwise."""
        titles = [n for n, cut in enumerate(cuts) if cut.labels and not cut.labels[0].address.steps]
        here: Address | None = None
        for first, end in pairwise(sorted({0, *titles, len(lines)})):
            own = lines[first:end]
            inside = {origin for line in own for origin in line.traced.origins}
            for placed in (p for p in self._corrections.all if p.span.start in inside):
                rest = Outliner(self._labels, self._laws, self._corrections.without(placed))
                if rest._lightest(own, columns, here) != self._lightest(own, columns, here):
                    self._corrections.use(placed)
            here = cuts[first].leads(here)

    def _lightest(
        self, lines: Sequence[Line], columns: Columns, here: Address | None = None
    ) -> list[Cut]:
        parted = any(line.gap == "blank" for line in lines[1:])
        around = zip((None, *lines), lines, (*lines[1:], None), strict=False)
        settings = [
            tuple(Setting(line, before, after, columns, ended, f, parted) for f in (False, True))
            for before, line, after in around
            for ended in (before is None or ends_clause(before.text),)
        ]
        readings = follow((here, False), settings, self._ways, BREADTH)
        return min(readings, key=lambda reading: reading.weight).decisions()

    def _ways(
        self, reading: OutlineReading, settings: Sequence[Setting]
    ) -> Iterator[OutlineReading]:
        """The ways to go on at a line, whose settings are without and with a fresh provision."""
        here, fresh = reading.state
        setting = settings[fresh]
        traced = setting.line.traced
        ruled, looks = self._ruled(traced), self._looks_labelled(traced, here)
        if not (ruled or looks):
            yield reading.then(0.0, (here, False), Cut((), traced))
            return
        looks = looks and not ruled
        cuts = [
            cut
            for cut in ruled or self._cuts(traced, here, first=True)
            if not cut.slipped or setting.follows_an_end
        ]
        expected = [len(cut.labels) for cut in cuts if not (self._skips(here, cut) or cut.slipped)]
        possible = max(expected, default=len(cuts[0].labels))
        for cut in cuts:
            if looks and not possible and not cut.labels and setting.follows_an_end:
                cut = Cut(cut.labels, cut.rest, suspect=True)
            unread = max(possible, len(cut.labels))
            weight = objections(setting, cut, unread)
            weight += prefer_laws_that_are_said(self._skips(here, cut))
            weight += prefer_provisions_that_begin_once(here, cut) if ruled else 0.0
            yield reading.then(weight, (cut.leads(here), bool(cut.labels)), cut)

    def _skips(self, here: Address | None, cut: Cut) -> bool:
        """Whether a law begins that doesn't come next by the profile."""
        last, law = place_of(here, "law"), place_of(cut.leads(here), "law")
        return law not in (last, last + 1, self._after.get(last))

    def _cuts(self, traced: Traced, here: Address | None, *, first: bool) -> list[Cut]:
        """Every way to read the beginning of a text as labels, none among them."""
        cuts = [Cut((), traced)]
        for level, place, end in self._begun(traced.text):
            if level == "law" and not first:
                continue
            if self._continues(here, level, place):
                cuts.extend(self._labelled(traced, end, opened(here, level, place)))
            elif first and self._slips(here, level, place):
                due = place_of(here, level) + 1
                either = {max(place, due), due}  # one is left out, or two changed places
                for meant in (opened(here, level, at) for at in sorted(either, reverse=True)):
                    cuts.extend(self._labelled(traced, end, meant, slip=True))
        if first and here is not None:
            cuts.extend(self._spelled_out(traced, here))
        return cuts

    def _spelled_out(self, traced: Traced, here: Address) -> list[Cut]:
        """The ways to read a label that is a whole address, and may open several."""
        match, address = self._whole(traced.text)
        if match is None or address is None or address.law != here.law:
            return []
        path = [Address(here.law, address.steps[:n]) for n in range(1, address.depth + 1)]
        begun = [above for above in path if not above.contains(here)]
        first, *others = begun or path[-1:]
        level, place = first.level or "law", first.place
        firsts = all(other.place == 1 for other in others)
        if begun and firsts and self._continues(here, level, place):
            stops = [step.end() for step in _STEP.finditer(match["label"])]
            ends = [match.start("label") + stops[above.depth] for above in begun[:-1]]
            cuts = zip((0, *ends), (*ends, match.end()), begun, strict=True)
            labels = tuple(Label(above, traced[a:b].strip()) for a, b, above in cuts)
            rest = traced[match.end() :].strip()
            deeper = self._cuts(rest, address, first=False)
            return [Cut((*labels, *cut.labels), cut.rest) for cut in deeper]
        if not others and opened(here, level, place) == address and self._slips(here, level, place):
            meant = opened(here, level, max(place, place_of(here, level) + 1))
            return self._labelled(traced, match.end(), meant, slip=True)
        return []

    def _continues(self, here: Address | None, level: OutlineLevel, place: int) -> bool:
        """Whether the sequence allows a label: the next one of its level, or the first of a new."""
        if level == "law":
            return place > place_of(here, "law")
        if level == "roman" and not place_of(here, "item"):
            return False  # no address tells such a label from an item
        return here is not None and place == place_of(here, level) + 1

    def _slips(self, here: Address | None, level: OutlineLevel, place: int) -> bool:
        """Whether a label is printed twice, or one before it isn't printed."""
        open_here = place_of(here, level)
        last = level == "roman" and open_here == len(ROMANS)
        return level != "law" and bool(open_here) and place - open_here in (0, 2) and not last

    def _labelled(
        self, traced: Traced, end: int, address: Address, *, slip: bool = False
    ) -> list[Cut]:
        """The ways to go on after a label; one that is printed twice in a row is one label."""
        if traced.text.startswith(traced.text[:end], end):
            end *= 2
        label = Label(address, traced[:end].strip(), slip)
        rest = traced[end:].strip()
        deeper = self._ruled(rest) or self._cuts(rest, address, first=False)
        return [Cut((label, *cut.labels), cut.rest) for cut in deeper]

    def _ruled(self, traced: Traced) -> list[Cut] | None:
        """The ways to read a beginning that a correction leaves; None where none speaks of it."""
        offset = traced.origins[0] if traced else INSERTED
        if self._corrections.at("text", offset):
            return [Cut((), traced)]
        if placed := self._corrections.at("begins", offset):
            return [Cut((Label(Address.parse(placed.correction.read_as), EMPTY),), traced)]
        placed = self._corrections.at("label", offset)
        if placed is None:
            return None
        read_as, label = placed.correction.read_as, self._labels.printed(traced.text)
        if label is None:
            message = f"the correction to {read_as} stands where no label is"
            raise LawbaseError(message, file=self._corrections.file, line=placed.line)
        return self._labelled(traced, label.end(), Address.parse(read_as))

    def _looks_labelled(self, traced: Traced, here: Address | None) -> bool:
        """Whether a text begins with what may be a label, and not with another law's address."""
        labelled, law = self._labelled_law(traced.text)
        return labelled and (law is None or here is None or law == here.law)

    def _whole(self, text: str) -> tuple[re.Match[str] | None, Address | None]:
        """The label that is a whole address, if a text begins with one, and that address."""
        match = self._labels.whole.match(text) if self._labels.whole else None
        return match, whole_address(match["label"]) if match else None

    def _law_of(self, text: str) -> tuple[bool, int | None]:
        """Whether a text begins with what may be a label, and the law of a whole address."""
        _, address = self._whole(text)
        return self._labels.printed(text) is not None, address.law if address else None


def _outline(lines: Sequence[Line], cuts: Sequence[Cut]) -> Outline:
    front: list[Line] = []
    nodes: list[tuple[Address, Traced, list[Line]]] = []
    slips: list[tuple[Address, Line]] = []
    for line, cut in zip(lines, cuts, strict=True):
        for label in cut.labels:
            nodes.append((label.address, label.traced, []))
            slips.extend([(label.address, line)] if label.slip else [])
        if cut.rest:
            rest = replace(line, traced=cut.rest, gap="none" if cut.labels else line.gap)
            (nodes[-1][2] if nodes else front).append(rest)
    suspects = [line for line, cut in zip(lines, cuts, strict=True) if cut.suspect]
    found = [OutlineNode(address, label, tuple(body)) for address, label, body in nodes]
    return Outline(front, found, suspects, slips)
