"""Footnotes: the notes at the foot of the pages or at the end, and the markers that call them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import footnote_key
from lawbase.grouping import grouped
from lawbase.model import Marker, Part
from lawbase.reading.elements import ReadElement
from lawbase.reading.pages import Hyphens, Line, ends_clause, ends_sentence
from lawbase.reading.patterns import SUPERSCRIPTS, LabelPattern, MarkerTemplate, Pattern
from lawbase.reading.source import Source
from lawbase.reading.traced import EMPTY, INSERTED, Traced, join_lines
from lawbase.text import Span


class FootnoteLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How notes and markers are printed.

    ``start`` matches the beginning of a note and has the group ``label``. ``marker`` is the
    pattern of a marker, ``{}`` in it standing for the label, and ``loose`` that of a marker which
    came off its word, tried only for a note that nothing else calls. ``again`` is a sign that calls
    the page's only note once more. ``by_page`` says that numbering starts anew on every page.
    Notes collected at the end of a chapter or of the book stand under a line that ``title``
    matches, up to the next chapter, section or law.
    """

    start: LabelPattern
    marker: MarkerTemplate
    by_page: bool = False
    again: Pattern | None = None
    loose: MarkerTemplate | None = None
    title: Pattern | None = None

    def markers(self, label: str) -> list[Pattern]:
        """The patterns of the markers that call a note of that label, the likeliest first."""
        strict = self.marker.of(label)
        known = [Pattern(f"{strict.text}|{self.again.text}") if self.again else strict]
        return [*known, *([self.loose.of(label)] if self.loose else [])]


class Note(Struct, frozen=True):
    """A footnote as printed; ``label`` is what its key says, in plain digits."""

    label: str
    sign: Traced
    text: Traced


class Footnotes(Struct, frozen=True):
    """All notes, and the markers by the source offset of their first character."""

    notes: tuple[Note, ...]
    markers: dict[int, tuple[int, int]]
    """offset -> (number of the note, length of the marker)"""


_LONGEST_PAGE = 300
"""What has more lines than this is no page, but a text whose pages nobody told apart.

So is a text of one page."""
_LINES_OF_COLUMNS = 150
"""All columns of a page have about so many lines at most."""
_MOST_CALLS = 5
LineTest = Callable[[Line], bool]
"""Whether a line ends notes: one that opens a section or law, or one with any label."""


def take_footnotes(
    lines: Sequence[Line],
    layout: FootnoteLayout | None,
    ends: LineTest,
    labelled: LineTest,
    source: Source,
) -> tuple[list[Line], Footnotes]:
    """Part the lines of the text from the notes, and find the markers.

    ``ends`` tells the lines that open a section or a law, ``labelled`` those with any label. A note
    that nothing calls, and a number that is left out, are told.
    """
    hyphens = Hyphens(lines, source)
    if layout is None:
        return hyphens.undone(lines), Footnotes((), {})
    parting = _Parting(layout, ends, labelled, source)
    parting.part(lines)
    body = hyphens.undone(parting.body)
    notes: list[Note] = []
    markers: dict[int, tuple[int, int]] = {}
    found = parting.notes()
    for match, own, near in found:
        note = _note(match, hyphens.undone(own))
        calls = _calls(body, match["label"], near, layout)
        if not calls:
            source.tell("no-marker", own[0].start, len(note.text), label=match["label"])
            source.ledger.claim(note.sign, "unrelated", "")
            source.ledger.claim(note.text, "unrelated", "")
            continue
        if len(calls) > _MOST_CALLS:
            said = {"label": match["label"], "times": len(calls)}
            source.tell("many-markers", own[0].start, 100 * len(calls), **said)
        markers |= {offset: (len(notes), length) for offset, length in calls}
        notes.append(note)
    if not found and lines:
        pattern = layout.start.text
        source.tell_profile("no-footnotes", "layout.footnotes.start", pattern=pattern)
    if not layout.by_page:
        _tell_skipped([(_number(match["label"]), own[0]) for match, own, _ in found], source)
    return body, Footnotes(tuple(notes), markers)


