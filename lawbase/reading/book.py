"""The reader of book pages: front matter, definitions, chapters, laws, footnotes, index."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from lawbase.model import Edition, IndexEntry, Key
from lawbase.reading.abreast import tell_columns
from lawbase.reading.corrections import Corrections
from lawbase.reading.definitions import DefinitionLayout, read_definitions
from lawbase.reading.elements import ReadElement, TableLayout, assemble
from lawbase.reading.footnotes import FootnoteLayout, take_footnotes, with_footnotes
from lawbase.reading.headings import (
    HeadingLayout,
    headings_of_letters,
    read_node,
    titles_below_labels,
)
from lawbase.reading.outline import OutlineNode, Outliner
from lawbase.reading.pages import Line, PageLayout, joined, read_lines
from lawbase.reading.patterns import LabelPatterns
from lawbase.reading.sections import Section, SectionLayout, split_sections
from lawbase.reading.source import Source, layout_of
from lawbase.reading.subject_index.layout import IndexLayout
from lawbase.reading.subject_index.reader import read_index
from lawbase.reading.suspicions import (
    tell_entries,
    tell_headings,
    tell_oddities,
    tell_running_heads,
)
from lawbase.reading.traced import EMPTY, INSERTED, join_lines


class BookLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a book is laid out, table by table of its profile."""

    sections: SectionLayout
    labels: LabelPatterns
    page: PageLayout = PageLayout()
    headings: HeadingLayout = HeadingLayout()
    footnotes: FootnoteLayout | None = None
    definitions: DefinitionLayout | None = None
    index: IndexLayout | None = None
    tables: tuple[TableLayout, ...] = ()


def read_book(source: Source) -> Edition:
    """Read an edition that is laid out as book pages; what isn't explained is told.

    Raises:
        LawbaseError: with file and line, when there is no reading at all.
    """
    layout = layout_of(source, BookLayout)
    lines = read_lines(source, layout.page)
    tell_columns(lines, source)

    def ends_notes(line: Line) -> bool:
        opens = layout.sections.opening(line) or layout.sections.chapter_at(line)
        return bool(opens or (line.gap != "none" and layout.labels.law.match(line.text)))

    def labelled(line: Line) -> bool:
        entry = layout.definitions and layout.definitions.entry.match(line.text)
        return bool(entry and line.gap != "none") or layout.labels.printed(line.text) is not None

    body, footnotes = take_footnotes(lines, layout.footnotes, ends_notes, labelled, source)
    if layout.headings.above:
        body = titles_below_labels(body, layout.labels.law)
    if layout.definitions is None:
        tell_entries(body, layout.labels, source)
    sections, chapters = split_sections(body, layout.sections, layout.labels, source)
    tell_running_heads(body, sections, layout.page, layout.labels, source)
    index: tuple[IndexEntry, ...] = ()
    elements = [
        ReadElement(c.key, "chapter", label=c.opening, heading=joined(c.title)) for c in chapters
    ]
    for section in sections:
        if section.name == "index" and layout.index:
            own = [*section.title, *section.lines]
            index = read_index(own, layout.index, source, layout.labels.counted)
        elif section.name == "laws":
            elements.extend(_laws(section, layout, source))
        else:
            elements.extend(_front(section, layout, source))
    elements = _in_chapters(sorted(elements, key=lambda element: element.hull().start))
    elements = with_footnotes(elements, footnotes)
    return assemble(source, elements, layout.tables, index)


def _front(section: Section, layout: BookLayout, source: Source) -> list[ReadElement]:
    """What a section outside the laws consists of; what is no part of them is set aside."""
    title, text = joined(section.title), joined(section.lines)
    if section.name == "preface":
        return [ReadElement("preface", "preface", heading=title, text=text)]
    if section.name == "introduction":
        return [ReadElement("intro", "introduction", heading=title, text=text)]
    if section.name == "definitions" and layout.definitions:
        source.ledger.claim(title, "heading", "definitions")
        return read_definitions(section.lines, layout.definitions, source)
    if section.name == "aside":
        source.ledger.claim(title, "unrelated", "")
        source.ledger.claim(text, "unrelated", "")
    else:
        source.tell_profile("no-layout", "layout", section=section.name)
    return []


