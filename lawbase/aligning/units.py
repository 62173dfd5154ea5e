"""What alignment compares: the provisions of an edition, and those of a year side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct

from lawbase.address import law_of
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition, Key, Part, Provision, ProvisionKind
from lawbase.stemming import Stemmer
from lawbase.text import blanked

COMPARED: frozenset[ProvisionKind] = frozenset(
    {"preface", "introduction", "definition", "law", "provision", "footnote"}
)
ONLY: frozenset[str] = frozenset({"preface", "introduction"})
BODY: tuple[Part, ...] = ("text", "tail")

Pair = tuple[int, int]


class Unit(Struct, frozen=True):
    """A provision as it is compared.

    ``words`` and ``heading`` are stems in order, ``numbers`` the numbers that are no citations,
    ``cites`` the addresses that the text leads to, ``concepts`` what a definition defines, or
    what a preface is: the only one of its kind; ``senses`` what the numbered senses of a definition
    begin with. The numbers of these senses count as little. ``length`` is that of the text in
    characters. A footnote lies in its first bearer.
    """

    edition: str
    key: Key
    kind: ProvisionKind
    law: int | None
    parent: Key | None
    heading: tuple[str, ...]
    words: tuple[str, ...]
    numbers: frozenset[str]
    cites: frozenset[Key]
    concepts: frozenset[str]
    senses: frozenset[str]
    length: int

    @property
    def is_note(self) -> bool:
        """Whether it is a footnote."""
        return self.kind == "footnote"


def units_of(kb: KnowledgeBase, edition: Edition, stemmer: Stemmer) -> tuple[Unit, ...]:
    """The comparable provisions of an edition, in the order of the book."""
    defined: defaultdict[Key, set[str]] = defaultdict(set)
    for concept in kb.concepts:
        if edition.id in concept.definitions:
            defined[concept.definitions[edition.id]].add(concept.id)
    return tuple(
        _unit(kb, provision, frozenset(defined[provision.key]), stemmer)
        for provision in edition.provisions
        if provision.kind in COMPARED
    )


def _unit(
    kb: KnowledgeBase, provision: Provision, concepts: frozenset[str], stemmer: Stemmer
) -> Unit:
    references = kb.references_from(provision.edition, provision.key)
    spans = {part: [(r.start, r.end) for r in references if r.part == part] for part in BODY}
    bare = " ".join(blanked(provision.part(part), spans[part]) for part in BODY)
    words = [word.stem for word in stemmer.words(bare)]
    senses = {str(number) for number in range(1, len(provision.senses) + 1)}
    uses = kb.uses_in(provision.edition, provision.key)
    opened = {sense.start for sense in provision.senses}
    return Unit(
        edition=provision.edition,
        key=provision.key,
        kind=provision.kind,
        law=law_of(provision.key),
        parent=provision.bearers[0] if provision.bearers else provision.parent,
        heading=tuple(w.stem for w in stemmer.words(provision.heading) if w.stem.isalpha()),
        words=tuple(word for word in words if word.isalpha() and len(word) > 1),
        numbers=frozenset(word for word in words if word.isdigit()) - senses,
        cites=frozenset(r.to for r in references if r.to is not None and law_of(r.to) is not None),
        concepts=concepts | ({provision.kind} & ONLY),
        senses=frozenset(use.concept for use in uses if use.start in opened),
        length=provision.length,
    )


class Column(Struct, frozen=True):
    """One provision: its address and the units that print it, by edition, the leading one first.

    ``borrowed`` are units of other columns that hold its text in an edition that has none for it.
    """

    key: Key
    units: dict[str, Unit]
    borrowed: dict[str, tuple[Unit, ...]] = {}

    def texts_in(self, edition: str) -> tuple[Unit, ...]:
        """The units of an edition that hold the provision's text."""
        own = self.units.get(edition)
        return (own,) if own else self.borrowed.get(edition, ())

    @property
    def lead(self) -> Unit:
        """The unit of the edition that speaks for the provision's place in the book."""
        return next(iter(self.units.values()))


class Side:
    """Columns in the order of the book, known by their places, and how they belong together.

    ``texted`` tells of each place whether the provision has words of its own in any edition;
    ``parent`` and ``children`` are places; a footnote's parent is its bearer.
    """

    def __init__(self, columns: Sequence[Column]):
        self.columns = tuple(columns)
        self.leads = [column.lead for column in self.columns]
        self.places = {
            (unit.edition, unit.key): place
            for place, column in enumerate(self.columns)
            for unit in column.units.values()
        }
        self.editions = tuple(dict.fromkeys(e for column in self.columns for e in column.units))
        self.texted = [any(u.words for u in c.units.values()) for c in self.columns]
        self.parent = [
            None if lead.parent is None else self.places.get((lead.edition, lead.parent))
            for lead in self.leads
        ]
        self.children: list[list[int]] = [[] for _ in self.columns]
        for place, parent in enumerate(self.parent):
            if parent is not None:
                self.children[parent].append(place)
        self._beside = {step: self._neighbours(step) for step in (1, -1)}

    def beside(self, place: int, step: int) -> int | None:
        """The place of the paragraph with words right before (-1) or behind (1) a place."""
        return self._beside[step][place]

    def is_paragraph(self, place: int) -> bool:
        """Whether it's a law or one of its parts, which have an order and a place in a family."""
        return self.leads[place].kind in ("law", "provision")

    def below(self, place: int) -> list[int]:
        """The places of all parts of a provision, at every depth, without its footnotes."""
        parts = [child for child in self.children[place] if not self.leads[child].is_note]
        return [*parts, *(inner for part in parts for inner in self.below(part))]

    def line(self, place: int) -> list[int]:
        """The place and those of its ancestors, nearest first."""
        line = [place]
        while (parent := self.parent[line[-1]]) is not None:
            line.append(parent)
        return line

    def _neighbours(self, step: int) -> list[int | None]:
        """For every place the nearest paragraph with words, one way along the book."""
        found: list[int | None] = [None] * len(self.columns)
        nearest = None
        for place in range(len(self.columns))[::-step]:
            found[place] = nearest
            if self.texted[place] and self.is_paragraph(place):
                nearest = place
        return found

    def __len__(self) -> int:
        return len(self.columns)


def single(units: Sequence[Unit]) -> Side:
    """One edition as a side of its own."""
    return Side([Column(unit.key, {unit.edition: unit}) for unit in units])
