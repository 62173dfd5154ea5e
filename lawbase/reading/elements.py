"""What the readers of all layouts produce: elements with traced text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawbase.model import Key, Marker, Part, ProvisionKind
from lawbase.reading.traced import EMPTY, Traced
from lawbase.text import Span


@dataclass(frozen=True, slots=True)
class ReadElement:
    """A provision as it was read, every part of it traced to the source.

    ``cut`` are the characters that belong to it but to none of its parts: the signs of footnote
    markers, the dash between a headword and its definition.
    """

    key: Key
    kind: ProvisionKind
    parent: Key | None = None
    label: Traced = EMPTY
    heading: Traced = EMPTY
    text: Traced = EMPTY
    tail: Traced = EMPTY
    cut: tuple[Traced, ...] = ()
    markers: tuple[Marker, ...] = ()
    senses: tuple[Span, ...] = ()
    bearers: tuple[Key, ...] = ()

    @property
    def parts(self) -> dict[Part, Traced]:
        """Its non-empty parts by name."""
        parts: dict[Part, Traced] = {
            "heading": self.heading,
            "text": self.text,
            "tail": self.tail,
        }
        return {name: traced for name, traced in parts.items() if traced}

    def printed(self) -> tuple[Traced, ...]:
        """Its label and its parts, those that are there."""
        return tuple(traced for traced in (self.label, *self.parts.values()) if traced)

    def hull(self) -> Span:
        """From its first character in the source to its last."""
        spans = [traced.span() for traced in self.printed()]
        if not spans:
            return Span(0, 0)
        return Span(min(span.start for span in spans), max(span.end for span in spans))


def owner_of(elements: Sequence[ReadElement], offset: int) -> Key:
    """The element that a character of the source belongs to, or nothing."""
    for element in elements:
        if any(offset in traced.origins for traced in element.printed()):
            return element.key
    return ""
