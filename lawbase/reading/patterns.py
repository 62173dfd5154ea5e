"""The patterns and templates of a profile: checked when it is loaded, compiled once."""

import re
import unicodedata
from functools import cached_property
from typing import ClassVar, Literal

from msgspec import Struct

from lawbase.address import LEVELS, ROMANS, Level, ordinal
from lawbase.profile import SLOT
from lawbase.text import LOOK_ALIKES, any_of

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
CAPITAL = r"[^\W\d_a-zß-öø-ÿάέ-ώа-џąāăćčďđēėęěğģīįıķļľĺłńņňőœŕřśşšţťūůűųźżžșț]"
"""A letter that isn't small, in the scripts that distinguish the two."""


def begins_large(text: str) -> bool:
    """Whether a text begins with a letter that isn't small; some scripts have no small ones.

    >>> begins_large("Člen"), begins_large("člen"), begins_large("חוק"), begins_large("12")
    (True, False, True, False)
    """
    return text[:1].isalpha() and not text[0].islower()


NUMERALS = "IVXL" + "".join(letter for letter, latin in LOOK_ALIKES.items() if latin in "IVXL")
"""The letters of Roman numerals, in whatever script they are typed."""
LATIN_BY_SHAPE = str.maketrans(LOOK_ALIKES)
NEVER = "(?P<label>)(?P<heading>)(?P<headword>)(?!){}"
"""A pattern and template of every kind that matches nothing."""


class Pattern:
    """A regular expression of a profile; ``group`` names the group that it must have.

    It matches, searches and finds as what :mod:`re` compiles does.

    Raises:
        ValueError: in words that fit after the pattern's place, when it is none.
    """

    group: ClassVar[str] = ""

    def __init__(self, text: str):
        self.text = text
        try:
            regex = re.compile(text)
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"“{text}” is not a regular expression ({error})") from error
        if self.group and self.group not in regex.groupindex:
            raise ValueError(f"“{text}” lacks the group (?P<{self.group}>…)")
        self.match, self.fullmatch = regex.match, regex.fullmatch
        self.search, self.finditer = regex.search, regex.finditer


class LabelPattern(Pattern):
    """A pattern with the group ``label``."""

    group = "label"


class HeadingPattern(Pattern):
    """A pattern with the group ``heading``."""

    group = "heading"


class HeadwordPattern(Pattern):
    """A pattern with the group ``headword``."""

    group = "headword"


class MarkerTemplate:
    """A pattern of footnote markers, ``{}`` in it standing for the note's label.

    Raises:
        ValueError: when it has no ``{}``, or is no pattern once that is filled.
    """

    def __init__(self, text: str):
        if SLOT not in text:
            raise ValueError(f"“{text}” lacks the {SLOT} that stands for the footnote's label")
        self.text = text
        self.of("1")

    def of(self, label: str) -> Pattern:
        """The pattern of the markers that call the note of a label, as it is printed or raised."""
        either = any_of((label, label.translate(SUPERSCRIPTS)))
        return Pattern(self.text.replace(SLOT, either))


def decoded(kind: type, value: object) -> object:
    """A value of a TOML file as a pattern or template, for msgspec.

    Raises:
        ValueError: when it is none.
        NotImplementedError: for another kind.
    """
    if not issubclass(kind, (Pattern, MarkerTemplate)):
        raise NotImplementedError(kind)
    if not isinstance(value, str):
        raise ValueError(f"Expected `str`, got `{type(value).__name__}`")
    return kind(value)


OutlineLevel = Literal["law"] | Level
ORDER: tuple[OutlineLevel, ...] = ("law", *LEVELS)


