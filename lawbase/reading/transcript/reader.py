"""A transcript -> edition: pages to a stream, marks to an outline, pieces to elements."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lawbase.address import Address, key_order
from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.reading.corrections import Corrections
from lawbase.reading.elements import Element, assemble
from lawbase.reading.footnotes import Footnotes, with_footnotes
from lawbase.reading.ledger import Ledger
from lawbase.reading.profile import EditionFolder, compiled
from lawbase.reading.tables import with_tables
from lawbase.reading.traced import EMPTY, Traced
from lawbase.reading.transcript.expectation import ExpectedNote, Outline
from lawbase.reading.transcript.headings import Divider
from lawbase.reading.transcript.layout import TranscriptLayout, transcript_layout
from lawbase.reading.transcript.marks import Forced, find_marks
from lawbase.reading.transcript.oddities import source_notes
from lawbase.reading.transcript.readings import OutlineReader, Piece
from lawbase.reading.transcript.stream import Stream, read_stream


def read_transcript(folder: EditionFolder, read: Mapping[str, Edition]) -> Edition:
    """Read a transcript with the outline of its sister edition as evidence, never as text.

    ``read`` holds the editions that were read before, by id; the profile names the sister.

    Raises:
        LawbaseError: with file and line, for whatever in the source is not explained by the
            profile, the sister's outline and the corrections.
    """
    profile = folder.path / "edition.toml"
    layout = transcript_layout(folder)
    outline = Outline(_sister(folder, read))
    corrections = Corrections.load(folder.path, folder.source)
    ledger = Ledger(folder.source, str(folder.source_path))
    stream = read_stream(folder, layout, outline.notes, ledger)
    provisions = _Provisions(stream.text, outline, corrections, ledger)
    elements = provisions.read(layout, profile)
    footnotes = _footnotes(elements, stream, outline.notes, layout, ledger)
    elements = sorted(with_footnotes(elements, footnotes), key=lambda e: key_order(e.key))
    corrections.check_all_used()
    notes = source_notes(elements, corrections, folder.profile.id)
    return with_tables(assemble(folder, elements, ledger, (), notes), layout.tables, profile)


def _sister(folder: EditionFolder, read: Mapping[str, Edition]) -> Edition:
    sister = read.get(folder.profile.sister or "")
    if sister is None:
        raise LawbaseError(
            "a transcript is read with the help of its sister edition, and it names none",
            file=folder.path / "edition.toml",
            line=1,
        )
    return sister


class _Provisions:
    """The laws and provisions of a stream, footnote markers still in them."""

    def __init__(self, text: Traced, outline: Outline, corrections: Corrections, ledger: Ledger):
        self._text = text
        self._outline = outline
        self._corrections = corrections
        self._ledger = ledger

    def read(self, layout: TranscriptLayout, profile: Path) -> list[Element]:
        """The elements in the order of print.

        Raises:
            LawbaseError: when the labels have no admissible reading, or one is left over.
        """
        patterns = {
            level: compiled(pattern, profile) for level, pattern in layout.labels.by_level().items()
        }
        text = self._text.text
        marks = find_marks(text, patterns, self._forced)
        divider = Divider(text, marks, self._fixed_headings())
        reader = OutlineReader(text, marks, self._outline, divider, self._fault)
        pieces, left = reader.read()
        for mark in left:
            if mark.opens_clause and not mark.forced:
                excerpt = text[mark.start : mark.start + 40]
                message = f"“{excerpt}” looks like a label but has no place in the outline"
                raise self._fault(message, mark.start)
        return self._elements(pieces, divider)

    def _elements(self, pieces: Sequence[Piece], divider: Divider) -> list[Element]:
        elements: dict[Address, Element] = {}
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
        line = self._ledger.line(self._text.origins[at])
        return LawbaseError(message, file=self._ledger.file, line=line)

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


def _element(address: Address) -> Element:
    parent = address.parent
    return Element(
        key=str(address),
        kind="provision" if parent else "law",
        parent=str(parent) if parent else None,
    )


def _footnotes(
    elements: Sequence[Element],
    stream: Stream,
    expected: Sequence[ExpectedNote],
    layout: TranscriptLayout,
    ledger: Ledger,
) -> Footnotes:
    """The notes and their markers, each where the sister's marker stands or next to it.

    Raises:
        LawbaseError: for a note without a marker, and for a provision whose note in the sister
            edition is missing here.
    """
    profile = Path(ledger.file).parent / "edition.toml"
    bearers = {element.key: element for element in elements}
    numbers = sorted(stream.notes)
    markers: dict[int, tuple[int, int]] = {}
    for note in expected:
        bearer = bearers.get(note.bearer)
        if bearer is None and note.number not in stream.notes:
            continue
        pattern = layout.footnotes.marker_of(note.number, profile)
        marker = _nearest_marker(bearer, note, pattern) if bearer else EMPTY
        if note.number not in stream.notes or not marker:
            message = f"the footnote {note.number} of {note.bearer} or its marker is missing"
            raise LawbaseError(message, file=ledger.file)
        markers[marker.origins[0]] = (numbers.index(note.number), len(marker))
    return Footnotes(tuple(stream.notes[number] for number in numbers), markers)


def _nearest_marker(bearer: Element, note: ExpectedNote, pattern: re.Pattern[str]) -> Traced:
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
