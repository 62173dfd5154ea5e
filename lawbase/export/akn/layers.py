"""References and terms as marks on the text, and what of them goes to the document's metadata."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from lawbase.export.akn.vocabulary import concept_eid, eid
from lawbase.knowledge import KnowledgeBase
from lawbase.markup import Mark
from lawbase.model import Edition, Key, Part, Provision, Reference
from lawbase.text import Span

Place = tuple[Key, str]


class Layers:
    """The layers of one edition.

    Where several targets share the same words, the first one is the ``ref`` and the others are
    implicit references; the candidates of an ambiguous citation are alternative references.
    """

    def __init__(self, kb: KnowledgeBase, edition: Edition):
        self._kb = kb
        self._edition = edition
        self._mentions: defaultdict[Place, dict[Span, list[Reference]]] = defaultdict(dict)
        for reference in kb.links.references:
            if reference.edition == edition.id and kb.provision(edition.id, reference.from_key):
                place = self._mentions[reference.from_key, reference.part]
                place.setdefault(reference.target, []).append(reference)

    def marks(self, provision: Provision, part: Part) -> list[Mark[ET.Element]]:
        """The spans to be wrapped in a part of a provision; of two on one span, the outer first."""
        senses = provision.senses if part == "text" else ()
        return [
            *(_mark(sense, "inline", name="sense") for sense in senses),
            *self._references(provision.key, part),
            *self._terms(provision.key, part),
        ]

    def concepts(self) -> dict[str, str]:
        """The concepts that the edition uses or defines, and its language's word for each."""
        used = {use.concept for use in self._kb.links.uses if use.edition == self._edition.id}
        return {
            concept.id: next(iter(concept.words.get(self._edition.language, ())), concept.id)
            for concept in self._kb.concepts
            if concept.id in used or self._edition.id in concept.definitions
        }

    def defined(self, key: Key) -> dict[str, str]:
        """The attributes of a headword: the concepts that its definition defines."""
        concepts = self._kb.concepts
        found = [c.id for c in concepts if c.definitions.get(self._edition.id) == key]
        names = " ".join(f"#{concept_eid(concept)}" for concept in found)
        return {"refersTo": names} if names else {}

    def other_references(self) -> Iterator[ET.Element]:
        """The targets that no ``ref`` stands for, as metadata."""
        for (key, part), mentions in self._mentions.items():
            for span, references in mentions.items():
                name = self._name(key, part, span)
                for candidate in references[0].candidates if references[0].to is None else ():
                    yield _other("alternativeReference", name, candidate)
                for reference in references[1:]:
                    if reference.to is not None:
                        yield _other("implicitReference", name, reference.to)

    def _references(self, key: Key, part: Part) -> Iterator[Mark[ET.Element]]:
        mentions = self._mentions.get((key, part), {})
        whole = dict.fromkeys(Span(r.start, r.end) for found in mentions.values() for r in found)
        for span in whole:
            if span not in mentions:
                yield _mark(span, "mref")
        for span, references in mentions.items():
            yield self._reference(references[0], span, self._name(key, part, span))

    def _reference(self, reference: Reference, span: Span, name: str) -> Mark[ET.Element]:
        attributes = {"eId": name}
        if reference.status != "ok":
            attributes["class"] = reference.status
        if reference.to is None or reference.kind == "edition":
            attributes["name"] = "reference"
            return _mark(span, "inline", **attributes)
        attributes["href"] = f"#{eid(reference.to)}"
        return _mark(span, "ref", **attributes)

    def _terms(self, key: Key, part: Part) -> Iterator[Mark[ET.Element]]:
        for use in self._kb.uses_in(self._edition.id, key):
            if use.part == part:
                span = Span(use.start, use.end)
                yield _mark(span, "term", refersTo=f"#{concept_eid(use.concept)}")

    def _name(self, key: Key, part: str, span: Span) -> str:
        """The eId of a reference: its number among those of the part."""
        number = list(self._mentions[key, part]).index(span) + 1
        return f"{eid(key)}__{part}__ref_{number}"


def _other(tag: str, name: str, to: Key) -> ET.Element:
    return ET.Element(tag, {"for": f"#{name}", "href": f"#{eid(to)}"})


def _mark(span: Span, tag: str, **attributes: str) -> Mark[ET.Element]:
    return Mark(span.start, span.end, ET.Element(tag, attributes))
