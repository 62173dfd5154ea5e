"""A law in one edition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec import Struct

from lawbase.address import law_of
from lawbase.model import Edition, Provision
from lawbase.site.gathered import Gathered
from lawbase.site.page import Alternate, Page, Plan
from lawbase.site.routes import page_of
from lawbase.site.settings import Chapter
from lawbase.site.views.provisions import Link, ProvisionView, provision_view
from lawbase.site.views.quotes import Quote, quote
from lawbase.site.views.tiles import told


class Sibling(Struct, frozen=True):
    """The same law in an edition: its page, if there is one, and whether it is this page."""

    edition: str
    mark: str
    html: str
    href: str | None
    here: bool
    key: str


class Changed(Struct, frozen=True):
    """What a comparison says of the law, in words."""

    old: int
    new: int
    href: str
    words: str


class Citation(Struct, frozen=True):
    """A provision that cites this law, with what it cites and its sentence."""

    href: str
    words: str
    targets: tuple[Link, ...]
    quote: Quote


class LawView(Struct, frozen=True):
    """The law, its outline, its siblings, what changed in it and who cites it."""

    number: int
    chapter: Chapter | None
    law: ProvisionView
    siblings: tuple[Sibling, ...]
    changed: tuple[Changed, ...]
    cited: tuple[Citation, ...]
    parallel: str
    references: str
    trace: str


def plan_laws(site: Gathered) -> Iterator[Plan]:
    """A page for every law of every edition."""
    for edition in site.layers.law_editions:
        for law in site.layers.laws[edition.id].values():
            yield Plan(page_of(edition.id, law.key), partial(_law_page, site, edition, law))


def _law_page(site: Gathered, edition: Edition, law: Provision) -> Page:
    ui = site.voices[edition.id]
    number = int(law.key)
    siblings = _siblings(site, edition, law)
    changed = _changed(site, edition, number)
    title = f"{site.cite(ui, law.key)}: {law.heading}, {edition.year}"
    return Page(
        path=page_of(edition.id, law.key),
        template="law.html",
        interface=ui.id,
        title=title,
        description=ui.text("law.description", law=title, edition=edition.title),
        view=LawView(
            number=number,
            chapter=site.settings.chapter_of(number),
            law=provision_view(site, law),
            siblings=siblings,
            changed=changed,
            cited=_cited(site, edition, number),
            parallel=site.page(ui, "parallel", number),
            references=site.page(ui, "references", number),
            trace=site.page(ui, "trace", number),
        ),
        room="laws",
        edition=edition.id,
        alternates=_alternates(site, siblings),
        previous=_neighbour(site, edition, number, -1),
        following=_neighbour(site, edition, number, +1),
        compare=changed[0].href if changed else None,
        parallel=site.page(ui, "parallel", number),
        has_contents=bool(law.children),
        json_ld=_json_ld(site, edition, law),
    )


def _siblings(site: Gathered, edition: Edition, law: Provision) -> tuple[Sibling, ...]:
    strand = site.strands.of(edition.id, law.key)
    found: list[Sibling] = []
    for other in site.layers.law_editions:
        key = next(iter(strand.keys_in(other.id)), law.key)
        href = site.routes.href(other.id, key)
        html = site.voices[other.id].words.html
        here = other.id == edition.id
        found.append(Sibling(other.id, site.mark(other), html, href, here, key))
    return tuple(found)


def _alternates(site: Gathered, siblings: tuple[Sibling, ...]) -> tuple[Alternate, ...]:
    """For each interface: its own newest text of the law, or else the texts side by side."""
    here = next(s for s in siblings if s.here)
    year = site.kb.edition(here.edition).year
    found: list[Alternate] = []
    for ui in site.interfaces.values():
        own = [s for s in siblings if s.href and site.voices[s.edition].id == ui.id]
        own.sort(key=lambda s: (site.kb.edition(s.edition).year == year, s.edition))
        if own:
            same_year = site.kb.edition(own[-1].edition).year == year
            path = page_of(own[-1].edition, own[-1].key)
            found.append(Alternate(ui.id, ui.words.html, path, same_year))
        else:
            path = f"{ui.id}/parallel/{here.key.partition('.')[0]}/"
            found.append(Alternate(ui.id, ui.words.html, path, False))
    return tuple(found)


def _changed(site: Gathered, edition: Edition, number: int) -> tuple[Changed, ...]:
    """The comparisons that this text takes part in, those within its language first."""
    ui = site.voices[edition.id]
    mine = [c for c in site.comparisons if edition.id in c.pair and number in c.laws]
    mine.sort(key=lambda c: not c.same_language)
    return tuple(
        Changed(
            c.old.year,
            c.new.year,
            site.page(ui, "compare", *c.pair, number),
            told(ui, c.summary(number), c.same_language),
        )
        for c in mine[:1]
    )


def _cited(site: Gathered, edition: Edition, number: int) -> tuple[Citation, ...]:
    """The provisions outside the law that cite it or a part of it, in the order of the book."""
    targets: dict[str, dict[str, Link]] = {}
    first: dict[str, Quote] = {}
    for provision in site.layers.by_law.get((edition.id, number), ()):
        for r in site.kb.references_to(edition.id, provision.key):
            href = site.routes.href(edition.id, provision.key)
            if r.kind == "index" or law_of(r.from_key) == number or not href:
                continue
            if not site.routes.href(edition.id, r.from_key):
                continue
            short = site.short(edition.id, provision.key)
            targets.setdefault(r.from_key, {})[provision.key] = Link(href, short)
            first.setdefault(r.from_key, quote(site, r))
    order = {p.key: n for n, p in enumerate(edition.provisions)}
    return tuple(
        Citation(
            site.routes.href(edition.id, key) or "",
            site.short(edition.id, key),
            tuple(targets[key].values()),
            first[key],
        )
        for key in sorted(targets, key=lambda key: order[key])
    )


def _neighbour(site: Gathered, edition: Edition, number: int, step: int) -> str | None:
    return site.routes.href(edition.id, str(number + step))


def _json_ld(site: Gathered, edition: Edition, law: Provision) -> dict[str, Any]:
    base = site.settings.base_url
    address = base + page_of(edition.id, law.key)
    return {
        "@context": "https://schema.org",
        "@type": "Legislation",
        "@id": address,
        "url": address,
        "name": f"{site.cite(site.voices[edition.id], law.key)}: {law.heading}",
        "legislationIdentifier": f"ldb:{edition.year}:{edition.language}:{law.key}",
        "inLanguage": site.voices[edition.id].words.html,
        "datePublished": str(edition.year),
        **_publisher(edition),
        "isPartOf": {
            "@type": "Legislation",
            "name": edition.title,
            "url": base + f"{edition.id}/",
        },
        "translationOfWork": {
            "@type": "Legislation",
            "legislationIdentifier": f"ldb:{edition.year}:{law.key}",
        },
    }


def _publisher(edition: Edition) -> dict[str, Any]:
    if not edition.publisher:
        return {}
    return {"publisher": {"@type": "Organization", "name": edition.publisher}}
