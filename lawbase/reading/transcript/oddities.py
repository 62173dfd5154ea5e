"""What is odd in the print of a transcript, told at the provision it concerns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawbase.model import Key, SourceNote
from lawbase.reading.corrections import Corrections
from lawbase.reading.elements import Element


def source_notes(
    elements: Sequence[Element], corrections: Corrections, edition: str
) -> tuple[SourceNote, ...]:
    """The corrections, and the labels that are printed before their place.

    ``elements`` are in the order of their addresses.
    """
    notes = [*_corrected(elements, corrections, edition), *_lifted(elements, edition)]
    return tuple(sorted(notes, key=lambda note: note.source.start))


def _corrected(
    elements: Sequence[Element], corrections: Corrections, edition: str
) -> Iterator[SourceNote]:
    for kind in ("label", "text", "heading"):
        for placed in corrections.of_kind(kind):
            key = _owner(elements, placed.span.start)
            told = placed.correction
            yield SourceNote(edition, key, told.printed, told.read_as, told.why, placed.span)


def _lifted(elements: Sequence[Element], edition: str) -> Iterator[SourceNote]:
    """A label is lifted when something of an earlier provision is printed after it."""
    reached, last = 0, ""
    for element in elements:
        if element.kind == "footnote":
            continue
        place = element.label.span()
        if place.start < reached:
            why = f"it is printed before the end of {last}"
            yield SourceNote(edition, element.key, element.label.text, element.key, why, place)
        ends = [traced.span().end for traced in (element.label, *element.parts.values())]
        if max(ends) > reached:
            reached, last = max(ends), element.key


def _owner(elements: Sequence[Element], offset: int) -> Key:
    for element in elements:
        for traced in (element.label, *element.parts.values()):
            if offset in traced.origins:
                return element.key
    return ""