class _Parting:
    """Lines parted in ``body``, those of the text, and ``blocks`` of notes.

    With each block goes where in the source its markers can stand.
    """

    def __init__(self, layout: FootnoteLayout, ends: LineTest, labelled: LineTest, source: Source):
        self._layout = layout
        self._ends = ends
        self._labelled = labelled
        self._source = source
        self.body: list[Line] = []
        self.blocks: list[tuple[list[Line], Span]] = []

    def part(self, lines: Sequence[Line]) -> None:
        """Part the lines as the layout says: at titles of notes, by page, or wherever they are."""
        pages = [list(group) for _, group in groupby(lines, key=lambda line: line.page)]
        noted: dict[str, int] = {}
        if self._layout.title:
            self._at_titles(lines, self._layout.title)
            return
        for number, page in enumerate(pages):
            if len(page) > _LONGEST_PAGE or len(pages) == 1:
                self._scattered(page)
            else:
                self._on_page(pages, number, noted)

    def notes(self) -> list[tuple[re.Match[str], list[Line], Span]]:
        """The notes: the match of their beginning, their lines, where they can be called."""
        return [(match, own, near) for block, near in self.blocks for match, own in self._of(block)]

    def _around(self, pages: Sequence[list[Line]], number: int, label: str) -> list[list[Line]]:
        """A page with the one before and the one behind.

        A raised number that counts throughout may be called as many before as the columns of a
        page are: each is a page of its own, and so is what stands above a heading over both.
        """
        first = max(0, number - 1)
        far = _raised(label) and not self._layout.by_page
        room = _LINES_OF_COLUMNS - len(pages[first]) if far else 0
        while first and (room := room - len(pages[first - 1])) >= 0:
            first -= 1
        return list(pages[first : number + 2])

    def _put(self, line: Line, *, is_note: bool) -> None:
        (self.blocks[-1][0] if is_note else self.body).append(line)

    def _at_titles(self, lines: Sequence[Line], titles: Pattern) -> None:
        """Notes under titles of their own, called between the last such title and this one.

        A line that begins a law by its looks ends them only when it isn't the next note.
        """
        title, inside = 0, False
        for line in lines:
            if titles.fullmatch(line.text):
                self._source.ledger.claim(line.traced, "heading", "notes")
                if self.blocks and not self.blocks[-1][0]:
                    title = self.blocks.pop()[1].start  # a running head above says the same
                self.blocks.append(([], Span(title, line.start)))
                title, inside = line.start, True
                continue
            if inside and self._ends(line):
                block, near = self.blocks[-1]
                notes = self._of(block)
                last = notes[-1][0]["label"] if notes else ""
                inside = bool(self._called(line, last, self.body, near))
            self._put(line, is_note=inside)

    def _on_page(self, pages: Sequence[list[Line]], number: int, noted: dict[str, int]) -> None:
        """Notes at the foot of a page, called on it; or, numbered throughout, beside it.

        They begin with the first line that looks like one and is called, and go on to the end of
        the page or of its column. Some stand right below the paragraph that calls them, or at a
        law's end, called since the last notes; there they end where a label follows. ``noted`` is
        where each label began a note last.
        """
        begun: Line | None = None
        page = pages[number]
        for above, line in zip((None, *page), page, strict=False):
            note = self._layout.start.match(line.text)
            apart = line.gap != "none" or above is None or ends_clause(above.text)
            begins = apart or _raised(line.text)
            if begun and above and not note:
                apart = begun.gap == "none" or line.gap != "none"
                ended = apart and ends_sentence(above.text) and self._labelled(line)
                begun = None if ended or self._over(above, line) else begun
            elif note and begins and not begun:
                around = self._around(pages, number, note["label"])
                near = self._where_called(line, around, page, noted.get(note["label"], 0))
                if near:
                    self.blocks.append(([], near))
                    begun = line
            if note and begun:
                noted[note["label"]] = line.start
            self._put(line, is_note=begun is not None)

    def _where_called(
        self, line: Line, around: Sequence[Sequence[Line]], page: Sequence[Line], noted: int
    ) -> Span | None:
        """Where the call of a note stands that begins at a line, its label ``noted`` before.

        Notes that are numbered anew are called above, on their ``page`` or the one before.
        """
        beside = [other for own in around for other in own if other is not line]
        near = [Span(around[0][0].start, around[-1][-1].start + 1)]
        if self._layout.by_page:
            tops = (page[0].start, around[0][0].start)
            near = [Span(max(noted, top), line.start) for top in tops]
        return next((span for span in near if self._called(line, "", beside, span)), None)

    def _over(self, before: Line, line: Line) -> bool:
        """Whether notes are over, at a line below ``before``: a column of the text goes on.

        What tells it is a law or another thing that ends notes; or a small letter behind a whole
        sentence, where the text above the notes broke off.
        """
        broke_off = bool(self.body) and not ends_clause(self.body[-1].text)
        goes_on = broke_off and ends_sentence(before.text) and line.text[0].islower()
        return goes_on or self._ends(line)

    def _scattered(self, page: Sequence[Line]) -> None:
        """Notes in a text whose pages nobody told apart: paragraphs that are called above them.

        They count throughout, or have a sign that calls each from below the last one of that sign.
        """
        inside, last = False, "0"
        noted: dict[str, int] = {}
        for number, line in enumerate(page):
            if line.gap != "none":
                match = self._layout.start.match(line.text)
                before = noted.get(match["label"], 0) if match else 0
                above = page[max(before, number - _LONGEST_PAGE) : number]
                near = Span(above[0].start if above else line.start, line.start)
                label = self._called(line, last, above, near)
                inside, last = bool(label), label or last
                noted[label] = number
                if inside:
                    self.blocks.append(([], near))
            self._put(line, is_note=inside)

    def _called(self, line: Line, last: str, body: Sequence[Line], near: Span) -> str:
        """The label of the note that a line begins after the last one, if anything calls it."""
        match = self._layout.start.match(line.text)
        label = match["label"] if match else ""
        called = match and _continues(last, label) and _calls(body, label, near, self._layout)
        return label if called else ""

    def _of(self, block: Sequence[Line]) -> list[tuple[re.Match[str], list[Line]]]:
        """The notes of a block, each from the line that begins it."""
        notes: list[tuple[re.Match[str], list[Line]]] = []
        for line in block:
            match = self._layout.start.match(line.text)
            if match and (not notes or _continues(notes[-1][0]["label"], match["label"])):
                notes.append((match, [line]))
            elif notes:
                notes[-1][1].append(line)
        return notes


