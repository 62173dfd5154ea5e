"""Two editions compared provision by provision: what was reworded, moved, dropped, what is new."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import Literal, TypeVar

from msgspec import Struct

from lawbase.address import KeyParts, law_of
from lawbase.aligning.changes import GRAVITY, PairKind, Summary, gravest, kind_of, summarize
from lawbase.grouping import grouped, united
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Alignment,
    Contrast,
    ContrastKind,
    Edition,
    Finding,
    Key,
    Provision,
    Text,
)
from lawbase.relations import standing

T = TypeVar("T")
RowKind = PairKind | Literal["new", "dropped", "absent"]
_GRAVITY = GRAVITY.index
_SAME = _GRAVITY("punctuation")
_LIKELY: tuple[ContrastKind, ...] = ("unchanged", "reference", "wording", "substance")

SIGNS = {
    "substance": "●",
    "wording": "≈",
    "reference": "#",
    "new": "+",
    "dropped": "−",
    "moved": "↷",
    "split": "⋏",
    "merged": "⋎",
}
"""What stands beside the word for a change, the same in all languages."""
BECAME = (
    "change.moved",
    "relation.split",
    "relation.merged",
    "change.reference",
    "change.unread",
    "change.wording",
    "change.substance",
    "change.dropped",
    "definition.dropped",
)
"""The messages that say in a word what became of a provision of an older text."""


class ComparedRow(Struct, frozen=True):
    """Provisions of two editions that hold the same rule, whatever their laws.

    One stands on either side, several where a rule was split or merged, none where it is new,
    dropped, or (``absent``) no rule or not in a text that the other year has it in. ``contrasts``
    say how the original changed, ``alone`` is what stands on one side only; a row of two languages
    that no editor has read through is ``unread``.
    """

    kind: RowKind
    old: tuple[Provision, ...]
    new: tuple[Provision, ...]
    contrasts: tuple[Contrast, ...] = ()
    alone: tuple[Alignment, ...] = ()

    @property
    def speaks(self) -> bool:
        """Whether there are words in it, on either side."""
        return any(p.speaks for p in (*self.old, *self.new))

    @property
    def moved(self) -> bool:
        """Whether nothing of it stands where it stood."""
        places = {standing(p.key) for p in self.old}
        return bool(self.old and self.new) and places.isdisjoint(standing(p.key) for p in self.new)

    @property
    def shape(self) -> str:
        """Whether it was split or merged; empty where the same places stand on both sides."""
        if not (self.old and self.new) or len(self.old) == len(self.new) == 1:
            return ""
        if [p.key for p in self.old] == [p.key for p in self.new]:
            return ""
        return "merged" if len(self.old) >= len(self.new) else "split"

    @property
    def repeats(self) -> bool:
        """Whether both sides say the same in the same words."""
        old, new = ([(p.heading, p.text, p.tail) for p in side] for side in (self.old, self.new))
        return bool(old) and old == new

    @property
    def altered(self) -> bool:
        """Whether a reader who looks for changes wants to see it."""
        return self.moved or bool(self.shape) or self.kind not in ("unchanged", "punctuation")

    @property
    def undefined(self) -> bool:
        """Whether it is a definition that the newer text doesn't have."""
        return self.kind == "dropped" and self.old[0].kind == "definition"

    @property
    def became(self) -> tuple[str, ...]:
        """The messages that say in a word each where it went, then what changed there."""
        place = "change.moved" if self.moved else f"relation.{self.shape}" if self.shape else ""
        kind = "definition.dropped" if self.undefined else f"change.{self.kind}"
        if place:
            return (place, kind) if self.kind in ("substance", "wording", "unread") else (place,)
        return (kind,)

    @property
    def likely(self) -> ContrastKind | None:
        """What is detected where nobody has read; None where nothing could be."""
        found = [c.detected.kind for c in self.contrasts if not c.reviewed]
        return max(found, key=_LIKELY.index, default=None)

    @property
    def evidence(self) -> list[str]:
        """What speaks for a change where nobody has read, by the keys of the signs."""
        unread = (c.detected.speaking for c in self.contrasts if not c.reviewed)
        return list(dict.fromkeys(sign.key for signs in unread for sign in signs))

    @property
    def key(self) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
        """What tells it from other rows: the keys of both sides."""
        return tuple(p.key for p in self.old), tuple(p.key for p in self.new)

    @property
    def anchor(self) -> str:
        """Its anchor on the pages of its laws."""
        return self.new[0].key if self.new else f"was-{self.old[0].key}"

    @property
    def depth(self) -> int:
        """How deep it stands below its law."""
        return KeyParts.of((self.new or self.old)[0].key).depth

    @property
    def described(self) -> list[Contrast | Alignment]:
        """What says in a sentence what changed for whoever applies it, each sentence once."""
        found: tuple[Contrast | Alignment, ...] = (*self.contrasts, *self.alone)
        return list({tuple(each.what.values()): each for each in found if each.what}.values())


