"""A provision's words as HTML: paragraphs, tables, links, terms, suits and footnote marks.

A reader is helped by a mark on a term where the book defines the word, and only once in a while. So
a use is marked where its edition has a definition of it (one that defines nothing borrows the
definitions of the others), where it is the first one in its section, and where no link stands
already.

A text is one line; its runs tell how far apart its pieces stand in the source. A wider gap than a
line end is a blank line. It begins a paragraph where what precedes it ends a sentence, or where a
line that isn't full is followed by a capital; else it is a page that was turned.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING

from markupsafe import Markup, escape
from msgspec import Struct

from lawbase.address import KeyParts
from lawbase.knowledge import EditionKey, KnowledgeBase
from lawbase.markup import Element, Mark, Point, tree
from lawbase.model import Edition, Key, Marker, Part, Provision, Reference, Run, Table, TermUse
from lawbase.site.routes import section_of
from lawbase.site.scripts import ScriptTable
from lawbase.text import Span

if TYPE_CHECKING:
    from lawbase.site.context import Site

_SUITS = re.compile(r"[♠♥♦♣]")
_RED = "♥♦"
_ENDS = tuple('.:;!?)”“"')
_FULL = 0.66
"""So much of the longest line is a line that ends because it is full."""
_SHORT = 16
"""So many characters of a citation stay on one line."""


class Overlay(Struct, frozen=True):
    """What lies over one part of a provision: opening tags without brackets, and HTML."""

    marks: tuple[Mark[str], ...] = ()
    points: tuple[Point[str], ...] = ()


class SetText(Struct, frozen=True):
    """A provision's words ready to show; an empty part is an empty string."""

    heading: Markup
    text: Markup
    tail: Markup

    def converted(self, script: ScriptTable | None) -> SetText:
        """The same words in another script, when there is one."""
        if script is None:
            return self
        parts = (self.heading, self.text, self.tail)
        return SetText(*(Markup(script.convert_markup(part)) for part in parts))

    def __bool__(self) -> bool:
        return bool(self.heading or self.text or self.tail)


