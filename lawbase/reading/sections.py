"""Lines -> the sections of a book (preface, definitions, laws, index …) and its chapters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec import Struct

from lawbase.model import Key
from lawbase.reading.pages import Line
from lawbase.reading.profile import compiled
from lawbase.reading.traced import Traced

SectionName = Literal["preface", "introduction", "definitions", "laws", "index"]


class SectionLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """The patterns of the lines that open the sections.

    Each matches a whole line. ``laws`` matches the first law's line, which belongs to the laws.
    ``chapter`` and ``part`` (of a chapter) have the group ``label``; a chapter's title may itself
    open a section.
    """

    laws: str
    preface: str | None = None
    introduction: str | None = None
    definitions: str | None = None
    index: str | None = None
    chapter: str | None = None
    part: str | None = None

    def openings(self) -> dict[SectionName, str]:
        """The patterns that are given, by the section that they open."""
        given: dict[SectionName, str | None] = {
            "preface": self.preface,
            "introduction": self.introduction,
            "definitions": self.definitions,
            "laws": self.laws,
            "index": self.index,
        }
        return {name: pattern for name, pattern in given.items() if pattern}


@dataclass(frozen=True, slots=True)
class Section:
    """A section's title lines and the lines under it."""

    name: SectionName
    title: tuple[Line, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter or a part of one: its key, its line (``POGLAVLJE II``), the lines of its title."""

    key: Key
    opening: Traced
    title: tuple[Line, ...]


def split_sections(
    lines: Sequence[Line], layout: SectionLayout, law: str, profile: Path
) -> tuple[list[Section], list[Chapter]]:
    """The sections and the chapters, both in the order of the book.

    ``law`` is the pattern of a law's label, before which a chapter's title ends.
    """
    lines, chapters = _take_chapters(lines, layout, compiled(law, profile), profile)
    openings = {name: compiled(p, profile) for name, p in layout.openings().items()}
    titles = {line.traced.origins[0]: line for c in chapters for line in c.title}
    drafts: list[tuple[SectionName, list[Line]]] = []
    for line in lines:
        name = next((n for n, p in openings.items() if p.fullmatch(line.text)), None)
        if name and (not drafts or drafts[-1][0] != name):
            drafts.append((name, []))
        if drafts:
            drafts[-1][1].append(line)
    return [_section(name, own, titles) for name, own in drafts], chapters


def _section(name: SectionName, lines: list[Line], titles: dict[int, Line]) -> Section:
    """Part a section's title from its lines; a chapter's title stays with the chapter."""
    own = [line for line in lines if line.traced.origins[0] not in titles]
    if name == "laws" or len(own) < len(lines):
        return Section(name, (), tuple(own))
    end = next((n for n, line in enumerate(lines) if n and line.gap != "none"), len(lines))
    return Section(name, tuple(lines[:end]), tuple(lines[end:]))


def _take_chapters(
    lines: Sequence[Line], layout: SectionLayout, law: re.Pattern[str], profile: Path
) -> tuple[list[Line], list[Chapter]]:
    """The lines without the chapters' own lines, and the chapters.

    A chapter's title stays among the lines, for it may open a section.
    """
    patterns = [compiled(p, profile) for p in (layout.chapter, layout.part) if p]
    kept: list[Line] = []
    chapters: list[Chapter] = []
    inside = ""
    for number, line in enumerate(lines):
        match = next((m for p in patterns if (m := p.fullmatch(line.text))), None)
        if match is None:
            kept.append(line)
            continue
        whole = match.re is patterns[0]
        key = f"chapter.{match['label']}" if whole else f"{inside}.{match['label']}"
        inside = key if whole else inside
        chapters.append(Chapter(key, line.traced, _title(lines, number + 1, law)))
    return kept, chapters


def _title(lines: Sequence[Line], start: int, law: re.Pattern[str]) -> tuple[Line, ...]:
    """The next line, wherever it stands, and those that follow it without a gap."""
    end = start
    while end < len(lines) and (end == start or lines[end].gap == "none"):
        if law.match(lines[end].text):
            break
        end += 1
    return tuple(lines[start:end])
