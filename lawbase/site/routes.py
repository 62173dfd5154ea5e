"""Where everything is: the page and the anchor of every provision, the path of every page.

A link inside the site starts with ``~/`` for the site's root; it becomes relative when the page
that holds it is written, so the site works under any prefix and from a folder on disk.
"""

import re
from collections import Counter
from collections.abc import Iterable

from lawbase.address import Address, KeyParts
from lawbase.model import Edition, Key
from lawbase.profile import LanguageProfile, filled, noted
from lawbase.text import fold

ROOT = "~/"
PARTS = {"preface": "preface", "introduction": "introduction", "definition": "definitions"}
"""The folders of an edition's parts around the laws, by the kind of their provisions."""
PAGE_IDS = frozenset([
    "changes", "citation", "citation-answer", "cited", "contents", "editions", "filter",
    "languages", "main", "only-changes", "only-missing", "only-moved", "only-substance", "printed",
    "rooms", "search-filters", "search-input", "search-results", "search-room", "search-status",
    "stages", "table", "turned", "view-inline", "view-sides",
])  # fmt: skip
"""What the pages call parts of their own: no provision's anchor may be one of them."""
_FOLDERS = {"preface": "preface", "intro": "introduction", "def": "definitions"}


def slug(text: str) -> str:
    """Words as a part of an address.

    >>> slug("Tichý hráč"), slug("Bez atu (BA)"), slug("Układ łączny"), slug("Мъртва ръка")
    ('tichy-hrac', 'bez-atu-ba', 'uklad-laczny', 'мъртва-ръка')
    """
    return re.sub(r"[\W_]+", "-", fold(text)).strip("-") or "-"


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
    parts = KeyParts.of(key)
    if parts.law is not None:
        return f"{edition}/{parts.law}/"
    folder = parts.name if parts.book == "guide" else _FOLDERS.get(parts.book)
    return f"{edition}/{folder}/" if folder else f"{edition}/"


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

    def place(self, edition: str, key: Key) -> tuple[str, str] | None:
        """The folder of the page that a provision is on and its anchor there, if it exists.

        The anchor is empty where the page is about it.
        """
        return self._places.get((edition, key))

    def anchor(self, edition: str, key: Key) -> str:
        """The anchor of a provision on its page; empty where the page is about it."""
        return self._places[edition, key][1]

    def href(self, edition: str, key: Key) -> str | None:
        """The link to a provision, or None when the edition doesn't have it."""
        place = self._places.get((edition, key))
        return None if place is None else link(*place)


def _places(edition: Edition) -> dict[tuple[str, Key], tuple[str, str]]:
    taken = Counter(PAGE_IDS)
    places: dict[tuple[str, Key], tuple[str, str]] = {}
    for provision in edition.provisions:
        key, parts = provision.key, KeyParts.of(provision.key)
        above = places.get((edition.id, provision.parent or ""))
        if parts.footnote:
            bearer = places.get((edition.id, parts.bearer), ("", ""))[1] or slug(parts.bearer)
            places[edition.id, key] = (page_of(edition.id, key), f"{bearer}.fn{parts.footnote}")
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
    parts = KeyParts.of(key)
    if parts.book == "def":
        return slug(parts.name)
    return slug(key) if parts.book == "chapter" else key if parts.depth else ""


def section_of(key: Key) -> Key:
    """The law, or the part right below it, that a provision stands in.

    >>> section_of("27.B.1.b"), section_of("27"), section_of("27.B#fn1")
    ('27.B', '27', '27.B')
    """
    address = KeyParts.of(key).address
    return str(Address(address.law, address.steps[:1])) if address else KeyParts.of(key).bearer


def cite_short(key: Key, profile: LanguageProfile, footnote: str) -> str:
    """A key as short as it can be cited: ``27B1(b)``, ``27B1(b), note 1``, or a headword.

    ``footnote`` is what a reader's language calls one, with a gap for its number.
    """
    parts = KeyParts.of(key)
    if parts.law is not None:
        cited = profile.cite(parts.bearer).removeprefix(filled(profile.citation.law, "")).strip()
    else:
        cited = parts.name if parts.book == "def" else profile.cite(parts.bearer)
    return cited if parts.bearer == key else noted(cited, footnote, parts.footnote)
