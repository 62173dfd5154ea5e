"""A transcript -> edition: its pages to a stream, marks to an outline, pieces to elements."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import Address, key_order, law_of
from lawbase.errors import LawbaseError
from lawbase.model import Edition, SourceNote
from lawbase.reading.elements import ReadElement, TableLayout, assemble
from lawbase.reading.footnotes import FootnoteLayout, Footnotes, Note, with_footnotes
from lawbase.reading.pages import ends_clause
from lawbase.reading.patterns import LabelPattern, LabelPatterns, Pattern
from lawbase.reading.source import Source, layout_of
from lawbase.reading.traced import EMPTY, Traced
from lawbase.reading.transcript.headings import (
    Divider,
    ExpectedNote,
    Forced,
    SisterOutline,
    find_marks,
)
from lawbase.reading.transcript.readings import OutlineReader, StreamPiece
from lawbase.text import Span


class TranscriptLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a transcript looks.

    What stands before the end of ``opening`` is unrelated to the laws. ``page_end`` closes a page;
    notes stand right before it. ``furniture`` patterns match anywhere in a page, also in the
    middle of a sentence. A label's pattern, and that of a note's ``start``, are tried where a word
    begins.
    """

    opening: Pattern
    page_end: Pattern
    labels: LabelPatterns
    footnotes: FootnoteLayout
    furniture: tuple[Pattern, ...] = ()
    tables: tuple[TableLayout, ...] = ()


def _stream(
    source: Source, layout: TranscriptLayout, expected: Sequence[ExpectedNote]
) -> tuple[Traced, dict[int, Note]]:
    """The running text of all pages without their notes, and the notes by their numbers.

    Furniture and unrelated matter are claimed in the ledger.

    Raises:
        LawbaseError: when the opening of the text is not there.
    """
    text, pages = _pages(source, layout)
    places = _find_notes(text.text, pages, layout, expected)
    notes: dict[int, Note] = {}
    for number, (sign, end) in sorted(places.items(), key=lambda item: -item[1][1]):
        words = text[sign.end : end].strip()
        notes[number] = Note(str(number), text[sign.start : sign.end].strip(), words)
        text = text[: sign.start] + text[end:]
    return text, notes


def _pages(source: Source, layout: TranscriptLayout) -> tuple[Traced, list[Span]]:
    """The text without furniture, its white space squeezed, and the span of each page in it."""
    opening = layout.opening.search(source.text)
    if not opening:
        message = f"the text's opening “{layout.opening.text}” is missing"
        raise LawbaseError(message, file=source.ledger.file, line=1)
    source.ledger.claim(Span(0, opening.end()), "unrelated", "")
    text = Traced.of(source.text)[opening.end() :]
    offsets = [match.end() for match in layout.page_end.finditer(source.text, opening.end())]
    for pattern in (layout.page_end, *layout.furniture):
        for match in reversed(list(pattern.finditer(text.text))):
            source.ledger.claim(text[match.start() : match.end()], "furniture", "")
            text = text[: match.start()] + text[match.end() :]
    text = text.squeezed()
    ends = [bisect_left(text.origins, offset) for offset in offsets]
    return text, [Span(start, end) for start, end in pairwise([0, *ends, len(text)])]


def _find_notes(
    text: str,
    pages: Sequence[Span],
    layout: TranscriptLayout,
    expected: Sequence[ExpectedNote],
) -> dict[int, tuple[Span, int]]:
    """The sign of each note, and where it ends.

    A page's notes end it, the highest number last, and are called from above on that page.
    """
    start = LabelPattern(rf"(?<!\S){layout.footnotes.start.text}")
    pages_of = _pages_of_laws(text, pages, layout.labels.law)
    ends = [page.end for page in pages]
    found: dict[int, tuple[Span, int]] = {}
    for note in sorted(expected, key=lambda note: note.number, reverse=True):
        marker = layout.footnotes.marker.of(str(note.number))
        for page in pages_of.get(law_of(note.bearer), ()):
            call = marker.search(text, pages[page].start, ends[page])
            signs = start.finditer(text, call.end(), ends[page]) if call else ()
            for sign in (m for m in signs if m["label"] == str(note.number)):
                found[note.number] = Span(sign.start(), sign.end()), ends[page]
        if note.number in found:
            last, end = found[note.number]
            ends[ends.index(end)] = last.start
    return found


def _pages_of_laws(text: str, pages: Sequence[Span], law: Pattern) -> dict[int | None, range]:
    """The pages from the one with a law's title to the one with the next law's title."""
    starts = [page.start for page in pages]
    titles: dict[int, int] = {}
    for match in law.finditer(text):
        titles.setdefault(int(match["label"]), bisect_right(starts, match.start()) - 1)
    last = len(pages) - 1
    return {n: range(page, titles.get(n + 1, last) + 1) for n, page in titles.items()}


def read_transcript(source: Source, read: Mapping[str, Edition]) -> Edition:
    """Read a transcript with the outline of its sister edition as evidence, never as text.

    ``read`` holds the editions that were read before, by id; the profile names the sister.

    Raises:
        LawbaseError: with file and line, for whatever in the source is not explained by the
            profile, the sister's outline and the corrections.
    """
    layout = layout_of(source, TranscriptLayout)
    outline = SisterOutline(_sister(source, read))
    text, notes = _stream(source, layout, outline.notes)
    elements = _Provisions(text, outline, source).read(layout)
    footnotes = _footnotes(elements, notes, outline.notes, layout, source)
    elements = sorted(with_footnotes(elements, footnotes), key=lambda e: key_order(e.key))
    lifted = sorted(_lifted(elements, source.profile.id), key=lambda note: note.source.start)
    return assemble(source, elements, layout.tables, (), lifted)