def _in_chapters(elements: Sequence[ReadElement]) -> list[ReadElement]:
    """The elements in the order of the book, each law under the chapter it stands in."""
    chapter: Key | None = None
    placed = []
    for element in elements:
        chapter = element.key if element.kind == "chapter" else chapter
        placed.append(replace(element, parent=chapter) if element.kind == "law" else element)
    return placed


def _laws(section: Section, layout: BookLayout, source: Source) -> list[ReadElement]:
    source.ledger.claim(joined(section.title), "heading", "laws")
    laws = [n for a, b in source.profile.law_ranges for n in range(a, b + 1)]
    corrections = source.corrections
    lines = _without_orphans(_cut_at_corrections(section.lines, corrections), source)
    outline = Outliner(layout.labels, laws, corrections).outline(lines)
    tell_oddities(outline, layout.labels, source)
    elements = _law_elements(outline.nodes, layout.headings, corrections)
    if not layout.headings.letter:
        tell_headings(outline.nodes, elements, source)
    return elements


def _cut_at_corrections(lines: Sequence[Line], corrections: Corrections) -> list[Line]:
    """The lines, cut where a correction says that a provision begins in the middle of one."""
    beginnings = [p for p in corrections.all if p.correction.kind in ("label", "begins")]
    cut: list[Line] = []
    for line in lines:
        for placed in sorted(beginnings, key=lambda placed: placed.span.start):
            if placed.span.start in line.traced.origins[1:]:
                before, line = line.cut(line.traced.origins.index(placed.span.start))
                cut.append(before)
                corrections.use(placed)
        cut.append(line)
    return cut


def _without_orphans(lines: Sequence[Line], source: Source) -> list[Line]:
    """The lines without those that are a label which stands for nothing."""
    kept = []
    for line in lines:
        orphan = source.corrections.at("orphan", line.start)
        if orphan and orphan.correction.printed == line.text:
            source.ledger.claim(line.traced, "label", orphan.correction.read_as)
            source.corrections.use(orphan)
        else:
            kept.append(line)
    return kept


def _law_elements(
    nodes: Sequence[OutlineNode], headings: HeadingLayout, corrections: Corrections
) -> list[ReadElement]:
    elements: list[ReadElement] = []
    for number, node in enumerate(nodes):
        parent = node.address.parent
        following = nodes[number + 1].address if number + 1 < len(nodes) else None
        last = following is None or (parent is not None and not parent.contains(following))
        read = read_node(node, _first_text_below(nodes, number), headings, last=last)
        elements.append(_as_corrected(read, corrections))
    tails = {element.parent: element.tail for element in elements if element.tail}
    elements = [replace(element, tail=tails.get(element.key, EMPTY)) for element in elements]
    return headings_of_letters(elements, {str(node.address): node.lines for node in nodes})


def _as_corrected(read: ReadElement, corrections: Corrections) -> ReadElement:
    """Heading and text as a correction parts them: what looks like a heading is text, or is one."""
    if read.heading and (placed := corrections.at("text", read.heading.origins[0])):
        corrections.use(placed)
        return read.without_heading()
    whole = join_lines([read.heading, read.text])
    placed = corrections.at("heading", whole.origins[0]) if whole else None
    if placed is None:
        return read
    cut = sum(origin < placed.span.end for origin in whole.origins if origin != INSERTED)
    cut += whole.origins[:cut].count(INSERTED)
    corrected = replace(read, heading=whole[:cut].strip(), text=whole[cut:].strip())
    if corrected != read:
        corrections.use(placed)
    return corrected


def _first_text_below(nodes: Sequence[OutlineNode], number: int) -> str:
    """The first line of text in the provisions under a node."""
    for below in nodes[number + 1 :]:
        if not nodes[number].address.contains(below.address):
            break
        if below.lines:
            return below.lines[0].text
    return ""
