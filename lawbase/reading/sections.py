"""Lines -> the sections of a book (preface, definitions, laws, index …) and its chapters."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from msgspec import Struct

from lawbase.model import Key
from lawbase.reading.pages import Line, joined
from lawbase.reading.patterns import LATIN_BY_SHAPE, LabelPattern, LabelPatterns, Pattern
from lawbase.reading.source import Source
from lawbase.reading.traced import Traced

_LONGEST_TITLE = 3
SectionName = Literal["preface", "introduction", "definitions", "laws", "index", "aside"]


class SectionLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """The patterns of the lines that open the sections.

    Each matches a whole line. ``laws`` matches the title of the laws, or the first law's line,
    which belongs to the laws. What stands before the first section is the title page. The sections
    that ``aside`` opens (a table of contents, an appendix) are no part of the laws.
    ``chapter`` and ``part`` (of a chapter) have the group ``label``, ``heading`` where the title
    stands on the same line; a chapter's title may itself open a section.
    """

    laws: Pattern
    preface: Pattern | None = None
    introduction: Pattern | None = None
    definitions: Pattern | None = None
    index: Pattern | None = None
    chapter: LabelPattern | None = None
    part: LabelPattern | None = None
    aside: tuple[Pattern, ...] = ()

    def openings(self) -> dict[Pattern, SectionName]:
        """The section that each of the given patterns opens."""
        *names, aside = get_args(SectionName)
        named = {pattern: name for name in names if (pattern := getattr(self, name))}
        return {**named, **dict.fromkeys(self.aside, aside)}

    def opening(self, line: Line) -> SectionName | None:
        """The section that a line opens, if it does."""
        return next((n for p, n in self.openings().items() if p.fullmatch(line.text)), None)

    def chapter_at(self, line: Line) -> tuple[re.Match[str], bool] | None:
        """The chapter's opening that a line is, and whether it opens a whole one."""
        for pattern in (self.chapter, self.part):
            if pattern and (match := pattern.fullmatch(line.text)):
                return match, pattern is self.chapter
        return None


class Section(Struct, frozen=True):
    """A section's title lines and the lines under it."""

    name: SectionName
    title: tuple[Line, ...]
    lines: tuple[Line, ...]


class Chapter(Struct, frozen=True):
    """A chapter or a part of one: its key, its line (``POGLAVLJE II``), the lines of its title."""

    key: Key
    opening: Traced
    title: tuple[Line, ...]


def split_sections(
    lines: Sequence[Line], layout: SectionLayout, labels: LabelPatterns, source: Source
) -> tuple[list[Section], list[Chapter]]:
    """The sections and the chapters, both in the order of the book.

    The title page is claimed, if a section follows it; a section that is not there is told. The
    titles of the section and of chapters that return on later pages are running heads.
    """
    lines = _without_running_laws(lines, labels.law, source)
    openings = _openings(lines, layout)
    lines, chapters = _take_chapters(lines, openings, layout, labels)
    titles = {line.start: line for c in chapters for line in c.title}
    drafts: list[tuple[SectionName, list[Line]]] = []
    title_page: list[Line] = []
    named = {line.text.casefold() for line in titles.values()}
    for line in lines:
        name = openings.get(line.start)
        returns = name and drafts and drafts[-1][0] == name
        head = line.gap == "page" and line.text.casefold() in named and line.start not in titles
        if returns or head:
            source.ledger.claim(line.traced, "furniture", "")
            continue
        if name:
            drafts.append((name, []))
        if drafts:
            drafts[-1][1].append(line)
        elif line.start not in titles:
            title_page.append(line)
    if drafts:
        source.ledger.claim(joined(title_page), "unrelated", "")
    _tell_missing(drafts, layout, lines, source)
    return [_section(name, own, titles, labels) for name, own in drafts], chapters


