"""What aligning compares: the provisions of an edition, word by word, and a year's side by side."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

import msgspec
from msgspec import Struct

from lawbase.address import law_of
from lawbase.aligning.modality import modals
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import PARTS, Key, Part, PartSpan, Provision, ProvisionKind, Text
from lawbase.profile import LanguageProfile, ModalStep
from lawbase.stemming import Stemmer
from lawbase.text import form_pattern, sentences

COMPARED: frozenset[ProvisionKind] = frozenset(
    {"preface", "introduction", "definition", "law", "provision", "footnote"}
)
ONLY: frozenset[str] = frozenset({"preface", "introduction"})
CLAUSE = re.compile(r"[,;:.()\n–—]| - ")
CITATION = "§"

NOTHING: frozenset[str] = frozenset()

Pair = tuple[int, int]
Matches = dict[int, int]
"""The partner of each place that has one; no two have the same."""


def one_to_one(weights: Mapping[Pair, float]) -> Matches:
    """The pairs that weigh anything, the heaviest first, each place at most once.

    >>> one_to_one({(0, 0): 1.0, (0, 1): 2.0, (1, 0): 0.5, (2, 2): 0.0})
    {0: 1, 1: 0}
    """
    links: Matches = {}
    taken: set[int] = set()
    for _, (i, j) in sorted((-weight, pair) for pair, weight in weights.items() if weight > 0):
        if i not in links and j not in taken:
            links[i] = j
            taken.add(j)
    return links


class TextWord(NamedTuple):
    """A word, or a whole citation, as it is compared.

    ``clause`` numbers the clauses of a provision, which marks and the ends of its parts divide;
    ``number`` is what it counts, in digits, ``step`` that of the modal verb that begins with it.
    """

    stem: str
    span: PartSpan
    clause: int
    number: str = ""
    concept: str = ""
    cites: tuple[Key, ...] = ()
    step: ModalStep | None = None

    @property
    def is_citation(self) -> bool:
        """Whether it stands for a citation."""
        return self.stem == CITATION


class Unit(Struct, frozen=True):
    """A provision as it is compared.

    ``sentences`` are the stems of its text, sentence by sentence, ``words`` all of them and
    ``heading`` those of its heading, in order; ``packed`` are all its words and citations, since
    few are needed at once; ``numbers`` are those that are no citations, ``cites`` the addresses
    that the text leads to, ``concepts`` what a definition defines, or what a preface is, the only
    one of its kind, and how surely from 0 to 1; ``senses`` what the numbered senses of a definition
    begin with. The numbers of these senses count as little.
    ``length`` is that of the text in characters. A footnote lies in its first bearer.
    """

    edition: str
    key: Key
    kind: ProvisionKind
    law: int | None
    parent: Key | None
    packed: bytes
    heading: tuple[str, ...]
    sentences: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]
    numbers: frozenset[str]
    cites: frozenset[Key]
    concepts: Mapping[str, float]
    senses: frozenset[str]
    length: int

    @property
    def read(self) -> tuple[TextWord, ...]:
        """All its words and citations."""
        return _UNPACKED.decode(self.packed)

    @property
    def is_note(self) -> bool:
        """Whether it is a footnote."""
        return self.kind == "footnote"

    @property
    def text(self) -> Text:
        """Which text it is."""
        return Text(self.edition, self.key)


_UNPACKED = msgspec.msgpack.Decoder(tuple[TextWord, ...])


def units_of(kb: KnowledgeBase) -> dict[str, tuple[Unit, ...]]:
    """The comparable provisions of every edition of the laws, in the order of the book."""
    readers = {e.language: _Reader(kb, kb.languages[e.language]) for e in kb.law_editions}
    return {
        e.id: tuple(readers[e.language].unit(p) for p in e.provisions if p.kind in COMPARED)
        for e in kb.law_editions
    }


class _Reader:
    """Reads provisions of one language."""

    def __init__(self, kb: KnowledgeBase, profile: LanguageProfile):
        self._kb = kb
        self._stemmer = Stemmer(profile)
        self._abbreviations = profile.sentences.abbreviations
        self._grades = profile.audit.grades
        self._numbers = {n: form_pattern(forms) for n, forms in profile.audit.numbers.items()}
        self._number = cache(self._number_of)

    def unit(self, provision: Provision) -> Unit:
        place = (provision.edition, provision.key)
        read = tuple(self._words(provision))
        body = [word for word in read if word.span.part != "heading" and not word.is_citation]
        cited = (r.to for r in self._kb.references_from(*place))
        defined = {concept.id for concept in self._kb.defines(*place)}
        opened = {sense.start for sense in provision.senses}
        uses = self._kb.uses_in(*place)
        said = tuple(self._sentences(provision, body))
        return Unit(
            edition=provision.edition,
            key=provision.key,
            kind=provision.kind,
            law=law_of(provision.key),
            parent=provision.bearers[0] if provision.bearers else provision.parent,
            packed=msgspec.msgpack.encode(read),
            heading=tuple(
                word.stem for word in read if word.span.part == "heading" and word.stem.isalpha()
            ),
            sentences=said,
            words=tuple(chain.from_iterable(said)),
            numbers=_set(word.number for word in body if word.stem.isdigit() and word.number),
            cites=_set(key for key in cited if key is not None and law_of(key) is not None),
            concepts=dict.fromkeys(sorted(defined | ({provision.kind} & ONLY)), 1.0),
            senses=_set(use.concept for use in uses if use.start in opened),
            length=provision.length,
        )

    def _sentences(
        self, provision: Provision, words: Iterable[TextWord]
    ) -> Iterable[tuple[str, ...]]:
        """The stems of a provision's words in letters, sentence by sentence."""
        ends = {
            part: [span.end for span in sentences(provision.part(part), self._abbreviations)]
            for part in PARTS
        }
        return grouped(
            ((part := word.span.part, bisect_right(ends[part], word.span.start)), word.stem)
            for word in words
            if word.stem.isalpha() and len(word.stem) > 1
        ).values()

    def _words(self, provision: Provision) -> Iterator[TextWord]:
        """The words of all parts of a provision, each citation as one."""
        clause = 0
        for part in PARTS:
            if text := provision.part(part):
                yield from self._part(provision, part, text, clause)
                clause += len(CLAUSE.findall(text)) + 1

    def _part(self, provision: Provision, part: Part, text: str, clause: int) -> Iterator[TextWord]:
        place = (provision.edition, provision.key)
        cited: defaultdict[tuple[int, int], set[Key]] = defaultdict(set)
        for r in self._kb.references_from(*place):
            if r.part == part:
                cited[r.start, r.end] |= {r.to} if r.to else set()
        whole = {at: span for span in cited for at in range(*span)}
        uses = [use for use in self._kb.uses_in(*place) if use.part == part]
        named = {at: use.concept for use in reversed(uses) for at in range(use.start, use.end)}
        senses = {str(number) for number in range(1, len(provision.senses) + 1)}
        cuts = [match.start() for match in CLAUSE.finditer(text)]
        steps = {modal.start: modal.step for modal in modals(text, self._grades)}
        yielded: set[tuple[int, int]] = set()
        for stem, start, end in self._stemmer.words(text):
            here = clause + bisect_left(cuts, start)
            span = whole.get(start)
            if span is None:
                number = "" if text[start:end] in senses else self._number(text[start:end])
                concept, where = named.get(start, ""), PartSpan(part, start, end)
                yield TextWord(stem, where, here, number, concept, step=steps.get(start))
            elif span not in yielded:
                yielded.add(span)
                cites = tuple(sorted(cited[span]))
                yield TextWord(CITATION, PartSpan(part, *span), here, cites=cites)

    def _number_of(self, word: str) -> str:
        found = (number for number, forms in self._numbers.items() if forms.fullmatch(word))
        return word if word.isdigit() else next(found, "")


def _set(items: Iterable[str]) -> frozenset[str]:
    """A set of some items; most sets are empty, and one."""
    return frozenset(items) or NOTHING


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
