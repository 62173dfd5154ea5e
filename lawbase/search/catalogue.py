"""The documents of an index by where they stand: editions, laws, threads, keys."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import TypeVar

from msgspec.structs import replace

from lawbase.address import Address, law_of
from lawbase.knowledge import EditionKey, preferred
from lawbase.search.query import Filters
from lawbase.search.tables import EditionTable, IndexTables

CACHED = 8192
T = TypeVar("T")


class Catalogue:
    """Look-ups in the tables of an index; documents are numbers."""

    def __init__(self, tables: IndexTables):
        self.tables = tables
        self.within = lru_cache(CACHED)(self._texts_within)
        self.preferred = lru_cache(CACHED)(self._preferred)

    def edition(self, document: int) -> EditionTable:
        """The edition of a document."""
        return self.tables.editions[self.tables.edition[document]]

    def number(self, place: EditionKey) -> int:
        """The document of a place."""
        return self._numbers[place]

    def has(self, address: Address) -> bool:
        """Whether any edition has a provision."""
        return str(address) in self._by_key

    def at(self, address: Address) -> list[int]:
        """The texts of a provision in all editions that have it under this address."""
        return self._by_key.get(str(address), [])

    def below(self, address: Address) -> list[int]:
        """The texts of what stands directly below a provision: paragraphs and footnotes."""
        return self._by_parent.get(str(address), [])

    def thread(self, thread: int) -> list[int]:
        """The texts of a thread, in the order of the editions."""
        return self._by_thread[thread]

    def laws(self, thread: int) -> frozenset[int]:
        """The laws that a thread's texts lie in; 0 stands for what lies outside of laws."""
        return self._laws[thread]

    @cached_property
    def _laws(self) -> dict[int, frozenset[int]]:
        laws = [law_of(key) or 0 for key in self.tables.key]
        return {
            thread: frozenset(laws[document] for document in documents)
            for thread, documents in self._by_thread.items()
        }

    @cached_property
    def newest(self) -> int:
        """The year of the newest edition."""
        return max((edition.year for edition in self.tables.editions), default=0)

    @cached_property
    def last_law(self) -> int:
        """The number of the last law of any edition."""
        return max((e.laws[1] for e in self.tables.editions if e.laws), default=0)

    @cached_property
    def above(self) -> tuple[int, ...]:
        """By document: the one that it stands below in its edition, or -1."""
        return tuple(self._numbers.get((edition, _above(key)), -1) for edition, key in self._places)

    def around(self, document: int) -> Iterator[int]:
        """A document and all that stands below it."""
        yield document
        for below in self._below.get(document, ()):
            yield from self.around(below)

    @cached_property
    def _below(self) -> dict[int, list[int]]:
        return _grouped(self.above)

    def _texts_within(self, thread: int, filters: Filters) -> tuple[int, ...]:
        """The texts of a thread that are within some filters."""
        return tuple(d for d in self.thread(thread) if self.allows(filters, d))

    def _preferred(self, documents: tuple[int, ...], languages: tuple[str, ...]) -> tuple[int, ...]:
        """Which of some texts of one rule a reader of these languages is shown."""
        return preferred(
            sorted(documents, key=lambda document: self.edition(document).rank),
            lambda document: self.edition(document).language in languages,
            lambda document: self.edition(document).in_force,
        )

    def is_superseded(self, thread: int) -> bool:
        """Whether a thread of the laws has no text in force."""
        editions = [self.edition(document) for document in self.thread(thread)]
        return any(e.laws for e in editions) and not any(e.in_force for e in editions)

    def is_in_force(self, filters: Filters) -> bool:
        """Whether some filters leave an edition in force."""
        return any(e.in_force and _is_within(e, filters) for e in self.tables.editions)

    def reaching(self, filters: Filters) -> EditionTable | None:
        """The edition of laws within some filters that reaches farthest, if there is one."""
        within = (e for e in self.tables.editions if e.laws and _is_within(e, filters))
        return max(within, key=lambda e: (e.laws or (0, 0))[1], default=None)

    def lacking(self, address: Address, filters: Filters) -> list[EditionTable]:
        """The editions within some filters whose text lacks a provision that it should have."""
        return [
            edition
            for edition in self.tables.editions
            if str(address) in edition.missing and _is_within(edition, filters)
        ]

    def allows(self, filters: Filters, document: int) -> bool:
        """Whether a document is within some filters."""
        return (
            _is_within(self.edition(document), filters)
            and (not filters.laws or self._is_among(filters.laws, document))
            and (not filters.kinds or self.tables.kind[document] in filters.kinds)
        )

    def excluding(self, filters: Filters, documents: Collection[int]) -> Filters:
        """As few of some filters as together leave none of the documents."""
        for name in Filters.__struct_fields__:
            fewer = replace(filters, **{name: ()})
            if not any(self.allows(fewer, document) for document in documents):
                filters = fewer
        return filters

    def _is_among(self, laws: Iterable[tuple[int, int]], document: int) -> bool:
        law = law_of(self.tables.key[document]) or 0
        return any(first <= law <= last for first, last in laws)

    @cached_property
    def _numbers(self) -> dict[EditionKey, int]:
        return {place: document for document, place in enumerate(self._places)}

    @property
    def _places(self) -> Iterator[EditionKey]:
        editions = [edition.id for edition in self.tables.editions]
        places = zip(self.tables.edition, self.tables.key, strict=True)
        return ((editions[edition], key) for edition, key in places)

    @cached_property
    def _by_key(self) -> dict[str, list[int]]:
        return _grouped(self.tables.key)

    @cached_property
    def _by_parent(self) -> dict[str, list[int]]:
        return _grouped(tuple(_above(key) for key in self.tables.key))

    @cached_property
    def _by_thread(self) -> dict[int, list[int]]:
        return _grouped(self.tables.thread)


def _is_within(edition: EditionTable, filters: Filters) -> bool:
    return (
        (not filters.editions or edition.id in filters.editions)
        and (not filters.languages or edition.language in filters.languages)
        and (not filters.years or edition.year in filters.years)
        and (not filters.force or edition.in_force)
    )


def _above(key: str) -> str:
    return key.partition("#")[0] if "#" in key else key.rpartition(".")[0]


def _grouped(names: tuple[T, ...]) -> dict[T, list[int]]:
    groups: defaultdict[T, list[int]] = defaultdict(list)
    for document, name in enumerate(names):
        groups[name].append(document)
    return dict(groups)