def _sister(source: Source, read: Mapping[str, Edition]) -> Edition:
    name = source.profile.sister or ""
    if name in read:
        return read[name]
    raise source.profile_error(
        f"it is read with the help of its sister {name}, which isn't there or can't be read itself"
        if name
        else "a transcript is read with the help of its sister edition, and it names none",
        "sister",
    )


class _Provisions:
    """The laws and provisions of a stream, footnote markers still in them."""

    def __init__(self, text: Traced, outline: SisterOutline, source: Source):
        self._text = text
        self._outline = outline
        self._source = source
        self._corrections = source.corrections

    def read(self, layout: TranscriptLayout) -> list[ReadElement]:
        """The elements in the order of print; a label that is left over is told.

        Raises:
            LawbaseError: when the labels have no admissible reading.
        """
        text = self._text.text
        marks = find_marks(text, layout.labels, self._forced)
        divider = Divider(text, self._fixed_headings())
        reader = OutlineReader(text, marks, self._outline, divider, self._fault)
        pieces, left = reader.read()
        for mark in left:
            if ends_clause(text[: mark.start].rstrip()[-8:]) and not mark.forced:
                self._source.tell_line("no-place", self._text[mark.start : mark.start + 40], 300)
        return self._elements(pieces, divider)

    def _elements(self, pieces: Sequence[StreamPiece], divider: Divider) -> list[ReadElement]:
        elements: dict[Address, ReadElement] = {}
        for piece in pieces:
            address = piece.address
            known = elements.get(address) or ReadElement.at(address)
            label = self._text[piece.label.start : piece.label.end] if piece.label else known.label
            cut = {"heading": piece.end, "text": piece.start}.get(piece.part)
            if cut is None:
                expected = self._outline.expected(address)
                cut = divider.divide(piece.start, piece.end, expected).cut
            elements[address] = replace(
                known,
                label=label,
                heading=known.heading + self._text[piece.start : cut].strip(),
                text=known.text + self._text[cut : piece.end].strip(),
            )
        return list(elements.values())

    def _fault(self, message: str, at: int) -> LawbaseError:
        ledger = self._source.ledger
        line = ledger.line(self._text.origins[at])
        return LawbaseError(message, file=ledger.file, line=line)

    def _forced(self, at: int) -> Forced:
        """What a correction says of the label at a place of the stream."""
        offset = self._text.origins[at]
        if text := self._corrections.at("text", offset):
            self._corrections.use(text)
            return "text"
        label = self._corrections.at("label", offset)
        if label is None:
            return None
        self._corrections.use(label)
        return Address.parse(label.correction.read_as)

    def _fixed_headings(self) -> dict[int, int]:
        """The headings that corrections know, as stretches of the stream."""
        fixed: dict[int, int] = {}
        for placed in self._corrections.all:
            if placed.correction.kind == "heading":
                self._corrections.use(placed)
                start = self._text.origins.index(placed.span.start)
                fixed[start] = self._text.origins.index(placed.span.end - 1) + 1
        return fixed


def _footnotes(
    elements: Sequence[ReadElement],
    notes: Mapping[int, Note],
    expected: Sequence[ExpectedNote],
    layout: TranscriptLayout,
    source: Source,
) -> Footnotes:
    """The notes and their markers, each where the sister's marker stands or next to it.

    A note without a marker, and a provision whose note in the sister edition is missing here, are
    told.
    """
    bearers = {element.key: element for element in elements}
    numbers = sorted(notes)
    markers: dict[int, tuple[int, int]] = {}
    for note in expected:
        bearer = bearers.get(note.bearer)
        if bearer is None and note.number not in notes:
            continue
        pattern = layout.footnotes.marker.of(str(note.number))
        marker = _nearest_marker(bearer, note, pattern) if bearer else EMPTY
        if note.number not in notes or not marker:
            said = {"number": note.number, "bearer": note.bearer}
            source.problems.tell("note-missing", source.ledger.file, None, note.length, **said)
            continue
        markers[marker.origins[0]] = (numbers.index(note.number), len(marker))
    return Footnotes(tuple(notes[number] for number in numbers), markers)


def _nearest_marker(bearer: ReadElement, note: ExpectedNote, pattern: Pattern) -> Traced:
    """The marker in the part where it is expected, nearest to its place there; or else nothing."""
    found = [
        (part != note.part, abs(match.start() / len(traced) - note.place), traced, match)
        for part, traced in bearer.parts.items()
        for match in pattern.finditer(traced.text)
    ]
    if not found:
        return EMPTY
    _, _, traced, match = min(found, key=lambda candidate: candidate[:2])
    return traced[match.start() : match.end()]


def _lifted(elements: Sequence[ReadElement], edition: str) -> Iterator[SourceNote]:
    """The labels printed before their place: something of an earlier provision comes after them.

    ``elements`` are in the order of their addresses.
    """
    reached, last = 0, ""
    for element in elements:
        if element.kind == "footnote":
            continue
        place = element.label.span()
        if place.start < reached:
            why = f"It is printed before the end of {last}."
            said = element.label.text, element.key, why
            yield SourceNote(edition, element.key, *said, place, within=last)
        end = max(traced.span().end for traced in element.printed())
        if end > reached:
            reached, last = end, element.key