class Typesetter:
    """Sets provisions as HTML; each is set once."""

    def __init__(self, site: Site):
        self._site = site
        self._kb = site.kb
        self._href = site.routes.href
        self._set: dict[tuple[str, Key, bool], SetText] = {}

    def words(self, provision: Provision, script: ScriptTable | None = None) -> SetText:
        """The words of a provision, in another script when one is given."""
        place = (provision.edition, provision.key, script is not None)
        if place not in self._set:
            usual = partial(self.overlay, provision)
            words = self.words(provision) if script else self.words_under(provision, usual)
            self._set[place] = words.converted(script)
        return self._set[place]

    def words_under(self, provision: Provision, over: Callable[[Part], Overlay]) -> SetText:
        """The words of a provision under what ``over`` tells to lie over each part."""
        label = self._site.interface_of(provision.edition).text("table")

        def in_blocks(part: Part, tables: Sequence[Table] = ()) -> Markup:
            if not provision.part(part):
                return Markup()
            starts = self.starts(provision, part)
            return blocks(provision.part(part), over(part), tables, starts, label)

        heading = inline(provision.heading, over("heading"))
        return SetText(heading, in_blocks("text", provision.tables), in_blocks("tail"))

    def overlay(self, provision: Provision, part: Part) -> Overlay:
        """The links, terms, suits and footnote marks of a part."""
        marks = [
            *self._references(provision, part),
            *self._terms(provision, part),
            *suits(provision.part(part)),
        ]
        points = (self._call(provision, m) for m in provision.markers if m.part == part)
        return Overlay(tuple(marks), tuple(points))

    def starts(self, provision: Provision, part: Part) -> tuple[int, ...]:
        """Where a paragraph begins, or a sense of a definition with its number before it."""
        if part == "text" and provision.senses:
            return tuple(sense.end for sense in provision.senses[:-1])
        return paragraph_starts(provision, part, self._gaps[provision.edition])

    @cached_property
    def _gaps(self) -> dict[str, int]:
        return {edition.id: usual_gap(edition.provisions) for edition in self._kb.editions}

    @cached_property
    def _marked(self) -> dict[EditionKey, tuple[TermUse, ...]]:
        return marked_uses(self._kb)

    def _references(self, provision: Provision, part: Part) -> Iterator[Mark[str]]:
        """A link for every target of a citation, on the words that name it."""
        for span, found in self._kb.mentions(provision.edition, provision.key, part).items():
            yield Mark(span.start, span.end, self._reference(found, span.end - span.start), 0)

    def _reference(self, found: Sequence[Reference], length: int) -> str:
        hrefs = [self._href(r.edition, r.to) for r in found if r.to and r.status == "ok"]
        href = next(filter(None, hrefs), None)
        if href:
            whole = " whole" if length <= _SHORT else ""
            return f'a class="citation{whole}" href="{escape(href)}"'
        status = found[0].status
        reason = escape(self._site.interface_of(found[0].edition).text(f"reference.{status}"))
        elsewhere = self._elsewhere(found[0]) if status == "outside" else None
        if elsewhere:
            edition, href = elsewhere
            tag = self._site.tag(edition.id)
            mark = self._site.mark(edition)
            return (
                f'a class="citation outside" href="{escape(href)}" hreflang="{tag}" '
                f'data-mark="{mark}" title="{mark}: {reason}"'
            )
        return f'span class="unlinked {status}" title="{reason}"'

    def _elsewhere(self, reference: Reference) -> tuple[Edition, str] | None:
        """Where another text of the year has what lies beyond a partial one."""
        year = self._kb.edition(reference.edition).year
        for other in self._kb.law_editions if reference.to else ():
            href = self._href(other.id, reference.to or "") if other.year == year else None
            if href:
                return other, href
        return None

    def _terms(self, provision: Provision, part: Part) -> Iterator[Mark[str]]:
        for use in self._marked.get((provision.edition, provision.key), ()):
            if use.part == part:
                href = escape(self._term_href(use.edition, use.concept))
                yield Mark(use.start, use.end, f'a class="term" href="{href}"', 0)

    def _term_href(self, edition: str, concept_id: str) -> str:
        concept = self._kb.concept(concept_id)
        key = concept.definitions.get(edition) if concept else None
        href = self._href(edition, key) if key else None
        return href or self._site.term(concept_id)

    def _call(self, provision: Provision, marker: Marker) -> Point[str]:
        """The number that calls a footnote."""
        number = KeyParts.of(marker.footnote).footnote
        href = self._href(provision.edition, marker.footnote)
        title = escape(self._site.interface_of(provision.edition).text("footnote", n=number))
        html = f'<sup class="mark"><a href="{href}" title="{title}">{escape(number)}</a></sup>'
        return Point(marker.at, html if href else f"<sup>{escape(number)}</sup>")


def inline(text: str, overlay: Overlay, stretch: Span | None = None) -> Markup:
    """A stretch of a text as HTML with what lies over it; all else is escaped.

    >>> str(inline("a < b", Overlay((Mark(0, 1, "b"),))))
    '<b>a</b> &lt; b'
    """
    start, end = (stretch.start, stretch.end) if stretch else (0, len(text))
    return Markup("".join(map(_html, tree(text, overlay.marks, overlay.points, start, end))))


def _html(node: str | Point[str] | Element[str]) -> str:
    if isinstance(node, str):
        return str(escape(node))
    if isinstance(node, Point):
        return node.value
    name = node.value.partition(" ")[0]
    return f"<{node.value}>{''.join(map(_html, node.children))}</{name}>"


def blocks(
    text: str,
    overlay: Overlay,
    tables: Iterable[Table] = (),
    starts: Iterable[int] = (),
    table_label: str = "",
) -> Markup:
    """A text as paragraphs, one a line, with its tables in their places.

    ``starts`` are further places where a paragraph begins.
    """
    out: list[str] = []
    at = 0
    for table in sorted(tables, key=lambda table: table.start):
        out.extend(_paragraphs(text, Span(at, table.start), overlay, starts))
        out.append(table_html(table, table_label))
        at = table.end
    out.extend(_paragraphs(text, Span(at, len(text)), overlay, starts))
    return Markup("".join(out))