class LabelPatterns(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """How each level's labels are printed; every pattern has the group ``label``.

    Matched at the start of what is left of a line; ``law`` at the start of a line only. A level
    that the edition doesn't use is left out. ``counted`` gives the labels of a level in their
    order, parted by spaces, where they aren't A B C, 1 2 3, a b c, i ii iii or aa bb cc:
    ``letter = "А Б В"``. Their keys are the usual ones all the same. A letter of another script
    that looks like a Latin one is read as that. ``whole`` is a label of any level that is its
    whole address, ``27B1.`` or, in numbers, ``27.2.1.``.
    """

    law: LabelPattern
    letter: LabelPattern | None = None
    number: LabelPattern | None = None
    item: LabelPattern | None = None
    roman: LabelPattern | None = None
    whole: LabelPattern | None = None
    counted: dict[Level, str] = {}

    @cached_property
    def by_level(self) -> dict[OutlineLevel, LabelPattern]:
        """The patterns that are given by level, from the law inwards."""
        given = ((level, getattr(self, level)) for level in ORDER)
        return {level: pattern for level, pattern in given if pattern}

    def printed(self, text: str) -> re.Match[str] | None:
        """The label of any level that a text begins with, or None."""
        return next((found for p in self._of_any if (found := p.match(text))), None)

    def beginnings(self, text: str, at: int = 0) -> list[tuple[OutlineLevel, int, int]]:
        """The labels that may stand at a place of a text: their levels, places, ends."""
        found = ((level, m) for level, p in self.by_level.items() if (m := p.match(text, at)))
        placed = ((level, self.place(m["label"], level), m.end()) for level, m in found)
        return [(level, place, end) for level, place, end in placed if place]

    @cached_property
    def _of_any(self) -> tuple[LabelPattern, ...]:
        return (*self.by_level.values(), *filter(None, (self.whole,)))

    def place(self, label: str, level: OutlineLevel) -> int | None:
        """The place of a printed label in its level's sequence, or None where it has none."""
        plain = unicodedata.normalize("NFKC", label)
        if level != "law" and level in self.counted:
            labels = self.counted[level].split()
            return labels.index(plain) + 1 if plain in labels else None
        plain = plain.translate(LATIN_BY_SHAPE)
        if level == "law":
            return law_number(plain)
        if level == "number":
            return int(plain) if plain.isascii() and plain.isdigit() else None
        if level == "roman" and len(plain) == 2 and plain[0] == plain[1] and plain not in ROMANS:
            place = ordinal(plain[0], "item")  # aa, bb, cc
            return place if place <= len(ROMANS) else None
        if level == "roman":
            return ordinal(plain.lower(), level) if plain.lower() in ROMANS else None
        known = len(plain) == 1 and plain.isascii() and plain.isalpha()
        return ordinal(plain, level) if known else None


_NUMBER = re.compile(r"\d+")
_NUMERAL = re.compile(r"(?=.)(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_KERAIA = "΄ʹ"
_GREEK = ["Α", "Β", "Γ", "Δ", "Ε", "ΣΤ", "Ζ", "Η", "Θ", "Ι", "ΙΑ", "ΙΒ"]
_WORTH = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def law_number(label: str) -> int | None:
    """A number in Arabic or Roman numerals below a hundred, or a small Greek one; else None.

    >>> law_number("27"), law_number("XIV"), law_number("ΣΤ΄"), law_number("A")
    (27, 14, 6, None)
    """
    if label.endswith(tuple(_KERAIA)):
        greek = label.rstrip(_KERAIA)
        return _GREEK.index(greek) + 1 if greek in _GREEK else None
    label = label.translate(LATIN_BY_SHAPE)
    if not _NUMERAL.fullmatch(label):
        return int(label) if label.isascii() and label.isdigit() else None
    worth = [_WORTH[letter] for letter in label]
    return sum(-n if n < after else n for n, after in zip(worth, [*worth[1:], 0], strict=True))


def literal(text: str) -> str:
    """A pattern for a text as it stands, any white space for what isn't a single space.

    >>> literal("Laws 2017 |  page 12")
    'Laws 2017 \\\\|\\\\s+page 12'
    """
    parts = re.split(r"(\s{2,}|[^\S ])", text)
    escaped = (r"\s+" if part.isspace() and part != " " else re.escape(part) for part in parts)
    return re.sub(r"\\([ #&~@=<>:,;!\"'%/–—-])", r"\1", "".join(escaped))


def masked(text: str) -> str:
    """A text with a sign in place of every number: what lines that return have in common."""
    return _NUMBER.sub("#", text)


def numbered(text: str, number: str = r"\d+") -> str:
    """A pattern for all texts that look alike once they are masked.

    >>> numbered(masked("page 12"))
    'page \\\\d+'
    """
    return literal(text).replace("#", number)
