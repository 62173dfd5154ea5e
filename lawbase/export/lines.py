"""The lines of the JSON Lines export: one record a kind of line, its fields in their fixed order.

These records are the machine-readable contract. A field is only ever added, after the others.
Records of the model that are their own line (alignments, changes, findings …) are used as they are.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, defstruct

from lawbase.model import (
    Concept,
    Key,
    Language,
    Part,
    Provision,
    ProvisionKind,
    RefKind,
    RefStatus,
    Revision,
    Role,
    Run,
    Version,
)

Offset = Annotated[int, Meta(ge=0, description="Characters (code points) counted from 0.")]
EditionId = Annotated[str, Meta(min_length=1, description="An edition, e.g. cs-2007.")]
Address = Annotated[
    str,
    Meta(
        pattern=r"^(\d+(\.\w+)*|preface|intro|def\..+|chapter\..+|guide\..+)(#fn.+)?$",
        description="A provision inside one edition, e.g. 12.C.1.e.ii, def.Hra or 6.D.2#fn1.",
    ),
]


class Extent(Struct, frozen=True):
    """A stretch from ``start`` to the character before ``end``."""

    start: Offset
    end: Offset


class SourceLine(Struct, frozen=True):
    """An edition's source text: file, digest, length in characters."""

    file: str
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    length: Offset


class EditionLine(Struct, frozen=True):
    """An edition. ``laws`` are the numbers of its first and last law, null for a companion.

    ``version`` is the version of the Laws that it is a text of: it is in force while
    ``superseded_by`` is null. ``revisions`` are laws that the text gives as revised later.
    """

    edition: EditionId
    language: Language
    year: int
    title: str
    revision: str
    status: str
    laws: tuple[int, int] | None
    source: SourceLine
    publisher: str
    scope: str
    complete: bool
    version: Version | None
    revisions: tuple[Revision, ...]


class MarkerLine(Struct, frozen=True):
    """A footnote called in a part of the provision, before the character at ``at``."""

    footnote: Address
    part: Part
    at: Offset


class TableLine(Struct, frozen=True):
    """A table whose reading-order text spans ``start`` to ``end`` of ``text``."""

    start: Offset
    end: Offset
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str


class ProvisionLine(Struct, frozen=True):
    """A law, a paragraph at any depth, a definition, a footnote, a section …

    ``text`` is its own text up to its first child, ``tail`` its own text after the children.
    ``source`` spans it in the source file; ``maps`` gives for each part its runs
    ``[at, source, length]``: that many characters stand at ``at`` in the part and at ``source``
    in the file.
    """

    edition: EditionId
    key: Address
    citation: str
    kind: ProvisionKind
    heading: str
    text: str
    tail: str
    footnotes: tuple[Address, ...]
    printed_label: str
    source: Extent
    parent: Address | None
    children: tuple[Address, ...]
    markers: tuple[MarkerLine, ...]
    bearers: tuple[Address, ...]
    tables: tuple[TableLine, ...]
    senses: tuple[Extent, ...]
    maps: dict[Part, tuple[Run, ...]]


class ReferenceLine(Struct, frozen=True, rename={"from_key": "from"}):
    """One target of one citation.

    ``start`` and ``end`` span ``raw`` in the ``part`` of the citing provision, or in the ``raw``
    line of the index entry ``index/<topic>`` or ``index/<topic>/<subtopic>``. ``to`` is null when
    the citation is ambiguous; then ``candidates`` has what it may mean. ``target`` spans the words
    that name this target: all of ``raw``, or its own words in a list.
    """

    edition: EditionId
    from_key: Key
    raw: str
    start: Offset
    end: Offset
    to: Key | None
    kind: RefKind
    status: RefStatus
    candidates: tuple[Address, ...]
    part: str
    rule: str
    target: Extent


class TermUseLine(Struct, frozen=True):
    """A concept used in a ``part`` of a provision, in any inflected form."""

    edition: EditionId
    key: Address
    concept: str
    start: Offset
    end: Offset
    part: Part


class IndexLine(Struct, frozen=True):
    """A row of a book's own subject index; ``targets`` are the provisions that ``refs`` lead to."""

    edition: EditionId
    topic: str
    subtopic: str
    refs: tuple[Key, ...]
    see: tuple[str, ...]
    raw: str
    source: Extent
    targets: tuple[Address, ...]


class NoteLine(Struct, frozen=True):
    """A place where the print is wrong: what is printed, what was read instead, and why."""

    edition: EditionId
    key: Key
    printed: str
    read_as: str
    why: str
    source: Extent


class PlaceLine(Struct, frozen=True):
    """One provision in one edition."""

    edition: EditionId
    key: Address


class ThreadLine(Struct, frozen=True):
    """A provision through every language and edition."""

    thread: str
    texts: tuple[PlaceLine, ...]


class ClaimLine(Struct, frozen=True):
    """What a stretch of an edition's source was read as, and the element it belongs to.

    The claims of an edition follow each other without a gap from its first character to its last.
    """

    edition: EditionId
    start: Offset
    end: Offset
    role: Role
    key: str


_TERM_LINE = """A row of the glossary, with the words of every language in a field of its own.

    The preferred word is the first. ``definitions`` gives the defining key per edition; ``slang``
    what players say, ``unlinked`` words that are everyday language too, ``excepted`` phrases that
    contain a word without meaning the concept.
"""


def term_line(languages: tuple[Language, ...]) -> type[Struct]:
    """The record of a glossary line for these languages, whose fields follow their order."""
    words = tuple[str, ...]
    layers = [(name, dict[Language, words]) for name in ("slang", "unlinked", "excepted")]
    fields: list[tuple[str, type]] = [
        ("concept", str),
        *((language, words) for language in languages),
        ("definitions", dict[EditionId, Address]),
        *layers,
    ]
    return defstruct("TermLine", fields, namespace={"__doc__": _TERM_LINE}, frozen=True)


def glossary_languages(concepts: tuple[Concept, ...]) -> tuple[Language, ...]:
    """The languages of a glossary in the order in which it names them first."""
    return tuple(dict.fromkeys(language for concept in concepts for language in concept.words))


def provision_line(provision: Provision, citation: str) -> ProvisionLine:
    """The line of one provision."""
    return ProvisionLine(
        edition=provision.edition,
        key=provision.key,
        citation=citation,
        kind=provision.kind,
        heading=provision.heading,
        text=provision.text,
        tail=provision.tail,
        footnotes=provision.footnotes,
        printed_label=provision.label,
        source=Extent(provision.source.start, provision.source.end),
        parent=provision.parent,
        children=provision.children,
        markers=tuple(MarkerLine(m.footnote, m.part, m.at) for m in provision.markers),
        bearers=provision.bearers,
        tables=tuple(
            TableLine(t.start, t.end, t.header, t.rows, t.caption) for t in provision.tables
        ),
        senses=tuple(Extent(s.start, s.end) for s in provision.senses),
        maps=provision.maps,
    )
