"""The reader of book pages: front matter, definitions, chapters, laws, footnotes, index."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import ROMANS, Address, sibling
from lawbase.model import Edition, IndexEntry, Key
from lawbase.reading.corrections import Corrections
from lawbase.reading.elements import ReadElement, TableLayout, assemble
from lawbase.reading.footnotes import FootnoteLayout, take_footnotes, with_footnotes
from lawbase.reading.headings import (
    HeadingLayout,
    Parts,
    headings_of_letters,
    parts_of,
    titles_below_labels,
)
from lawbase.reading.outline import Outline, OutlineNode, Outliner, opened, place_of
from lawbase.reading.pages import Line, PageLayout, ends_clause, ends_sentence, joined, read_lines
from lawbase.reading.patterns import CAPITAL, HeadwordPattern, LabelPatterns, masked, numbered
from lawbase.reading.problems import toml_value
from lawbase.reading.sections import Chapter, Section, SectionLayout, split_sections
from lawbase.reading.source import Source, layout_of
from lawbase.reading.subject_index.layout import IndexLayout
from lawbase.reading.subject_index.reader import read_index
from lawbase.reading.traced import EMPTY, INSERTED, Traced, join_lines
from lawbase.text import Span

_OFTEN = 3
_TWICE = 2
_TITLED = re.compile(rf"[\W\d_]*{CAPITAL}")
"""What begins a line that may be a running head: whatever stands before its first letter."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_FIRST = ("A", "a", "1", "I", "i")
_NEARLY_ALL = 0.7
_ENTRY = re.compile(r"[^\W\d_][^.,:;=–—]{1,40}(?:\s+[–—-]|\s*[:=—])\s+\S")
"""What begins an entry of definitions, whatever parts its headword from its text."""
_LISTED = re.compile(
    r"(?P<open>[(\[]?)(?P<label>(?:\d{1,2}\.)*\d{1,2}|[^\W\d_]|[ivx]{1,4})(?P<close>[.)\]°/:]{1,2}|(?=\t|\s{2}))\s+\S"
)
"""What begins an entry of a list, whatever its labels."""


class DefinitionLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How an entry begins: ``entry`` matches from the headword (group ``headword``) to its text.

    ``apart`` tells what sets one entry apart from the next: a blank line (or a page break) before
    it, that it is less indented than the lines of its text, or nothing but a sentence's end.
    """

    entry: HeadwordPattern
    apart: Literal["blank line", "indentation", "nothing"] = "blank line"


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

    def ends_notes(line: Line) -> bool:
        opens = layout.sections.opening(line) or layout.sections.chapter_at(line)
        return bool(opens or (line.gap != "none" and layout.labels.law.match(line.text)))

    def labelled(line: Line) -> bool:
        return layout.labels.printed(line.text) is not None

    body, footnotes = take_footnotes(lines, layout.footnotes, ends_notes, labelled, source)
    if layout.headings.above:
        body = titles_below_labels(body, layout.labels.law)
    if layout.definitions is None:
        _tell_entries(body, layout.labels, source)
    sections, chapters = split_sections(body, layout.sections, layout.labels, source)
    _tell_running_heads(body, sections, layout, source)
    index: tuple[IndexEntry, ...] = ()
    elements = [_chapter(chapter) for chapter in chapters]
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


def _tell_running_heads(
    lines: Sequence[Line], sections: Sequence[Section], layout: BookLayout, source: Source
) -> None:
    """Tell lines that belong to the pages: they return at their edges, or with other numbers.

    Those of the title page may return in the sections, whose own titles were taken away there.
    """
    read = [s for s in sections if s.name not in ("index", "aside")]
    starts = {line.start for section in read for line in (*section.title, *section.lines)}
    first = min(starts, default=0)
    families: defaultdict[str, list[Line]] = defaultdict(list)
    edges: defaultdict[str, set[int]] = defaultdict(set)
    for line, after in pairwise(
        line for line in lines if line.start <= first or line.start in starts
    ):
        at_edge = "page" in (line.gap, after.gap)
        apart = line.gap != "none" and after.gap != "none"
        of_page = _TITLED.match(line.text) or (at_edge and apart and line.short)
        if (at_edge or apart) and of_page and not layout.labels.printed(line.text):
            families[masked(line.text)].append(line)
            edges[masked(line.text)] |= {line.page} if at_edge else set()
    for words, family in families.items():
        own = [line for line in family if line.start in starts]
        often = _TWICE if len(_WORD.findall(words)) >= _OFTEN else _OFTEN
        returns = len({line.text for line in family}) >= often or len(edges[words]) > 1
        if own and returns:
            patterns = [*(known.text for known in layout.page.furniture), numbered(words)]
            said = {"line": own[0].text[:40], "times": len(family)}
            cost = sum(len(line.text) for line in family)
            source.tell("running-head", own[0].start, cost, **said, furniture=toml_value(patterns))


def _tell_entries(lines: Sequence[Line], labels: LabelPatterns, source: Source) -> None:
    """Tell paragraphs before the laws that begin like definitions, where no definitions are."""
    paragraphs = [
        line
        for before, line in zip((None, *lines), lines, strict=False)
        if before is None or line.gap != "none" or ends_sentence(before.text)
    ]
    front = takewhile(lambda line: not labels.law.match(line.text), paragraphs)
    entries = [line for line in front if _ENTRY.match(line.text)]
    if len(entries) >= _OFTEN:
        said = {"line": entries[0].text[:40], "more": len(entries) - 1}
        source.tell(
            "entries-outside", entries[0].start, sum(len(line.text) for line in entries), **said
        )


def _front(section: Section, layout: BookLayout, source: Source) -> list[ReadElement]:
    """What a section outside the laws consists of; what is no part of them is set aside."""
    title, text = joined(section.title), joined(section.lines)
    if section.name == "preface":
        return [ReadElement("preface", "preface", heading=title, text=text)]
    if section.name == "introduction":
        return [ReadElement("intro", "introduction", heading=title, text=text)]
    if section.name == "definitions" and layout.definitions:
        source.ledger.claim(title, "heading", "definitions")
        return _definitions(section.lines, layout.definitions, source)
    if section.name == "aside":
        source.ledger.claim(title, "unrelated", "")
        source.ledger.claim(text, "unrelated", "")
    else:
        source.tell_profile("no-layout", "layout", section=section.name)
    return []


def _definitions(
    lines: Sequence[Line], layout: DefinitionLayout, source: Source
) -> list[ReadElement]:
    """The definitions, in the order of the book; what stands before the first is told."""
    groups: list[tuple[re.Match[str], list[Line]]] = []
    margin = min((line.column for line in lines), default=0)
    lines = _without_lead_in(lines, layout, source)
    for number, line in enumerate(lines):
        match = layout.entry.match(line.text)
        if match and (number == 0 or _apart(lines[number - 1], line, layout, margin)):
            groups.append((match, [line]))
        elif groups:
            groups[-1][1].append(line)
    if lines and not groups:
        cost = sum(len(line.text) for line in lines)
        pattern = layout.entry.text
        source.tell_profile("no-definition", "layout.definitions.entry", cost, pattern=pattern)
    return [_definition(match, group) for match, group in groups]


def _without_lead_in(
    lines: Sequence[Line], layout: DefinitionLayout, source: Source
) -> Sequence[Line]:
    """The lines without the sentence that leads to the first entry: it ends with a colon."""
    first = next((n for n, line in enumerate(lines) if layout.entry.match(line.text)), 0)
    if not first or not lines[first - 1].text.endswith(":"):
        return lines
    lead_in = joined(lines[:first])
    source.ledger.claim(lead_in, "heading", "definitions")
    source.tell("lead-in", lines[0].start, len(lead_in), line=lead_in.text[:40])
    return lines[first:]


def _apart(before: Line, line: Line, layout: DefinitionLayout, margin: int) -> bool:
    if layout.apart == "blank line":
        return line.gap != "none"
    if layout.apart == "nothing":
        return line.gap != "none" or before.short or ends_clause(before.text)
    return line.column == margin


def _definition(match: re.Match[str], lines: Sequence[Line]) -> ReadElement:
    first = lines[0].traced
    headword = first[match.start("headword") : match.end("headword")].squeezed()
    dash = first[match.end("headword") : match.end()].strip()
    before = first[: match.start("headword")].strip()
    text = join_lines([first[match.end() :], *(line.traced for line in lines[1:])])
    return ReadElement(
        key=f"def.{headword.text}",
        kind="definition",
        label=headword,
        text=text,
        cut=tuple(sign for sign in (before, dash) if sign),
        senses=senses(text),
    )


def senses(text: Traced) -> tuple[Span, ...]:
    """The spans of numbered senses, without their numbers; none when they aren't numbered.

    >>> senses(Traced.of("1. Suma. 2. Doba."))
    (Span(start=3, end=8), Span(start=12, end=17))
    """
    marks: list[re.Match[str]] = []
    for match in re.finditer(r"(?:(?<=[.;:] )|^)(\d)\.\s", text.text):
        if int(match[1]) == len(marks) + 1:
            marks.append(match)
    if len(marks) < 2:
        return ()
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    return tuple(
        Span(mark.end(), len(text.text[:end].rstrip()))
        for mark, end in zip(marks, ends, strict=True)
    )


def _chapter(chapter: Chapter) -> ReadElement:
    return ReadElement(
        key=chapter.key,
        kind="chapter",
        label=chapter.opening,
        heading=joined(chapter.title),
    )


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
    _tell_oddities(outline, layout.labels, source)
    _tell_lists(outline.nodes, source)
    elements = _law_elements(outline.nodes, layout.headings, corrections)
    if not layout.headings.letter:
        _tell_headings(outline.nodes, elements, source)
    return elements


def _tell_oddities(outline: Outline, labels: LabelPatterns, source: Source) -> None:
    used = {node.address.level for node in outline.nodes}
    for level, pattern in labels.by_level.items():
        if level != "law" and level not in used:
            path = f"layout.labels.{level}"
            source.tell_profile("no-label", path, 100, level=level, pattern=pattern.text)
    for line in outline.front:
        source.tell("before-the-laws", line.start, len(line.text), line=line.text[:40])
    for line in outline.suspects:
        at = source.place(line.start, line.text.split()[0])
        source.tell("no-sequence", line.start, 300, line=line.text[:40], read_as="", **at)
    for address, line in outline.slips:
        _tell_slip(address, line, outline, source)
    _tell_leaps(outline.nodes, source)


def _tell_slip(address: Address, line: Line, outline: Outline, source: Source) -> None:
    """Tell a label that is printed twice or has none before it, with the correction to paste."""
    number = next(n for n, node in enumerate(outline.nodes) if node.address == address)
    label, before = outline.nodes[number].label, sibling(address, -1)
    said = {"line": line.text[:40], "address": address, "missing": before}
    at = source.place(label.origins[0], label.text)
    if any(node.address == before for node in outline.nodes):
        source.tell("label-twice", line.start, 300, read_as=address, **said, **at)
        return
    unlabelled = [
        below
        for node in outline.nodes[:number]
        if node.address.parent == address.parent
        for own, below in pairwise(node.lines)
        if below.gap == "blank" and ends_clause(own.text)
    ]
    if not unlabelled:
        source.tell("label-left-out", line.start, 300, read_as=address, **said, **at)
        return
    begins = unlabelled[-1]
    at = source.place(begins.start, begins.text.split()[0])
    source.tell("label-missing", line.start, 600, read_as=before, **said, **at)


def _tell_leaps(nodes: Sequence[OutlineNode], source: Source) -> None:
    """Tell labels before which several are missing: only a correction can read one so."""
    known = {node.address for node in nodes}
    for node in (node for node in nodes if node.address.steps and node.lines):
        before = [sibling(node.address, step) for step in (-2, -1)]
        if all(before) and not known.intersection(before):
            line = f"{node.label.text} {node.lines[0].text}".strip()[:40]
            said = {"line": line, "address": node.address, "missing": before[1]}
            source.tell("label-leaps", node.lines[0].start, 300, **said)


def _tell_lists(nodes: Sequence[OutlineNode], source: Source) -> None:
    """Tell two lines inside one text whose labels follow each other, or a first one's paragraph."""
    for node in nodes:
        last: dict[str, tuple[str, Line]] = {}
        for line in node.lines:
            match = _LISTED.match(line.text)
            if match is None or re.search(r"\S\s{3,}\S", line.text[match.end() :]):
                continue
            label = match["label"]
            signs = f"{match['open']}{'.' * label.count('.')}{match['close']}"
            before, first = last.get(signs, ("", line))
            if before and _follow(before, label):
                said = {"first": first.text[:30], "second": line.text[:30], "key": node.address}
                source.tell("list-inside", first.start, 500, **said)
                break
            last[signs] = label, line
        else:
            for label, line in last.values():
                if label in _FIRST and line.gap != "none":
                    said = {"line": line.text[:40], "key": node.address}
                    source.tell("label-alone", line.start, 300, **said)


