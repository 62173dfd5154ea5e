"""From what a person writes to the key of a provision."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress

from lawbase.address import FOOTNOTE, Address, KeyParts, footnote_key
from lawbase.errors import LawbaseError, NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Key
from lawbase.profile import LanguageProfile
from lawbase.text import LOOK_ALIKES, any_of, separators


def read_key(text: str, kb: KnowledgeBase) -> Key:
    """The key that a citation names, in any language, script and spelling, or a key as it is.

    ``27B1a``, ``Pravidlo 27B1(a)``, ``Члан 27Б1а``, ``def.Tichý hráč``, ``6.D.2#fn1``; and whatever
    we print: ``Definice: Tichý hráč``, ``Pravidlo 6D2, poznámka 1``. Where letters of another
    script have several meanings, what exists is meant.

    Raises:
        LawbaseError: when the text is not a citation.
        NotFoundError: when no edition has such a provision.
    """
    if kb.has(text):
        return text
    bearer, mark, number = text.partition(FOOTNOTE)
    if mark and kb.has(note := footnote_key(read_key(bearer, kb), number.strip())):
        return note
    try:
        keys = [str(address) for address in _addresses(text, kb.languages.values())]
    except LawbaseError:
        if printed := _printed(text, kb):
            return printed
        raise
    key = next(filter(kb.has, keys), keys[0])
    if kb.has(key):
        return key
    law = KeyParts.of(key).law
    if kb.has(str(law)):
        address = Address.parse(key)
        above = next(each for each in address.ancestors if kb.has(str(each)))
        cited, nearest = (each.format(item="({})") for each in (address, above))
        raise NotFoundError(f"there is no {cited} in Law {law}; the nearest is {nearest}")
    last = max(edition.laws[1] for edition in kb.editions if edition.laws)
    ends = f"end with {last}" if law else "begin with 1"
    raise NotFoundError(f"there is no Law {law}: the laws {ends}")


def read_place(text: str, kb: KnowledgeBase) -> tuple[str | None, Key]:
    """The edition and the key of a place as it is printed, ``cs-2007:29``, or of a bare citation.

    Raises:
        LawbaseError: for an unknown edition, and when the rest is not a citation.
        NotFoundError: when no edition has such a provision.
    """
    edition, colon, citation = text.partition(":")
    if not colon or kb.has(text) or edition.strip().isdecimal():
        return None, read_key(text, kb)
    try:
        named = kb.edition(edition.strip()).id
    except LawbaseError:
        if printed := _printed(text, kb):
            return None, printed
        raise
    return named, read_key(citation.strip(), kb)


def _printed(text: str, kb: KnowledgeBase) -> Key | None:
    """The key of the first provision that is cited in just these words, but for the law's word."""
    wanted = text.strip().casefold()
    provisions = (p for edition in kb.editions for p in edition.provisions)
    return next(
        (p.key for p in provisions if wanted in _spellings(kb.cite(p.edition, p.key))), None
    )


def _spellings(cited: str) -> tuple[str, ...]:
    """A citation as it is printed, and from its number on: ``6D2, poznámka 1``."""
    whole = cited.casefold()
    number = re.search(r"(?<=\s)\d.*, ", whole)
    return (whole, whole[number.start() :]) if number else (whole,)


def read_address(text: str, languages: Iterable[LanguageProfile]) -> Address:
    """The address in a citation, in whatever language: ``L27B1``, ``27/B/1``, ``27. pravidlo``.

    Raises:
        LawbaseError: when the text is not a citation.
    """
    return _addresses(text, languages)[0]


def _addresses(text: str, languages: Iterable[LanguageProfile]) -> list[Address]:
    """What a citation may mean: by the sound of its letters, then in some language, by shape."""
    if text.isascii():
        with suppress(LawbaseError):  # the patterns below cost more than all the rest
            return [Address.parse(text)]
    profiles = list(languages)
    law = any_of(word for p in profiles for word in (*p.references.laws, *p.search.citation))
    apart = separators(word for p in profiles for word in p.references.between)
    number = any_of(word for p in profiles for word in p.references.apart)
    around = re.compile(rf"(?i)\A\s*{law}(?![^\W\d])[.\s]*(?:{number}\s*)?|\.?\s+{law}\.?\s*\Z")
    sounded = text
    for profile in profiles:
        sounded = profile.in_first_script(sounded)
    bare = around.sub("", text, count=1)
    alphabets = [p.references.letters for p in profiles if p.references.letters]
    tables = [] if text.isascii() else [*alphabets, LOOK_ALIKES]
    readings = [
        around.sub("", sounded, count=1),
        *(bare.translate({ord(k): latin for k, latin in table.items()}) for table in tables),
    ]
    found = []
    for reading in readings:
        with suppress(LawbaseError):
            found.append(Address.parse(apart.sub(" ", reading)))
    if not found:
        raise LawbaseError(f"“{text}” is not a citation like 27B1(a); “lawbase search” finds words")
    return found
