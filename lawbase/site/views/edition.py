"""An edition's own pages but for its laws: contents, definitions, preface, introduction, guide."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from lawbase.model import Edition, Provision
from lawbase.site.gathered import Gathered
from lawbase.site.page import Alternate, Page, Plan
from lawbase.site.routes import link, page_of
from lawbase.site.settings import Chapter
from lawbase.site.views.provisions import Link, ProvisionView, provision_view

_PARTS = {"preface": "preface", "introduction": "introduction", "definition": "definitions"}


class ContentsLine(Struct, frozen=True):
    """A law or section in the contents, with what is right below it."""

    label: str
    heading: str
    href: str
    below: tuple[Link, ...]


class ContentsChapter(Struct, frozen=True):
    """A chapter of the contents."""

    chapter: Chapter | None
    lines: tuple[ContentsLine, ...]


class ContentsView(Struct, frozen=True):
    """What an edition contains; ``printed`` are its chapters as far as the print has them."""

    edition: Edition
    parts: tuple[Link, ...]
    chapters: tuple[ContentsChapter, ...]
    printed: tuple[ProvisionView, ...]


class PartView(Struct, frozen=True):
    """A part of an edition that is one page: provisions one after the other."""

    title: str
    provisions: tuple[ProvisionView, ...]
    entries: tuple[Link, ...]


def plan_editions(site: Gathered) -> Iterator[Plan]:
    """The contents of every edition and its parts around the laws."""
    for edition in site.kb.editions:
        yield Plan(f"{edition.id}/", partial(_contents_page, site, edition))
        for kind in _PARTS:
            if any(p.kind == kind for p in edition.provisions):
                path = f"{edition.id}/{_PARTS[kind]}/"
                yield Plan(path, partial(_part_page, site, edition, kind))
        sections = _top_sections(edition)
        for place, section in enumerate(sections):
            path = page_of(edition.id, section.key)
            yield Plan(path, partial(_section_page, site, edition, sections, place))


def _contents_page(site: Gathered, edition: Edition) -> Page:
    ui = site.voices[edition.id]
    if edition.laws:
        chapters = tuple(
            ContentsChapter(chapter, _law_lines(site, edition, chapter))
            for chapter in site.settings.chapters
        )
    else:
        chapters = (ContentsChapter(None, _section_lines(site, edition)),)
    return Page(
        path=f"{edition.id}/",
        template="contents.html",
        has_contents=True,
        interface=ui.id,
        title=edition.title,
        description=ui.text("contents.description", edition=edition.title),
        view=ContentsView(
            edition,
            _parts(site, edition),
            tuple(c for c in chapters if c.lines),
            tuple(provision_view(site, p) for p in edition.provisions if p.kind == "chapter"),
        ),
        room="laws",
        edition=edition.id,
        alternates=_edition_alternates(site, ""),
    )


def _parts(site: Gathered, edition: Edition) -> tuple[Link, ...]:
    ui = site.voices[edition.id]
    kinds = {p.kind for p in edition.provisions}
    return tuple(
        Link(link(f"{edition.id}/{folder}/"), ui.text(f"part.{folder}"))
        for kind, folder in _PARTS.items()
        if kind in kinds
    )


def _law_lines(site: Gathered, edition: Edition, chapter: Chapter) -> tuple[ContentsLine, ...]:
    laws = site.layers.laws[edition.id]
    return tuple(
        _line(site, laws[number], str(number)) for number in chapter.numbers if number in laws
    )


def _section_lines(site: Gathered, edition: Edition) -> tuple[ContentsLine, ...]:
    return tuple(
        _line(site, section, str(place)) for place, section in enumerate(_top_sections(edition), 1)
    )


def _top_sections(edition: Edition) -> list[Provision]:
    return [p for p in edition.provisions if p.kind == "section" and p.parent is None]


def _line(site: Gathered, provision: Provision, label: str) -> ContentsLine:
    children = (site.kb.provision(provision.edition, key) for key in provision.children)
    below = tuple(
        Link(site.routes.href(child.edition, child.key) or "", child.heading, child.label)
        for child in children
        if child and child.heading
    )
    href = site.routes.href(provision.edition, provision.key) or ""
    return ContentsLine(label, provision.heading, href, below)


def _part_page(site: Gathered, edition: Edition, kind: str) -> Page:
    ui = site.voices[edition.id]
    folder = _PARTS[kind]
    title = ui.text(f"part.{folder}")
    found = [p for p in edition.provisions if p.kind == kind and "#" not in p.key]
    if len(found) == 1 and found[0].heading:
        title = found[0].heading
    entries = tuple(
        Link(site.routes.href(p.edition, p.key) or "", p.key.partition(".")[2])
        for p in found
        if kind == "definition"
    )
    return Page(
        path=f"{edition.id}/{folder}/",
        template="part.html",
        interface=ui.id,
        title=f"{title}, {edition.year}",
        description=ui.text("part.description", part=title, edition=edition.title),
        has_contents=bool(entries),
        view=PartView(title, tuple(provision_view(site, p, 2) for p in found), entries),
        room="laws",
        edition=edition.id,
        alternates=_edition_alternates(site, f"{folder}/"),
    )


def _section_page(site: Gathered, edition: Edition, sections: list[Provision], place: int) -> Page:
    ui = site.voices[edition.id]
    section = sections[place]
    before = sections[place - 1] if place else None
    after = sections[place + 1] if place + 1 < len(sections) else None
    return Page(
        path=page_of(edition.id, section.key),
        template="section.html",
        interface=ui.id,
        title=f"{section.heading} · {edition.title}",
        description=ui.text("part.description", part=section.heading, edition=edition.title),
        view=provision_view(site, section),
        room="guide",
        edition=edition.id,
        previous=site.routes.href(edition.id, before.key) if before else None,
        following=site.routes.href(edition.id, after.key) if after else None,
        alternates=_edition_alternates(site, ""),
    )


def _edition_alternates(site: Gathered, folder: str) -> tuple[Alternate, ...]:
    """The way to other languages: the same part of their edition, or their front page."""
    found = []
    for ui in site.interfaces.values():
        edition = site.leading_edition(ui)
        has_part = edition and site.voices[edition.id].id == ui.id and _has(edition, folder)
        path = f"{edition.id}/{folder}" if edition and has_part else f"{ui.id}/"
        found.append(Alternate(ui.id, ui.words.html, path, translation=False))
    return tuple(found)


def _has(edition: Edition, folder: str) -> bool:
    kind = next((k for k, part in _PARTS.items() if f"{part}/" == folder), None)
    return kind is None or any(p.kind == kind for p in edition.provisions)
