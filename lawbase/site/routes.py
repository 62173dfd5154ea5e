"""Where everything is: the page and the anchor of every provision, the path of every page.

A link inside the site starts with ``~/`` for the site's root; it becomes relative when the page
that holds it is written, so the site works under any prefix and from a folder on disk.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from lawbase.address import law_of
from lawbase.model import Edition, Key
from lawbase.profile import LanguageProfile

ROOT = "~/"
_UNDECOMPOSED = str.maketrans({"ł": "l", "đ": "d", "Ł": "L", "Đ": "D"})
_PARTS = {"preface": "preface", "intro": "introduction", "def": "definitions", "chapter": ""}


def slug(text: str) -> str:
    """Words as a part of an address.

    >>> slug("Tichý hráč"), slug("Bez atu (BA)"), slug("Układ łączny")
    ('tichy-hrac', 'bez-atu-ba', 'uklad-laczny')
    """
    plain = unicodedata.normalize("NFKD", text.translate(_UNDECOMPOSED))
    ascii_only = plain.encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-") or "-"


def link(path: str, anchor: str = "") -> str:
    """A link to a page by its folder.

    >>> link("cs-2007/27/", "27.B"), link("")
    ('~/cs-2007/27/index.html#27.B', '~/index.html')
    """
    return f"{ROOT}{path}index.html" + (f"#{anchor}" if anchor else "")


def page_of(edition: str, key: Key) -> str:
    """The folder of the page that holds a key of an edition.

    >>> page_of("cs-2007", "27.B.1#fn1"), page_of("cs-2007", "def.Alert")
    ('cs-2007/27/', 'cs-2007/definitions/')
    """
    law = law_of(key)
    if law is not None:
        return f"{edition}/{law}/"
    head, _, rest = key.partition("#")[0].partition(".")
    part = rest if head == "guide" else _PARTS[head]
    return f"{edition}/{part}/" if part else f"{edition}/"


def topic_anchor(edition: str, topic: str) -> str:
    """The anchor of a topic in the merged subject index.

    >>> topic_anchor("cs-2007", "Tichý hráč")
    'cs-2007-tichy-hrac'
    """
    return f"{edition}-{slug(topic)}"


class Routes:
    """The page and the anchor of every provision that exists."""

    def __init__(self, editions: Iterable[Edition]):
        self._places: dict[tuple[str, Key], tuple[str, str]] = {}
        for edition in editions:
            self._places |= _places(edition)

    def page(self, edition: str, key: Key) -> str:
        """The folder of the page that a provision is on."""
        return self._places[edition, key][0]

    def anchor(self, edition: str, key: Key) -> str:
        """The anchor of a provision on its page; empty where the page is about it."""
        return self._places[edition, key][1]

    def href(self, edition: str, key: Key) -> str | None:
        """The link to a provision, or None when the edition doesn't have it."""
        place = self._places.get((edition, key))
        return None if place is None else link(*place)


def _places(edition: Edition) -> dict[tuple[str, Key], tuple[str, str]]:
    taken: Counter[str] = Counter()
    places: dict[tuple[str, Key], tuple[str, str]] = {}
    for provision in edition.provisions:
        key = provision.key
        base, _, note = key.partition("#fn")
        above = places.get((edition.id, provision.parent or ""))
        if note:
            bearer = places.get((edition.id, base), ("", ""))[1] or slug(base)
            places[edition.id, key] = (page_of(edition.id, base), f"{bearer}.fn{note}")
        elif provision.kind == "section" and above:
            places[edition.id, key] = (above[0], slug(key))
        else:
            anchor = _anchor(key)
            taken[anchor] += bool(anchor)
            anchor += f"-{taken[anchor]}" if taken[anchor] > 1 else ""
            places[edition.id, key] = (page_of(edition.id, key), anchor)
    return places


def _anchor(key: Key) -> str:
    """
    >>> _anchor("27"), _anchor("27.B"), _anchor("def.Alert"), _anchor("chapter.II")
    ('', '27.B', 'alert', 'chapter-ii')
    """
    head, _, rest = key.partition(".")
    if head.isdigit():
        return key if rest else ""
    if head == "def":
        return slug(rest)
    return slug(key) if head == "chapter" else ""


def trace_page(key: Key) -> Key:
    """The address whose page traces a provision: its law, or the part right below the law.

    >>> trace_page("27.B.1.b"), trace_page("27")
    ('27.B', '27')
    """
    return ".".join(key.split(".")[:2])


def cite_short(key: Key, profile: LanguageProfile) -> str:
    """A key as short as it can be cited: ``27B1(b)``, ``27B1(b), 1``, or a headword."""
    base, _, note = key.partition("#fn")
    head, _, rest = base.partition(".")
    if head.isdigit():
        cited = profile.cite(base).removeprefix(profile.citation.law.format("")).strip()
    elif head == "def":
        cited = rest
    else:
        cited = profile.cite(base)
    return f"{cited}, {profile.citation.footnote.format(note)}" if note else cited
