"""The patterns and templates of a profile: checked when it is loaded, compiled once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from lawbase.text import any_of

SLOT = "{}"
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
NEVER = "(?P<label>)(?P<heading>)(?P<headword>)(?!){}"
"""A pattern and template of every kind that matches nothing."""


class Pattern:
    """A regular expression of a profile; ``group`` names the group that it must have.

    Raises:
        ValueError: in words that fit after the pattern's place, when it is none.
    """

    group: ClassVar[str] = ""

    def __init__(self, text: str):
        self.text = text
        try:
            self._regex = re.compile(text)
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"“{text}” is not a regular expression ({error})") from error
        if self.group and self.group not in self._regex.groupindex:
            raise ValueError(f"“{text}” lacks the group (?P<{self.group}>…)")

    def match(self, text: str, at: int = 0) -> re.Match[str] | None:
        """Where it matches right at a place."""
        return self._regex.match(text, at)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Where it matches a whole text."""
        return self._regex.fullmatch(text)

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """Where it matches first."""
        return self._regex.search(text, start, len(text) if end is None else end)

    def finditer(
        self, text: str, start: int = 0, end: int | None = None
    ) -> Iterator[re.Match[str]]:
        """Where it matches, one after another."""
        return self._regex.finditer(text, start, len(text) if end is None else end)


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
