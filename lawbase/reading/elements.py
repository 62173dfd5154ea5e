"""What the readers of all layouts produce: elements with traced text, assembled to an edition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from lawbase.address import Address
from lawbase.grouping import grouped
from lawbase.model import (
    Edition,
    IndexEntry,
    Key,
    Marker,
    Part,
    Provision,
    ProvisionKind,
    Run,
    SourceNote,
    Table,
)
from lawbase.reading.patterns import Pattern
from lawbase.reading.source import Source
from lawbase.reading.traced import EMPTY, Traced, join_lines
from lawbase.text import Span


class TableLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """A table in the text of the provision ``key``.

    It runs from the start of ``first`` to the end of ``last``; its rows begin at ``rows`` (or at
    once), and the pattern ``row`` matches one after another, its groups being the cells. Where the
    print sets a long table in strips side by side, ``abreast`` tells how many; a strip's rows come
    before those of the next.
    """

    key: Key
    first: str
    last: str
    row: Pattern
    rows: str = ""
    header: tuple[str, ...] = ()
    caption: str = ""
    abreast: Annotated[int, Meta(ge=1)] = 1


class ReadElement(Struct, frozen=True):
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

    @classmethod
    def at(cls, address: Address) -> ReadElement:
        """A law or a provision of one by its address, nothing of it read yet."""
        parent = address.parent
        kind: ProvisionKind = "provision" if parent else "law"
        return cls(str(address), kind, str(parent) if parent else None)

    def without_heading(self) -> ReadElement:
        """What looked like a heading read as the beginning of the text."""
        return replace(self, heading=EMPTY, text=join_lines([self.heading, self.text]))

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


def assemble(
    source: Source,
    elements: Sequence[ReadElement],
    tables: Sequence[TableLayout] = (),
    index: tuple[IndexEntry, ...] = (),
    notes: Sequence[SourceNote] = (),
) -> Edition:
    """Claim every element's characters and freeze the whole as an edition.

    The reader has claimed furniture, index and unrelated matter in the ledger before; ``notes``
    tell what else it saw besides what was corrected. What has two owners or none, keys that stand
    twice and corrections that change nothing are told.
    """
    for element in elements:
        _claim(element, source)
    source.corrections.tell_misfits(partial(_owner_of, elements), source.problems)
    notes = (*_corrected(source, elements), *notes)
    profile, ranges = source.profile, source.profile.law_ranges
    unique = _by_key(elements, source)
    claims = source.ledger.claims()
    in_texts = grouped(_tables(tables, unique, source))
    return Edition(
        id=profile.id,
        language=profile.language,
        year=profile.year,
        title=profile.title,
        revision=profile.revision,
        status=profile.status,
        publisher=profile.publisher,
        scope=profile.scope,
        laws=(ranges[0][0], ranges[-1][1]) if ranges else None,
        complete=profile.complete,
        source=source.file,
        provisions=tuple(_provisions(unique, in_texts, profile.id)),
        index=index,
        notes=notes,
        claims=claims,
        revisions=profile.revisions,
        gaps=tuple((a[1] + 1, b[0] - 1) for a, b in pairwise(ranges)),
    )


def _claim(element: ReadElement, source: Source) -> None:
    source.ledger.claim(element.label, "label", element.key)
    for name, traced in element.parts.items():
        source.ledger.claim(traced, "heading" if name == "heading" else "text", element.key)
    for traced in element.cut:
        source.ledger.claim(traced, "marker", element.key)


def _corrected(source: Source, elements: Sequence[ReadElement]) -> Iterator[SourceNote]:
    """What was corrected, told at the provision it concerns."""
    for placed in source.corrections.all:
        correction, key = placed.correction, _owner_of(elements, placed.span.start)
        said = correction.printed, correction.read_as, correction.why
        yield SourceNote(source.profile.id, key, *said, placed.span, correction.why_in)


def _owner_of(elements: Sequence[ReadElement], offset: int) -> Key:
    """The element that a character of the source belongs to, or nothing."""
    for element in elements:
        if any(offset in traced.origins for traced in element.printed()):
            return element.key
    return ""


def _by_key(elements: Sequence[ReadElement], source: Source) -> dict[Key, ReadElement]:
    """The elements by their keys; a key that stands twice is told."""
    unique: dict[Key, ReadElement] = {}
    for element in elements:
        if unique.setdefault(element.key, element) is not element:
            source.tell("key-twice", element.hull().start, len(element.text), key=element.key)
    return unique


def _provisions(
    elements: Mapping[Key, ReadElement], tables: Mapping[Key, tuple[Table, ...]], edition: str
) -> Iterator[Provision]:
    children = grouped((e.parent, key) for key, e in elements.items() if e.kind != "footnote")
    footnotes = grouped((bearer, key) for key, e in elements.items() for bearer in e.bearers)
    for key, element in elements.items():
        maps: dict[Part, tuple[Run, ...]] = {n: t.runs() for n, t in element.parts.items()}
        yield Provision(
            edition=edition,
            key=key,
            kind=element.kind,
            parent=element.parent,
            label=element.label.text,
            heading=element.heading.text,
            text=element.text.text,
            tail=element.tail.text,
            source=element.hull(),
            children=children.get(key, ()),
            footnotes=footnotes.get(key, ()),
            markers=element.markers,
            bearers=element.bearers,
            tables=tables.get(key, ()),
            senses=element.senses,
            maps=maps,
        )


def _tables(
    layouts: Sequence[TableLayout], elements: Mapping[Key, ReadElement], source: Source
) -> Iterator[tuple[Key, Table]]:
    """The tables, each with its provision; one that isn't there is told."""
    for number, layout in enumerate(layouts):
        path = f"layout.tables[{number}]"
        if layout.key not in elements:
            source.tell_profile("no-provision", path, key=layout.key)
        elif table := _table(elements[layout.key].text.text, layout, path, source):
            yield layout.key, table


def _table(text: str, layout: TableLayout, path: str, source: Source) -> Table | None:
    places = [0]
    for name in ("first", "rows", "last"):
        excerpt = getattr(layout, name)
        places.append(text.find(excerpt, places[-1]))
        if places[-1] < 0:
            said = {"excerpt": excerpt, "key": layout.key}
            source.tell_profile("no-excerpt", f"{path}.{name}", **said)
            return None
    _, start, body, last = places
    end = last + len(layout.last)
    printed = [_cells(match) for match in layout.row.finditer(text, body, end)]
    if not printed:
        said = {"pattern": layout.row.text, "key": layout.key}
        source.tell_profile("no-rows", f"{path}.row", **said)
        return None
    strips = range(layout.abreast)
    rows = tuple(row for strip in strips for row in printed[strip :: layout.abreast])
    return Table(start, end, layout.header, rows, layout.caption)


def _cells(match: re.Match[str]) -> tuple[str, ...]:
    return tuple((cell or "").strip() for cell in match.groups())
