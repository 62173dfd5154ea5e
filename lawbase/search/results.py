"""What a search answers, and what is said of it; the JSON of these records is the contract's."""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from lawbase.profile import data_folder

Sureness = Literal["sure", "likely", "none"]
ReasonKind = Literal[
    "citation", "phrase", "words", "heading", "term", "topic", "situation", "neighbour", "filter"
]


class Twin(Struct, frozen=True):
    """The same provision in another edition."""

    edition: str
    key: str


class Reason(Struct, frozen=True):
    """Why a hit was found: through what, and the words of the query that led there.

    ``text`` is the title of the situation, when it was found through one.
    """

    kind: ReasonKind
    words: tuple[str, ...] = ()
    text: str = ""


class Beside(Struct, frozen=True):
    """The superseded text of the reader's own language, beside the one in force in another."""

    edition: str
    key: str
    citation: str
    snippet: str
    marks: tuple[tuple[int, int], ...]


class Hit(Struct, frozen=True):
    """One thread that answers, by the text of it that is shown.

    ``in_force`` tells whether the text is; when it isn't the reader's language, ``beside`` is their
    own superseded text. ``marks`` are the spans of ``snippet`` to be marked; ``trail`` are the
    headings above.
    """

    edition: str
    key: str
    citation: str
    heading: str
    snippet: str
    score: float
    thread: str
    twins: tuple[Twin, ...]
    language: str
    kind: str
    trail: tuple[str, ...]
    marks: tuple[tuple[int, int], ...]
    in_force: bool
    reason: Reason
    beside: Beside | None = None


class Interpreted(Struct, frozen=True, omit_defaults=True):
    """How a query was read; what doesn't apply is left out.

    ``languages`` are those that its words were taken for; ``corrected`` leads from misspelt words
    to what they were taken for; ``unknown`` are words that nothing knows.
    """

    citations: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    filters: dict[str, tuple[str, ...]] = {}
    corrected: dict[str, str] = {}
    unknown: tuple[str, ...] = ()


class Said(Struct, frozen=True):
    """What is said of an answer: the name of a sentence that every language has, and its gaps.

    The site's interface calls the sentence ``js.search.<kind>``.
    """

    kind: str
    values: dict[str, str] = {}


TEMPLATE = "messages.pot"
# Babel reads whole catalogues, but takes longer than the search.
_MESSAGE = re.compile(r'msgctxt "([^"]+)"\nmsgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)')

REFUSALS = ("refused", "backwards", "edition", "language", "year", "laws", "empty")
"""The kinds of what is said of a query that can't be asked: no filter, or one to nothing."""


class SearchResult(Struct, frozen=True):
    """The answer to a query: hits, best first, out of ``total``.

    ``grade`` tells how sure the first hit is. ``message`` says in English why there is no hit, or
    what was asked for and isn't there, ``said`` the same for any language; ``suggestion`` is a
    query that was probably meant.
    """

    query: str
    interpreted: Interpreted
    grade: Sureness
    total: int
    hits: tuple[Hit, ...]
    message: str = ""
    suggestion: str = ""
    said: tuple[Said, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether the query itself is at fault, so that nothing was looked for."""
        return any(said.kind in REFUSALS for said in self.said)


@cache
def interface_sentences(language: str = "") -> Mapping[str, str]:
    """The sentences of the interface by their names, in a language that it has, else in English."""
    folder = data_folder("site") / "interface"
    file = folder / f"{language}.po"
    text = (file if file.exists() else folder / TEMPLATE).read_text("utf-8")
    return {
        name: _joined(told) or _joined(english) for name, english, told in _MESSAGE.findall(text)
    }


def said_in(language: str, said: Iterable[Said]) -> list[str]:
    """What is said of an answer, in a language.

    >>> said_in("en", [Said("address", {"law": "12", "citation": "12Z"})])
    ['There is no 12Z in Law 12.']
    """
    return [interface_sentences(language)[f"js.search.{s.kind}"].format_map(s.values) for s in said]


def _joined(lines: str) -> str:
    return "".join(json.loads(line) for line in lines.splitlines())