def table_html(table: Table, label: str) -> str:
    """A table with its header cells, in a box that scrolls by itself when it is too wide."""
    head = "".join(
        f'<th scope="col">{cell_html(cell)}</th>' if cell else "<td></td>" for cell in table.header
    )
    body = "".join(
        f'<tr><th scope="row">{cell_html(row[0])}</th>'
        + "".join(f"<td>{cell_html(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in table.rows
    )
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    name = escape(table.caption or label)
    return (
        f'<div class="table" role="group" tabindex="0" aria-label="{name}"><table>{caption}'
        + (f"<thead><tr>{head}</tr></thead>" if any(table.header) else "")
        + f"<tbody>{body}</tbody></table></div>"
    )


def cell_html(text: str) -> Markup:
    """A short text with its suits in their colour."""
    return inline(text, Overlay(tuple(suits(text))))


def suits(text: str) -> Iterator[Mark[str]]:
    """Marks around the suits of a text."""
    for found in _SUITS.finditer(text):
        colour = " red" if found[0] in _RED else ""
        yield Mark(found.start(), found.end(), f'span class="suit{colour}"', 2)


def _paragraphs(text: str, stretch: Span, overlay: Overlay, starts: Iterable[int]) -> Iterator[str]:
    lines = (m.start() for m in re.compile("\n").finditer(text, stretch.start, stretch.end))
    cuts = {stretch.start, stretch.end, *lines, *(s for s in starts if stretch.start < s)}
    edges = sorted(cut for cut in cuts if cut <= stretch.end)
    for start, end in pairwise(edges):
        while start < end and text[start].isspace():
            start += 1
        if start < end:
            yield f"<p>{inline(text, overlay, Span(start, end))}</p>"


def marked_uses(kb: KnowledgeBase) -> dict[EditionKey, tuple[TermUse, ...]]:
    """The uses of terms to be marked, by the provision that they stand in."""
    return {
        (edition.id, key): uses for edition in kb.editions for key, uses in _marked(kb, edition)
    }


def _marked(kb: KnowledgeBase, edition: Edition) -> Iterator[tuple[Key, tuple[TermUse, ...]]]:
    own = {c.id for c in kb.concepts if edition.id in c.definitions}
    defined = own or {c.id for c in kb.concepts if c.definitions}
    seen: defaultdict[Key, set[str]] = defaultdict(set)
    for provision in edition.provisions:
        known = seen[section_of(provision.key)]
        known.update(concept.id for concept in kb.defines(edition.id, provision.key))
        found: list[TermUse] = []
        for use in kb.uses_in(edition.id, provision.key):
            passed = use.concept in known or use.part == "heading"
            if not passed and use.concept in defined and not _is_linked(kb, use):
                found.append(use)
                known.add(use.concept)
        yield provision.key, tuple(found)


def _is_linked(kb: KnowledgeBase, use: TermUse) -> bool:
    return any(
        r.part == use.part and r.start < use.end and use.start < r.end
        for r in kb.references_from(use.edition, use.key)
    )


def usual_gap(provisions: Iterable[Provision]) -> int:
    """The distance in characters between the ends and the starts of most lines of an edition."""
    gaps = Counter(
        _gap(before, after)
        for provision in provisions
        for before, after in pairwise(_runs(provision, "text"))
    )
    return max(gaps, key=lambda gap: (gaps[gap], -gap), default=0)


def paragraph_starts(provision: Provision, part: Part, usual: int) -> tuple[int, ...]:
    """The offsets in a part of a provision where a paragraph begins, without the first."""
    runs = _runs(provision, part)
    text = provision.part(part)
    longest = max((run.length for run in runs), default=0)
    return tuple(
        after.at
        for before, after in pairwise(runs)
        if _gap(before, after) > usual
        and (
            text[: before.at + before.length].rstrip().endswith(_ENDS)
            or (before.length < _FULL * longest and text[after.at].isupper())
        )
    )


def _runs(provision: Provision, part: Part) -> tuple[Run, ...]:
    return tuple(run for run in provision.maps.get(part, ()) if run.source >= 0)


def _gap(before: Run, after: Run) -> int:
    return after.source - before.source - before.length