def _without_running_laws(lines: Sequence[Line], law: LabelPattern, source: Source) -> list[Line]:
    """The lines without those at the top of a page that only say which law stands there.

    Such a line stands once more elsewhere; or no bare number of a law stands but at the top of a
    page, and the law's title stands behind its number elsewhere.
    """
    own: dict[str, Line] = {}
    matched = [(line, match) for line in lines if (match := law.match(line.text))]
    bare = [(line, match) for line, match in matched if match.end() == len(line.text)]
    titled = {match["label"] for line, match in matched if match.end() < len(line.text)}
    if any(line.gap != "page" for line, _ in bare):
        titled = set()
    heads = {line.start for line, match in bare if match["label"] in titled}
    for line, _ in bare:
        known = own.setdefault(line.text, line)
        own[line.text] = line if known.gap == "page" != line.gap else known
    kept: list[Line] = []
    for line in lines:
        if line.start in heads or (line.gap == "page" and own.get(line.text, line) is not line):
            source.ledger.claim(line.traced, "furniture", "")
        else:
            kept.append(line)
    return kept


def _tell_missing(
    drafts: Sequence[tuple[SectionName, list[Line]]],
    layout: SectionLayout,
    lines: Sequence[Line],
    source: Source,
) -> None:
    there = {name for name, _ in drafts}
    for pattern, name in layout.openings().items():
        if name in there:
            continue
        problem, cost = ("no-laws", len(source.text)) if name == "laws" else ("no-section", 2000)
        said: dict[str, object] = {"section": name, "pattern": pattern.text}
        taken = next((line for line in lines if pattern.fullmatch(line.text)), None)
        if taken and (first := layout.opening(taken)) not in (None, name):
            problem, said = "section-taken", {"section": name, "line": taken.text, "first": first}
        source.tell_profile(problem, f"layout.sections.{name}", cost, **said)


def _section(
    name: SectionName, lines: list[Line], titles: dict[int, Line], labels: LabelPatterns
) -> Section:
    """Part a section's title from its lines; a chapter's title stays with the chapter."""
    own = [line for line in lines if line.start not in titles]
    laws = {n for n, line in enumerate(own) if name == "laws" and labels.law.match(line.text)}
    if 0 in laws or lines[0].start in titles:
        return Section(name, (), tuple(own))
    ends = (n for n, line in enumerate(own) if n and (line.gap != "none" or n in laws))
    end = next(ends, len(own))
    if end > _LONGEST_TITLE:  # nothing parts the title from the text below it
        end = 1
    return Section(name, tuple(own[:end]), tuple(own[end:]))


def _openings(lines: Sequence[Line], layout: SectionLayout) -> dict[int, SectionName]:
    """The sections by where the lines stand that open them.

    What a table of contents names opens nothing there: it does so once more, after others.
    """
    found = [(line.start, name) for line in lines if (name := layout.opening(line))]
    opened: dict[int, SectionName] = {}
    last: SectionName | None = None
    for n, (start, name) in enumerate(found):
        after = [other for _, other in found[n + 1 :]]
        again = name in after and after[0] != name
        if again and last == "aside" != name:
            continue
        opened[start] = last = name
    return opened


def _take_chapters(
    lines: Sequence[Line],
    openings: Mapping[int, SectionName],
    layout: SectionLayout,
    labels: LabelPatterns,
) -> tuple[list[Line], list[Chapter]]:
    """The lines without the chapters' own lines, and the chapters.

    A chapter's title stays among the lines, for it may open a section. A table of contents names
    chapters, but has none.
    """
    kept: list[Line] = []
    chapters: list[Chapter] = []
    inside, section = "", None
    for number, line in enumerate(lines):
        section = openings.get(line.start, section)
        chapter = layout.chapter_at(line) if section != "aside" else None
        if chapter is None:
            kept.append(line)
            continue
        match, whole = chapter
        label = match["label"].translate(LATIN_BY_SHAPE)
        key = f"chapter.{label}" if whole else f"{inside}.{label}"
        inside = key if whole else inside
        if match.groupdict().get("heading"):
            opening, title = line.cut(match.start("heading"))
            chapters.append(Chapter(key, opening.traced, (title,)))
        else:
            chapters.append(Chapter(key, line.traced, _title(lines, number + 1, layout, labels)))
    return kept, chapters


def _title(
    lines: Sequence[Line], start: int, layout: SectionLayout, labels: LabelPatterns
) -> tuple[Line, ...]:
    """The next line, wherever it stands, and those that follow it without a gap."""
    end = start
    while end < len(lines) and (end == start or lines[end].gap == "none"):
        if labels.law.match(lines[end].text) or layout.chapter_at(lines[end]):
            break
        end += 1
    return tuple(lines[start:end])