class EditionComparison:
    """One pair of editions, the older one first.

    ``pair`` are their ids, ``folder`` is that of its pages; ``same_language`` tells whether the
    words themselves can be compared.
    """

    def __init__(self, kb: KnowledgeBase, old: Edition, new: Edition):
        self.old = old
        self.new = new
        self.pair = (old.id, new.id)
        self.folder = f"compare/{old.id}/{new.id}/"
        self.same_language = old.language == new.language
        self._kb = kb
        self.rows = cache(self._rows)

    def __iter__(self) -> Iterator[Edition]:
        return iter((self.old, self.new))

    @cached_property
    def summary(self) -> Summary:
        """What changed, counted."""
        return summarize(self._kb, *self.pair)

    @cached_property
    def laws(self) -> tuple[int, ...]:
        """The laws that both editions contain."""
        both = self._kb.laws(self.old.id).keys() & self._kb.laws(self.new.id).keys()
        return tuple(sorted(both))

    def row(self, provision: Provision) -> ComparedRow:
        """The row that a provision of one of the two editions stands in."""
        return self._row_of[provision]

    def left(self, law: int) -> int:
        """How many provisions of the older text's law stand in other laws of the newer one alone.

        What changed in them is counted there.
        """
        rows = (row for row in self.rows(law) if row.new)
        apart = [row for row in rows if all(law_of(p.key) != law for p in row.new)]
        return len({p.key for row in apart for p in row.old if law_of(p.key) == law})

    def older_wording(self, row: ComparedRow) -> list[Finding]:
        """Where the newer side keeps the words that an editor read as dropped in its year."""
        return [f for p in row.new for f in self._kb.older_wording_on(p.edition, p.key)]

    def still_cited(self, row: ComparedRow) -> list[Provision]:
        """The older provisions of a row whose places the newer text lacks, but cites itself.

        Its year has them: a later revision of that text, or a slip, has lost them.
        """
        new = self.new.id
        return [
            p
            for p in row.old
            if not self._kb.provision(new, p.key) and self._kb.references_to(new, p.key)
        ]

    def state(self, law: int) -> PairKind:
        """The gravest that is known of a law's provisions that both texts have."""
        kinds = {row.kind for row in self.rows(law)}
        known = gravest(kind for kind in GRAVITY if kind in kinds)
        return "unchanged" if known == "punctuation" else known

    def _rows(self, law: int) -> tuple[ComparedRow, ...]:
        """The rows of a law that have words, the newer text's with what the older one had."""
        sides = [
            {row.key: row for p in self._kb.whole(each) if (row := self.row(p)).speaks}
            for edition in (self.new, self.old)
            for each in self._kb.provisions(edition.id, [str(law)])
        ]
        rows = {key: row for side in sides for key, row in side.items()}
        return tuple(rows[key] for key in merged([*side] for side in sides))

    @cached_property
    def _row_of(self) -> dict[Provision, ComparedRow]:
        """The row of every provision of both editions: of all that is aligned with it, directly or
        through others."""
        links = self._kb.alignments(*self.pair)
        group_of = {t: group for group in united(link.texts for link in links) for t in group}
        by_group = grouped((group_of[link.texts[0]], link) for link in links)
        found = (self._row(group, links) for group, links in by_group.items())
        rows = {p: row for row in found for p in (*row.old, *row.new)}
        for p in self.old.provisions:
            rows.setdefault(p, ComparedRow("absent", (p,), ()))
        for p in self.new.provisions:
            rows.setdefault(p, ComparedRow("absent", (), (p,)))
        return rows

    def _row(self, texts: Sequence[Text], links: Sequence[Alignment]) -> ComparedRow:
        found = [p for text in texts for p in self._kb.provisions(text.edition, [text.key])]
        found.sort(key=lambda p: KeyParts.of(p.key).order)
        old = tuple(p for p in found if p.edition == self.old.id)
        new = tuple(p for p in found if p.edition == self.new.id)
        if not old or not new:
            kind: RowKind = "dropped" if old else "new"
            is_rule = all(link.rule for link in links)
            return ComparedRow(kind if is_rule else "absent", old, new, alone=tuple(links))
        contrasts = tuple(c for link in links if (c := self._kb.contrast(link)))
        return ComparedRow(gravest(kind_of(self._kb, link) for link in links), old, new, contrasts)


