"""A law in one edition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from lawbase.address import law_of
from lawbase.model import Edition, Key, Provision, Reference
from lawbase.site.comparison import Comparison
from lawbase.site.context import Context, Site
from lawbase.site.page import Alternate, Page, Plan
from lawbase.site.routes import page_of

Siblings = list[tuple[Edition, Key]]


def plan_laws(site: Site) -> Iterator[Plan]:
    """A page for every law of every edition."""
    for edition in site.kb.law_editions:
        context = site.context(site.interface_of(edition.id).id)
        for law in site.kb.laws(edition.id).values():
            yield Plan(page_of(edition.id, law.key), partial(_law_page, context, edition, law))


def _law_page(site: Context, edition: Edition, law: Provision) -> Page:
    number = int(law.key)
    siblings = _siblings(site, law)
    comparison = _comparison(site, edition, number)
    title = f"{site.cite(law.key)}: {law.heading}, {edition.year}"
    return Page(
        path=page_of(edition.id, law.key),
        template="law.html",
        site=site,
        title=title,
        description=site.ui.text("law.description", law=title, edition=edition.title),
        view={
            "law": law,
            "number": number,
            "chapter": site.settings.chapter_of(number),
            "siblings": siblings,
            "comparison": comparison,
            "cited": _cited(site, edition, number),
        },
        room="laws",
        edition=edition.id,
        alternates=tuple(_alternates(site, edition, law.key, siblings)),
        previous=site.href(edition.id, str(number - 1)),
        following=site.href(edition.id, str(number + 1)),
        compare=site.comparison(comparison, number) if comparison else None,
        parallel=site.page("parallel", number),
        has_contents=bool(law.children),
        json_ld=_json_ld(site, edition, law),
    )


def _siblings(site: Context, law: Provision) -> Siblings:
    """The law in every edition, under its key there, whether the edition has it or not."""
    keys: dict[str, Key] = {}
    for text in site.texts(law.edition, law.key):
        keys.setdefault(text.edition, text.key)
    return [(edition, keys.get(edition.id, law.key)) for edition in site.kb.law_editions]


def _alternates(
    site: Context, edition: Edition, law: Key, siblings: Siblings
) -> Iterator[Alternate]:
    """For each interface: its own newest text of the law, or else the texts side by side."""
    for ui in site.site.interfaces.values():
        own = [
            (other.year == edition.year, other.id, key)
            for other, key in siblings
            if site.href(other.id, key) and site.site.interface_of(other.id) is ui
        ]
        if own:
            same_year, other_id, key = max(own)
            yield Alternate(ui, page_of(other_id, key), same_year)
        else:
            yield Alternate(ui, f"{ui.id}/parallel/{law}/", translation=False)


def _comparison(site: Context, edition: Edition, number: int) -> Comparison | None:
    """The comparison that this text takes part in, one within its language first."""
    mine = (c for c in site.site.comparisons if edition.id in c.pair and number in c.laws)
    return next(iter(sorted(mine, key=lambda c: not c.same_language)), None)


def _cited(
    site: Context, edition: Edition, number: int
) -> list[tuple[Key, Reference, dict[Key, None]]]:
    """The provisions outside the law that cite it or a part of it, in the order of the book.

    Of each, the first reference and all the keys that it cites.
    """
    found: dict[Key, tuple[Reference, dict[Key, None]]] = {}
    for provision in site.kb.law_paragraphs(edition.id, number):
        for r in site.kb.references_to(edition.id, provision.key):
            cites_from_outside = r.kind != "index" and law_of(r.from_key) != number
            if cites_from_outside and site.href(edition.id, r.from_key):
                found.setdefault(r.from_key, (r, {}))[1][provision.key] = None
    return [(p.key, *found[p.key]) for p in edition.provisions if p.key in found]


def _json_ld(site: Context, edition: Edition, law: Provision) -> dict[str, Any]:
    base = site.settings.base_url
    address = base + page_of(edition.id, law.key)
    publisher = {"@type": "Organization", "name": edition.publisher}
    return {
        "@context": "https://schema.org",
        "@type": "Legislation",
        "@id": address,
        "url": address,
        "name": f"{site.cite(law.key)}: {law.heading}",
        "legislationIdentifier": f"ldb:{edition.year}:{edition.language}:{law.key}",
        "inLanguage": site.ui.html,
        "datePublished": str(edition.year),
        **({"publisher": publisher} if edition.publisher else {}),
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
