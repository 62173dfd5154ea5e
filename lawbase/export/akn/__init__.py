"""Akoma Ntoso 3.0: every edition as a document, the tree with its notes, references and tables.

What the standard has no place for (the key, the span in the source) is in attributes of an own
namespace, which its schema allows.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from xml.etree import ElementTree as ET

from lawbase.export.akn.metadata import IN_FORCE, metadata
from lawbase.export.akn.vocabulary import (
    AKN,
    CONTAINER,
    KEY,
    NOTE,
    OWN,
    SOURCE,
    concept_eid,
    eid,
    tag_of,
)
from lawbase.export.markup import document
from lawbase.knowledge import KnowledgeBase
from lawbase.markup import Element, Mark, Point, tree
from lawbase.model import PARTS, Edition, Key, Part, Provision, Reference, Table
from lawbase.storage import replacing_folder, write_inside
from lawbase.text import Span

MIXED = frozenset({"p", "num", "heading", "caption", "docTitle"})


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the folder ``output`` with a file ``<edition>.xml`` for every edition."""
    with replacing_folder(output) as folder:
        for edition in kb.editions:
            write_inside(folder, f"{edition.id}.xml", write(kb, edition))


def write(kb: KnowledgeBase, edition: Edition) -> bytes:
    """The document of one edition: an ``act``, or a ``doc`` when it is no law.

    Every provision is an element with its label as ``num``; a definition's headword is a ``def``
    in its heading. Own text before children is ``intro``, after them ``wrapUp``, else ``content``.
    """
    ET.register_namespace("lb", OWN)
    writer = _Writer(kb, edition)
    root = ET.Element("akomaNtoso", xmlns=AKN)
    document_of = ET.SubElement(root, "act" if edition.laws else "doc", name=edition.id)
    document_of.append(metadata(kb, edition, writer.other_references(), writer.concepts()))
    title = ET.SubElement(ET.SubElement(document_of, "preface"), "longTitle")
    ET.SubElement(ET.SubElement(title, "p"), "docTitle").text = edition.title
    body = ET.SubElement(document_of, "body" if edition.laws else "mainBody")
    body.extend(writer.element(p) for p in edition.provisions if p.parent is None)
    return document(root, mixed=MIXED)


