"""The definitions of a book: a headword and its text, whose senses may be numbered."""

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from lawbase.reading.elements import ReadElement
from lawbase.reading.pages import Line, ends_clause, joined
from lawbase.reading.patterns import HeadwordPattern
from lawbase.reading.source import Source
from lawbase.reading.traced import Traced, join_lines
from lawbase.text import Span


class DefinitionLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How an entry begins: ``entry`` matches from the headword (group ``headword``) to its text.

    ``apart`` tells what sets one entry apart from the next: a blank line (or a page break) before
    it, that it is less indented than the lines of its text, or nothing but a sentence's end.
    """

    entry: HeadwordPattern
    apart: Literal["blank line", "indentation", "nothing"] = "blank line"


_Entry = tuple[re.Match[str], list[Line]]


def read_definitions(
    lines: Sequence[Line], layout: DefinitionLayout, source: Source
) -> list[ReadElement]:
    """The definitions, in the order of the book; what stands before the first is told."""
    groups: list[_Entry] = []
    margin = min((line.column for line in lines), default=0)
    lines = _without_lead_in(lines, layout, source)
    for number, line in enumerate(lines):
        match = layout.entry.match(line.text)
        if (
            match
            and _begins(match, line, groups[-1] if groups else None)
            and (number == 0 or _apart(lines[number - 1], line, layout, margin))
        ):
            groups.append((match, [line]))
        elif groups:
            groups[-1][1].append(line)
    if lines and not groups:
        cost = sum(len(line.text) for line in lines)
        pattern = layout.entry.text
        source.tell_profile("no-definition", "layout.definitions.entry", cost, pattern=pattern)
    return [_definition(match, group) for match, group in groups]


def _without_lead_in(
    lines: Sequence[Line], layout: DefinitionLayout, source: Source
) -> Sequence[Line]:
    """The lines without the sentence that leads to the first entry: it ends with a colon."""
    first = next((n for n, line in enumerate(lines) if layout.entry.match(line.text)), 0)
    if not first or not lines[first - 1].text.endswith(":"):
        return lines
    lead_in = joined(lines[:first])
    source.ledger.claim(lead_in, "heading", "definitions")
    source.tell_line("lead-in", lead_in, len(lead_in))
    return lines[first:]


def _begins(match: re.Match[str], line: Line, above: _Entry | None) -> bool:
    """Whether an entry can begin here, or its headword or text goes on.

    A headword alone on its line is short, and has a text; beside one that goes on, so does a text.
    """
    text = line.text[match.end() :]
    if not text:
        untold = above and len(above[1]) == 1 and above[0].end() == len(above[1][0].text)
        return line.short and not untold
    before = above[1][-1] if above and _in_columns(match) else None
    return not (
        before
        and text[0].islower()
        and not ends_clause(before.text)
        and before.room <= len(text.split(maxsplit=1)[0]) + 1
    )


def _in_columns(match: re.Match[str]) -> bool:
    """Whether wide blanks part the headword from its text, as in a table."""
    return match[0].endswith(("  ", "\t"))


def _apart(before: Line, line: Line, layout: DefinitionLayout, margin: int) -> bool:
    if layout.apart == "blank line":
        return line.gap != "none"
    if layout.apart == "nothing":
        return line.gap != "none" or before.short or ends_clause(before.text)
    return line.column == margin


def _definition(match: re.Match[str], lines: Sequence[Line]) -> ReadElement:
    first = lines[0].traced
    dash = first[match.end("headword") : match.end()].strip()
    before = first[: match.start("headword")].strip()
    place = lines[0].column + match.end() if _in_columns(match) else 0
    cells = [_cells(line, place) for line in lines[1:]]
    own = first[match.start("headword") : match.end("headword")]
    headword = join_lines([own, *(left for left, _ in cells)]).squeezed()
    text = join_lines([first[match.end() :], *(right for _, right in cells)])
    return ReadElement(
        key=f"def.{headword.text}",
        kind="definition",
        label=headword,
        text=text,
        cut=tuple(sign for sign in (before, dash) if sign),
        senses=senses(text),
    )


def _cells(line: Line, place: int) -> tuple[Traced, Traced]:
    """What stands of a line in the column of headwords, and in that of texts at a place."""
    left = re.split(r"\s{2,}|\t", line.text, maxsplit=1)[0]
    cut = len(left) if line.column + len(left) < place else 0
    return line.traced[:cut], line.traced[cut:].strip()


def senses(text: Traced) -> tuple[Span, ...]:
    """The spans of numbered senses, without their numbers; none when they aren't numbered.

    >>> senses(Traced.of("1. Suma. 2. Doba."))
    (Span(start=3, end=8), Span(start=12, end=17))
    """
    marks: list[re.Match[str]] = []
    for match in re.finditer(r"(?:(?<=[.;:] )|^)(\d)\.\s", text.text):
        if int(match[1]) == len(marks) + 1:
            marks.append(match)
    if len(marks) < 2:
        return ()
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    return tuple(
        Span(mark.end(), len(text.text[:end].rstrip()))
        for mark, end in zip(marks, ends, strict=True)
    )
