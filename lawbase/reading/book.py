"""The reader of book pages: front matter, definitions, chapters, laws, footnotes, index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import Struct

from lawbase.address import Address
from lawbase.errors import LawbaseError
from lawbase.model import Edition, IndexEntry, Key, SourceNote
from lawbase.reading.corrections import Corrections
from lawbase.reading.definitions import DefinitionLayout, read_definitions
from lawbase.reading.elements import Element, assemble
from lawbase.reading.footnotes import FootnoteLayout, take_footnotes, with_footnotes
from lawbase.reading.headings import Parts, law_parts, provision_parts, sentences_as_text
from lawbase.reading.labels import LabelPatterns
from lawbase.reading.ledger import Ledger
from lawbase.reading.outline import Node, Outliner, Ruling
from lawbase.reading.pages import Line, PageLayout, read_lines
from lawbase.reading.profile import EditionFolder, compiled, layout_of
from lawbase.reading.sections import Chapter, Section, SectionLayout, split_sections
from lawbase.reading.subject_index import IndexLayout, read_index
from lawbase.reading.tables import TableLayout, with_tables
from lawbase.reading.traced import EMPTY, Traced, join_lines


class BookLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a book is laid out, table by table of its profile."""

    page: PageLayout
    sections: SectionLayout
    labels: LabelPatterns
    footnotes: FootnoteLayout
    definitions: DefinitionLayout | None = None
    index: IndexLayout | None = None
    tables: tuple[TableLayout, ...] = ()


def read_book(folder: EditionFolder) -> Edition:
    """Read an edition that is laid out as book pages.

    Raises:
        LawbaseError: with file and line, for whatever in the source is not explained by the
            profile and the corrections.
    """
    profile = folder.path / "edition.toml"
    layout = layout_of(folder, BookLayout)
    corrections = Corrections.load(folder.path, folder.source)
    ledger = Ledger(folder.source, str(folder.source_path))
    lines = read_lines(folder, layout.page, ledger)
    lines, footnotes = take_footnotes(lines, layout.footnotes, profile, ledger)
    sections, chapters = split_sections(lines, layout.sections, layout.labels.law, profile)
    index: tuple[IndexEntry, ...] = ()
    elements = [_chapter(chapter) for chapter in chapters]
    for section in sections:
        if section.name == "index":
            index = _index(section, layout, folder, corrections, ledger)
        else:
            elements.extend(_elements(section, layout, corrections, ledger))
    elements = _in_chapters(sorted(elements, key=_place))
    elements = with_footnotes(elements, footnotes)
    notes = _notes(corrections, elements, folder.profile.id)
    corrections.check_all_used()
    return with_tables(assemble(folder, elements, ledger, index, notes), layout.tables, profile)


def _elements(
    section: Section, layout: BookLayout, corrections: Corrections, ledger: Ledger
) -> list[Element]:
    profile = Path(ledger.file).parent / "edition.toml"
    title, text = _joined(section.title), _joined(section.lines)
    if section.name == "preface":
        return [Element("preface", "preface", heading=title, text=text)]
    if section.name == "introduction":
        return [Element("intro", "introduction", heading=title, text=text)]
    if section.name == "definitions" and layout.definitions:
        ledger.claim(title, "heading", "definitions")
        return read_definitions(section.lines, layout.definitions, profile)
    return _laws(section, layout, corrections, ledger, profile)


def _chapter(chapter: Chapter) -> Element:
    return Element(
        key=chapter.key,
        kind="chapter",
        label=chapter.opening,
        heading=_joined(chapter.title),
    )


def _place(element: Element) -> int:
    """Where an element begins in the source."""
    return min(t.span().start for t in (element.label, *element.parts.values()) if t)


def _in_chapters(elements: Sequence[Element]) -> list[Element]:
    """The elements in the order of the book, each law under the chapter it stands in."""
    chapter: Key | None = None
    placed = []
    for element in elements:
        chapter = element.key if element.kind == "chapter" else chapter
        placed.append(replace(element, parent=chapter) if element.kind == "law" else element)
    return placed


