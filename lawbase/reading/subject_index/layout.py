"""How a book prints its subject index: the table ``[layout.index]`` of its profile."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from lawbase.reading.patterns import Pattern


class IndexLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a book prints its subject index.

    ``topics`` tells what sets a topic apart from the subtopics: a blank line before it, that it is
    less indented, that no ``subtopic`` (a pattern, such as a dash) stands before it, or nothing but
    the alphabet. ``alphabet`` are the letters in their order, parted by spaces. ``lower_case``
    says that an entry may begin with a small letter. Where the subtopics run on behind their topic
    (``dummy 42; rights 42A``), ``parted`` is the sign between them.

    ``leader`` matches what stands between a title and its references besides spaces (a colon, a
    line of dots); ``opening`` patterns match what stands before the first entry, letters of the
    alphabet as titles too. The words, in any case: those before another topic's name (``see``) or
    a remark (``note``), those that stand for a target (``definition``, ``introduction``,
    ``preface``), those after the number of a law whose footnote is meant, and those that may stand
    in a reference and say nothing (``words``: Law, letter). ``examples`` are lines and what they
    are read as, in the keys of ``IndexEntry.refs`` and ``see:<topic>``.
    """

    topics: Literal["blank line", "alphabetical", "indentation", "mark"]
    alphabet: str = ""
    examples: dict[str, tuple[str, ...]] = {}
    subtopic: Pattern | None = None
    lower_case: bool = False
    parted: str = ""
    leader: Pattern | None = None
    opening: tuple[Pattern, ...] = ()
    see: tuple[str, ...] = ()
    note: tuple[str, ...] = ()
    definition: tuple[str, ...] = ()
    introduction: tuple[str, ...] = ()
    preface: tuple[str, ...] = ()
    footnote: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.topics == "mark" and self.subtopic is None:
            raise ValueError('topics = "mark" needs the pattern of the mark: subtopic')
