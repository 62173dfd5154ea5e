"""Source -> one stream of text: furniture and unrelated matter set aside, notes taken out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2

from lawbase.address import law_of
from lawbase.errors import LawbaseError
from lawbase.model import Span
from lawbase.reading.footnotes import Note
from lawbase.reading.ledger import Ledger
from lawbase.reading.profile import EditionFolder, compiled
from lawbase.reading.traced import EMPTY, Traced
from lawbase.reading.transcript.expectation import ExpectedNote
from lawbase.reading.transcript.layout import TranscriptLayout


@dataclass(frozen=True, slots=True)
class Stream:
    """The running text of all pages without their notes, and the notes by their numbers."""

    text: Traced
    notes: dict[int, Note]


@dataclass(frozen=True, slots=True)
class _Found:
    """A footnote's place: its page, and from where to where it runs."""

    page: int
    sign: Span
    end: int


def read_stream(
    folder: EditionFolder,
    layout: TranscriptLayout,
    expected: Sequence[ExpectedNote],
    ledger: Ledger,
) -> Stream:
    """Read the pages; furniture and unrelated matter are claimed in the ledger.

    Raises:
        LawbaseError: when the opening of the text is not there.
    """
    pages = _pages(folder, layout, ledger)
    places = _find_notes(pages, layout, expected, folder)
    notes: dict[int, Note] = {}
    for number, found in sorted(places.items(), reverse=True):
        page = pages[found.page]
        sign, text = page[found.sign.start : found.sign.end], page[found.sign.end : found.end]
        notes[number] = Note(str(number), sign.strip(), text.squeezed(), found.page)
        pages[found.page] = page.without(found.sign.start, found.end)
    whole = EMPTY
    for page in pages:
        whole += page
    return Stream(whole.squeezed(), notes)


def _pages(folder: EditionFolder, layout: TranscriptLayout, ledger: Ledger) -> list[Traced]:
    profile = folder.path / "edition.toml"
    opening = compiled(layout.opening, profile).search(folder.source)
    if not opening:
        raise LawbaseError(
            f"the text's opening “{layout.opening}” is missing", file=folder.source_path, line=1
        )
    ledger.claim(Span(0, opening.end()), "unrelated", "")
    whole = Traced.of(folder.source)[opening.end() :]
    ends = [0, *(m.end() for m in compiled(layout.page_end, profile).finditer(whole.text))]
    furniture = [compiled(p, profile) for p in (layout.page_end, *layout.furniture)]
    pages = [whole[start:end] for start, end in pairwise([*ends, len(whole)])]
    return [_without_furniture(page, furniture, ledger) for page in pages]


def _without_furniture(
    page: Traced, furniture: Sequence[re.Pattern[str]], ledger: Ledger
) -> Traced:
    for pattern in furniture:
        for match in reversed(list(pattern.finditer(page.text))):
            ledger.claim(page[match.start() : match.end()], "furniture", "")
            page = page.without(match.start(), match.end())
    return page


def _find_notes(
    pages: Sequence[Traced],
    layout: TranscriptLayout,
    expected: Sequence[ExpectedNote],
    folder: EditionFolder,
) -> dict[int, _Found]:
    """A page's notes end it, the highest number last, and are called from above on that page."""
    profile = folder.path / "edition.toml"
    start = compiled(rf"(?<!\S){layout.footnotes.start}", profile)
    law = compiled(layout.labels.law, profile)
    laws = [{int(m["label"]) for m in law.finditer(page.text)} for page in pages]
    ends = [len(page) for page in pages]
    found: dict[int, _Found] = {}
    for note in sorted(expected, key=lambda note: note.number, reverse=True):
        marker = layout.footnotes.marker_of(note.number, profile)
        candidates = [
            _Found(page, sign, ends[page])
            for page in _pages_of_law(laws, law_of(note.bearer) or 0)
            for sign in _signs(pages[page].text[: ends[page]], note.number, start, marker)
        ]
        if candidates:
            best = min(candidates, key=lambda c: abs(log2((c.end - c.sign.end) / note.length)))
            found[note.number] = best
            ends[best.page] = best.sign.start
    return found


def _pages_of_law(laws: Sequence[set[int]], law: int) -> range:
    """The pages from the one where the law's title stands to the one of the next law's title."""
    first = next((page for page, titles in enumerate(laws) if law in titles), len(laws))
    last = next((page for page, titles in enumerate(laws) if law + 1 in titles), len(laws) - 1)
    return range(first, last + 1)


def _signs(page: str, number: int, start: re.Pattern[str], marker: re.Pattern[str]) -> list[Span]:
    """Where the page could have the number as a note's sign: the same number called before it."""
    call = marker.search(page)
    if not call:
        return []
    matches = start.finditer(page, call.end())
    return [Span(m.start(), m.end()) for m in matches if m["label"] == str(number)]
