"""A provision's lines -> its heading, its text, and what follows its children."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import KeyParts, Level
from lawbase.model import Key
from lawbase.reading.elements import ReadElement
from lawbase.reading.outline import OutlineNode
from lawbase.reading.pages import (
    MARKER_SIGNS,
    Line,
    breaks_on_purpose,
    ends_sentence,
    joined,
)
from lawbase.reading.patterns import HeadingPattern, LabelPattern, begins_large
from lawbase.reading.traced import EMPTY


class HeadingLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How headings are printed, for the levels whose headings aren't lines of their own.

    Each pattern has the group ``heading`` and is matched where the provision's words begin: a
    heading that runs into the text (``A. Heading. Text goes on``) ends where the pattern does.
    Without a match, and with the pattern ``(?P<heading>)``, the provision has no heading. ``above``
    says that a law's title stands above the line with its number.
    """

    law: HeadingPattern | None = None
    letter: HeadingPattern | None = None
    number: HeadingPattern | None = None
    item: HeadingPattern | None = None
    roman: HeadingPattern | None = None
    above: bool = False

    def of(self, level: Level | None) -> HeadingPattern | None:
        """The pattern of a level, that of the laws for None."""
        pattern: HeadingPattern | None = getattr(self, level or "law")
        return pattern


_LONGEST_TITLE = 3
NEARLY_ALL = 0.7


def title_above(lines: Sequence[Line], at: int) -> int | None:
    """Where the title begins that stands right above a line, if anything there looks like one.

    It is a short paragraph that ends without a stop.
    """
    for start in range(at - 1, max(-1, at - 1 - _LONGEST_TITLE), -1):
        text = lines[start].text
        if text[-1] in ".,;:!" or not any(char.isalpha() for char in text):
            return None
        if lines[start].gap != "none":
            return start
    return None


def titles_below_labels(lines: Sequence[Line], law: LabelPattern) -> list[Line]:
    """The lines, each law's title put behind the line with its number."""
    moved = list(lines)
    for at, line in enumerate(lines):
        match = law.match(line.text)
        start = title_above(lines, at) if match and match.end() == len(line.text) else None
        if start is not None and not law.match(lines[start].text):
            label = replace(line, gap=lines[start].gap)
            title = [replace(lines[start], gap="none"), *lines[start + 1 : at]]
            moved[start : at + 1] = [label, *title]
            if at + 1 < len(lines) and lines[at + 1].gap == "none":
                moved[at + 1] = replace(lines[at + 1], gap="blank")
    return moved


def read_node(node: OutlineNode, below: str, layout: HeadingLayout, *, last: bool) -> ReadElement:
    """A law or a provision below one; a paragraph after it that isn't its own is its ``tail``.

    ``below`` is the first text inside it (``""`` for a leaf), ``last`` whether it is the last one
    of its parent, so that what follows it may be the parent's. Under a lettered heading all
    paragraphs are its own.
    """
    level = node.address.level
    pattern = layout.of(level)
    own: Sequence[Line] = node.lines
    after: Sequence[Line] = ()
    if level is None:
        cut = next((n for n, line in enumerate(own) if n and line.gap != "none"), len(own))
        text = joined(own).text
        if cut == len(own) and (ends_sentence(text) or text.endswith(":")):
            cut = _title_end(own)
    else:
        cut = _heading_end(node, own, below)
        if last and not (cut and level == "letter"):
            own, after = _split_after(node)
            cut = _heading_end(node, own, below)
    read = replace(ReadElement.at(node.address), label=node.label, tail=joined(after))
    if pattern:
        return _by_pattern(pattern, replace(read, text=joined(own)), alone=bool(below))
    return replace(read, heading=joined(own[:cut]), text=joined(own[cut:]))


def _title_end(lines: Sequence[Line]) -> int:
    """How many lines are the title of a law whose text stands right below it."""
    for n in range(1, len(lines)):
        if breaks_on_purpose(lines[n - 1], lines[n]) and _begins_sentence(lines[n].text):
            return len(lines) if ends_sentence(lines[n - 1].text) else n
    return len(lines)