def _follow(before: str, label: str) -> bool:
    """Whether labels that are printed alike follow each other as numbers, numerals or letters."""
    (above, _, one), (beside, _, other) = before.rpartition("."), label.rpartition(".")
    if one.isdecimal() and other.isdecimal():
        return above == beside and int(other) == int(one) + 1
    numerals = before in ROMANS[:-1] and label == ROMANS[ROMANS.index(before) + 1]
    return numerals or (len(before) == len(label) == 1 and ord(label) == ord(before) + 1)


def _tell_headings(
    nodes: Sequence[OutlineNode], elements: Sequence[ReadElement], source: Source
) -> None:
    """Tell lines inside texts that look like headings, where those of letters stand alone."""
    letters = [e for e in elements if e.kind == "provision" and e.key.count(".") == 1]
    if sum(bool(e.heading) for e in letters) < max(_OFTEN, _NEARLY_ALL * len(letters)):
        _tell_titles(nodes, source)
        return
    known = {node.address for node in nodes}
    shouted = sum(e.heading.text.isupper() for e in letters) > len(letters) / 2
    for node in (node for node in nodes if node.address.steps):
        place = place_of(node.address, "letter") + 1
        due, after_it = (opened(node.address, "letter", n) for n in (place, place + 1))
        if {due, after_it} & known:
            continue  # told as a label that is missing
        for line in _like_headings(node.lines):
            said = {"line": line.text[:40], "key": node.address}
            if line.text.isupper() and not shouted:
                source.tell("title-inside", line.start, 600, **said)
            else:
                at = source.place(line.start, line.text.split()[0])
                source.tell("heading-inside", line.start, 600, read_as=due, **said, **at)


