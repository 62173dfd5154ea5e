"""An edition's changes in numbers: by law and by kind, with what is new and what was dropped."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from lawbase.address import key_order, law_of
from lawbase.model import Aligned, Key

Place = tuple[int | None, str]


class LawChanges(Struct, frozen=True):
    """One law's provisions, counted by what became of them.

    ``kinds`` counts the classes of the changes of texts, ``relations`` what became of the
    provisions; those that moved are counted in the law that they left. ``law`` is None for what
    lies outside the laws.
    """

    law: int | None
    kinds: dict[str, int]
    relations: dict[str, int]


class Summary(Struct, frozen=True):
    """What changed between two editions."""

    from_edition: str
    to_edition: str
    laws: tuple[LawChanges, ...]
    new: tuple[Key, ...]
    dropped: tuple[Key, ...]

    def total(self, name: str) -> int:
        """How many changes of a class, or provisions of a relation, there are in all laws."""
        return sum(law.kinds.get(name, 0) + law.relations.get(name, 0) for law in self.laws)


def summarize(aligned: Aligned, old: str, new: str) -> Summary:
    """The changes from one edition to another, given by their ids."""
    pair = (old, new)
    links = [a for a in aligned.alignments if (a.from_edition, a.to_edition) == pair]
    changes = [c for c in aligned.changes if (c.from_edition, c.to_edition) == pair]
    arrived = [a.to_key for a in links if a.from_key is None and a.to_key is not None]
    dropped = [a.from_key for a in links if a.to_key is None and a.from_key is not None]
    went = {(a.from_key, a.relation) for a in links if a.from_key is not None}
    kinds: Counter[Place] = Counter((law_of(c.from_key), c.kind) for c in changes)
    relations: Counter[Place] = Counter((law_of(key), relation) for key, relation in went)
    relations.update((law_of(key), "new") for key in arrived)
    laws = sorted({law for law, _ in (*kinds, *relations)}, key=lambda law: law or 0)
    return Summary(
        old,
        new,
        tuple(LawChanges(law, _counts(law, kinds), _counts(law, relations)) for law in laws),
        tuple(sorted(arrived, key=key_order)),
        tuple(sorted(dropped, key=key_order)),
    )


def _counts(law: int | None, counted: Counter[Place]) -> dict[str, int]:
    names = sorted(name for place, name in counted if place == law)
    return {name: counted[law, name] for name in names}
