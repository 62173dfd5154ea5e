"""Footnotes: the notes at the foot of the pages or at the end, and the markers that call them."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
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
_UNCALLED = 2
"""So many notes that nothing calls may stand before one that is called."""
Markers = list[tuple[int, int]]
"""Where in the source markers of a note begin, and how long they are."""
LineTest = Callable[[Line], bool]
"""Whether a line ends notes: one that opens a section or law, or has any label or headword."""


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
    parting = _Parting(lines, layout, ends, labelled, source)
    parting.part()
    body = hyphens.undone(parting.body)
    notes: list[Note] = []
    markers: dict[int, tuple[int, int]] = {}
    found = parting.notes()
    called = [
        (match["label"], _calls(body, match["label"], near, layout)) for match, _, near in found
    ]
    for (match, own, _), calls in zip(found, _one_after_another(called), strict=True):
        note = _note(match, hyphens.undone(own))
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

    def __init__(
        self,
        lines: Sequence[Line],
        layout: FootnoteLayout,
        ends: LineTest,
        labelled: LineTest,
        source: Source,
    ):
        self._layout = layout
        self._ends = ends
        self._labelled = labelled
        self._source = source
        pages = [list(group) for _, group in groupby(lines, key=lambda line: line.page)]
        self._pages = [[*lines]] if layout.title else pages
        self._last = "0"
        self._noted: dict[str, int] = {}
        self.body: list[Line] = []
        self.blocks: list[tuple[list[Line], Span]] = []

    def part(self) -> None:
        """Part the lines, page by page.

        Notes begin under a title of notes, or where the layout has none, with a line that looks
        like one, stands apart and is called. They go on until something tells that they are over.
        """
        title = self._layout.title
        for number, page in enumerate(self._pages):
            begun: Line | None = None
            for n, line in enumerate(page):
                if title and title.fullmatch(line.text):
                    self._begin_under(line)
                    begun = line
                    continue
                if begun and self._over(begun, number, n):
                    begun = None
                if begun is None and self._begins(number, n):
                    begun = line
                note = self._layout.start.match(line.text)
                if note and (begun is line or (begun and _continues(self._last, note["label"]))):
                    self._last = note["label"]
                    self._noted[self._last] = line.start
                (self.blocks[-1][0] if begun else self.body).append(line)

    def notes(self) -> list[tuple[re.Match[str], list[Line], Span]]:
        """The notes: the match of their beginning, their lines, where they can be called."""
        return [(match, own, near) for block, near in self.blocks for match, own in self._of(block)]

    def _are_told_apart(self, page: Sequence[Line]) -> bool:
        """Whether pages are, of which this is one."""
        return len(self._pages) > 1 and len(page) <= _LONGEST_PAGE

    def _begin_under(self, title: Line) -> None:
        """Begin notes under a title, called below the last one or the running head that says it."""
        self._source.ledger.claim(title.traced, "heading", "notes")
        last = self.blocks[-1][1].end if self.blocks else 0
        if self.blocks and not self.blocks[-1][0]:
            last = self.blocks.pop()[1].start
        self.blocks.append(([], Span(last, title.start)))
        self._last = ""

    def _begins(self, number: int, n: int) -> bool:
        """Whether notes begin with a line of a page, whose block is begun then.

        Where pages aren't told apart notes count throughout, or have a sign. Of paragraphs of a
        page that could be one note the last is it, unless nothing but notes looks so, and as many
        markers call them.
        """
        page = self._pages[number]
        line, paged = page[n], self._are_told_apart(page)
        note = self._layout.start.match(line.text)
        apart = n == 0 or line.gap != "none" or (paged and ends_clause(page[n - 1].text))
        if self._layout.title or not note or not (apart or _raised(line.text)):
            return False
        beside = self._beside(number, n, note["label"])
        again = self._again(page[n + 1 :], note["label"]) if paged else []
        if again:
            before = Span(0, again[-1].start)
            calls = _calls([*beside, *page[n:]], note["label"], before, self._layout)
            if self._labelled(line) or len({*calls}) <= len(again):
                return False
        near = Span(beside[0].start, beside[-1].start + 1) if beside else Span(0, 0)
        last = "" if self._layout.by_page else self._last
        begins = self._calls(line, last, beside, near)
        self.blocks += [([], near)] * begins
        return begins

    def _again(self, below: Iterable[Line], label: str) -> list[Line]:
        """The lines set off below that begin a note of the same label too."""
        set_off = (
            (line, self._layout.start.match(line.text)) for line in below if line.gap != "none"
        )
        return [line for line, note in set_off if note and note["label"] == label]

    def _beside(self, number: int, n: int, label: str) -> list[Line]:
        """The lines that a note may be called on that begins with a line of a page.

        They are those above since the last note of its label, at most from the page before; where
        notes count throughout, all of the pages around. A raised number may then be called as many
        before as the columns of a page are: each is a page of its own, and so is what stands above
        a heading over both.
        """
        page, first = self._pages[number], max(0, number - 1)
        if self._are_told_apart(page) and not self._layout.by_page:
            room = _LINES_OF_COLUMNS - len(self._pages[first]) if _raised(label) else 0
            while first and (room := room - len(self._pages[first - 1])) >= 0:
                first -= 1
            around = self._pages[first : number + 2]
            return [line for own in around for line in own if line is not page[n]]
        before = self._pages[first] if number else []
        above = [*before, *page[:n]][-_LONGEST_PAGE:]
        return [line for line in above if line.start > self._noted.get(label, -1)]

    def _over(self, begun: Line, number: int, n: int) -> bool:
        """Whether notes are over at a line of a page.

        Those under a title end where a law or another thing begins, unless that is the next note;
        in a text whose pages aren't told apart, with their paragraph. At the foot of a page they go
        on to its end or that of the column, whose text goes on in small letters where that above
        the notes broke off; or, right below what calls them, until a label follows.
        """
        page = self._pages[number]
        line, ends = page[n], self._ends(page[n])
        if self._layout.title:
            return ends and not self._calls(line, self._last, self.body, self.blocks[-1][1])
        if not self._are_told_apart(page):
            return line.gap != "none"
        note = self._layout.start.match(line.text)
        if note and _continues(self._last, note["label"]):
            return False
        whole = ends_sentence(page[n - 1].text)
        apart = begun.gap == "none" or line.gap != "none"
        broke_off = bool(self.body) and not ends_clause(self.body[-1].text)
        goes_on = broke_off and line.text[0].islower()
        return ends or (whole and (goes_on or (apart and self._labelled(line))))

    def _calls(self, line: Line, last: str, beside: Sequence[Line], near: Span) -> bool:
        """Whether anything calls the note that a line begins, if it can follow the last one."""
        note = self._layout.start.match(line.text)
        follows = note and _continues(last, note["label"], _UNCALLED)
        return bool(note and follows and _calls(beside, note["label"], near, self._layout))

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


def _continues(last: str, label: str, left_out: int = 0) -> bool:
    """Whether a label follows the last one, of which so many may be left out between."""
    before, number = _number(last), _number(label)
    return before is None or number is None or 1 <= number - before <= 1 + left_out


def _number(label: str) -> int | None:
    plain = unicodedata.normalize("NFKC", label)
    return int(plain) if plain.isascii() and plain.isdigit() else None


def _note(match: re.Match[str], lines: Sequence[Line]) -> Note:
    first = lines[0].traced
    text = join_lines([first[match.end() :], *(line.traced for line in lines[1:])])
    label = unicodedata.normalize("NFKC", match["label"])
    return Note(label, first[: match.end()].strip(), text)


def _calls(body: Sequence[Line], label: str, near: Span, layout: FootnoteLayout) -> Markers:
    """The markers that call a note."""
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


def _one_after_another(called: Sequence[tuple[str, Markers]]) -> list[Markers]:
    """What calls each note; those alike are called one after another, the last by what is left."""
    found = [calls for _, calls in called]
    alike = grouped(((label, tuple(calls)), n) for n, (label, calls) in enumerate(called))
    for (_, calls), numbers in alike.items():
        if len(numbers) <= len(calls):
            found[numbers[-1]] = [*calls[len(numbers) - 1 :]]
            for n, call in zip(numbers[:-1], calls, strict=False):
                found[n] = [call]
    return found


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
