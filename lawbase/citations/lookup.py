"""From what a person writes to the key of a provision."""

import re
from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import unquote

from lawbase.address import FOOTNOTE, Address, KeyParts, footnote_key, is_key, key_order, lies_in
from lawbase.citations.queries import QueryCitation, QueryCitationReader
from lawbase.errors import LawbaseError, NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import EditionId, Key, Provision
from lawbase.profile import LanguageProfile
from lawbase.text import LOOK_ALIKES

_OF_YEAR = re.compile(r"(.*?)[\s,]+(?:\(((?:19|20)\d\d)\)|((?:19|20)\d\d))\s*")
_SEVERAL_LAWS = re.compile(r"\s*(law:[0-9]{1,3})\s*[-–—]\s*[0-9]{1,3}\s*", re.IGNORECASE)
_FILTER = re.compile(r"\A\s*law:", re.IGNORECASE)
_LATIN = str.maketrans(LOOK_ALIKES)
_URN = re.compile(r"\s*ldb:([0-9]{4}):(?:([a-z]{2,3}):)?(.+)")

Place = tuple[tuple[EditionId, ...], Key]
"""The editions that a citation is of, none for a bare one, and the key that it names."""


def provisions_cited(
    citation: str, kb: KnowledgeBase, edition: EditionId | None = None
) -> list[Provision]:
    """What a citation names in the edition asked for, or in every edition that has it.

    What is in force comes first. The edition may stand before the citation: ``cs-2007:29``.

    Raises:
        LawbaseError: for an unknown edition, for two, and for words that are no citation.
        NotFoundError: when the edition lacks the provision.
    """
    asked, key = read_place(citation, kb, edition)
    ranked = sorted(asked or kb.ranks, key=lambda each: kb.ranks[each])
    found = [p for each in ranked if (p := kb.provision(each, key))]
    if not found:
        raise NotFoundError(kb.lacking(ranked[0], key))
    return found


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
    if mark:
        note = footnote_key(read_key(bearer, kb), number.strip())
        if not kb.has(note):
            nearest = _nearest_note(note, kb)
            raise NotFoundError(
                f"there is no {note}" + (f"; the nearest is {nearest}" if nearest else "")
            )
        return note
    try:
        keys = [str(address) for address in read_addresses(text, kb.languages.values())]
    except LawbaseError:
        if printed := _printed(text, kb):
            return printed
        if is_key(text):
            raise NotFoundError(f"there is no {text}") from None
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


def _nearest_note(note: Key, kb: KnowledgeBase) -> Key | None:
    """The first footnote of a provision, or else of what stands around it, up to its law."""
    address = KeyParts.of(note).address
    notes = sorted(
        {p.key for e in kb.editions for p in e.provisions if p.kind == "footnote"}, key=key_order
    )
    around = (address, *address.ancestors) if address else ()
    near = (each for above in around for each in notes if lies_in(each, str(above)))
    return next(near, None)


def read_place(text: str, kb: KnowledgeBase, edition: EditionId | None = None) -> Place:
    """The editions and the key of a place, ``cs-2007:29``; a bare citation names no editions.

    A URN names those of its year, and of its language if it has one: ``ldb:2017:pl:12.C``, and so
    does a year behind a citation: ``16D2 (2007)``. Where an edition is asked for besides, it is the
    one. A law is also read as search limits to it: ``law:27``.

    Raises:
        LawbaseError: for an unknown edition, for two, and when the rest is not a citation.
        NotFoundError: when no edition has such a provision.
    """
    asked = edition and kb.edition(edition).id
    named, key = _place(text, kb)
    if asked and named and asked not in named:
        raise LawbaseError(f"“{text}” is of {', '.join(named)}, not of {asked}")
    return ((asked,) if asked else named), key


def _place(text: str, kb: KnowledgeBase) -> Place:
    if several := _SEVERAL_LAWS.fullmatch(text):
        raise LawbaseError(f"“{text.strip()}” is no place but several; one is {several[1]}")
    text = _FILTER.sub("", text)
    if (dated := _OF_YEAR.fullmatch(text)) and not kb.has(text):
        named = tuple(e.id for e in kb.law_editions if str(e.year) in dated.groups())
        if named:
            return named, read_key(dated[1], kb)
    if urn := _URN.fullmatch(unquote(text)):
        year, language, address = urn.groups()
        there = [e for e in kb.editions if e.year == int(year)]
        named = tuple(e.id for e in there if language in (None, e.language))
        if not named:
            raise NotFoundError(
                f"there is no edition of {year}" + (f" in “{language}”" if language else "")
            )
        return named, read_key(address, kb)
    edition, colon, citation = text.partition(":")
    if not colon or kb.has(text) or edition.strip().isdecimal():
        return (), read_key(text, kb)
    try:
        named = (kb.edition(edition.strip()).id,)
    except LawbaseError:
        if printed := _printed(text, kb):
            return (), printed
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


def read_addresses(text: str, languages: Iterable[LanguageProfile]) -> list[Address]:
    """What a citation may mean, in whatever language: ``L27B1``, ``27/B/1``, ``27. pravidlo``.

    By the sound of its letters, then by what they count as in some language, then by their shape.

    Raises:
        LawbaseError: when the text is not a citation.
    """
    if text.isascii():
        with suppress(LawbaseError):  # the patterns below cost more than all the rest
            return [Address.parse(text)]
    profiles = list(languages)
    laws = {word for p in profiles for word in (*p.references.laws, *p.search.citation)}
    written = text
    for profile in profiles:
        written = profile.in_first_script(written)
    alphabets = [p.references.letters for p in profiles if p.references.letters]
    tables = [] if text.isascii() else [*map(str.maketrans, alphabets), _LATIN]
    forms = {form for word in laws for form in (word, word.upper(), word.capitalize())}
    laws |= {form.translate(table) for form in forms for table in tables}
    units = (word for p in profiles for word in p.references.between)
    reader = QueryCitationReader(laws, units, (), lambda _: True)
    readings = (written, *(text.translate(table) for table in tables))
    found = [address for reading in readings for address in _whole(reader.read(reading), reading)]
    if not found:
        raise LawbaseError(f"“{text}” is not a citation like 27B1(a); “lawbase search” finds words")
    return found


def _whole(cited: tuple[QueryCitation, ...], text: str) -> tuple[Address, ...]:
    """What is cited, if it is one thing and nothing else is said."""
    if len(cited) != 1 or len(cited[0].addresses) != 1:
        return ()
    rest = text[: cited[0].start] + text[cited[0].end :]
    return () if rest.strip(" .") else cited[0].addresses
