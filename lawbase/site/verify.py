"""The links of the whole site, checked: every page, file and anchor that is linked to exists."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from posixpath import dirname, normpath

from msgspec import Struct

from lawbase.errors import LawbaseError

# what begins with plain characters is found fastest; what stands before them is looked at then
_ID = re.compile(r'id="(?<=\sid=")([^"]*)"')
_LINK = re.compile(r'="(?:(?<=\shref=")|(?<=\ssrc=")|(?<=\saction="))(?<!<base href=")([^"]*)"')
_OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
_SHOWN = 10


class PageLinks(Struct, frozen=True):
    """The anchors of one file and the places that it links to, as files and anchors."""

    file: str
    anchors: frozenset[str]
    twice: tuple[str, ...]
    links: frozenset[tuple[str, str]]


def find(file: str, html: str) -> PageLinks:
    """Read the anchors and links of a page.

    >>> sorted(find("a/index.html", '<p id="y"><a href="../c/index.html#x"> <a href="#y">').links)
    [('a/index.html', 'y'), ('c/index.html', 'x')]
    """
    ids = _ID.findall(html)
    anchors = frozenset(ids)
    twice = sorted({i for i in ids if ids.count(i) > 1}) if len(anchors) < len(ids) else []
    links = frozenset(
        _target(file, href) for href in set(_LINK.findall(html)) if not _OUTSIDE.match(href)
    )
    return PageLinks(file, anchors, tuple(twice), links)


def check(found: Iterable[PageLinks], files: set[str]) -> None:
    """Check all links against all anchors and files.

    Raises:
        LawbaseError: when a link leads nowhere or a page has an anchor twice.
    """
    pages = {page.file: page for page in found}
    faults: list[str] = []
    for page in pages.values():
        faults.extend(f"{page.file} has the anchor “{anchor}” twice" for anchor in page.twice)
        for file, anchor in sorted(page.links):
            if file not in files:
                faults.append(f"{page.file} links to {file}, which isn't there")
            elif anchor and file in pages and anchor not in pages[file].anchors:
                near = get_close_matches(anchor, pages[file].anchors, 1)
                hint = f"; there is #{near[0]}" if near else ""
                faults.append(f"{page.file} links to {file}#{anchor}, which isn't there{hint}")
    if faults:
        more = f"\n… and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
        raise LawbaseError("broken links:\n" + "\n".join(faults[:_SHOWN]) + more)


def _target(file: str, href: str) -> tuple[str, str]:
    """
    >>> _target("a/index.html", "../b/site.css?x"), _target("a/index.html", "b.html#c")
    (('b/site.css', ''), ('a/b.html', 'c'))
    """
    address, _, anchor = href.partition("#")
    return _file(file, address.partition("?")[0]) if address else file, anchor


@lru_cache  # a page links to many places of another
def _file(file: str, path: str) -> str:
    return normpath(f"{dirname(file) or '.'}/{path}") if path else file