class _Writer:
    """Writes the provisions of one edition, with its references, its terms and its notes.

    Where several targets share the same words, the first one is the ``ref`` and the others are
    implicit references; the candidates of an ambiguous citation are alternative references.
    """

    def __init__(self, kb: KnowledgeBase, edition: Edition):
        self._kb = kb
        self._edition = edition
        self._provisions = {p.key: p for p in edition.provisions}
        self._mentions = partial(kb.mentions, edition.id)

    def element(self, provision: Provision) -> ET.Element:
        """A provision with all that is below it."""
        tag = tag_of(provision)
        named = {"name": provision.kind} if tag == CONTAINER else {}
        element = ET.Element(tag, named | _names(provision) | self._period(provision))
        self._head(element, provision)
        if provision.text:
            divided = provision.children or provision.tail
            own = ET.SubElement(element, "intro" if divided else "content")
            self._blocks(own, provision, "text")
        element.extend(self.element(self._provisions[key]) for key in provision.children)
        if provision.tail:
            self._blocks(ET.SubElement(element, "wrapUp"), provision, "tail")
        return element

    def concepts(self) -> dict[str, str]:
        """The concepts that the edition uses or defines, and its language's word for each."""
        own, language = self._edition.id, self._edition.language
        used = {use.concept for use in self._kb.links.uses if use.edition == own}
        return {
            concept.id: next(iter(concept.words.get(language, ())), concept.id)
            for concept in self._kb.concepts
            if concept.id in used or own in concept.definitions
        }

    def other_references(self) -> Iterator[ET.Element]:
        """The targets that no ``ref`` stands for, as metadata."""
        for key, part in product(self._provisions, PARTS):
            for number, (first, *others) in enumerate(self._mentions(key, part).values(), 1):
                implicit = [r.to for r in others if r.to is not None]
                for tag, targets in (
                    ("alternativeReference", first.candidates if first.to is None else ()),
                    ("implicitReference", implicit),
                ):
                    for to in targets:
                        names = {"for": f"#{_name(key, part, number)}", "href": f"#{eid(to)}"}
                        yield ET.Element(tag, names)

    def _period(self, provision: Provision) -> dict[str, str]:
        """When a law is in force that was revised after the rest of the edition."""
        if provision.kind != "law":
            return {}
        years = [r.year for r in self._edition.revisions if int(provision.key) in r.laws]
        return {"period": f"#{IN_FORCE}_{max(years)}"} if years else {}

    def _head(self, element: ET.Element, provision: Provision) -> None:
        if provision.kind == "definition":
            defines = self._kb.defines(self._edition.id, provision.key)
            names = " ".join(f"#{concept_eid(concept.id)}" for concept in defines)
            heading = ET.SubElement(element, "heading")
            refers = {"refersTo": names} if names else {}
            ET.SubElement(heading, "def", refers).text = provision.label
        elif provision.label:
            ET.SubElement(element, "num").text = provision.label
        if provision.heading:
            heading = ET.SubElement(element, "heading")
            self._inline(heading, provision, "heading", Span(0, len(provision.heading)))

    def _blocks(self, parent: ET.Element, provision: Provision, part: Part) -> None:
        """A part as paragraphs: a table's reading-order text is one of its own, and the table
        follows as an alternative to it."""
        at, end = 0, len(provision.part(part))
        for number, table in enumerate(provision.tables if part == "text" else (), 1):
            if at < table.start:
                self._inline(ET.SubElement(parent, "p"), provision, part, Span(at, table.start))
            name = f"{eid(provision.key)}__p_{number}"
            block = ET.SubElement(parent, "p", eId=name)
            self._inline(block, provision, part, Span(table.start, table.end))
            parent.append(_table(table, name, f"{eid(provision.key)}__table_{number}"))
            at = table.end
        if at < end:
            self._inline(ET.SubElement(parent, "p"), provision, part, Span(at, end))

    def _inline(self, parent: ET.Element, provision: Provision, part: Part, over: Span) -> None:
        text = provision.part(part)
        points = [
            Point(m.at, self._call(provision, number, m.footnote))
            for number, m in enumerate(provision.markers)
            if m.part == part and (over.start <= m.at < over.end or m.at == over.end == len(text))
        ]
        fill(parent, tree(text, self._marks(provision, part), points, over.start, over.end))

    def _call(self, provision: Provision, number: int, footnote: Key) -> ET.Element:
        """A footnote where it is called first, a reference to it where it is called again."""
        note = self._provisions[footnote]
        called = [m.footnote for m in provision.markers[:number]]
        if note.parent != provision.key or footnote in called:
            return ET.Element("noteRef", href=f"#{eid(footnote)}", marker=note.label)
        element = ET.Element(NOTE, _names(note) | {"marker": note.label, "placement": "bottom"})
        self._blocks(element, note, "text")
        return element

    def _marks(self, provision: Provision, part: Part) -> Iterator[Mark[ET.Element]]:
        """The spans to be wrapped in a part of a provision; of two on one span, the outer first."""
        key = provision.key
        for sense in provision.senses if part == "text" else ():
            yield _mark(sense, "inline", name="sense")
        mentions = self._mentions(key, part)
        for span in dict.fromkeys(Span(r.start, r.end) for rs in mentions.values() for r in rs):
            if span not in mentions:
                yield _mark(span, "mref")
        for number, (span, (first, *_)) in enumerate(mentions.items(), 1):
            yield _reference(first, span, _name(key, part, number))
        for use in self._kb.uses_in(self._edition.id, key):
            if use.part == part:
                concept = f"#{concept_eid(use.concept)}"
                yield _mark(Span(use.start, use.end), "term", refersTo=concept)


def _name(key: Key, part: Part, number: int) -> str:
    """The eId of a reference by its number among those of a part."""
    return f"{eid(key)}__{part}__ref_{number}"


def _reference(reference: Reference, span: Span, name: str) -> Mark[ET.Element]:
    attributes = {"eId": name}
    if reference.status != "ok":
        attributes["class"] = reference.status
    if reference.to is None or reference.kind == "edition":
        return _mark(span, "inline", **attributes, name="reference")
    return _mark(span, "ref", **attributes, href=f"#{eid(reference.to)}")


def _names(provision: Provision) -> dict[str, str]:
    span = f"{provision.source.start} {provision.source.end}"
    return {"eId": eid(provision.key), KEY: provision.key, SOURCE: span}


def _table(table: Table, alternative_to: str, name: str) -> ET.Element:
    element = ET.Element("table", eId=name, alternativeTo=f"#{alternative_to}")
    if table.caption:
        ET.SubElement(element, "caption").text = table.caption
    for tag, cells in (("th", table.header), *(("td", row) for row in table.rows)):
        if cells:
            line = ET.SubElement(element, "tr")
            for cell in cells:
                ET.SubElement(ET.SubElement(line, tag), "p").text = cell
    return element


def fill(
    parent: ET.Element, nodes: Iterable[str | Point[ET.Element] | Element[ET.Element]]
) -> None:
    """Put a text with its marks into an element; of a mark that was cut, one piece is named."""
    for node in nodes:
        if isinstance(node, str):
            _append(parent, node)
        elif isinstance(node, Point):
            parent.append(node.value)
        else:
            piece = ET.SubElement(parent, node.value.tag, node.value.attrib)
            if not node.first:
                piece.attrib.pop("eId", None)
            fill(piece, node.children)


def _append(parent: ET.Element, text: str) -> None:
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def _mark(span: Span, tag: str, **attributes: str) -> Mark[ET.Element]:
    return Mark(span.start, span.end, ET.Element(tag, attributes))
