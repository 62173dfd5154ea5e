"""The search data of the site: the index in parts that the browser's own engine reads.

One part holds what is common to all languages, and every language has a part with its words, its
texts and what people often say of situations; beside each of these stands one with what they say
seldom. A reader's first answer comes from the part in common and the one of their language; then
what is seldom said there is loaded, then the other languages, and a part with what only helps to
show an answer. Neither weights nor where the words of texts stand is among them: the browser works
these out from the texts and from the same figures as the index has.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from lawbase.search.tables import COMMON
from lawbase.site.context import Site
from lawbase.site.search_data.parts import PartMaker
from lawbase.storage import write_inside

FOLDER = "search"
WAYS = "-ways"
"""Ends the name of a part with what is seldom said of situations."""
LATER = "later"


def write_search_data(site: Site, output: Path) -> dict[str, object]:
    """Write the parts into ``search/`` of the output; gives what a page must know to load them.

    ``parts`` are their paths by name, each ending in a mark of the content, so that a browser
    fetches a new build's part. ``first`` are the names of those that come before all others, by
    the reader's language.
    """
    paths = {}
    for name, part in search_parts(site):
        encoded = (msgspec.json.encode(name), msgspec.json.encode(part))
        code = b"(lawbase.parts ??= {})[%s]=%s;\n" % encoded
        write_inside(output, f"{FOLDER}/{name}.js", code)
        paths[name] = f"{FOLDER}/{name}.js?{hashlib.sha256(code).hexdigest()[:8]}"
    return {"parts": paths, "first": first_parts(site)}


def first_parts(site: Site) -> dict[str, list[str]]:
    """What a reader's first answer needs: their language, and one that has texts to be shown."""
    kb = site.kb
    written = {edition.language for edition in kb.editions}
    leading = min(kb.editions, key=lambda edition: kb.ranks[edition.id]).language
    return {
        language: [COMMON, language, *([] if language in written else [leading])]
        for language in (*kb.languages, *_unsearched(site))
    }


def search_parts(site: Site) -> Iterator[tuple[str, dict[str, object]]]:
    """All parts by name: what is common, every language, and what comes later."""
    maker = PartMaker(site)
    yield COMMON, maker.common()
    yield COMMON + WAYS, maker.common_ways()
    for language in maker.languages:
        yield language, maker.language(language)
        yield language + WAYS, maker.ways(language)
    for language in _unsearched(site):
        yield language, maker.guiding(language)
    yield LATER, maker.later()


def _unsearched(site: Site) -> list[str]:
    """The languages of the interface that the corpus has no file of."""
    spoken = dict.fromkeys(ui.language for ui in site.interfaces.values())
    return [language for language in spoken if language not in site.kb.languages]