def _laws(
    section: Section, layout: BookLayout, corrections: Corrections, ledger: Ledger, profile: Path
) -> list[Element]:
    patterns = {
        level: compiled(pattern, profile) for level, pattern in layout.labels.by_level().items()
    }
    outliner = Outliner(patterns, lambda traced: _overrule(traced, corrections))
    lines = _without_orphans(section.lines, corrections, ledger)
    front, nodes, suspects = outliner.outline(lines)
    for line in [*front, *suspects]:
        raise LawbaseError(
            f"“{line.text[:40]}” looks like a label but continues no sequence",
            file=ledger.file,
            line=ledger.line(line.traced.origins[0]),
        )
    return _law_elements(nodes, corrections)


def _without_orphans(lines: Sequence[Line], corrections: Corrections, ledger: Ledger) -> list[Line]:
    """The lines without those whose label stands for nothing."""
    kept = []
    for line in lines:
        orphan = corrections.at("orphan", line.traced.origins[0])
        if orphan:
            ledger.claim(line.traced, "label", orphan.read_as)
        else:
            kept.append(line)
    return kept


def _overrule(traced: Traced, corrections: Corrections) -> Ruling | None:
    if not traced:
        return None
    offset = traced.origins[0]
    if corrections.at("text", offset):
        return Ruling(None)
    labelled = corrections.at("label", offset)
    correction = labelled or corrections.at("begins", offset)
    return Ruling(Address.parse(correction.read_as), bool(labelled)) if correction else None


def _law_elements(nodes: Sequence[Node], corrections: Corrections) -> list[Element]:
    tails: dict[Key, Traced] = {}
    elements: list[Element] = []
    for number, node in enumerate(nodes):
        parts = _parts(nodes, number)
        if parts.heading and corrections.at("text", parts.heading.origins[0]):
            parts = parts.without_heading()
        parent = node.address.parent
        if parts.after:
            tails[str(parent)] = parts.after
        elements.append(
            Element(
                key=str(node.address),
                kind="provision" if parent else "law",
                parent=str(parent) if parent else None,
                label=node.label,
                heading=parts.heading,
                text=parts.text,
            )
        )
    elements = [replace(element, tail=tails.get(element.key, EMPTY)) for element in elements]
    return sentences_as_text(elements)


def _parts(nodes: Sequence[Node], number: int) -> Parts:
    node = nodes[number]
    if not node.address.steps:
        return law_parts(node)
    parent = node.address.parent
    following = nodes[number + 1].address if number + 1 < len(nodes) else None
    last = following is None or (parent is not None and not parent.contains(following))
    return provision_parts(node, _first_text_below(nodes, number), last=last)


def _first_text_below(nodes: Sequence[Node], number: int) -> str:
    """The first line of text in the provisions under a node."""
    for below in nodes[number + 1 :]:
        if not nodes[number].address.contains(below.address):
            break
        if below.lines:
            return below.lines[0].text
    return ""


def _index(
    section: Section,
    layout: BookLayout,
    folder: EditionFolder,
    corrections: Corrections,
    ledger: Ledger,
) -> tuple[IndexEntry, ...]:
    lines = [line.traced for line in (*section.title, *section.lines)]
    if layout.index is None:
        raise LawbaseError("it has an index but no [layout.index]", file=folder.path)
    return read_index(lines, layout.index, folder, corrections, ledger)


def _notes(
    corrections: Corrections, elements: Sequence[Element], edition: str
) -> tuple[SourceNote, ...]:
    """What was corrected, told at the provision it concerns."""
    notes = []
    for placed in corrections.all:
        key = _owner(elements, placed.span.start)
        c = placed.correction
        notes.append(SourceNote(edition, key, c.printed, c.read_as, c.why, placed.span))
    return tuple(notes)


def _owner(elements: Sequence[Element], offset: int) -> Key:
    for element in elements:
        for traced in (element.label, *element.parts.values()):
            if offset in traced.origins:
                return element.key
    return ""


def _joined(lines: Sequence[Line]) -> Traced:
    return join_lines(line.traced for line in lines)
