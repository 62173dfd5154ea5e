"""The primitives of text that every room shares: folding, blanking out, patterns, sentences, order.

Nothing here knows a language; what belongs to one comes as an argument, from its profile.
Offsets count characters from 0; ``end`` is the first character after a span.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Annotated

from msgspec import Meta, Struct

Offset = Annotated[
    int,
    Meta(description="Characters (code points) counted from 0.", extra_json_schema={"minimum": 0}),
]
WORD = re.compile(r"[^\W_]+")
UNDECOMPOSED = {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"}
"""Letters whose sign Unicode doesn't take apart, and how they are typed without it."""
LOOK_ALIKES = {
    **dict(zip("АВСЕНІЈКМОРЅТХУ", "ABCEHIJKMOPSTXY", strict=True)),
    **dict(zip("асеіјорѕху", "aceijopsxy", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo", strict=True)),
}
"""Cyrillic and Greek letters that look like a Latin one, which people type for it."""
_PLANES = range(0, 0x110000, 0x10000)
_NONCHARACTERS = "".join(chr(plane + last) for plane in _PLANES for last in (0xFFFE, 0xFFFF))
STEERING = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    "\ufdd0-\ufdef" + _NONCHARACTERS + "]"
)
"""Control signs, signs that turn the writing round, what is no character: in no text of ours."""
MOST_MARKS = 30
"""How many marks a letter may bear: Unicode's limit for texts that are read as a stream."""
_NEVER = "(?!)"


class Span(Struct, frozen=True):
    """A stretch of a text, from ``start`` to the character before ``end``."""

    start: Offset
    end: Offset


class _Bare(dict[int, str]):
    """What is left of a character without its sign: nothing of the sign alone."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        self[code] = bare = "" if unicodedata.combining(sign) else UNDECOMPOSED.get(sign, sign)
        return bare


_BARE = _Bare()


def heap_of_marks(text: str) -> int | None:
    """Where more marks follow each other than a letter may bear: to sort a million takes hours.

    >>> heap_of_marks("Prave\u030c"), heap_of_marks("La" + "\u0315\u0300" * 16)
    (None, 2)
    """
    marks = "".join(filter(unicodedata.combining, set(text)))
    found = re.search(f"[{re.escape(marks)}]{{{MOST_MARKS + 1}}}", text) if marks else None
    return found.start() if found else None


def fold(text: str) -> str:
    """A text without case and diacritics.

    >>> fold("Žalba"), fold("łącznie"), fold("PRILAGOĐENI")
    ('zalba', 'lacznie', 'prilagodeni')
    """
    lower = text.lower()
    return lower if lower.isascii() else without_diacritics(lower)


def without_diacritics(text: str) -> str:
    """A text in lower case with its letters bare; ``fold`` lowers the case as well.

    >>> without_diacritics("žalba")
    'zalba'
    """
    return unicodedata.normalize("NFD", text).translate(_BARE)


def unspaced(text: str) -> str:
    """The letters and digits of a text alone, folded.

    >>> unspaced("12. článok: Žalba")
    '12clanokzalba'
    """
    return re.sub(r"[\W_]", "", fold(text))


def shared_beginning(one: str, other: str) -> int:
    """How many letters two words begin with alike.

    >>> shared_beginning("renons", "renonsu"), shared_beginning("trik", "triumf")
    (6, 3)
    """
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return n
    return min(len(one), len(other))


def blanked(text: str, spans: Iterable[tuple[int, int]], blank: str = " ") -> str:
    """The text with a blank for every character of the spans, so that offsets stay.

    >>> blanked("see 27B1 there", [(4, 8)])
    'see      there'
    """
    for start, end in spans:
        text = text[:start] + blank * (end - start) + text[end:]
    return text


def any_of(words: Iterable[str]) -> str:
    """A pattern that matches any of these words, the longest first; without words, nothing.

    >>> any_of(["see", "see also", "cf."])
    '(?:see\\\\ also|cf\\\\.|see)'
    """
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(map(re.escape, longest_first)) or _NEVER})"


def separators(units: Iterable[str]) -> re.Pattern[str]:
    """What people write between two labels of a citation: a sign, or a word for a part.

    A hyphen, a comma or a colon joins a number with a single letter, and a letter that stands apart
    with a number: ``16, 17`` and ``64A, 2`` are other things.

    >>> separators(["bod", "odst."]).sub(" ", "27 odst. B bod 1"), separators([]).sub(" ", "27/B/1")
    ('27 B 1', '27 B 1')
    >>> separators([]).sub(" ", "27-B-1"), separators([]).sub(" ", "27, B, 1 and 64A, 2")
    ('27 B 1', '27 B 1 and 64A, 2')
    """
    unit = any_of(units)
    between = rf"(?<=[\w.)])(?:\s*/\s*|[,\s]+{unit}(?!\w)\s*)(?=[\w(])"
    before_a_letter = r"(?<=[0-9])\s*[-,:]\s*(?=[a-z](?![^\W\d_]))"
    behind_a_letter = r"(?<=[-,:\s][a-z])\s*[-,:]\s*(?=[0-9])"
    return re.compile(rf"{between}|{before_a_letter}|{behind_a_letter}", re.IGNORECASE)


def form_pattern(forms: Iterable[str]) -> re.Pattern[str]:
    """A pattern for words of a list, in any case; ``*`` stands for the rest of a word.

    >>> form_pattern(["no", "num*"]).findall("No number, no numb noon")
    ['No', 'number', 'no', 'numb']
    """
    pattern = any_of(forms).replace(r"\*", r"\w*")
    return re.compile(rf"(?<!\w){pattern}(?!\w)", re.IGNORECASE)


_END = re.compile(r"[.!?…]+[\"”“»)\]]*[\s\u00a0]+(?=[\"„“«(\[]*[^\W_a-z])|\n+")
_LONGEST_WORD = 60
_LAST_WORD = re.compile(r"[^\s(\[„“«\"]+\Z")


@lru_cache(maxsize=4096)
def sentences(text: str, abbreviations: tuple[str, ...]) -> tuple[Span, ...]:
    """The spans of a text's sentences, without the white space around them.

    A line's end ends one; a full stop after an abbreviation, an initial or a number doesn't.
    """
    cuts = [m.end() for m in _END.finditer(text) if _ends_sentence(text, m, abbreviations)]
    spans = (_trimmed(text, a, b) for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True))
    return tuple(span for span in spans if span.start < span.end)


def sentence_at(text: str, start: int, end: int, abbreviations: tuple[str, ...]) -> Span:
    """The sentence, or the sentences, around the span ``[start, end)`` of a text.

    >>> text = "Viz Pravidlo 9. Pak hraje. Konec."
    >>> span = sentence_at(text, 16, 19, ("viz",))
    >>> text[span.start : span.end]
    'Pak hraje.'
    """
    spans = sentences(text, abbreviations)
    starts = [span.start for span in spans]
    first = max(bisect_right(starts, start) - 1, 0)
    last = max(bisect_right(starts, max(start, end - 1)) - 1, first)
    return Span(spans[first].start, spans[last].end) if spans else Span(0, len(text))


def _ends_sentence(text: str, match: re.Match[str], abbreviations: tuple[str, ...]) -> bool:
    if "\n" in match[0]:
        return True
    if not text[match.end()].isupper() and text[match.end()].isalpha():
        return False
    word = _LAST_WORD.search(text, max(0, match.start() - _LONGEST_WORD), match.start() + 1)
    return word is None or not (_is_label(text, word) or word[0].lower() in abbreviations)


def _is_label(text: str, word: re.Match[str]) -> bool:
    """``1.`` and ``A.`` at the start of a sentence number it; later on, they end it."""
    before = text[: word.start()].rstrip(" \u00a0")
    short = word[0].rstrip(".").isdigit() or len(word[0]) == 2
    return short and (not before or before[-1] in ".:;?!\n")


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))


class Alphabet(Struct, frozen=True, dict=True):
    """A language's letters in their order, those of two signs among them.

    A letter with a sign that the alphabet lacks counts as bare.

    >>> czech = Alphabet(("a", "c", "č", "h", "ch", "i"))
    >>> sorted(["chi", "čí", "ha", "ci"], key=czech.order)
    ['ci', 'čí', 'ha', 'chi']
    >>> czech.initial("Chyba"), czech.initial("Čas"), czech.initial("Ída"), czech.initial("10")
    ('Ch', 'Č', 'I', '0–9')
    """

    letters: tuple[str, ...]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {letter: place for place, letter in enumerate(self.letters, 1)}

    @cached_property
    def _units(self) -> re.Pattern[str]:
        return re.compile(any_of(self.letters) + r"|\w")

    def order(self, word: str) -> tuple[tuple[int, ...], str]:
        """A sort key: digits first, then the letters; signs and spaces don't count."""
        return tuple(self._places.get(unit, 0) for unit in self._read(word)), word

    def initial(self, word: str) -> str:
        """The letter that a word is listed under."""
        first = next(self._read(word), "")
        return "0–9" if first.isdigit() or not first else first.capitalize()

    def _read(self, word: str) -> Iterator[str]:
        for match in self._units.finditer(unicodedata.normalize("NFC", word.lower())):
            known = match[0] in self._places
            yield match[0] if known else without_diacritics(match[0])[:1] or match[0]
