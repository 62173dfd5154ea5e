"""The reader of a companion: chapters and the sections in them, told by their headings."""

import re
from collections.abc import Sequence

from msgspec import Struct

from lawbase.model import Edition, Key
from lawbase.reading.elements import ReadElement, TableLayout, assemble
from lawbase.reading.pages import Line, PageLayout, read_lines
from lawbase.reading.patterns import HeadingPattern, Pattern
from lawbase.reading.source import Source, layout_of
from lawbase.reading.traced import EMPTY, INSERTED, Traced


class GuideLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a companion is laid out.

    A line that ``section`` or else ``chapter`` matches whole, indentation and all, is a heading
    when it stands alone and leads to what a heading leads to: a line of ``prose`` characters or
    more, another heading, or a line that begins as ``outline`` says. Both patterns have the group
    ``heading``, and may have ``label``.
    """

    page: PageLayout
    chapter: HeadingPattern
    section: HeadingPattern
    prose: int
    outline: Pattern
    tables: tuple[TableLayout, ...] = ()


class _Heading(Struct, frozen=True):
    """A heading, the line it is on, and its level: a chapter's or a section's."""

    line: int
    label: Traced
    text: Traced
    chapter: bool


def read_guide(source: Source) -> Edition:
    """Read a companion: its first line is the title, then come chapters and sections.

    They are ``guide.1``, ``guide.2`` … in the order of the source; a section's parent is the
    chapter that it stands in. The lines of a section stay lines of its text. Another title than
    the profile's and text before the first heading are told.

    Raises:
        LawbaseError: with file and line, for a malformed profile.
    """
    layout = layout_of(source, GuideLayout)
    title, *lines = read_lines(source, layout.page)
    if title.text != source.profile.title:
        said = source.profile.title
        source.tell("other-title", title.start, title=title.text, said=said)
    source.ledger.claim(title.traced, "heading", "title")
    elements = _elements(lines, _headings(lines, source, layout))
    return assemble(source, elements, layout.tables)


def _headings(lines: Sequence[Line], source: Source, layout: GuideLayout) -> list[_Heading]:
    """All headings, in the order of the source; looked for from the end, where each leads."""
    found: list[_Heading] = []
    for number in range(len(lines) - 2, -1, -1):
        line, after = lines[number : number + 2]
        prose = len(after.text) >= layout.prose
        leads = prose or bool(layout.outline.match(_printed(after, source)))
        before_heading = bool(found) and found[-1].line == number + 1
        if line.gap == "none" or after.gap == "none" or not (before_heading or leads):
            continue
        printed = _printed(line, source)
        section = layout.section.fullmatch(printed)
        match = section or layout.chapter.fullmatch(printed)
        if match and (no_heading := source.corrections.at("text", line.start)):
            source.corrections.use(no_heading)
        elif match:
            label = line.traced[: len(match.groupdict().get("label") or "")]
            text = line.traced[match.start("heading") :]
            found.append(_Heading(number, label, text, not section))
    return found[::-1]


def _printed(line: Line, source: Source) -> str:
    """A line with its indentation."""
    indent = re.search(r"[ \t]*$", source.text[max(0, line.start - 80) : line.start])
    return (indent[0] if indent else "") + line.text


def _elements(lines: Sequence[Line], headings: Sequence[_Heading]) -> list[ReadElement]:
    elements: list[ReadElement] = []
    chapter: Key | None = None
    bounds = [*(heading.line for heading in headings), len(lines)]
    for number, (heading, end) in enumerate(zip(headings, bounds[1:], strict=True), 1):
        key = f"guide.{number}"
        chapter = key if heading.chapter else chapter
        elements.append(
            ReadElement(
                key=key,
                kind="section",
                parent=None if heading.chapter else chapter,
                label=heading.label,
                heading=heading.text,
                text=_text([line.traced for line in lines[heading.line + 1 : end]]),
            )
        )
    return elements


def _text(lines: Sequence[Traced]) -> Traced:
    """Lines as text, one paragraph a line."""
    line_end = Traced("\n", (INSERTED,))
    text = EMPTY
    for line in lines:
        text = text + line_end + line.squeezed() if text else line.squeezed()
    return text
