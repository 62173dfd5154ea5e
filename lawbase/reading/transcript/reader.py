"""A transcript -> edition: pages to a stream, marks to an outline, pieces to elements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lawbase.address import Address, key_order
from lawbase.errors import LawbaseError
from lawbase.model import Edition, SourceNote
from lawbase.reading.elements import ReadElement, assemble
from lawbase.reading.footnotes import Footnotes, with_footnotes
from lawbase.reading.patterns import Pattern
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
from lawbase.reading.transcript.stream import Stream, TranscriptLayout, read_stream


def read_transcript(source: Source, read: Mapping[str, Edition]) -> Edition:
    """Read a transcript with the outline of its sister edition as evidence, never as text.

    ``read`` holds the editions that were read before, by id; the profile names the sister.

    Raises:
        LawbaseError: with file and line, for whatever in the source is not explained by the
            profile, the sister's outline and the corrections.
    """
    layout = layout_of(source, TranscriptLayout)
    outline = SisterOutline(_sister(source, read))
    stream = read_stream(source, layout, outline.notes)
    elements = _Provisions(stream.text, outline, source).read(layout)
    footnotes = _footnotes(elements, stream, outline.notes, layout, source)
    elements = sorted(with_footnotes(elements, footnotes), key=lambda e: key_order(e.key))
    lifted = sorted(_lifted(elements, source.profile.id), key=lambda note: note.source.start)
    return assemble(source, elements, layout.tables, (), lifted)


def _sister(source: Source, read: Mapping[str, Edition]) -> Edition:
    sister = read.get(source.profile.sister or "")
    if sister is None:
        raise LawbaseError(
            "a transcript is read with the help of its sister edition, and it names none",
            file=source.profile_path,
            line=1,
        )
    return sister


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
        divider = Divider(text, marks, self._fixed_headings())
        reader = OutlineReader(text, marks, self._outline, divider, self._fault)
        pieces, left = reader.read()
        for mark in left:
            if mark.opens_clause and not mark.forced:
                line = text[mark.start : mark.start + 40]
                self._source.tell("no-place", self._text.origins[mark.start], 300, line=line)
        return self._elements(pieces, divider)

    def _elements(self, pieces: Sequence[StreamPiece], divider: Divider) -> list[ReadElement]:
        elements: dict[Address, ReadElement] = {}
        for piece in pieces:
            address = piece.address
            known = elements.get(address) or _element(address)
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
        if self._corrections.at("text", offset):
            return "text"
        correction = self._corrections.at("label", offset)
        return Address.parse(correction.read_as) if correction else None

    def _fixed_headings(self) -> dict[int, int]:
        """The headings that corrections know, as stretches of the stream."""
        fixed: dict[int, int] = {}
        for placed in self._corrections.of_kind("heading"):
            self._corrections.at("heading", placed.span.start)
            start = self._text.origins.index(placed.span.start)
            fixed[start] = self._text.origins.index(placed.span.end - 1) + 1
        return fixed


def _element(address: Address) -> ReadElement:
    parent = address.parent
    return ReadElement(
        key=str(address),
        kind="provision" if parent else "law",
        parent=str(parent) if parent else None,
    )


def _footnotes(
    elements: Sequence[ReadElement],
    stream: Stream,
    expected: Sequence[ExpectedNote],
    layout: TranscriptLayout,
    source: Source,
) -> Footnotes:
    """The notes and their markers, each where the sister's marker stands or next to it.

    A note without a marker, and a provision whose note in the sister edition is missing here, are
    told.
    """
    bearers = {element.key: element for element in elements}
    numbers = sorted(stream.notes)
    markers: dict[int, tuple[int, int]] = {}
    for note in expected:
        bearer = bearers.get(note.bearer)
        if bearer is None and note.number not in stream.notes:
            continue
        pattern = layout.footnotes.marker.of(str(note.number))
        marker = _nearest_marker(bearer, note, pattern) if bearer else EMPTY
        if note.number not in stream.notes or not marker:
            said = {"number": note.number, "bearer": note.bearer}
            source.problems.tell("note-missing", source.ledger.file, None, note.length, **said)
            continue
        markers[marker.origins[0]] = (numbers.index(note.number), len(marker))
    return Footnotes(tuple(stream.notes[number] for number in numbers), markers)


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
            why = f"it is printed before the end of {last}"
            yield SourceNote(edition, element.key, element.label.text, element.key, why, place)
        end = max(traced.span().end for traced in element.printed())
        if end > reached:
            reached, last = end, element.key