def held_against(
    comparisons: Iterable[EditionComparison], provision: Provision
) -> Iterator[tuple[EditionComparison, ComparedRow]]:
    """The row of a provision in each other year: with a text of its language, if that can tell."""
    years: set[int] = set()
    mine = [c for c in comparisons if provision.edition in c.pair]
    for comparison in sorted(mine, key=lambda c: not c.same_language):
        year = (comparison.old if provision.edition == comparison.new.id else comparison.new).year
        row = comparison.row(provision)
        if year not in years and row.kind != "absent":
            years.add(year)
            yield comparison, row


def became_of(rows: Sequence[ComparedRow]) -> tuple[str, ...]:
    """The messages that say what became of provisions that are read as one; none when nothing did.

    What all have in common is said of them, else the gravest change among them: that a part was
    dropped is one of substance. Where nothing else happened, a part was moved.
    """
    said = {row.became if row.altered else () for row in rows}
    if len(said) < 2:
        return next(iter(said), ())
    gravest = max(("substance" if r.kind == "dropped" else r.kind for r in rows), key=_GRAVITY)
    return (f"change.{gravest}",) if _GRAVITY(gravest) > _SAME else min(filter(None, said))


def comparisons_of(kb: KnowledgeBase) -> tuple[EditionComparison, ...]:
    """The pairs that readers compare, for two years at most two for each edition.

    For every two years an edition is compared with the later one in its language; where that is
    missing or incomplete, with a complete one; and one that no pair leads to with an earlier one.
    One page serves both directions.
    """
    place = {edition.id: number for number, edition in enumerate(kb.law_editions)}
    pairs = {(place[old.id], place[new.id]): (old, new) for old, new in _pairs(kb.law_editions)}
    return tuple(EditionComparison(kb, *pairs[places]) for places in sorted(pairs))


def _pairs(editions: tuple[Edition, ...]) -> Iterator[tuple[Edition, Edition]]:
    by_year = grouped((edition.year, edition) for edition in editions)
    for year, following in combinations(sorted(by_year), 2):
        reached: set[str] = set()
        for old in by_year[year]:
            own = [new for new in by_year[following] if new.language == old.language]
            whole = [] if any(new.complete for new in own) else _complete(by_year[following])
            for new in (*own, *whole):
                reached.add(new.id)
                yield old, new
        for new in by_year[following]:
            if new.id not in reached:
                yield from ((old, new) for old in _complete(by_year[year]))


def _complete(editions: Sequence[Edition]) -> list[Edition]:
    """The first complete edition, or the first one at all."""
    return [next((edition for edition in editions if edition.complete), editions[0])]


def merged(orders: Iterable[Sequence[T]]) -> list[T]:
    """One order of all items: what an order adds stands after what precedes it there.

    >>> merged([["a", "c"], ["a", "b", "c", "d"]])
    ['a', 'b', 'c', 'd']
    """
    result: list[T] = []
    for order in orders:
        place = 0
        for item in order:
            if item in result:
                place = result.index(item)
            else:
                result.insert(place, item)
            place += 1
    return result
