"""A provision's lines -> its heading, its text, and what follows its children."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lawbase.address import step_levels
from lawbase.reading.elements import Element
from lawbase.reading.outline import Node
from lawbase.reading.pages import Line
from lawbase.reading.preferences import breaks_on_purpose
from lawbase.reading.traced import EMPTY, Traced, join_lines

_SENTENCE_END = re.compile(r"[.!?]['\")”“’]*\d{0,2}$")


@dataclass(frozen=True, slots=True)
class Parts:
    """What a provision's lines were read as; ``after`` are paragraphs that aren't its own."""

    heading: Traced
    text: Traced
    after: Traced = EMPTY

    def without_heading(self) -> Parts:
        """What looked like a heading read as the beginning of the text."""
        return Parts(EMPTY, join_lines([self.heading, self.text]), self.after)


def law_parts(node: Node) -> Parts:
    """A law: its title up to the first gap, then its own text."""
    cut = next(
        (n for n, line in enumerate(node.lines) if n and line.gap != "none"), len(node.lines)
    )
    return Parts(_joined(node.lines[:cut]), _joined(node.lines[cut:]))


def provision_parts(node: Node, below: str, *, last: bool) -> Parts:
    """A lettered or numbered provision.

    ``below`` is the first text inside it (``""`` for a leaf), ``last`` whether it is the last one
    of its parent, so that what follows it may be the parent's. Under a lettered heading all
    paragraphs are its own.
    """
    cut = _heading_end(node, node.lines, below)
    if not last or (cut and _is_letter(node)):
        return Parts(_joined(node.lines[:cut]), _joined(node.lines[cut:]))
    own, after = _split_after(node)
    cut = _heading_end(node, own, below)
    return Parts(_joined(own[:cut]), _joined(own[cut:]), _joined(after))


def _heading_end(node: Node, lines: Sequence[Line], below: str) -> int:
    """How many lines are the heading: those before the first line end that is a choice."""
    ends = (n for n in range(1, len(lines)) if breaks_on_purpose(lines[n - 1], lines[n]))
    cut = next(ends, len(lines))
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


def _reads_as_heading(node: Node, last_line: str) -> bool:
    """A heading ends without a stop; a lettered one may be printed with a full stop."""
    if last_line.endswith("."):
        return node.address.depth == 1
    return last_line[-1] not in ",:;!"


def _begins_sentence(text: str) -> bool:
    return text.lstrip("„\"'“(")[:1].isupper()


def _split_after(node: Node) -> tuple[Sequence[Line], Sequence[Line]]:
    """Part a provision's own lines from a paragraph after it that belongs further up."""
    for number in range(1, len(node.lines)):
        line, before = node.lines[number], node.lines[number - 1]
        ended = _SENTENCE_END.search(before.text)
        if line.gap == "blank" and ended and _begins_sentence(line.text):
            return node.lines[:number], node.lines[number:]
    return node.lines, ()


def _is_letter(node: Node) -> bool:
    return step_levels(node.address.steps)[-1] == "letter"


def _joined(lines: Sequence[Line]) -> Traced:
    return join_lines(line.traced for line in lines)


def sentences_as_text(elements: Sequence[Element]) -> list[Element]:
    """Headings with a full stop stay so only where every letter beside them has a heading.

    Beside a lettered paragraph that is plain text, a sentence that looked like a heading is the
    beginning of the text.
    """
    bare = {e.parent for e in elements if _lettered(e) and not e.heading}
    return [
        replace(e, heading=EMPTY, text=join_lines([e.heading, e.text]))
        if _lettered(e) and e.heading.text.endswith(".") and e.parent in bare
        else e
        for e in elements
    ]


def _lettered(element: Element) -> bool:
    return element.kind == "provision" and element.key.count(".") == 1
