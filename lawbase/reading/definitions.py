"""The definitions of a book: headwords, what they mean, and their numbered senses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from lawbase.reading.elements import Element
from lawbase.reading.pages import Line
from lawbase.reading.profile import compiled
from lawbase.reading.traced import Traced, join_lines
from lawbase.text import Span


class DefinitionLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How an entry begins: ``entry`` matches from the headword (group ``headword``) to its text."""

    entry: str


def read_definitions(
    lines: Sequence[Line], layout: DefinitionLayout, profile: Path
) -> list[Element]:
    """The definitions, in the order of the book."""
    entry = compiled(layout.entry, profile)
    groups: list[tuple[re.Match[str], list[Line]]] = []
    for number, line in enumerate(lines):
        match = entry.match(line.text)
        if match and (number == 0 or line.gap != "none"):
            groups.append((match, [line]))
        elif groups:
            groups[-1][1].append(line)
    return [_definition(match, group) for match, group in groups]


def _definition(match: re.Match[str], lines: Sequence[Line]) -> Element:
    first = lines[0].traced
    headword = first[match.start("headword") : match.end("headword")].squeezed()
    dash = first[match.end("headword") : match.end()].strip()
    text = join_lines([first[match.end() :], *(line.traced for line in lines[1:])])
    return Element(
        key=f"def.{headword.text}",
        kind="definition",
        label=headword,
        text=text,
        cut=(dash,) if dash else (),
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
