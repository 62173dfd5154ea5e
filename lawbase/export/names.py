"""How the exports name things: the URNs of the contract, and their kin for what has no address."""

from __future__ import annotations

import re

from lawbase.model import Edition, Key

_NO_IRI = re.compile(r'[\x00-\x20<>"{}|\\^`%\[\]\x7f]')


def text_urn(edition: Edition, key: Key) -> str:
    """The URN of one provision's text in one language: ``ldb:2007:cs:12.C.1.e.ii``.

    What an IRI can't hold, like the space in ``def.Tichý hráč``, is percent-encoded.
    """
    return f"ldb:{edition.year}:{edition.language}:{iri_safe(key)}"


def edition_urn(edition_id: str) -> str:
    """The URN of an edition: ``ldb:edition:cs-2007``."""
    return f"ldb:edition:{iri_safe(edition_id)}"


def concept_urn(concept_id: str) -> str:
    """The URN of a concept of the glossary: ``ldb:concept:dummy``."""
    return f"ldb:concept:{iri_safe(concept_id)}"


def thread_urn(thread_id: str) -> str:
    """The URN of a thread: ``ldb:thread:`` and its id."""
    return f"ldb:thread:{iri_safe(thread_id)}"


def situation_urn(situation_id: str) -> str:
    """The URN of a situation: ``ldb:situation:revoke``."""
    return f"ldb:situation:{iri_safe(situation_id)}"


def iri_safe(text: str) -> str:
    """The text with what no IRI can hold percent-encoded.

    >>> iri_safe("def.Tichý hráč")
    'def.Tichý%20hráč'
    """
    return _NO_IRI.sub(lambda match: f"%{ord(match[0]):02X}", text)
