"""The texts of a page's provisions as a script, for previews and for reading in place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from lawbase.model import Edition, Provision
from lawbase.site.gathered import Gathered
from lawbase.site.page import Plan
from lawbase.site.routes import page_of

_SHOWN = ("law", "provision", "definition", "footnote")


def plan_texts(site: Gathered) -> Iterator[Plan]:
    """A script for every page of an edition that references lead to."""
    for edition in site.layers.law_editions:
        pages: dict[str, list[Provision]] = {}
        for provision in edition.provisions:
            if provision.kind in _SHOWN:
                pages.setdefault(page_of(edition.id, provision.key), []).append(provision)
        for page, provisions in pages.items():
            path = f"texts/{page.rstrip('/')}.js"
            yield Plan(path, partial(_script, site, edition, page, provisions))


def _script(site: Gathered, edition: Edition, page: str, provisions: list[Provision]) -> str:
    """A call that hands over the page's texts by anchor.

    Of each: ``k`` key, ``c`` citation, ``h`` the headings down to it, ``l`` label, ``t`` HTML of
    its words, ``d`` depth, ``w`` its twins as pairs of page and anchor.
    """
    texts = {}
    for provision in provisions:
        words = site.passages.words(provision)
        texts[site.routes.anchor(edition.id, provision.key)] = {
            "k": provision.key,
            "c": site.cite_in(edition.id, provision.key),
            "h": list(site.layers.headings(edition.id, provision.key)),
            "l": provision.label if provision.kind == "provision" else "",
            "t": words.text + words.tail,
            "d": provision.key.count(".") if provision.kind == "provision" else 0,
            "w": _twins(site, provision),
        }
    data = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    return f"lawbase.receive({json.dumps(page)},{data});\n"


def _twins(site: Gathered, provision: Provision) -> list[list[str]]:
    found = []
    if provision.kind == "footnote":
        return []
    for text in site.strands.of(provision.edition, provision.key).texts:
        if text.edition != provision.edition and site.routes.href(text.edition, text.key):
            page = page_of(text.edition, text.key)
            found.append([page, site.routes.anchor(text.edition, text.key)])
    return found
