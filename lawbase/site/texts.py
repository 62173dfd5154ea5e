"""The texts of a page's provisions as a script, for previews and for reading in place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from lawbase.address import KeyParts
from lawbase.grouping import grouped
from lawbase.model import Provision
from lawbase.site.context import PageContext, Site
from lawbase.site.page import Plan
from lawbase.site.routes import page_of

_SHOWN = ("law", "provision", "definition", "footnote")


def plan_texts(site: Site) -> Iterator[Plan]:
    """A script for every page of an edition that references lead to."""
    for edition in site.kb.law_editions:
        context = site.context(site.interface_of(edition.id).id)
        shown = (p for p in edition.provisions if p.kind in _SHOWN)
        pages = grouped((page_of(edition.id, p.key), p) for p in shown)
        for page, provisions in pages.items():
            yield Plan(f"texts/{page.rstrip('/')}.js", partial(_script, context, page, provisions))


def _script(site: PageContext, page: str, provisions: tuple[Provision, ...]) -> str:
    """A call that hands over the page's texts by anchor."""
    texts = {site.anchor(provision): _told(site, provision) for provision in provisions}
    data = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    return f"lawbase.receive({json.dumps(page)},{data});\n"


def _told(site: PageContext, provision: Provision) -> dict[str, object]:
    """What a script is told of a provision.

    ``k`` key, ``c`` citation, ``s`` the same in short, ``h`` the headings down to it, ``l`` label,
    ``t`` HTML of its words, ``d`` depth, ``w`` the same in the other editions as pairs of page and
    anchor.
    """
    words, edition, key = site.words(provision), provision.edition, provision.key
    is_paragraph = provision.kind == "provision"
    twins = site.texts(edition, key) if provision.kind != "footnote" else ()
    places = (
        site.site.routes.place(twin.edition, twin.key) for twin in twins if twin.edition != edition
    )
    return {
        "k": key,
        "c": site.cite_in(edition, key),
        "s": site.short(edition, key),
        "h": site.headings(edition, key),
        "l": provision.label if is_paragraph else "",
        "t": words.text + words.tail,
        "d": KeyParts.of(key).depth if is_paragraph else 0,
        "w": [list(place) for place in places if place],
    }
