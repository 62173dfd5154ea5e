"""The sentences of a text, for whoever shows a citation or a hit in its sentence."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from lawbase.model import Provision, Reference, Span
from lawbase.profile import LanguageProfile

END = re.compile(r"[.!?…]+[\"”“»)\]]*[\s\u00a0]+(?=[\"„“«(\[]*[^\W_a-z])|\n+")
LONGEST_WORD = 60
LAST_WORD = re.compile(r"[^\s(\[„“«\"]+\Z")


def sentence_at(text: str, start: int, end: int, profile: LanguageProfile) -> Span:
    """The sentence, or the sentences, around the span ``[start, end)`` of a text.

    >>> text = "Viz Pravidlo 9. Pak hraje. Konec."
    >>> span = sentence_at(text, 16, 19, czech)
    >>> text[span.start : span.end]
    'Pak hraje.'
    """
    spans = sentences(text, profile)
    starts = [span.start for span in spans]
    first = max(bisect_right(starts, start) - 1, 0)
    last = max(bisect_right(starts, max(start, end - 1)) - 1, first)
    return Span(spans[first].start, spans[last].end) if spans else Span(0, len(text))


def citing_sentence(provision: Provision, reference: Reference, profile: LanguageProfile) -> str:
    """The sentence in which a provision makes a reference of its own."""
    part = provision.part(reference.part)  # type: ignore[arg-type]
    span = sentence_at(part, reference.start, reference.end, profile)
    return part[span.start : span.end]


def sentences(text: str, profile: LanguageProfile) -> tuple[Span, ...]:
    """The spans of a text's sentences, without the white space around them."""
    return _sentences(text, profile.sentences.abbreviations)


@lru_cache(maxsize=1024)
def _sentences(text: str, abbreviations: tuple[str, ...]) -> tuple[Span, ...]:
    cuts = [m.end() for m in END.finditer(text) if _ends_sentence(text, m, abbreviations)]
    spans = (_trimmed(text, a, b) for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True))
    return tuple(span for span in spans if span.start < span.end)


def _ends_sentence(text: str, match: re.Match[str], abbreviations: tuple[str, ...]) -> bool:
    """A line's end does; a full stop after an abbreviation, an initial or a number doesn't."""
    if "\n" in match[0]:
        return True
    if not text[match.end()].isupper() and text[match.end()].isalpha():
        return False
    word = LAST_WORD.search(text, max(0, match.start() - LONGEST_WORD), match.start() + 1)
    return word is None or not (_is_label(text, word) or word[0].lower() in abbreviations)


def _is_label(text: str, word: re.Match[str]) -> bool:
    """``1.`` and ``A.`` at the start of a sentence number it; later on, they end it."""
    before = text[: word.start()].rstrip(" \u00a0")
    short = word[0].rstrip(".").isdigit() or len(word[0]) == 2
    return short and (not before or before[-1] in ".:;?!\n")


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))
