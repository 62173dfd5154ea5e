"""Text that remembers where every character of it came from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

from lawbase.model import Run
from lawbase.text import Span

INSERTED = -1
"""The origin of a character that no source character stands for: a space put between two lines."""


SOFT = "\u00ad"
"""A hyphen at the end of a line that stands inside a word which has none."""


class Traced(Struct, frozen=True):
    """A text and, for each of its characters, its offset in the source (or ``INSERTED``).

    >>> line = Traced.of("  a  b ", 100)
    >>> line.strip().text, line.strip().origins[0]
    ('a  b', 102)
    """

    text: str
    origins: tuple[int, ...]

    @classmethod
    def of(cls, text: str, start: int = 0) -> Traced:
        """The text as it stands in the source from offset ``start``."""
        return cls(text, tuple(range(start, start + len(text))))

    def __len__(self) -> int:
        return len(self.text)

    def __bool__(self) -> bool:
        return bool(self.text)

    def __getitem__(self, cut: slice) -> Traced:
        return Traced(self.text[cut], self.origins[cut])

    def __add__(self, other: Traced) -> Traced:
        return Traced(self.text + other.text, self.origins + other.origins)

    def strip(self) -> Traced:
        """Without the white space at both ends."""
        start = len(self.text) - len(self.text.lstrip())
        return self[start : max(start, len(self.text.rstrip()))]

    def split_lines(self) -> list[Traced]:
        """The lines, without their line ends."""
        cuts = [match.start() for match in re.finditer("\n", self.text)]
        starts = [0, *(cut + 1 for cut in cuts)]
        return [self[start:end] for start, end in zip(starts, [*cuts, len(self.text)], strict=True)]

    def squeezed(self) -> Traced:
        """With every stretch of white space as one plain space, and none at the ends."""
        if self.text == " ".join(self.text.split()):
            return self
        kept: list[tuple[str, int]] = []
        for char, origin in zip(self.text, self.origins, strict=True):
            if not char.isspace():
                kept.append((char, origin))
            elif kept and kept[-1][0] != " ":
                kept.append((" ", origin))
        if kept and kept[-1][0] == " ":
            kept.pop()
        return Traced("".join(c for c, _ in kept), tuple(o for _, o in kept))

    def span(self) -> Span:
        """The hull of its origins in the source.

        Raises:
            ValueError: when no character of it stands in the source.
        """
        known = [origin for origin in self.origins if origin != INSERTED]
        return Span(min(known), max(known) + 1)

    def runs(self) -> tuple[Run, ...]:
        """Its characters as runs that are contiguous both here and in the source."""
        around = pairwise((INSERTED, *self.origins))
        starts = [
            at
            for at, (before, origin) in enumerate(around)
            if before == INSERTED or origin != before + 1
        ]
        stretches = pairwise((*starts, len(self.origins)))
        runs = (Run(start, self.origins[start], end - start) for start, end in stretches)
        return tuple(run for run in runs if run.source != INSERTED)


EMPTY = Traced("", ())


def join_lines(lines: Iterable[Traced]) -> Traced:
    """Lines as running text: a space between two lines, none after a hyphen inside a word.

    A hyphen stays, for it belongs to a compound (``Východ-`` / ``Západ``); one that only parts a
    word was made a ``SOFT`` one when the lines were read, and goes.
    """
    texts: list[str] = []
    origins: list[int] = []
    for line in (line.squeezed() for line in lines):
        if not line:
            continue
        if texts and texts[-1].endswith(SOFT):
            texts[-1] = texts[-1][:-1]
            origins.pop()
        elif texts and not (texts[-1].endswith("-") and texts[-1][-2:-1].isalnum()):
            texts.append(" ")
            origins.append(INSERTED)
        texts.append(line.text)
        origins.extend(line.origins)
    if texts and texts[-1].endswith(SOFT):
        texts[-1] = texts[-1][:-1]
        origins.pop()
    return Traced("".join(texts), tuple(origins))
