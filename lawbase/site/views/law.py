"""A law in one edition, and its texts as a script, for previews and for reading in place."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from lawbase.address import KeyParts, law_of
from lawbase.grouping import grouped
from lawbase.model import Edition, Key, Provision, Reference
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Alternate, Page, TextFile, neighbours
from lawbase.site.routes import page_of
from lawbase.site.views.compare import summary_in_words
from lawbase.site.views.findings import finding_message

Siblings = list[tuple[Edition, Key]]
_SHOWN = ("law", "provision", "definition", "footnote")


def plan_laws(site: Site) -> Iterator[Page]:
    """A page for every law of every edition."""
    for edition in site.kb.law_editions:
        context = site.context_of(edition)
        for law in site.kb.laws(edition.id).values():
            yield _law_page(context, edition, law)
        for number in site.law_numbers:
            if number not in site.kb.laws(edition.id):
                yield _absent_page(context, edition, number)


def _absent_page(site: PageContext, edition: Edition, number: int) -> Page:
    """The page of a law that an edition doesn't contain: it leads on to those that do."""
    key = str(number)
    cited, heading = site.cite(key), site.law_heading(number)
    return Page(
        path=page_of(edition.id, key),
        template="absent.html",
        site=site,
        title=f"{cited}: {heading}, {edition.year}",
        description=site.ui.text("absent"),
        finds=lambda: {
            "number": number,
            "heading": heading,
            "texts": site.elsewhere(edition.id, key),
        },
        room="laws",
        edition=edition.id,
        alternates=tuple(_alternates(site, edition, key, _siblings(site, edition, key))),
        parallel=site.parallel(number),
        **_neighbours(site, edition, number),
    )


def _neighbours(site: PageContext, edition: Edition, number: int) -> dict[str, Any]:
    """The links to the laws before and after one, whether the edition contains them or not."""
    return neighbours(site.site.law_numbers, number, lambda n: page_of(edition.id, str(n)))


def _goes_on(site: PageContext, edition: Edition, number: int) -> list[Provision]:
    """Where a text that ends in a law goes on."""
    if edition.complete or number != max(site.kb.laws(edition.id)):
        return []
    return site.elsewhere(edition.id, str(number))


def _law_page(site: PageContext, edition: Edition, law: Provision) -> Page:
    number = int(law.key)
    siblings = _siblings(site, edition, law.key)
    mine = (c for c in site.site.comparisons if edition.id in c.pair and number in c.laws)
    comparison = site.kb.best_pair(mine, edition.language, law.key)
    chapter = site.site.chapters_in(edition.id)[number]
    title = f"{site.cite(law.key)}: {law.heading}, {edition.year}"
    return Page(
        path=page_of(edition.id, law.key),
        template="law.html",
        site=site,
        title=title,
        description=site.ui.text("law.description", law=title, edition=edition.title),
        finds=lambda: {
            "law": law,
            "number": number,
            "chapter": chapter,
            "chapters": site.each(lambda each: each.chapter_name(chapter)),
            "siblings": siblings,
            "comparison": comparison,
            "summary": site.each(
                lambda each: summary_in_words(each, comparison, number) if comparison else ""
            ),
            "cited": _cited(site, edition, number),
            "goes_on": _goes_on(site, edition, number),
        },
        room="laws",
        edition=edition.id,
        alternates=tuple(_alternates(site, edition, law.key, siblings)),
        compare=site.comparison(comparison, number) if comparison else None,
        parallel=site.parallel(number),
        has_contents=bool(law.children),
        **_neighbours(site, edition, number),
    )


def _siblings(site: PageContext, edition: Edition, law: Key) -> Siblings:
    """The law in every edition, under its key there, whether the edition has it or not."""
    keys = {text.edition: text.key for text in reversed(site.kb.texts(edition.id, law))}
    return [(other, keys.get(other.id, law)) for other in site.kb.law_editions]


def _alternates(
    site: PageContext, edition: Edition, law: Key, siblings: Siblings
) -> Iterator[Alternate]:
    """For each interface: its own text of the law of the year, or else the texts side by side."""
    for ui in site.site.interfaces.values():
        own = [
            page_of(other.id, key)
            for other, key in siblings
            if other.year == edition.year and site.site.interface_of(other.id) is ui
            if other.id == edition.id or site.href(other.id, key)
        ]
        path = next(iter(own), f"parallel/{law}/")
        yield Alternate(ui, path, translation=bool(own))


def _cited(
    site: PageContext, edition: Edition, number: int
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


def plan_texts(site: Site) -> Iterator[TextFile]:
    """A script for every page of an edition that references lead to."""
    for edition in site.kb.law_editions:
        context = site.context_of(edition)
        shown = (p for p in edition.provisions if p.kind in _SHOWN)
        pages = grouped((page_of(edition.id, p.key), p) for p in shown)
        for page, provisions in pages.items():
            text = partial(_script, context, page, provisions)
            yield TextFile(f"texts/{page.rstrip('/')}.js", text)


def _script(site: PageContext, page: str, provisions: tuple[Provision, ...]) -> str:
    """A call that hands over the page's texts by anchor."""
    texts = {site.anchor(provision): _described(site, provision) for provision in provisions}
    data = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    return f"lawbase.receive({json.dumps(page)},{data});\n"


def _described(site: PageContext, provision: Provision) -> dict[str, object]:
    """What a script gets to know of a provision.

    ``k`` key, ``c`` citation, ``s`` the same in short, ``h`` the headings down to it, ``l`` label,
    ``t`` HTML of its words, ``d`` depth, ``w`` the same in the other editions as pairs of page and
    anchor, ``f`` what warns of the words in each language of the interface, if anything does.
    """
    words, edition, key = site.words(provision), provision.edition, provision.key
    is_paragraph = provision.kind == "provision"
    twins = site.kb.texts(edition, key) if provision.kind != "footnote" else ()
    places = (
        site.site.routes.place(twin.edition, twin.key) for twin in twins if twin.edition != edition
    )
    described: dict[str, object] = {
        "k": key,
        "c": site.cite_in(edition, key),
        "s": site.short(edition, key),
        "h": site.headings(edition, key),
        "l": provision.label if is_paragraph else "",
        "t": words.text + words.tail,
        "d": KeyParts.of(key).depth if is_paragraph else 0,
        "w": [list(place) for place in places if place],
    }
    if older := site.kb.older_wording_on(edition, key):
        described["f"] = site.each(lambda ui: " ".join(finding_message(ui, f) for f in older))
    return described
