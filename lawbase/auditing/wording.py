"""Words and numbers of a text, found by the lists of a language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from lawbase.auditing.evidence import Evidence
from lawbase.model import Text

DIGITS = re.compile(r"\d+")
NEVER = re.compile(r"(?!)")


def plain(evidence: Evidence, text: Text) -> str:
    """A text and its tail with blanks in place of its citations, so that no label is a number."""
    provision = evidence.provision(text)
    said = {"text": provision.text, "tail": provision.tail}
    for reference in evidence.citations(text):
        if reference.part in said:
            part = said[reference.part]
            blank = " " * (reference.end - reference.start)
            said[reference.part] = part[: reference.start] + blank + part[reference.end :]
    return "\n".join(part for part in said.values() if part)


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


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """One pattern for a list of words and phrases, the longest first."""
    forms = [_form(word) for word in sorted(words, key=lambda word: (-len(word), word))]
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE) if forms else NEVER


def _form(word: str) -> str:
    spelled = r"\s+".join(map(re.escape, word.rstrip("*").split()))
    return spelled + (r"\w*" if word.endswith("*") else "")
