"""The knowledge base as documents: every provision with what helps to find it.

A provision is found by its own words, and less by those of the headings above it. Situations that
lead to it lend it what people say of them besides.
"""

from collections.abc import Iterable, Mapping
from itertools import chain
from operator import sub

from msgspec import Struct

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition, Key, Part, Provision
from lawbase.search.analysis import Analyzer
from lawbase.search.figures import Field
from lawbase.search.tables import Passage
from lawbase.search.vocabulary import Vocabulary
from lawbase.text import sentences

BETWEEN = " · "
HIDDEN_KINDS = frozenset({"chapter"})


class Stretch(Struct, frozen=True):
    """A piece of text in a language, and the concepts that are used in it."""

    text: str
    language: str
    concepts: tuple[str, ...] = ()


class Document(Struct, frozen=True):
    """A provision as the index sees it: where it is, and its pieces of text by field."""

    edition: str
    key: Key
    language: str
    provision: Provision
    fields: Mapping[Field, tuple[Stretch, ...]]


class DocumentMaker:
    """Makes the documents of one edition."""

    def __init__(self, kb: KnowledgeBase, edition: Edition):
        self._kb = kb
        self._edition = edition
        self._provisions = {p.key: p for p in edition.provisions}

    def documents(self) -> Iterable[Document]:
        """One document a provision, in the order of the book."""
        for provision in self._edition.provisions:
            if provision.kind not in HIDDEN_KINDS:
                yield self._document(provision)

    def _document(self, provision: Provision) -> Document:
        fields: dict[Field, tuple[Stretch, ...]] = {
            "heading": self._heading(provision),
            "text": self._stretches(provision, ("text", "tail")),
            "above": tuple(s for a in self._above(provision) for s in self._heading(a)),
        }
        edition = self._edition
        return Document(edition.id, provision.key, edition.language, provision, fields)

    def _heading(self, provision: Provision) -> tuple[Stretch, ...]:
        if provision.kind != "definition":
            return self._stretches(provision, ("heading",))
        concepts = self._kb.concepts
        defined = tuple(
            c.id for c in concepts if c.definitions.get(self._edition.id) == provision.key
        )
        return (Stretch(headword(provision), self._edition.language, defined),)

    def _stretches(self, provision: Provision, parts: Iterable[Part]) -> tuple[Stretch, ...]:
        found = (self._stretch(provision, part) for part in parts if provision.part(part))
        return tuple(found)

    def _stretch(self, provision: Provision, part: Part) -> Stretch:
        """A part of a provision without its citations, whose numbers are no words of it."""
        text = provision.part(part)
        for reference in self._kb.references_from(provision.edition, provision.key):
            if reference.part == part:
                gap = " " * (reference.end - reference.start)
                text = text[: reference.start] + gap + text[reference.end :]
        uses = self._kb.uses_in(provision.edition, provision.key)
        concepts = tuple(use.concept for use in uses if use.part == part)
        return Stretch(text, self._edition.language, concepts)

    def _above(self, provision: Provision) -> Iterable[Provision]:
        """The provisions above one; above a footnote stands what bears it."""
        key = provision.bearers[0] if provision.bearers else provision.parent
        while key is not None:
            above = self._provisions.get(key)
            if above is None or above.kind in HIDDEN_KINDS:
                return
            yield above
            key = above.parent


def headword(provision: Provision) -> str:
    """The headword of a definition, as printed."""
    return provision.key.removeprefix("def.")


class PassageMaker:
    """Makes what is shown of documents."""

    def __init__(self, kb: KnowledgeBase, vocabulary: Vocabulary):
        self._kb = kb
        self._lexicons = vocabulary.lexicons
        self._analyzer = Analyzer.of(kb.languages)

    def passage(self, document: Document) -> Passage:
        """What is shown of a document."""
        provision = document.provision
        profile = self._kb.languages[document.language]
        heading = headword(provision) if provision.kind == "definition" else provision.heading
        text = "\n".join(part for part in (provision.text, provision.tail) if part)
        outline = "" if text else self._outline(provision)
        words = self._analyzer.words(heading, text)
        lexicon = self._lexicons[document.language]
        places = (0, *chain.from_iterable(self._analyzer.spans(text or outline)))
        return Passage(
            citation=profile.cite(document.key),
            heading=heading,
            trail=tuple(s.text.strip() for s in reversed(document.fields["above"])),
            text=text,
            sentences=tuple(
                (span.start, span.end) for span in sentences(text, profile.sentences.abbreviations)
            ),
            outline=outline,
            words=words,
            steps=tuple(map(sub, places[1:], places)),
            stems=lexicon.stemmed(words),
            outlined=lexicon.stemmed(self._analyzer.words(outline)),
        )

    def _outline(self, provision: Provision) -> str:
        """The headings, or else the words, of what stands directly below."""
        found = (self._kb.provision(provision.edition, key) for key in provision.children)
        shown = (child.heading or child.text for child in found if child is not None)
        return BETWEEN.join(filter(None, shown))