def _by_pattern(pattern: HeadingPattern, read: ReadElement, *, alone: bool) -> ReadElement:
    """A heading that runs into the text; or, where only provisions follow, stands ``alone``.

    A sentence that nothing follows is the text, however short.
    """
    text = read.text
    match = pattern.match(text.text)
    if match and match.end() == len(text) and not alone and ends_sentence(text.text):
        return read
    stops = text.text.endswith((".", ",", ":", ";", "!"))
    if not match and alone and _begins_sentence(text.text) and not stops:
        return replace(read, heading=text, text=EMPTY)
    if not match or not match["heading"]:
        return read
    heading = text[match.start("heading") : match.end("heading")].strip()
    between = text[: match.start("heading")] + text[match.end("heading") : match.end()]
    cut = (between.strip(),) if between.strip() else ()
    return replace(read, heading=heading, text=text[match.end() :].strip(), cut=cut)


def _heading_end(node: OutlineNode, lines: Sequence[Line], below: str) -> int:
    """How many lines are the heading: those before the first line end that is a choice."""
    ends = [n for n in range(1, len(lines)) if breaks_on_purpose(lines[n - 1], lines[n])]
    cut = next(iter(ends), len(lines))
    if node.address.depth == 1 == cut < len(lines) and _wraps(lines[1]):
        cut += 2 in (*ends, len(lines))
    if not lines or not _reads_as_heading(node, lines[cut - 1].text):
        return 0
    if not _begins_sentence(lines[0].text):
        return 0
    if cut < len(lines):
        short = lines[cut - 1].short
        if node.address.depth > 1 and not short:
            return 0
        return cut if short or _begins_sentence(lines[cut].text) else 0
    return cut if _begins_sentence(below) else 0


def _wraps(line: Line) -> bool:
    """Whether a line may be the end of a heading that was too long for its own, set wider."""
    return line.gap == "none" and line.text[0].islower() and line.short and line.text[-1].isalpha()


def _reads_as_heading(node: OutlineNode, last_line: str) -> bool:
    """A heading ends without a stop; a lettered one may be printed with a full stop.

    A footnote's marker may stand behind either.
    """
    sign = last_line.rstrip(MARKER_SIGNS)[-1:]
    return node.address.depth == 1 if sign == "." else sign not in tuple(",:;!")


def _begins_sentence(text: str) -> bool:
    return begins_large(text.lstrip("„\"'“(»«"))


def _split_after(node: OutlineNode) -> tuple[Sequence[Line], Sequence[Line]]:
    """Part a provision's own lines from a paragraph after it that belongs further up.

    A blank line stands before it, or it is set back to the label, whose text hangs.
    """
    label, text = (line.column for line in (node.lines * 2)[:2]) if node.lines else (0, 0)
    for number in range(1, len(node.lines)):
        line, before = node.lines[number], node.lines[number - 1]
        apart = line.gap == "blank" or line.column <= label < text
        if apart and ends_sentence(before.text) and _begins_sentence(line.text):
            return node.lines[:number], node.lines[number:]
    return node.lines, ()


def headings_of_letters(
    elements: Sequence[ReadElement], lines: Mapping[Key, Sequence[Line]]
) -> list[ReadElement]:
    """Lettered provisions are much alike: their headings as those beside them tell.

    Where nearly every letter of the book has a heading, a first line that ends without a stop
    before a capital is one, though it fills its line, and so is one with nothing but the parts
    below it, though they begin small. Headings with a full stop stay so only where
    every letter beside them has a heading; beside a paragraph that is plain text, a sentence that
    looked like a heading is the beginning of the text.
    """
    letters = [e for e in elements if lettered(e)]
    if sum(bool(e.heading) for e in letters) > NEARLY_ALL * len(letters):
        parents = {e.parent for e in elements}
        elements = [
            replace(e, heading=own[0].traced.squeezed(), text=joined(own[1:]))
            if lettered(e) and not e.heading and _full(own := lines[e.key], e.key in parents)
            else e
            for e in elements
        ]
    bare = {e.parent for e in elements if lettered(e) and not e.heading}
    return [
        e.without_heading()
        if lettered(e) and e.heading.text.endswith(".") and e.parent in bare
        else e
        for e in elements
    ]


def _full(lines: Sequence[Line], is_parent: bool) -> bool:
    """Whether the first of some lines could be a heading that fills it, or has only parts below."""
    first = lines[0].text if lines else ","
    follows = _begins_sentence(lines[1].text) if len(lines) > 1 else is_parent
    return follows and first[-1] not in ".,:;!-" and _begins_sentence(first)


def lettered(element: ReadElement) -> bool:
    """Whether it is a part of a law right below it."""
    return element.kind == "provision" and KeyParts.of(element.key).depth == 1
