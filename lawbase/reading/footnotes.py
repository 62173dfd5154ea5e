"""Footnotes: the notes at the foot of the pages, and the markers in the text that call them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.model import Key, Marker, Part
from lawbase.reading.elements import Element
from lawbase.reading.ledger import Ledger
from lawbase.reading.pages import Line
from lawbase.reading.profile import compiled
from lawbase.reading.traced import EMPTY, Traced, join_lines


class FootnoteLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How notes and markers are printed.

    ``start`` matches the beginning of a note and has the group ``label``. ``marker`` is the
    pattern of a marker, ``{}`` in it standing for the label, and ``loose`` that of a marker which
    came off its word, tried only for a note that nothing else calls. ``again`` is a sign that calls
    the page's only note once more. ``by_page`` says that numbering starts anew on every page.
    """

    start: str
    marker: str
    by_page: bool
    again: str | None = None
    loose: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote as it stands on its page."""

    label: str
    sign: Traced
    text: Traced
    page: int


@dataclass(frozen=True, slots=True)
class Footnotes:
    """All notes, and the markers by the source offset of their first character."""

    notes: tuple[Note, ...]
    markers: dict[int, tuple[int, int]]
    """offset -> (number of the note, length of the marker)"""


def take_footnotes(
    lines: Sequence[Line], layout: FootnoteLayout, profile: Path, ledger: Ledger
) -> tuple[list[Line], Footnotes]:
    """Part the lines of the text from the notes, and find the markers.

    Raises:
        LawbaseError: for a note without a marker.
    """
    start = compiled(layout.start, profile)
    body: list[Line] = []
    notes: list[Note] = []
    for _, group in groupby(lines, key=lambda line: line.page):
        page = list(group)
        cut = _notes_begin(page, start, layout)
        body.extend(page[:cut])
        notes.extend(_page_notes(page[cut:], start))
    return body, Footnotes(tuple(notes), _markers(body, notes, layout, ledger))


def _notes_begin(page: Sequence[Line], start: re.Pattern[str], layout: FootnoteLayout) -> int:
    """Where the notes begin: the first line that looks like one and is called from above it."""
    for number, line in enumerate(page):
        match = start.match(line.text)
        if match and line.gap != "none":
            above = page[:number] if layout.by_page else page
            others = [other for other in above if other is not line]
            if any(p.search(o.text) for p in _patterns(layout, match["label"]) for o in others):
                return number
    return len(page)


def _page_notes(lines: Sequence[Line], start: re.Pattern[str]) -> list[Note]:
    notes: list[tuple[re.Match[str], list[Line]]] = []
    for line in lines:
        match = start.match(line.text)
        if match and _continues(match["label"], notes):
            notes.append((match, [line]))
        else:
            notes[-1][1].append(line)
    return [_note(match, note) for match, note in notes]


def _continues(label: str, notes: Sequence[tuple[re.Match[str], list[Line]]]) -> bool:
    if not notes:
        return True
    last = notes[-1][0]["label"]
    return not (label.isdigit() and last.isdigit()) or int(label) == int(last) + 1


def _note(match: re.Match[str], lines: Sequence[Line]) -> Note:
    first = lines[0].traced
    text = join_lines([first[match.end() :], *(line.traced for line in lines[1:])])
    return Note(match["label"], first[: match.end()].strip(), text, lines[0].page)


def _patterns(layout: FootnoteLayout, label: str) -> list[re.Pattern[str]]:
    """The patterns of the markers that call a note of that label, the likeliest first."""
    escaped = re.escape(label)
    strict = layout.marker.format(escaped)
    patterns = [f"{strict}|{layout.again}" if layout.again else strict]
    if layout.loose:
        patterns.append(layout.loose.format(escaped))
    return [re.compile(pattern) for pattern in patterns]


def _markers(
    body: Sequence[Line], notes: Sequence[Note], layout: FootnoteLayout, ledger: Ledger
) -> dict[int, tuple[int, int]]:
    markers: dict[int, tuple[int, int]] = {}
    for number, note in enumerate(notes):
        found = _calls(body, note, layout)
        if not found:
            raise LawbaseError(
                f"the footnote {note.label} has no marker",
                file=ledger.file,
                line=ledger.line(note.sign.origins[0]),
            )
        markers |= {offset: (number, length) for offset, length in found}
    return markers


def _calls(body: Sequence[Line], note: Note, layout: FootnoteLayout) -> list[tuple[int, int]]:
    """The markers of a note: on its page; or, numbered throughout, on the pages beside it."""
    near = [line for line in body if abs(line.page - note.page) <= (0 if layout.by_page else 1)]
    found = (_matches(near, pattern) for pattern in _patterns(layout, note.label))
    return next((matches for matches in found if matches), [])


def _matches(lines: Sequence[Line], pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    return [
        (line.traced.origins[match.start()], match.end() - match.start())
        for line in lines
        for match in pattern.finditer(line.text)
    ]


def cut_markers(
    traced: Traced, footnotes: Footnotes
) -> tuple[Traced, tuple[Traced, ...], list[tuple[int, int]]]:
    """A text without its markers, the markers' characters, and (note, place in the text) pairs."""
    kept, cuts, places = EMPTY, [], []
    at = start = 0
    while at < len(traced):
        marker = footnotes.markers.get(traced.origins[at])
        if marker is None:
            at += 1
            continue
        note, length = marker
        kept += traced[start:at]
        cuts.append(traced[at : at + length])
        places.append((note, len(kept)))
        at = start = at + length
    return kept + traced[start:], tuple(cuts), places


def with_footnotes(elements: Sequence[Element], footnotes: Footnotes) -> list[Element]:
    """The elements without marker signs; each note stands after its first bearer."""
    bearers: dict[int, list[Key]] = {}
    stripped: list[tuple[Element, tuple[Traced, ...], list[tuple[int, Part, int]]]] = []
    for element in elements:
        clean, cuts, places = _strip(element, footnotes)
        stripped.append((clean, cuts, places))
        for note, _, _ in places:
            bearers.setdefault(note, []).append(element.key)
    keys = {n: f"{keys[0]}#fn{footnotes.notes[n].label}" for n, keys in bearers.items()}
    result: list[Element] = []
    for element, cuts, places in stripped:
        markers = tuple(Marker(keys[note], part, at) for note, part, at in places)
        result.append(replace(element, cut=(*element.cut, *cuts), markers=markers))
        for note in dict.fromkeys(note for note, _, _ in places):
            if bearers[note][0] == element.key:
                result.append(_footnote(keys[note], footnotes.notes[note], bearers[note]))
    return result


def _strip(
    element: Element, footnotes: Footnotes
) -> tuple[Element, tuple[Traced, ...], list[tuple[int, Part, int]]]:
    cuts: list[Traced] = []
    places: list[tuple[int, Part, int]] = []

    def clean(name: Part, traced: Traced) -> Traced:
        kept, cut, found = cut_markers(traced, footnotes)
        cuts.extend(cut)
        places.extend((note, name, at) for note, at in found)
        return kept

    stripped = replace(
        element,
        heading=clean("heading", element.heading),
        text=clean("text", element.text),
        tail=clean("tail", element.tail),
    )
    return stripped, tuple(cuts), places


def _footnote(key: Key, note: Note, bearers: Sequence[Key]) -> Element:
    return Element(
        key=key,
        kind="footnote",
        parent=bearers[0],
        label=note.sign,
        text=note.text,
        bearers=tuple(dict.fromkeys(bearers)),
    )
