"""What the readers of all layouts produce: elements with traced text, assembled to an edition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from lawbase.errors import LawbaseError
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
)
from lawbase.reading.ledger import Ledger
from lawbase.reading.profile import EditionFolder
from lawbase.reading.traced import EMPTY, Traced
from lawbase.text import Span


@dataclass(frozen=True, slots=True)
class Element:
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
    bearers: tuple[Key, ...] = field(default=())

    @property
    def parts(self) -> dict[Part, Traced]:
        """Its non-empty parts by name."""
        parts: dict[Part, Traced] = {
            "heading": self.heading,
            "text": self.text,
            "tail": self.tail,
        }
        return {name: traced for name, traced in parts.items() if traced}


def assemble(
    folder: EditionFolder,
    elements: Sequence[Element],
    ledger: Ledger,
    index: tuple[IndexEntry, ...] = (),
    notes: tuple[SourceNote, ...] = (),
) -> Edition:
    """Claim every element's characters and freeze the whole as an edition.

    The reader has claimed furniture, index and unrelated matter in the ledger before.

    Raises:
        LawbaseError: when a character has two owners or none, or two elements share a key.
    """
    for element in elements:
        _claim(element, ledger)
    profile = folder.profile
    return Edition(
        id=profile.id,
        language=profile.language,
        year=profile.year,
        title=profile.title,
        revision=profile.revision,
        status=profile.status,
        publisher=profile.publisher,
        scope=profile.scope,
        laws=profile.laws,
        complete=profile.complete,
        source=folder.source_file,
        provisions=_provisions(profile.id, elements, folder),
        index=index,
        notes=notes,
        claims=ledger.claims(),
        revisions=profile.revisions,
    )


def _claim(element: Element, ledger: Ledger) -> None:
    ledger.claim(element.label, "label", element.key)
    for name, traced in element.parts.items():
        ledger.claim(traced, "heading" if name == "heading" else "text", element.key)
    for traced in element.cut:
        ledger.claim(traced, "marker", element.key)


def _provisions(
    edition: str, elements: Sequence[Element], folder: EditionFolder
) -> tuple[Provision, ...]:
    children: defaultdict[Key, list[Key]] = defaultdict(list)
    footnotes: defaultdict[Key, list[Key]] = defaultdict(list)
    seen: set[Key] = set()
    for element in elements:
        if element.key in seen:
            raise LawbaseError(f"two provisions are read as {element.key}", file=folder.source_path)
        seen.add(element.key)
        if element.kind == "footnote":
            for bearer in element.bearers:
                footnotes[bearer].append(element.key)
        elif element.parent is not None:
            children[element.parent].append(element.key)
    return tuple(
        _provision(edition, element, tuple(children[element.key]), tuple(footnotes[element.key]))
        for element in elements
    )


def _provision(
    edition: str, element: Element, children: tuple[Key, ...], footnotes: tuple[Key, ...]
) -> Provision:
    maps: dict[Part, tuple[Run, ...]] = {n: t.runs() for n, t in element.parts.items()}
    return Provision(
        edition=edition,
        key=element.key,
        kind=element.kind,
        parent=element.parent,
        label=element.label.text,
        heading=element.heading.text,
        text=element.text.text,
        tail=element.tail.text,
        source=_hull(element),
        children=children,
        footnotes=footnotes,
        markers=element.markers,
        bearers=element.bearers,
        senses=element.senses,
        maps=maps,
    )


def _hull(element: Element) -> Span:
    spans = [traced.span() for traced in (element.label, *element.parts.values()) if traced]
    if not spans:
        return Span(0, 0)
    return Span(min(span.start for span in spans), max(span.end for span in spans))
