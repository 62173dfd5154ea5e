"""JSON Lines: everything the knowledge base holds, a file a kind, one object a line.

The lines are the records of the model as they are. Four kinds differ: what has a file of its own is
left out of its record, and what follows from other records is put in.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, defstruct
from msgspec.structs import fields

from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Alignment,
    Change,
    Claim,
    Concept,
    Contrast,
    Edition,
    EditionId,
    Finding,
    IndexEntry,
    Language,
    LexiconEntry,
    Provision,
    ProvisionKey,
    Reference,
    Role,
    Situation,
    SourceNote,
    TermUse,
    Text,
    Thread,
    Version,
)
from lawbase.storage import replacing_folder, write_inside
from lawbase.text import Offset


class ClaimLine(Struct, frozen=True):
    __doc__ = Claim.__doc__

    edition: EditionId
    start: Offset
    end: Offset
    role: Role
    key: str


class Derived(Struct, frozen=True):
    """A field that follows from other records: the field it comes after, its type, its value.

    What comes after no field is the first one.
    """

    after: str
    type: Any
    value: Callable[[KnowledgeBase, Any], object]


class Lines(Struct, frozen=True, dict=True):
    """A kind of line: a record of the model, without some fields, with ``derived`` ones put in."""

    record: type[Struct]
    records: Callable[[KnowledgeBase], Iterable[Struct]]
    derived: Mapping[str, Derived] = {}
    without: frozenset[str] = frozenset()

    @cached_property
    def line(self) -> type[Struct]:
        """The record of a line, its fields in their order."""
        if not (self.derived or self.without):
            return self.record
        found = [(f.encode_name, f.type) for f in fields(self.record) if f.name not in self.without]
        for name, derived in self.derived.items():
            place = ["", *(name for name, _ in found)].index(derived.after)
            found.insert(place, (name, derived.type))
        documented = {"__doc__": self.record.__doc__}
        return defstruct(self.record.__name__, found, namespace=documented, frozen=True)

    def rows(self, kb: KnowledgeBase) -> Iterator[Struct]:
        """The lines of a knowledge base, in its order."""
        if self.line is self.record:
            yield from self.records(kb)
            return
        values: dict[str, Callable[[Any], object]]
        values = {f.encode_name: attrgetter(f.name) for f in fields(self.record)}
        values |= {name: partial(derived.value, kb) for name, derived in self.derived.items()}
        told = [values[name] for name in self.line.__struct_fields__]
        for record in self.records(kb):
            yield self.line(*(value(record) for value in told))


def _words(language: Language, _: KnowledgeBase, concept: Concept) -> tuple[str, ...]:
    return concept.words.get(language, ())


def _defined(kb: KnowledgeBase, texts: Iterable[Text | Provision]) -> tuple[str, ...]:
    """The ids of the concepts that definitions define, which name them in any language."""
    found = (concept.id for text in texts for concept in kb.defines(text.edition, text.key))
    return tuple(dict.fromkeys(found))


def lines(kb: KnowledgeBase) -> dict[str, Lines]:
    """The kinds of lines by their files' names without the ending.

    A row of the glossary has the words of every language in a field of its own.
    """
    spoken = tuple(dict.fromkeys(language for c in kb.concepts for language in c.words))
    words = {"concept": Derived("", str, lambda _, concept: concept.id)} | {
        language: Derived(after, tuple[str, ...], partial(_words, language))
        for language, after in zip(spoken, ("concept", *spoken), strict=False)
    }
    return {
        "editions": Lines(
            Edition,
            lambda kb: kb.editions,
            {"version": Derived("complete", Version | None, lambda kb, e: kb.version(e.id))},
            without=frozenset({"provisions", "index", "notes", "claims"}),
        ),
        "provisions": Lines(
            Provision,
            lambda kb: (p for edition in kb.editions for p in edition.provisions),
            {
                "citation": Derived("key", str, lambda kb, p: kb.cite(p.edition, p.key)),
                "concepts": Derived("maps", tuple[str, ...], lambda kb, p: _defined(kb, [p])),
            },
        ),
        "references": Lines(Reference, lambda kb: kb.links.references),
        "terms": Lines(Concept, lambda kb: kb.concepts, words, without=frozenset({"id", "words"})),
        "term_uses": Lines(TermUse, lambda kb: kb.links.uses),
        "alignments": Lines(Alignment, KnowledgeBase.all_alignments),
        "changes": Lines(Change, lambda kb: kb.aligned.changes),
        "contrasts": Lines(Contrast, KnowledgeBase.all_contrasts),
        "index": Lines(
            IndexEntry,
            lambda kb: (entry for edition in kb.editions for entry in edition.index),
            {
                "targets": Derived(
                    "source", tuple[ProvisionKey, ...], lambda kb, entry: kb.targets(entry)
                )
            },
        ),
        "findings": Lines(Finding, lambda kb: kb.findings),
        "threads": Lines(
            Thread,
            lambda kb: kb.aligned.threads,
            {"concepts": Derived("texts", tuple[str, ...], lambda kb, t: _defined(kb, t.texts))},
        ),
        "situations": Lines(Situation, lambda kb: kb.situations),
        "lexicon": Lines(LexiconEntry, lambda kb: kb.aligned.lexicon),
        "notes": Lines(
            SourceNote, lambda kb: (n for edition in kb.editions for n in edition.notes)
        ),
        "claims": Lines(
            ClaimLine,
            lambda kb: (
                ClaimLine(e.id, c.start, c.end, c.role, c.key)
                for e in kb.editions
                for c in e.claims
            ),
        ),
    }


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the folder ``output`` with a ``.jsonl`` file for every kind of line.

    Raises:
        LawbaseError: when a text is not in Unicode's normal form C, which would move offsets.
    """
    with replacing_folder(output) as folder:
        for name, kind in lines(kb).items():
            write_inside(folder, f"{name}.jsonl", encode(kind.rows(kb), name))


def encode(records: Iterable[Struct], name: str) -> bytes:
    """The records as lines of JSON in UTF-8; what has no fixed order is sorted."""
    encoder = msgspec.json.Encoder(order="deterministic")
    data = encoder.encode_lines(records)
    for number, line in enumerate(data.decode().split("\n"), 1):
        if not unicodedata.is_normalized("NFC", line):
            raise LawbaseError(
                "is not in Unicode's normal form C", file=f"{name}.jsonl", line=number
            )
    return data
