"""How a book prints its subject index: the table ``[layout.index]`` of its profile."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class IndexLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a book prints its subject index.

    ``topics`` tells what sets a topic apart from the subtopics: a blank line before it, or nothing
    but the alphabet. ``alphabet`` are the letters in their order, parted by spaces. ``opening``
    patterns match what stands before the first entry. The other words, in any case, are those
    before another topic's name (``see``) or a remark (``note``), those that stand for a target
    (``definition``, ``introduction``, ``preface``), and those after the number of a law whose
    footnote is meant. ``examples`` are lines and what they are read as, in the keys of
    ``IndexEntry.refs`` and ``see:<topic>``.
    """

    topics: Literal["blank line", "alphabetical"]
    alphabet: str
    examples: dict[str, tuple[str, ...]]
    opening: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    note: tuple[str, ...] = ()
    definition: tuple[str, ...] = ()
    introduction: tuple[str, ...] = ()
    preface: tuple[str, ...] = ()
    footnote: tuple[str, ...] = ()
