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


def read_definitions(
    lines: Sequence[Line], layout: DefinitionLayout, source: Source
) -> list[ReadElement]:
    """The definitions, in the order of the book; what stands before the first is told."""
    groups: list[tuple[re.Match[str], list[Line]]] = []
    margin = min((line.column for line in lines), default=0)
    lines = _without_lead_in(lines, layout, source)
    for number, line in enumerate(lines):
        match = layout.entry.match(line.text)
        if match and (number == 0 or _apart(lines[number - 1], line, layout, margin)):
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


def _apart(before: Line, line: Line, layout: DefinitionLayout, margin: int) -> bool:
    if layout.apart == "blank line":
        return line.gap != "none"
    if layout.apart == "nothing":
        return line.gap != "none" or before.short or ends_clause(before.text)
    return line.column == margin


def _definition(match: re.Match[str], lines: Sequence[Line]) -> ReadElement:
    first = lines[0].traced
    headword = first[match.start("headword") : match.end("headword")].squeezed()
    dash = first[match.end("headword") : match.end()].strip()
    before = first[: match.start("headword")].strip()
    text = join_lines([first[match.end() :], *(line.traced for line in lines[1:])])
    return ReadElement(
        key=f"def.{headword.text}",
        kind="definition",
        label=headword,
        text=text,
        cut=tuple(sign for sign in (before, dash) if sign),
        senses=senses(text),
    )


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
