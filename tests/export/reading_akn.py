"""An Akoma Ntoso document of ours read back to the edition that it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

import msgspec
from msgspec.structs import replace

from lawbase.export.akn.metadata import EDITION
from lawbase.export.akn.vocabulary import AKN, KEY, KIND_TAGS, NOTE, SOURCE
from lawbase.model import Edition, Key, Marker, Part, Provision, ProvisionKind, Table
from lawbase.text import Span

Q = f"{{{AKN}}}"
PARTS: dict[str, Part] = {
    f"{Q}heading": "heading",
    f"{Q}intro": "text",
    f"{Q}content": "text",
    f"{Q}wrapUp": "tail",
    f"{Q}{NOTE}": "text",
}


def read(data: bytes) -> Edition:
    """The edition that a document was written from, without what is no text of it: the subject
    index, the claims, the notes on the print, and the maps.
    """
    root = ET.fromstring(data)
    described = next(root.iter(EDITION))
    body = next(e for e in root.iter() if e.tag in (f"{Q}body", f"{Q}mainBody"))
    keys = {e.attrib["eId"]: e.attrib[KEY] for e in root.iter() if KEY in e.attrib}
    reader = _BodyReader(described.attrib["id"], keys)
    found = [p for element in body for p in reader.provisions(element, None)]
    return _edition(described.attrib, tuple(_with_bearers(found)))


@dataclass
class _Flow:
    """The text of one part as it is read, and what stands on it."""

    text: str = ""
    calls: list[tuple[Key, int]] = field(default_factory=list)
    notes: list[ET.Element] = field(default_factory=list)
    senses: list[Span] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)


@dataclass(frozen=True)
class _BodyReader:
    """Reads the provisions of a body, each with all that is below it."""

    edition: str
    keys: Mapping[str, Key]
    """Keys by eId."""

    def provisions(self, element: ET.Element, parent: Key | None) -> Iterator[Provision]:
        """The provision that an element stands for, its footnotes, and all below it."""
        key = element.attrib[KEY]
        kind = kind_of(element.tag.removeprefix(Q), element.get("name"))
        flows: dict[Part, _Flow] = {"heading": _Flow(), "text": _Flow(), "tail": _Flow()}
        for child in [element] if kind == "footnote" else element:
            if child.tag in PARTS:
                self._flow(child, flows[PARTS[child.tag]])
        children = [child for child in element if KEY in child.attrib]
        markers = tuple(
            Marker(called, part, at) for part, flow in flows.items() for called, at in flow.calls
        )
        heading = flows["heading"].text
        headword = heading if element.find(f"{Q}heading/{Q}def") is not None else ""
        yield Provision(
            edition=self.edition,
            key=key,
            kind=kind,
            parent=parent,
            label=headword or element.get("marker", "") or element.findtext(f"{Q}num", ""),
            heading="" if headword else heading,
            text=flows["text"].text,
            tail=flows["tail"].text,
            source=_source(element),
            children=tuple(child.attrib[KEY] for child in children),
            footnotes=tuple(dict.fromkeys(marker.footnote for marker in markers)),
            markers=markers,
            tables=tuple(flows["text"].tables),
            senses=tuple(flows["text"].senses),
        )
        notes = (note for flow in flows.values() for note in flow.notes)
        for below in (*notes, *children):
            yield from self.provisions(below, key)

    def _flow(self, element: ET.Element, flow: _Flow) -> None:
        """Read an inline element, or the blocks of a container, whose indentation is no text."""
        blocks = [child for child in element if child.tag in (f"{Q}p", f"{Q}table")]
        if not blocks:
            self._inline(element, flow)
        start = 0
        for block in blocks:
            if block.tag == f"{Q}table":
                flow.tables.append(_table(block, start, len(flow.text)))
            else:
                start = len(flow.text)
                self._inline(block, flow)

    def _inline(self, element: ET.Element, flow: _Flow) -> None:
        flow.text += element.text or ""
        for child in element:
            start = len(flow.text)
            if child.tag == f"{Q}{NOTE}":
                flow.calls.append((child.attrib[KEY], start))
                flow.notes.append(child)
            elif child.tag == f"{Q}noteRef":
                flow.calls.append((self.keys[child.attrib["href"].removeprefix("#")], start))
            else:
                self._inline(child, flow)
            if child.get("name") == "sense":
                flow.senses.append(Span(start, len(flow.text)))
            flow.text += child.tail or ""


def kind_of(tag: str, name: str | None) -> ProvisionKind:
    """The kind of provision that an element stands for."""
    named = (kind for kind, its_tag in KIND_TAGS.items() if its_tag == tag and name in (None, kind))
    return next(named, "provision")


def _source(element: ET.Element) -> Span:
    start, end = element.attrib[SOURCE].split()
    return Span(int(start), int(end))


def _table(element: ET.Element, start: int, end: int) -> Table:
    rows = [
        (cells[0].tag, tuple("".join(cell.itertext()).strip() for cell in cells))
        for line in element.iterfind(f"{Q}tr")
        if (cells := list(line))
    ]
    header = next((cells for tag, cells in rows if tag == f"{Q}th"), ())
    body = tuple(cells for tag, cells in rows if tag == f"{Q}td")
    return Table(start, end, header, body, element.findtext(f"{Q}caption", ""))


def _with_bearers(provisions: list[Provision]) -> Iterator[Provision]:
    bearers: dict[Key, dict[Key, None]] = {}
    for provision in provisions:
        for note in provision.footnotes:
            bearers.setdefault(note, {})[provision.key] = None
    for provision in provisions:
        yield replace(provision, bearers=tuple(bearers.get(provision.key, ())))


def _edition(attributes: Mapping[str, str], provisions: tuple[Provision, ...]) -> Edition:
    """The edition that attributes describe, all of which are texts."""
    fields: dict[str, object] = {"edition": attributes["id"], "source": attributes, **attributes}
    fields["laws"] = attributes["laws"].split() if "laws" in attributes else None
    for name in ("revisions", "gaps"):
        fields[name] = msgspec.json.decode(attributes.get(name, "[]"))
    edition = msgspec.convert(fields, Edition, strict=False)
    return replace(edition, provisions=provisions)
