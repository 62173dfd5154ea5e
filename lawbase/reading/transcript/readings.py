"""Marks -> outline: which provision each stretch of the stream belongs to.

A transcript may print a label before its place: a heading before its law, two headings before
both their texts, a number before the items of the number above. All admissible readings of all
marks are followed side by side, with such *lifted* labels pending until their place comes; each
reading is weighed by named preferences, and the lightest reading of the whole stream wins.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import Address, sibling
from lawbase.errors import LawbaseError
from lawbase.reading.lightest import Hypothesis, follow
from lawbase.reading.outline import opened
from lawbase.reading.transcript.headings import (
    LEFT_AS_TEXT,
    Divider,
    PossibleLabel,
    SisterOutline,
)

PiecePart = Literal["heading", "text", "both"]
FaultAt = Callable[[str, int], LawbaseError]
"""Makes the error for a message and the place of the stream that it is about."""

_SENTENCE = re.compile(r"[.!?:][\")”“’]*\s+(?=[^\W\d_])")
_BREADTH = 8.0
"""Readings that are heavier than the lightest by more than this are given up."""


class StreamPiece(Struct, frozen=True):
    """A stretch of the stream that belongs to a provision: its heading, its text, or both."""

    address: Address
    part: PiecePart
    start: int
    end: int
    label: PossibleLabel | None


class StreamState(Struct, frozen=True):
    """Where a reading stands: the provision being read, which part of it, and since where.

    ``pending`` are the lifted provisions whose place has not come yet, in order. While one of a
    law to come is read, it is the current one, and only its heading can stand there.
    """

    current: Address
    part: PiecePart
    start: int
    label: PossibleLabel | None = None
    pending: tuple[Address, ...] = ()


Candidate = Hypothesis[StreamState | None, StreamPiece | PossibleLabel]
"""A reading up to some mark, with the pieces and the marks left as text; no state at first."""
Ways = Iterator[Candidate]


class OutlineReader:
    """Finds the best reading of a stream's marks."""

    def __init__(
        self,
        text: str,
        marks: Sequence[PossibleLabel],
        outline: SisterOutline,
        divider: Divider,
        fault: FaultAt,
    ):
        self._text = text
        self._marks = marks
        self._outline = outline
        self._divider = divider
        self._fault = fault

    def read(self) -> tuple[list[StreamPiece], list[PossibleLabel]]:
        """The pieces of the stream in the order of print, and the marks that are left as text.

        The stream may be cut off in its last provision, so that one is weighed for nothing.

        Raises:
            LawbaseError: when no reading is admissible.
        """
        nexts = [*(mark.start for mark in self._marks[1:]), len(self._text)]
        places = zip(self._marks, nexts, strict=False)
        readings = follow(None, places, self._ways, _BREADTH, self._stuck)
        ended = [
            (resumed.weight, self._closed(resumed, len(self._text)))
            for reading in readings
            for resumed in self._resumed(reading, len(self._text))
            if resumed.state and not resumed.state.pending
        ]
        if not ended:
            raise self._fault("no reading of the labels fits to the end", len(self._text) - 1)
        _, best = min(ended, key=lambda pair: pair[0])
        decisions = best.decisions()
        pieces = [piece for piece in decisions if isinstance(piece, StreamPiece)]
        return pieces, [mark for mark in decisions if isinstance(mark, PossibleLabel)]

    def _ways(self, reading: Candidate, place: tuple[PossibleLabel, int]) -> Ways:
        """Every way to go on at a mark, and the place of the following one."""
        for resumed in self._resumed(reading, place[0].start):
            yield from self._choices(resumed, *place)

    def _stuck(self, place: tuple[PossibleLabel, int]) -> LawbaseError:
        start = place[0].start
        excerpt = self._text[start : start + 40]
        return self._fault(f"“{excerpt}” fits no reading of what stands before", start)

    def _choices(self, reading: Candidate, mark: PossibleLabel, following: int) -> Ways:
        """Every way to go on at a mark: it opens a provision, is lifted, or is mere text."""
        if mark.forced != "text":
            yield from self._openings(reading, mark, following)
        state = reading.state
        if state is None or isinstance(mark.forced, Address):
            return
        yield reading.then(0.0 if mark.forced else LEFT_AS_TEXT, state, mark)

    def _openings(self, reading: Candidate, mark: PossibleLabel, following: int) -> Ways:
        if mark.law is not None:
            yield from self._law(reading, mark, Address(mark.law), following)
            return
        for address in self._admissible(reading.state, mark):
            yield from self._opened(reading, mark, address)
            yield from self._lifted_beside(reading, mark, address, following)
        yield from self._lifted_before_law(reading, mark)

    def _law(self, reading: Candidate, mark: PossibleLabel, law: Address, following: int) -> Ways:
        """A law's title; what was lifted before it begins right after the title."""
        state = reading.state
        pending = state.pending if state else ()
        if state and state.current.law + (not pending) != law.law:
            return
        closed = self._closed(reading, mark.start)
        if not pending:
            yield closed.then(0.0, StreamState(law, "both", mark.end, mark))
            return
        text = self._outline.expected(pending[-1]).text
        expected = replace(self._outline.expected(law), text=text)
        cut = self._divider.divide(mark.end, following, expected).cut
        titled = self._with_piece(closed, StreamPiece(law, "heading", mark.end, cut, mark))
        yield titled.then(0.0, StreamState(pending[-1], "text", cut))

    def _admissible(self, state: StreamState | None, mark: PossibleLabel) -> Iterator[Address]:
        """The addresses that a label may spell here: it continues a sequence or begins one."""
        if state is None or state.part == "heading":
            return
        if isinstance(mark.forced, Address):
            yield mark.forced
            return
        open_ = (state.current, *state.pending[:1])
        for level, place in mark.readings:
            for address in (opened(here, level, place) for here in open_):
                before = sibling(address, -1)
                follows = before.contains(state.current) if before else address.parent in open_
                if follows and address.level == level:
                    yield address

    def _opened(self, reading: Candidate, mark: PossibleLabel, address: Address) -> Ways:
        """A provision begins; one that was lifted before it begins with its first child."""
        state = reading.state
        if state is None or address <= state.current:
            return
        pending = state.pending
        if pending and pending[0].contains(address):
            pending = pending[1:]
        elif pending and not address < pending[0]:
            return
        closed = self._closed(reading, mark.start)
        yield closed.then(0.0, StreamState(address, "both", mark.end, mark, pending))

    def _lifted_beside(
        self, reading: Candidate, mark: PossibleLabel, address: Address, following: int
    ) -> Ways:
        """The next provision's label and heading, printed before the text of this one."""
        state = reading.state
        if state is None or state.part != "both" or state.pending:
            return
        if sibling(address, -1) != state.current:
            return
        closed = self._closed(reading.then(0.0, replace(state, part="heading")), mark.start)
        cut = self._divider.divide(mark.end, following, self._outline.expected(address)).cut
        lifted = self._with_piece(closed, StreamPiece(address, "heading", mark.end, cut, mark))
        yield lifted.then(0.0, StreamState(state.current, "text", cut, None, (address,)))

    def _lifted_before_law(self, reading: Candidate, mark: PossibleLabel) -> Ways:
        """The first label of a law, or of its first provision, printed before the law's title."""
        state = reading.state
        waiting = state is not None and state.part == "heading"
        law = Address(state.current.law + (not waiting) if state else 1)
        above = state.current if state and waiting else law
        for level, place in mark.readings:
            address = opened(above, level, place)
            if place > 1 or address.parent != above or address.level != level:
                continue
            closed = self._closed(reading, mark.start)
            pending = (*(state.pending if state else ()), address)
            yield closed.then(0.0, StreamState(address, "heading", mark.end, mark, pending))

    def _resumed(self, reading: Candidate, end: int) -> Ways:
        """The reading as it is, and with the pending provision's text begun at a sentence."""
        yield reading
        state = reading.state
        if state is None or state.part != "text" or not state.pending:
            return
        resumed: list[Candidate] = []
        for match in _SENTENCE.finditer(self._text, state.start, end):
            closed = self._closed(reading, match.end())
            begun = StreamState(state.pending[0], "text", match.end(), None, state.pending[1:])
            resumed.append(closed.then(0.0, begun))
        if resumed:
            yield min(resumed, key=lambda new: self._closed(new, end).weight)

    def _closed(self, reading: Candidate, end: int) -> Candidate:
        """The reading with the stretch up to ``end`` given to the current provision."""
        state = reading.state
        if state is None:
            return reading
        piece = StreamPiece(state.current, state.part, state.start, end, state.label)
        return self._with_piece(reading, piece)

    def _with_piece(self, reading: Candidate, piece: StreamPiece) -> Candidate:
        expected = self._outline.expected(piece.address)
        if piece.part == "both":
            weight = self._divider.divide(piece.start, piece.end, expected).weight
        elif piece.part == "heading":
            weight = self._divider.heading_weight(piece.start, piece.end, expected)
        else:
            weight = self._divider.text_weight(piece.start, piece.end, expected)
        return reading.then(weight, reading.state, piece)
