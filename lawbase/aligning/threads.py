"""Threads: a provision's texts in all languages and editions, under an id that stays."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from lawbase.address import key_order
from lawbase.aligning.settle import Told
from lawbase.aligning.units import Column, Side, Unit
from lawbase.grouping import grouped, united
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Alignment, Concept, Edition, Key, Text, Thread


class Ties:
    """Where the editions of a year have each other's texts.

    A provision has at most one *twin* in another edition; its *holders* there are all provisions
    that share its text.
    """

    def __init__(self, told: Mapping[tuple[str, str], Told]):
        self._twins: dict[tuple[str, str], Mapping[Key, Key]] = {}
        self._holders: dict[tuple[str, str], Mapping[Key, Sequence[Key]]] = {}
        for (one, other), found in told.items():
            self._twins[one, other] = found.links
            self._twins[other, one] = {theirs: ours for ours, theirs in found.links.items()}
            self._holders[one, other] = grouped(found.shared)
            self._holders[other, one] = grouped((theirs, ours) for ours, theirs in found.shared)

    def twin(self, text: Text, edition: str) -> Text | None:
        """A text's twin in another edition."""
        key = self._twins.get((text.edition, edition), {}).get(text.key)
        return None if key is None else Text(edition, key)

    def holders(self, text: Text, edition: str) -> Iterator[Text]:
        """What shares a text in another edition."""
        keys = self._holders.get((text.edition, edition), {}).get(text.key, ())
        return (Text(edition, key) for key in keys)


def lay_side_by_side(
    editions: Mapping[str, Sequence[Unit]], ties: Ties, leading: Collection[str]
) -> Side:
    """The columns of a year's editions, the leading ones first.

    A unit without a twin gets a column of its own behind its predecessor's. A column that an
    edition has no unit for borrows those that hold its text; what the leading editions borrow is
    told by themselves alone.
    """
    columns: list[dict[str, Unit]] = []
    homes: dict[Text, dict[str, Unit]] = {}
    for edition, units in editions.items():
        behind = 0
        for unit in units:
            twins = (ties.twin(unit.text, other) for other in editions)
            found = [homes[twin] for twin in twins if twin in homes]
            column = next((column for column in found if edition not in column), None)
            if column is None:
                column = {}
                columns.insert(behind, column)
            column[edition] = unit
            homes[unit.text] = column
            behind = 1 + next(n for n, other in enumerate(columns) if other is column)
    by_text = {unit.text: unit for units in editions.values() for unit in units}
    return Side([_column(units, editions, ties, by_text, leading) for units in columns])


def _column(
    units: dict[str, Unit],
    editions: Mapping[str, Sequence[Unit]],
    ties: Ties,
    by_text: Mapping[Text, Unit],
    leading: Collection[str],
) -> Column:
    texts = [unit.text for unit in units.values()]
    borrowed: dict[str, tuple[Unit, ...]] = {}
    for edition in (e for e in editions if e not in units):
        asked = [t for t in texts if edition not in leading or t.edition in leading]
        held = dict.fromkeys(h for t in asked for h in ties.holders(t, edition))
        if held:
            borrowed[edition] = tuple(by_text[text] for text in held)
    return Column(texts[0].key, units, borrowed)


def join(
    editions: Sequence[Edition],
    years: Mapping[int, Side],
    links: Iterable[tuple[Text, Text]],
    concepts: Iterable[Concept],
    voices: Collection[str],
) -> tuple[Thread, ...]:
    """One thread for every provision of the years, with all the texts that are linked to it.

    A thread's id is its first year and its address in it, ``2007:16.D.2``, so that it stays the
    same when later editions or other languages arrive: only ``voices`` name it, unless it has none
    of theirs. A definition is called by its concept,
    ``2007:def.dummy``, since its address is a word of one language. Where two provisions of a year
    share an address the one that fewer editions print is told by its language too,
    ``2007:sr:84.D``.
    """
    defined = {
        Text(edition, key): Text(edition, f"def.{concept.id}")
        for concept in concepts
        for edition, key in concept.definitions.items()
    }
    columns = (
        [unit.text for unit in column.units.values()]
        for side in years.values()
        for column in side.columns
    )
    order = {edition.id: place for place, edition in enumerate(editions)}
    groups = [
        tuple(sorted(group, key=lambda text: (order[text.edition], key_order(text.key))))
        for group in united(chain(columns, links))
    ]
    named = [[defined.get(text, text) for text in group] for group in groups]
    heard = [[text for text in g if text.edition in voices] for g in named]
    ids = _ids(named, heard, {edition.id: edition for edition in editions})
    return tuple(Thread(*found) for found in zip(ids, groups, strict=True))


def _ids(
    groups: Sequence[Sequence[Text]],
    heard: Sequence[Sequence[Text]],
    editions: Mapping[str, Edition],
) -> list[str]:
    telling = [voiced or group for voiced, group in zip(heard, groups, strict=True)]
    plain = [_first(group, editions) for group in telling]
    largest: dict[str, int] = {}
    for number, name in enumerate(plain):
        if name not in largest or len(heard[number]) > len(heard[largest[name]]):
            largest[name] = number
    return [
        name if largest[name] == number else _with_language(name, telling[number][0], editions)
        for number, name in enumerate(plain)
    ]


def _first(group: Sequence[Text], editions: Mapping[str, Edition]) -> str:
    """The first year of a group and the address that most editions of that year give it."""
    year = min(editions[text.edition].year for text in group)
    counted = Counter(text.key for text in group if editions[text.edition].year == year)
    return f"{year}:{max(counted, key=lambda key: counted[key])}"


def _with_language(name: str, text: Text, editions: Mapping[str, Edition]) -> str:
    year, _, _ = name.partition(":")
    return f"{year}:{editions[text.edition].language}:{text.key}"


class Journey(Thread, frozen=True):
    """A provision's thread with the alignments that lead out of it.

    ``partings`` are splits and mergers with texts of other threads, ``ends`` the editions in which
    it was dropped, or was not there yet.
    """

    partings: tuple[Alignment, ...]
    ends: tuple[Alignment, ...]

    @property
    def parts(self) -> tuple[Text, ...]:
        """The texts of other threads that hold parts of it, each once."""
        found = (text for parting in self.partings for text in parting.texts)
        return tuple(dict.fromkeys(text for text in found if text not in self.texts))


def journey_of(kb: KnowledgeBase, edition: str, key: Key) -> Journey | None:
    """The journey of a provision through all editions; None when there's no such provision."""
    thread = kb.thread(edition, key)
    if thread is None:
        return None
    inside = set(thread.texts)
    leaving = [a for a in kb.aligned.alignments if len(inside & set(a.texts)) == 1]
    return Journey(
        thread.id,
        thread.texts,
        partings=tuple(a for a in leaving if len(a.texts) == 2),
        ends=tuple(a for a in leaving if len(a.texts) == 1),
    )
