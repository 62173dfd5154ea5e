"""From what a person writes to the key of a provision."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lawbase.address import Address
from lawbase.errors import LawbaseError, NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Key
from lawbase.profile import LanguageProfile


def read_key(text: str, kb: KnowledgeBase, languages: Iterable[LanguageProfile]) -> Key:
    """The key that a citation names, in any language, script and spelling, or a key as it is.

    ``27B1a``, ``Pravidlo 27B1(a)``, ``Члан 27Б1а``, ``def.Tichý hráč``, ``6.D.2#fn1``.

    Raises:
        LawbaseError: when the text is not a citation.
        NotFoundError: when no edition has such a provision.
    """
    if kb.has(text):
        return text
    key = str(read_address(text, languages))
    if kb.has(key):
        return key
    law = key.partition(".")[0]
    if kb.has(law):
        raise NotFoundError(f"no edition has a provision {key}")
    last = max(edition.laws[1] for edition in kb.editions if edition.laws)
    raise NotFoundError(f"there is no Law {law}: the laws end with {last}")


def read_address(text: str, languages: Iterable[LanguageProfile]) -> Address:
    """The address in a citation, after the word for a law in whatever language.

    Raises:
        LawbaseError: when the text is not a citation.
    """
    profiles = list(languages)
    bare = text
    for profile in profiles:
        for letter, latin in profile.script.items():
            bare = bare.replace(letter, latin)
    words = {word for p in profiles for word in (*p.references.law, *p.search.citation)}
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    word = "|".join(map(re.escape, longest_first)) or "(?!)"
    bare = re.sub(rf"\A\s*(?:{word})(?!\w)[.\s]*", "", bare, count=1, flags=re.IGNORECASE)
    try:
        return Address.parse(bare)
    except LawbaseError as error:
        raise LawbaseError(f"“{text}” is not a citation like 27B1(a)") from error
