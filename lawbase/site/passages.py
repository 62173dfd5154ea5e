"""A provision's words as HTML: paragraphs, tables, links, terms, suits and footnote marks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from markupsafe import Markup, escape
from msgspec import Struct

from lawbase.model import Key, Marker, Part, Provision, Reference, Table
from lawbase.site.annotate import Insert, Mark, annotate, clipped
from lawbase.site.interface import Interface
from lawbase.site.layers import Layers
from lawbase.site.paragraphs import paragraph_starts
from lawbase.site.routes import Routes, link
from lawbase.site.scripts import ScriptTable
from lawbase.text import Span

_SUITS = re.compile(r"[♠♥♦♣]")
_RED = "♥♦"
_SHORT = 16
"""So many characters of a citation stay on one line."""


class Overlay(Struct, frozen=True):
    """What lies over one part of a provision."""

    marks: tuple[Mark, ...]
    inserts: tuple[Insert, ...]


class Words(Struct, frozen=True):
    """A provision's words ready to show; an empty part is an empty string."""

    heading: Markup
    text: Markup
    tail: Markup

    def converted(self, script: ScriptTable) -> Words:
        """The same words in another script."""
        parts = (self.heading, self.text, self.tail)
        return Words(*(Markup(script.convert_markup(part)) for part in parts))

    def __bool__(self) -> bool:
        return bool(self.heading or self.text or self.tail)


class Passages:
    """Sets provisions as HTML; each is set once."""

    def __init__(self, layers: Layers, routes: Routes, voices: dict[str, Interface]):
        self._layers = layers
        self._routes = routes
        self._voices = voices
        self._set: dict[tuple[str, Key, bool], Words] = {}

    def words(self, provision: Provision, script: ScriptTable | None = None) -> Words:
        """The words of a provision, in another script when one is given."""
        place = (provision.edition, provision.key, script is not None)
        if place not in self._set:
            words = self.words(provision) if script else self._words(provision)
            self._set[place] = words.converted(script) if script else words
        return self._set[place]

    def overlay(self, provision: Provision, part: Part) -> Overlay:
        """The links, terms, suits and footnote marks of a part."""
        marks = [
            *self._references(provision, part),
            *self._terms(provision, part),
            *_suits(provision.part(part)),
        ]
        inserts = [
            self._footnote_mark(provision, marker)
            for marker in provision.markers
            if marker.part == part
        ]
        return Overlay(tuple(marks), tuple(inserts))

    def why_unlinked(self, reference: Reference) -> str:
        """Why a reference isn't a link, in the language of its edition."""
        voice = self._voices[reference.edition]
        return voice.text(f"reference.{reference.status}")

    def _words(self, provision: Provision) -> Words:
        heading = self.overlay(provision, "heading")
        return Words(
            annotate(provision.heading, heading.marks, heading.inserts),
            self._blocks(provision, "text"),
            self._blocks(provision, "tail"),
        )

    def _blocks(self, provision: Provision, part: Part) -> Markup:
        overlay = self.overlay(provision, part)
        tables = provision.tables if part == "text" else ()
        label = self._voices[provision.edition].text("table")
        return blocks(provision.part(part), overlay, tables, self.starts(provision, part), label)

    def starts(self, provision: Provision, part: Part) -> tuple[int, ...]:
        """Where a paragraph begins, or a sense of a definition with its number before it."""
        if part == "text" and provision.senses:
            return tuple(sense.end for sense in provision.senses[:-1])
        return paragraph_starts(provision, part, self._layers.gaps[provision.edition])

    def _references(self, provision: Provision, part: Part) -> list[Mark]:
        spans: defaultdict[tuple[int, int], list[Reference]] = defaultdict(list)
        for reference in self._layers.kb.references_from(provision.edition, provision.key):
            if reference.part == part:
                spans[reference.start, reference.end].append(reference)
        return [self._reference(span, found) for span, found in spans.items()]

    def _reference(self, span: tuple[int, int], found: Sequence[Reference]) -> Mark:
        hrefs = [self._routes.href(r.edition, r.to) for r in found if r.to and r.status == "ok"]
        href = next(filter(None, hrefs), None)
        if href:
            whole = ' class="whole"' if span[1] - span[0] <= _SHORT else ""
            return Mark(*span, f'<a{whole} href="{escape(href)}">', "</a>", 0)
        reason = escape(self.why_unlinked(found[0]))
        status = found[0].status
        return Mark(*span, f'<span class="unlinked {status}" title="{reason}">', "</span>", 0)

    def _terms(self, provision: Provision, part: Part) -> list[Mark]:
        return [
            Mark(
                use.start,
                use.end,
                f'<a class="term" href="{escape(self._term_href(use.edition, use.concept))}">',
                "</a>",
                0,
            )
            for use in self._layers.marked.get((provision.edition, provision.key), ())
            if use.part == part
        ]

    def _term_href(self, edition: str, concept: str) -> str:
        key = self._layers.concepts[concept].definitions.get(edition)
        href = self._routes.href(edition, key) if key else None
        return href or link(f"{self._voices[edition].id}/terms/{concept}/")

    def _footnote_mark(self, provision: Provision, marker: Marker) -> Insert:
        number = marker.footnote.rpartition("#fn")[2]
        href = self._routes.href(provision.edition, marker.footnote)
        voice = self._voices[provision.edition]
        title = escape(voice.text("footnote", n=number))
        html = f'<sup class="mark"><a href="{href}" title="{title}">{escape(number)}</a></sup>'
        return Insert(marker.at, html if href else f"<sup>{escape(number)}</sup>")


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
    return annotate(text, _suits(text))


def _paragraphs(text: str, stretch: Span, overlay: Overlay, starts: Iterable[int]) -> Iterable[str]:
    lines = [
        m.start() for m in re.finditer("\n", text[: stretch.end]) if m.start() >= stretch.start
    ]
    cuts = {stretch.start, stretch.end, *lines, *(s for s in starts if stretch.start < s)}
    edges = sorted(cut for cut in cuts if cut <= stretch.end)
    for start, end in pairwise(edges):
        while start < end and text[start].isspace():
            start += 1
        if start < end:
            yield f"<p>{_annotated(text, Span(start, end), overlay)}</p>"


def _annotated(text: str, stretch: Span, overlay: Overlay) -> Markup:
    marks = clipped(overlay.marks, stretch.start, stretch.end)
    inserts = [
        Insert(insert.at - stretch.start, insert.html)
        for insert in overlay.inserts
        if stretch.start <= insert.at <= stretch.end
    ]
    return annotate(text[stretch.start : stretch.end], marks, inserts)


def _suits(text: str) -> list[Mark]:
    return [
        Mark(
            m.start(), m.end(), f'<span class="suit{" red" if m[0] in _RED else ""}">', "</span>", 2
        )
        for m in _SUITS.finditer(text)
    ]
