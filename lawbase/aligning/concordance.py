"""Which address of one year is which of another: ``16D2`` of 2007 is ``16C2`` of 2017."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from lawbase.address import key_order, law_of
from lawbase.errors import NotFoundError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Edition, Key


def among(alignments: Iterable[Alignment], voices: Collection[str]) -> Iterator[Alignment]:
    """The alignments of editions that speak for their years.

    What an address became isn't decided over an edition that joins them.
    """
    return (a for a in alignments if a.from_edition in voices and a.to_edition in voices)


Concordances = Callable[[int, int], "Concordance"]
"""What gives the concordance of every two years."""


class ConcordanceRow(Struct, frozen=True):
    """An address of the earlier year and what it became; one side is empty where there's none."""

    old: tuple[Key, ...]
    new: tuple[Key, ...]


class Concordance:
    """The addresses of two years, whatever the languages of the editions that print them.

    Editions that hold all the laws are asked first; where they agree a key is told once.
    ``read_key`` reads a citation; without it only keys are known.
    """

    def __init__(
        self,
        editions: Iterable[Edition],
        alignments: Iterable[Alignment],
        old: int,
        new: int,
        read_key: Callable[[str], Key] = str,
    ):
        self._read_key = read_key
        known = {edition.id: edition for edition in editions}
        self._ahead: defaultdict[Key, dict[Key, None]] = defaultdict(dict)
        self._back: defaultdict[Key, dict[Key, None]] = defaultdict(dict)
        self._dropped: dict[Key, None] = {}
        self._new: dict[Key, None] = {}
        self._years = old, new
        for alignment in sorted(alignments, key=lambda a: _completeness(a, known)):
            if (known[alignment.from_edition].year, known[alignment.to_edition].year) == (old, new):
                self._add(alignment.from_key, alignment.to_key)

    @classmethod
    def of(
        cls,
        kb: KnowledgeBase,
        old: int,
        new: int,
        read_key: Callable[[str], Key] = str,
    ) -> Concordance:
        """The concordance of two years by the editions that speak for them."""
        alignments = among(kb.aligned.alignments, kb.aligned.voices)
        return cls(kb.editions, alignments, old, new, read_key)

    def becomes(self, key: Key) -> tuple[Key, ...]:
        """The addresses of the later year that hold a provision of the earlier one, best first."""
        return tuple(self._ahead.get(key, ()))

    def was(self, citation: str) -> tuple[Key, ...]:
        """A citation of the later year, ``72C``, read as of the earlier one; nothing for a new one.

        Raises:
            LawbaseError: when it's no citation.
            NotFoundError: when no edition has it, or nothing tells what it was.
        """
        key = self._key(citation, self._back)
        old, new = self._years
        if key not in self._back and key not in self._new:
            raise NotFoundError(f"nothing tells what {key} of {new} was in {old}")
        return tuple(self._back.get(key, ()))

    def holding(self, key: Key) -> set[Key]:
        """The addresses of the later year that hold a provision of the earlier one or its parts.

        One that nothing is known of is taken to stand where it stood.
        """
        return self._holding.get(key) or {key}

    def read(self, citation: str) -> tuple[Key, ...]:
        """A citation of the earlier year, ``16D2`` or ``16.D.2``, read as of the later one.

        Nothing for what was dropped.

        Raises:
            LawbaseError: when it's no citation.
            NotFoundError: when no edition has it, or nothing tells what became of it.
        """
        key = self._key(citation, self._ahead)
        old, new = self._years
        if key not in self._ahead and key not in self._dropped:
            raise NotFoundError(f"nothing tells what became of {key} of {old} in {new}")
        return self.becomes(key)

    def rows(self) -> Iterator[ConcordanceRow]:
        """Every address of the laws of the earlier year in order, then what is new."""
        for key in _in_order({*self._ahead, *self._dropped}):
            yield ConcordanceRow((key,), self.becomes(key))
        for key in _in_order(self._new.keys() - self._back.keys()):
            yield ConcordanceRow((), (key,))

    def _key(self, citation: str, known: Collection[Key]) -> Key:
        return citation if citation in known else self._read_key(citation)

    @cached_property
    def _holding(self) -> dict[Key, set[Key]]:
        holding: defaultdict[Key, set[Key]] = defaultdict(set)
        for key, became in self._ahead.items():
            steps = key.split(".")
            for n in range(1, len(steps) + 1):
                holding[".".join(steps[:n])].update(became)
        return holding

    def _add(self, old: Key | None, new: Key | None) -> None:
        if old is not None and new is not None:
            self._ahead[old][new] = None
            self._back[new][old] = None
        elif old is not None:
            self._dropped[old] = None
        elif new is not None:
            self._new[new] = None


def _in_order(keys: Collection[Key]) -> list[Key]:
    """The addresses of laws and their paragraphs, in the order of the book."""
    addresses = [key for key in keys if law_of(key) is not None and "#" not in key]
    return sorted(addresses, key=key_order)


def _completeness(alignment: Alignment, editions: dict[str, Edition]) -> int:
    ends = (editions[alignment.from_edition], editions[alignment.to_edition])
    return sum(not edition.complete for edition in ends)