def _tell_titles(nodes: Sequence[OutlineNode], source: Source) -> None:
    """Tell lines inside texts that stand alone between paragraphs, as a chapter's title does."""
    for node in nodes:
        parted = {line.start for line, after in pairwise(node.lines) if after.gap != "none"}
        parted.add(node.lines[-1].start if node.lines else 0)
        for line in _like_headings(node.lines):
            if line.gap != "none" and line.start in parted:
                source.tell("title-inside", line.start, 600, line=line.text[:40], key=node.address)


def _like_headings(lines: Sequence[Line]) -> Iterator[Line]:
    """Short lines between two sentences, without a number or a mark at their end."""
    for before, line, after in zip(lines, lines[1:], (*lines[2:], None), strict=False):
        text = line.text
        apart = ends_sentence(before.text) and (after is None or after.text[0].isupper())
        titled = text[0].isupper() and text[-1].isalpha() and not re.search(r"\d|\s\s", text)
        if apart and titled and line.short:
            yield line


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
    tails: dict[Key, Traced] = {}
    elements: list[ReadElement] = []
    for number, node in enumerate(nodes):
        parent = node.address.parent
        following = nodes[number + 1].address if number + 1 < len(nodes) else None
        last = following is None or (parent is not None and not parent.contains(following))
        parts = parts_of(node, _first_text_below(nodes, number), headings, last=last)
        parts = _as_corrected(parts, corrections)
        if parts.after:
            tails[str(parent)] = parts.after
        elements.append(
            replace(
                ReadElement.at(node.address),
                label=node.label,
                heading=parts.heading,
                text=parts.text,
                cut=(parts.cut,) if parts.cut else (),
            )
        )
    elements = [replace(element, tail=tails.get(element.key, EMPTY)) for element in elements]
    return headings_of_letters(elements, {str(node.address): node.lines for node in nodes})


def _as_corrected(parts: Parts, corrections: Corrections) -> Parts:
    """Heading and text as a correction parts them: what looks like a heading is text, or is one."""
    if parts.heading and (placed := corrections.at("text", parts.heading.origins[0])):
        corrections.use(placed)
        return parts.without_heading()
    whole = join_lines([parts.heading, parts.text])
    placed = corrections.at("heading", whole.origins[0]) if whole else None
    if placed is None:
        return parts
    cut = sum(origin < placed.span.end for origin in whole.origins if origin != INSERTED)
    cut += whole.origins[:cut].count(INSERTED)
    corrected = Parts(whole[:cut].strip(), whole[cut:].strip(), parts.after, parts.cut)
    if corrected != parts:
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
