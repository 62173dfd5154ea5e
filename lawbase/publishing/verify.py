"""The links of the whole site, checked: every page, file and anchor that is linked to exists."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from html import unescape
from urllib.parse import unquote

from msgspec import Struct

from lawbase.errors import LawbaseError

_ID = re.compile(r'\sid="([^"]*)"')
_LINK = re.compile(r'\s(?:href|src|action)="([^"]*)"')
_OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
_SHOWN = 10


class Found(Struct, frozen=True):
    """The anchors of one file and the places that it links to, as files and anchors."""

    file: str
    anchors: frozenset[str]
    twice: tuple[str, ...]
    links: frozenset[tuple[str, str]]


def find(file: str, html: str) -> Found:
    """Read the anchors and links of a page; links are resolved from its folder."""
    ids = _ID.findall(html)
    anchors = frozenset(ids)
    twice = sorted({i for i in ids if ids.count(i) > 1}) if len(anchors) < len(ids) else []
    folder = posixpath.dirname(file)
    links = frozenset(
        _resolve(folder, file, href)
        for href in set(_LINK.findall(html))
        if not _OUTSIDE.match(href)
    )
    return Found(file, anchors, tuple(twice), links)


def check(found: Iterable[Found], files: set[str]) -> None:
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


@cache
def _resolve(folder: str, file: str, href: str) -> tuple[str, str]:
    """
    >>> _resolve("a/b", "a/b/index.html", "../c/index.html?x#y")
    ('a/c/index.html', 'y')
    """
    address, _, anchor = unescape(href).partition("#")
    path = unquote(address.partition("?")[0])
    target = posixpath.normpath(posixpath.join(folder, path)) if path else file
    return target, unquote(anchor)
