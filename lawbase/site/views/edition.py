"""An edition's own pages but for its laws: contents, definitions, preface, introduction, guide."""

from collections.abc import Iterator
from itertools import groupby

from lawbase.model import Edition, Provision
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Alternate, Page, neighbours
from lawbase.site.routes import PARTS, page_of


def plan_editions(site: Site) -> Iterator[Page]:
    """The contents of every edition and its parts around the laws."""
    for edition in site.kb.editions:
        context = site.context_of(edition)
        yield _contents_page(context, edition)
        for folder in context.parts(edition):
            yield _part_page(context, edition, folder)
        sections = _sections(edition)
        for section in sections:
            yield _section_page(context, edition, sections, section)


def _contents_page(site: PageContext, edition: Edition) -> Page:
    chapter_of = site.site.chapters_in(edition.id)
    laws = groupby(site.kb.laws(edition.id).items(), lambda item: chapter_of[item[0]])
    chapters = [(chapter, [law for _, law in found]) for chapter, found in laws]
    shown = [chapter for chapter, _ in chapters]
    return Page(
        path=f"{edition.id}/",
        template="contents.html",
        has_contents=True,
        site=site,
        title=edition.title,
        description=site.ui.text("contents.description", edition=edition.title),
        finds=lambda: {
            "edition": edition,
            "chapters": chapters if edition.laws else [(None, _sections(edition))],
            "printed": [p for p in edition.provisions if p.kind == "chapter" and p not in shown],
        },
        room="laws",
        edition=edition.id,
        alternates=_alternates(site, ""),
    )


def _sections(edition: Edition) -> list[Provision]:
    return [p for p in edition.provisions if p.kind == "section" and p.parent is None]


def _part_page(site: PageContext, edition: Edition, folder: str) -> Page:
    found = [p for p in edition.provisions if PARTS.get(p.kind) == folder]
    title = site.ui.text(f"part.{folder}")
    if len(found) == 1 and found[0].heading:
        title = found[0].heading
    return Page(
        path=f"{edition.id}/{folder}/",
        template="part.html",
        site=site,
        title=f"{title}, {edition.year}",
        description=site.ui.text("part.description", part=title, edition=edition.title),
        has_contents=folder == "definitions",
        finds=lambda: {"title": title, "folder": folder, "provisions": found},
        room="laws",
        edition=edition.id,
        alternates=_alternates(site, folder),
    )


def _section_page(
    site: PageContext, edition: Edition, sections: list[Provision], section: Provision
) -> Page:
    return Page(
        path=page_of(edition.id, section.key),
        template="section.html",
        site=site,
        title=f"{section.heading} · {edition.title}",
        description=site.ui.text("part.description", part=section.heading, edition=edition.title),
        finds=lambda: {"section": section},
        room="guide",
        edition=edition.id,
        alternates=_alternates(site, ""),
        **neighbours(sections, section, lambda p: page_of(edition.id, p.key)),
    )


def _alternates(site: PageContext, folder: str) -> tuple[Alternate, ...]:
    """The way to other languages: the same part of their edition, or their front page."""
    found = []
    for ui in site.site.interfaces.values():
        edition = site.site.context(ui.id).leading_edition
        speaks = edition and site.site.interface_of(edition.id) is ui
        has_part = edition and (not folder or folder in site.parts(edition))
        path = f"{edition.id}/{folder}" if edition and speaks and has_part else ui.id
        found.append(Alternate(ui, f"{path.rstrip('/')}/", translation=False))
    return tuple(found)
