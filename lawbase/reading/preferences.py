"""The preferences by which one reading of a line is weighed against another, each with its reason.

A weight of nought is no objection.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lawbase.reading.labels import Cut
from lawbase.reading.pages import Line


@dataclass(frozen=True, slots=True)
class Setting:
    """What surrounds a line, as far as the preferences look at it."""

    line: Line
    before: Line | None
    after: Line | None
    fresh: bool
    """Whether the line before began a provision."""

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


def breaks_on_purpose(before: Line, line: Line) -> bool:
    """Whether a line ended although the next word had room on it."""
    return line.gap == "blank" or before.room > len(line.text.split(maxsplit=1)[0]) + 1


_CLAUSE_END = re.compile(r"(?:[.:;!?]|(?<!\d),)['\")”“’]*$|[)”“]$")


def ends_clause(text: str) -> bool:
    """Whether a line ends where a new label could follow."""
    return bool(_CLAUSE_END.search(text))


def prefer_labels_where_paragraphs_begin(setting: Setting, cut: Cut) -> float:
    """A label in mid-sentence is unlikely, above all one that opens a level.

    A heading, which has no full stop, may precede it.
    """
    if not cut.labels or setting.begins_paragraph or setting.fresh:
        return 0.0
    return 2.0 if cut.labels[0].ordinal == 1 else 0.5


def prefer_labels_to_text(setting: Setting, cut: Cut, possible: int) -> float:
    """A line that could begin with labels mostly does, above all where a paragraph begins.

    ``possible`` is how many labels the line could begin with.
    """
    unread = possible - len(cut.labels)
    if not unread:
        return 0.0
    return 3.0 * unread if cut.labels or setting.begins_paragraph else 1.0


def prefer_titles_that_stand_alone(setting: Setting, cut: Cut) -> float:
    """A law's title stands apart from the text around it and ends without a full stop."""
    if not cut.labels or cut.labels[0].level != "law":
        return 0.0
    apart = setting.line.gap != "none" or setting.before is None
    closed = setting.after is None or setting.after.gap != "none" or not cut.rest
    titled = not setting.line.text.endswith(".") or bool(cut.rest.text == "")
    return 3.0 * ((not apart) + (not closed) + (not titled))


def prefer_no_broken_sequence(suspect: bool) -> float:
    """What looks like a label but continues nothing is text only reluctantly."""
    return 1.5 if suspect else 0.0


def objections(setting: Setting, cut: Cut, possible: int, suspect: bool) -> float:
    """All objections to a reading of a line together."""
    return (
        prefer_labels_where_paragraphs_begin(setting, cut)
        + prefer_labels_to_text(setting, cut, possible)
        + prefer_titles_that_stand_alone(setting, cut)
        + prefer_no_broken_sequence(suspect)
    )
