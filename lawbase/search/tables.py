"""The records that an index consists of besides its postings."""

from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

from lawbase.search.figures import EntryKind

VOCABULARY, TABLES, EQUIVALENTS = "vocabulary.json", "tables.json", "equivalents.json"
COMMON = "common"
OR = "|"
"""Between the stems of a word that has several."""
_BEYOND = "beyond:"
"""What no concept of the glossary begins with."""
Equivalents = dict[str, dict[str, dict[str, tuple[str, ...]]]]
"""The likely equivalents of a stem: by its language, the other language, and the stem."""


def concept_term(concept: str) -> str:
    """The term that stands for a concept in the field ``COMMON`` to all languages."""
    return f"@{concept}"


def beyond_concept(kind: str) -> str:
    """The concept that things beyond the laws are of a kind."""
    return f"{_BEYOND}{kind}"


def beyond_named(terms: Iterable[str]) -> str:
    """The kind of the first term that stands for things beyond the laws, or nothing."""
    begins = concept_term(_BEYOND)
    return next((t.removeprefix(begins) for t in terms if t.startswith(begins)), "")


def finished_token(field: str, term: str) -> str:
    """A term of the index as a token of its own: ``cs:hrac``, or ``@dummy`` common to all."""
    return term if field == COMMON else f"{field}:{term}"


def is_concept(term: str) -> bool:
    """Whether a term of the field ``COMMON`` stands for a concept."""
    return term.startswith("@")


def understanding_of(vocabulary: bytes, tables: bytes) -> str:
    """What an index is known by to who holds its tokens: a digest of two of its files."""
    return sha256(vocabulary + tables).hexdigest()


Targets = tuple[tuple[int, int], ...]


class EditionTable(Struct, frozen=True, array_like=True):
    """What ranking must know of an edition.

    ``rank`` is its place among the editions whose texts lead; ``missing`` are the provisions that
    its text lacks although it should have them.
    """

    id: str
    language: str
    year: int
    laws: tuple[int, int] | None
    in_force: bool
    rank: int
    missing: tuple[str, ...] = ()


class ToldSituation(Struct, frozen=True):
    """A situation as it is told: its title by language."""

    id: str
    titles: dict[str, str]


class IndexTables(Struct, frozen=True):
    """What ranking must know of every document, side by side in the order of the index.

    ``editions`` holds each edition once; ``edition`` and ``thread`` are numbers per document.
    Entry points follow the documents in the index, and the situations these; targets are document
    numbers, each with its share in per cent, and of a title the number of its situation. The last
    situations lead nowhere, being what people ask that the laws don't answer: ``beyond`` are their
    kinds.
    """

    editions: tuple[EditionTable, ...]
    edition: tuple[int, ...]
    key: tuple[str, ...]
    kind: tuple[str, ...]
    thread: tuple[int, ...]
    thread_ids: tuple[str, ...]
    entry_kind: tuple[EntryKind, ...]
    entry_weight: tuple[int, ...]
    entry_targets: tuple[Targets, ...]
    situation_targets: tuple[Targets, ...]
    beyond: tuple[str, ...]


class Passage(Struct, frozen=True):
    """What is shown of a document.

    ``trail`` are the headings above it, ``sentences`` the spans of those in ``text``; ``outline``
    is shown when it has no text of its own; ``words`` are its own folded words, heading first,
    ``stems`` the stems of these, and ``outlined`` those of its outline. ``steps`` tell where the
    words of what is shown begin and end, each from the place before.
    """

    citation: str
    heading: str
    trail: tuple[str, ...]
    text: str
    sentences: tuple[tuple[int, int], ...]
    outline: str
    words: str
    steps: tuple[int, ...]
    stems: str
    outlined: str


class PassageWords(Struct, frozen=True):
    """The own words of a passage alone."""

    words: str
