"""Words and numbers of a text, found by the lists of a language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from lawbase.auditing.collation import Collation
from lawbase.model import Text
from lawbase.text import blanked, form_pattern

DIGITS = re.compile(r"\d+")


def plain(laws: Collation, text: Text) -> str:
    """A text and its tail with blanks in place of its citations, so that no label is a number."""
    provision = laws.provision(text)
    cited = laws.citations(text)
    parts = (
        blanked(said, [(r.start, r.end) for r in cited if r.part == part])
        for part, said in (("text", provision.text), ("tail", provision.tail))
    )
    return "\n".join(part for part in parts if part)


def numbers(text: str) -> list[str]:
    """The numbers in digits, in order, without leading zeros.

    >>> numbers("60% a 1BT, +3 IMP")
    ['60', '1', '3']
    """
    return [str(int(found)) for found in DIGITS.findall(text)]


def spoken(text: str, words: dict[str, tuple[str, ...]]) -> set[str]:
    """The numbers that are written as words of a list."""
    return {number for number, forms in words.items() if said(text, forms)}


def said(text: str, words: Iterable[str]) -> list[str]:
    """The words of a list, in a text, in order; ``*`` ends one that stands for many."""
    return [found.lower() for found in _pattern(tuple(words)).findall(text)]


_pattern = cache(form_pattern)
