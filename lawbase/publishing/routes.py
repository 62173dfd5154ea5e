"""Where everything is: the page and the anchor of every provision, the path of every page.

A link inside the site starts with ``~/`` for the site's root; it becomes relative when the page
that holds it is written, so the site works under any prefix and from a folder on disk.
"""

from __future__ import annotations

import re
import unicodedata
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
    if head == "guide":
        return f"{edition}/{rest}/"
    part = _PARTS[head]
    return f"{edition}/{part}/" if part else f"{edition}/"


class Routes:
    """The anchors of every provision that exists."""

    def __init__(self, editions: Iterable[Edition]):
        self._anchors: dict[tuple[str, Key], str] = {}
        for edition in editions:
            self._anchors |= _anchors(edition)

    def anchor(self, edition: str, key: Key) -> str:
        """The anchor of a provision on its page; a law and a guide's section are the page."""
        return self._anchors[edition, key]

    def href(self, edition: str, key: Key) -> str | None:
        """The link to a provision, or None when the edition doesn't have it."""
        anchor = self._anchors.get((edition, key))
        return None if anchor is None else link(page_of(edition, key), anchor)


def _anchors(edition: Edition) -> dict[tuple[str, Key], str]:
    taken: dict[str, int] = {}
    anchors: dict[tuple[str, Key], str] = {}
    for provision in edition.provisions:
        base, _, note = provision.key.partition("#fn")
        if note:
            anchors[edition.id, provision.key] = _note_anchor(anchors, edition.id, base, note)
            continue
        anchor = _anchor(base)
        if anchor:
            taken[anchor] = taken.get(anchor, 0) + 1
            anchor += f"-{taken[anchor]}" if taken[anchor] > 1 else ""
        anchors[edition.id, provision.key] = anchor
    return anchors


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


def _note_anchor(anchors: dict[tuple[str, Key], str], edition: str, base: Key, note: str) -> str:
    bearer = anchors.get((edition, base), "") or slug(base)
    return f"{bearer}.fn{note}"


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
