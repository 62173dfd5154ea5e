"""Source -> one stream of text: furniture and unrelated matter set aside, notes taken out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2

from msgspec import Struct

from lawbase.address import law_of
from lawbase.errors import LawbaseError
from lawbase.reading.footnotes import Note
from lawbase.reading.labels import LabelPatterns
from lawbase.reading.patterns import LabelPattern, MarkerTemplate, Pattern
from lawbase.reading.source import Source
from lawbase.reading.tables import TableLayout
from lawbase.reading.traced import Traced
from lawbase.reading.transcript.headings import ExpectedNote
from lawbase.text import Span


class NoteLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How footnotes are printed: ``start`` matches where a note begins and has the group ``label``,
    ``marker`` matches what calls it, ``{}`` in it standing for the label.
    """

    start: LabelPattern
    marker: MarkerTemplate


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
    footnotes: NoteLayout
    furniture: tuple[Pattern, ...] = ()
    tables: tuple[TableLayout, ...] = ()


@dataclass(frozen=True, slots=True)
class Stream:
    """The running text of all pages without their notes, and the notes by their numbers."""

    text: Traced
    notes: dict[int, Note]


@dataclass(frozen=True, slots=True)
class _Place:
    """A footnote's place: its page, its sign, and where it ends."""

    page: int
    sign: Span
    end: int

    def misfit(self, length: int) -> float:
        """How far its length is from the expected one, in doublings."""
        return abs(log2((self.end - self.sign.end) / length))


def read_stream(
    source: Source, layout: TranscriptLayout, expected: Sequence[ExpectedNote]
) -> Stream:
    """Read the pages; furniture and unrelated matter are claimed in the ledger.

    Raises:
        LawbaseError: when the opening of the text is not there.
    """
    text, pages = _pages(source, layout)
    places = _find_notes(text.text, pages, layout, expected)
    notes: dict[int, Note] = {}
    for number, place in sorted(places.items(), reverse=True):
        sign = text[place.sign.start : place.sign.end].strip()
        notes[number] = Note(str(number), sign, text[place.sign.end : place.end].strip())
    for place in sorted(places.values(), key=lambda place: place.end, reverse=True):
        text = text.without(place.sign.start, place.end)
    return Stream(text, notes)


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
            text = text.without(match.start(), match.end())
    text = text.squeezed()
    ends = [bisect_left(text.origins, offset) for offset in offsets]
    return text, [Span(start, end) for start, end in pairwise([0, *ends, len(text)])]


def _find_notes(
    text: str,
    pages: Sequence[Span],
    layout: TranscriptLayout,
    expected: Sequence[ExpectedNote],
) -> dict[int, _Place]:
    """A page's notes end it, the highest number last, and are called from above on that page."""
    start = LabelPattern(rf"(?<!\S){layout.footnotes.start.text}")
    titles = _pages_of_titles(text, pages, layout.labels.law)
    ends = [page.end for page in pages]
    found: dict[int, _Place] = {}
    for note in sorted(expected, key=lambda note: note.number, reverse=True):
        marker = layout.footnotes.marker.of(str(note.number))
        places = [
            _Place(page, sign, ends[page])
            for page in _pages_of_law(titles, law_of(note.bearer), len(pages))
            for sign in _signs(text, Span(pages[page].start, ends[page]), note, start, marker)
        ]
        if places:
            best = min(places, key=lambda place: place.misfit(note.length))
            found[note.number] = best
            ends[best.page] = best.sign.start
    return found


def _pages_of_titles(text: str, pages: Sequence[Span], law: Pattern) -> dict[int, int]:
    """The page on which each law's title begins."""
    starts = [page.start for page in pages]
    titles: dict[int, int] = {}
    for match in law.finditer(text):
        titles.setdefault(int(match["label"]), bisect_right(starts, match.start()) - 1)
    return titles


def _pages_of_law(titles: Mapping[int, int], law: int | None, pages: int) -> range:
    """The pages from the one with the law's title to the one with the next law's title."""
    if law is None or law not in titles:
        return range(0)
    return range(titles[law], titles.get(law + 1, pages - 1) + 1)


def _signs(
    text: str,
    page: Span,
    note: ExpectedNote,
    start: Pattern,
    marker: Pattern,
) -> list[Span]:
    """Where the page could have a note's sign: its number, called before it on the page."""
    call = marker.search(text, page.start, page.end)
    if not call:
        return []
    matches = start.finditer(text, call.end(), page.end)
    return [Span(m.start(), m.end()) for m in matches if m["label"] == str(note.number)]
