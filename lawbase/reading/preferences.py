"""The preferences by which one reading of a line is weighed against another, each with its reason.

A weight of nought is no objection.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lawbase.reading.labels import Cut, Label, OutlineLevel
from lawbase.reading.pages import Line, ends_clause

LevelPlace = tuple[OutlineLevel, int]
"""A level, and how many levels are open there: a number stands below a letter, or a law."""
Columns = Mapping[LevelPlace, int]
"""How far the labels of a level are indented, where the print keeps to it."""

BREADTH = 12.0
"""Readings heavier than the lightest by more than this are given up."""
_KEEPS_TO_A_COLUMN = 0.6
_FEW = 3


@dataclass(frozen=True, slots=True)
class Setting:
    """What surrounds a line, as far as the preferences look at it."""

    line: Line
    before: Line | None
    after: Line | None
    fresh: bool
    """Whether the line before began a provision."""
    columns: Columns

    @property
    def begins_paragraph(self) -> bool:
        """Whether a blank line, a page break or the end of a sentence stands before the line."""
        return self.follows_an_end or self.line.gap == "blank"

    @property
    def follows_an_end(self) -> bool:
        """Whether the text before is complete: a clause, or the short line of a heading."""
        if self.before is None or ends_clause(self.before.text):
            return True
        return self.fresh and self.before.short

    def misplaced(self, label: Label) -> bool | None:
        """Whether a label stands at another column than those of its level, if they have one."""
        usual = self.columns.get((label.level, label.depth))
        if usual is None:
            return None
        return abs(column_of(label, self.line) - usual) > 1


def column_of(label: Label, line: Line) -> int:
    """How far a label stands from the margin, other labels before it counted in."""
    return line.column + (label.traced.origins[0] - line.start if label.traced else 0)


def usual_columns(labels: Iterable[tuple[Label, Line]]) -> dict[LevelPlace, int]:
    """The column of each level whose labels keep to one, of an edition that indents anything."""
    columns: dict[LevelPlace, Counter[int]] = {}
    for label, line in labels:
        place = (label.level, label.depth)
        columns.setdefault(place, Counter())[column_of(label, line)] += 1
    usual: dict[LevelPlace, int] = {}
    for place, counts in columns.items():
        column, times = counts.most_common(1)[0]
        if times >= max(_FEW, _KEEPS_TO_A_COLUMN * counts.total()):
            usual[place] = column
    return usual if len(set(usual.values())) > 1 else {}


def breaks_on_purpose(before: Line, line: Line) -> bool:
    """Whether a line ended although the next word had room on it."""
    return line.gap == "blank" or before.room > len(line.text.split(maxsplit=1)[0]) + 1


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
        return 0.0 if cut.labels[0].ordinal > 1 else 1.0
    return 2.0 if cut.labels[0].ordinal == 1 else 0.5


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
    """A law's title stands apart from the text around it and ends without a full stop."""
    if not cut.labels or cut.labels[0].level != "law":
        return 0.0
    apart = setting.line.gap != "none" or setting.before is None
    closed = setting.after is None or setting.after.gap != "none" or not cut.rest
    titled = not setting.line.text.endswith(".") or bool(cut.rest.text == "")
    return 3.0 * ((not apart) + (not closed) + (not titled))


def prefer_laws_that_are_said(skipped: bool) -> float:
    """The laws follow each other as the profile says; a gap that it doesn't tell is unlikely."""
    return 8.0 if skipped else 0.0


def prefer_no_broken_sequence(suspect: bool, cut: Cut) -> float:
    """What looks like a label but continues nothing is text only reluctantly.

    That a label is printed twice, or one left out, is even less likely, unless others follow it.
    """
    return (1.5 if suspect else 0.0) + 2.5 * sum(label.slip for label in cut.labels)


def objections(setting: Setting, cut: Cut, possible: int, suspect: bool) -> float:
    """All objections to a reading of a line together."""
    return (
        prefer_labels_where_paragraphs_begin(setting, cut)
        + prefer_labels_to_text(setting, cut, possible)
        + prefer_labels_at_their_column(setting, cut)
        + prefer_titles_that_stand_alone(setting, cut)
        + prefer_no_broken_sequence(suspect, cut)
    )
