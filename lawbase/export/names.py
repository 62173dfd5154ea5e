"""How the exports name things: the URNs of the contract, and their kin for what has no address."""

import re
from typing import Literal

from lawbase.knowledge import KnowledgeBase
from lawbase.model import Key

_NO_IRI = re.compile(r'[\x00-\x20<>"{}|\\^`%\[\]\x7f]')


def text_urn(kb: KnowledgeBase, edition_id: str, key: Key) -> str:
    """The URN of one provision's text in one language: ``ldb:2007:cs:12.C.1.e.ii``.

    What an IRI can't hold, like the space in ``def.Tichý hráč``, is percent-encoded.
    """
    edition = kb.edition(edition_id)
    return f"ldb:{edition.year}:{edition.language}:{iri_safe(key)}"


def urn(kind: Literal["edition", "concept", "thread", "situation"], name: str) -> str:
    """The URN of something else: ``ldb:concept:dummy``, ``ldb:edition:cs-2007``."""
    return f"ldb:{kind}:{iri_safe(name)}"


def iri_safe(text: str) -> str:
    """The text with what no IRI can hold percent-encoded.

    >>> iri_safe("def.Tichý hráč")
    'def.Tichý%20hráč'
    """
    return _NO_IRI.sub(lambda match: f"%{ord(match[0]):02X}", text)
