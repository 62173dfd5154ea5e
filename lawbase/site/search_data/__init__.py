"""The search data of the site: the index in parts that the browser's own engine reads.

One part holds what is common to all languages, and every language has a part with its words, its
texts and what people often say of situations; beside each of these stands one with what they say
seldom. A reader's first answer comes from the part in common and the one of their language; then
what is seldom said there is loaded, then the other languages, and a part with what only helps to
show an answer. Neither weights nor where the words of texts stand is among them: the browser works
these out from the texts and from the same figures as the index has.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from lawbase.search.contents import Contents
from lawbase.search.tables import COMMON
from lawbase.site.context import Site
from lawbase.site.search_data.parts import PartMaker
from lawbase.storage import FolderReader, write_inside

FOLDER = "search"
IN_INDEX = "page"
KNOWN = f"{IN_INDEX}/known.json"
WAYS = "-ways"
"""Ends the name of a part with what is seldom said of situations."""
LATER = "later"


class SearchInPage(Struct, frozen=True):
    """What pages know of the search data.

    ``parts`` are their paths by name, each ending in a mark of the content, so that a browser
    fetches a new build's part. ``first`` are the names of those that come before all others, by
    the reader's language.
    """

    parts: dict[str, str]
    first: dict[str, list[str]]


def write_search_data(contents: Contents, sources: Path, index: Path) -> None:
    """Write the parts, and what pages know of them, into ``page/`` of an index being made.

    Of the site's ``sources`` they are made of its settings, and of no word of its interface.
    """
    site = Site(contents.kb, sources)
    paths = {}
    for name, part in search_parts(site, contents):
        encoded = (msgspec.json.encode(name), msgspec.json.encode(part))
        code = b"(lawbase.parts ??= {})[%s]=%s;\n" % encoded
        write_inside(index, f"{IN_INDEX}/{name}.js", code)
        paths[name] = f"{FOLDER}/{name}.js?{hashlib.sha256(code).hexdigest()[:8]}"
    known = SearchInPage(paths, first_parts(site))
    write_inside(index, KNOWN, msgspec.json.encode(known))


def copy_search_data(index: FolderReader, output: Path) -> SearchInPage:
    """Copy the parts from an index into the site; gives what its pages know of them.

    Raises:
        DamagedError: when the index holds none, or damaged ones.
    """
    known = index.record(KNOWN, SearchInPage)
    for name in known.parts:
        write_inside(output, f"{FOLDER}/{name}.js", index.read(f"{IN_INDEX}/{name}.js"))
    return known


def first_parts(site: Site) -> dict[str, list[str]]:
    """What a reader's first answer needs: their language, and one that has texts to be shown."""
    kb = site.kb
    written = {edition.language for edition in kb.editions}
    leading = min(kb.editions, key=lambda edition: kb.ranks[edition.id]).language
    return {
        language: [COMMON, language, *([] if language in written else [leading])]
        for language in (*kb.languages, *_unsearched(site))
    }


def search_parts(site: Site, contents: Contents) -> Iterator[tuple[str, dict[str, object]]]:
    """All parts by name: what is common, every language, and what comes later."""
    maker = PartMaker(site, contents)
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