def _raised(text: str) -> bool:
    """Whether a text begins with a raised digit, as no line but a note does."""
    return bool(text) and ord(text[0]) in SUPERSCRIPTS.values()


def _continues(last: str, label: str) -> bool:
    before, number = _number(last), _number(label)
    return before is None or number is None or number == before + 1


def _number(label: str) -> int | None:
    plain = unicodedata.normalize("NFKC", label)
    return int(plain) if plain.isascii() and plain.isdigit() else None


def _note(match: re.Match[str], lines: Sequence[Line]) -> Note:
    first = lines[0].traced
    text = join_lines([first[match.end() :], *(line.traced for line in lines[1:])])
    label = unicodedata.normalize("NFKC", match["label"])
    return Note(label, first[: match.end()].strip(), text)


def _calls(
    body: Sequence[Line], label: str, near: Span, layout: FootnoteLayout
) -> list[tuple[int, int]]:
    """The offsets and lengths of the markers that call a note."""
    lines = [line for line in body if near.start <= line.start < near.end]
    for pattern in layout.markers(label):
        calls = [
            (line.traced.origins[match.start()], match.end() - match.start())
            for line in lines
            for match in pattern.finditer(line.text)
            if not _cuts_a_number(match)
        ]
        if calls:
            return calls
    return []


def _cuts_a_number(match: re.Match[str]) -> bool:
    """Whether a match takes digits out of a longer number."""
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    pairs = ((before, match[0][:1]), (match[0][-1:], after))
    return any(a.isdecimal() and b.isdecimal() for a, b in pairs)


def _tell_skipped(numbers: Sequence[tuple[int | None, Line]], source: Source) -> None:
    """Tell a number that is left out where notes are numbered throughout."""
    for (before, _), (number, line) in pairwise(numbers):
        if before is not None and number is not None and number > before + 1:
            source.tell("note-skipped", line.start, 200, before=before, number=number)


def with_footnotes(elements: Sequence[ReadElement], footnotes: Footnotes) -> list[ReadElement]:
    """The elements without marker signs; each note stands after its first bearer."""
    stripped = [_stripped(element, footnotes) for element in elements]
    bearers = grouped((number, e.key) for e, calls in stripped for number, _, _ in calls)
    keys = {n: footnote_key(own[0], footnotes.notes[n].label) for n, own in bearers.items()}
    result: list[ReadElement] = []
    for element, calls in stripped:
        markers = tuple(Marker(keys[number], part, at) for number, part, at in calls)
        result.append(replace(element, markers=markers))
        for n in dict.fromkeys(number for number, _, _ in calls):
            note, own = footnotes.notes[n], tuple(dict.fromkeys(bearers[n]))
            if own[0] == element.key:
                result.append(
                    ReadElement(keys[n], "footnote", own[0], note.sign, text=note.text, bearers=own)
                )
    return result


def _stripped(
    element: ReadElement, footnotes: Footnotes
) -> tuple[ReadElement, list[tuple[int, Part, int]]]:
    """An element without marker signs, and what they call: a note, from which part and place."""
    cut, clean = list(element.cut), {}
    calls: list[tuple[int, Part, int]] = []
    for part, traced in element.parts.items():
        kept, end = EMPTY, 0
        for at, origin in enumerate(traced.origins):
            if at < end or origin not in footnotes.markers:
                continue
            number, length = footnotes.markers[origin]
            kept += traced[end:at]
            end = at + length
            stop = traced.text[end : end + 1]
            if stop and stop in ".,;:!?)" and kept and kept.origins[-1] == INSERTED:
                kept = kept[:-1]
            cut.append(traced[at:end])
            calls.append((number, part, len(kept)))
        clean[part] = kept + traced[end:]
    return replace(element, cut=tuple(cut), **clean), calls
