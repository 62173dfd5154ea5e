"""All editions aligned: within each year, then year with year, told for every two editions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from lawbase.aligning.changes import Comparer, changes_of
from lawbase.aligning.columns import Side, single
from lawbase.aligning.concordance import Concordance
from lawbase.aligning.contrasting import contrasts_of
from lawbase.aligning.lexicons import Lexicons
from lawbase.aligning.overrides import Override
from lawbase.aligning.projecting import Range, alignments_of
from lawbase.aligning.settling import Settlement, settle
from lawbase.aligning.threads import Place, join
from lawbase.aligning.units import Unit, units_of
from lawbase.aligning.years import Ties, lay_side_by_side
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Alignment, Change, Contrast, Edition, Links
from lawbase.stemming import Stemmer


def align_editions(kb: KnowledgeBase, overrides: Sequence[Override] = ()) -> Aligned:
    """Every provision of the laws followed through all their editions.

    The editions of a year are laid side by side first. Two years are compared with all the
    languages that both have bearing witness, so that their editions tell one story. Companions
    that are no edition of the laws are left out.

    Raises:
        LawbaseError: with file and line, when a decision speaks of what isn't there.
    """
    laws = sorted(kb.law_editions, key=lambda e: (e.year, e.id))
    stemmers = {e.language: Stemmer(kb.languages[e.language]) for e in laws}
    units = {e.id: units_of(kb, e, stemmers[e.language]) for e in laws}
    lexicons = Lexicons(laws, units)
    compared = Comparisons(laws, units, lexicons, overrides)
    alignments = tuple(compared.alignments())
    return Aligned(
        alignments=alignments,
        threads=join(laws, compared.years, compared.thread_links()),
        changes=tuple(_changes(laws, alignments, kb.links)),
        contrasts=tuple(_contrasts(laws, alignments, units)),
        lexicon=lexicons.entries(),
        needless=tuple(override.outlived() for override in compared.needless()),
    )


class Comparisons:
    """What was settled: between the editions of each year, and between the years."""

    def __init__(
        self,
        editions: Sequence[Edition],
        units: Mapping[str, Sequence[Unit]],
        lexicons: Lexicons,
        overrides: Sequence[Override],
    ):
        _check(overrides, [edition.id for edition in editions])
        self._editions = editions
        self._overrides = overrides
        self._lexicons = lexicons
        self._units = units
        self._within = {
            (one.id, other.id): self._settle_editions(one, other)
            for one, other in combinations(editions, 2)
            if one.year == other.year
        }
        self.years = {year: self._lay(year) for year in sorted({e.year for e in editions})}
        self._across = {
            (old, new): self._settle_years(old, new) for old, new in combinations(self.years, 2)
        }

    def alignments(self) -> Iterator[Alignment]:
        """The records of every two editions."""
        for one, other in combinations(self._editions, 2):
            if one.year == other.year:
                settlement = self._within[one.id, other.id]
            else:
                settlement = self._across[one.year, other.year]
            yield from alignments_of(settlement, one, other)

    def thread_links(self) -> Iterator[tuple[Place, Place]]:
        """The main links between each year and the next."""
        for old, new in pairwise(self.years):
            settlement = self._across[old, new]
            for i, j in settlement.links.items():
                ours, theirs = settlement.ours.columns[i].lead, settlement.theirs.columns[j].lead
                yield (ours.edition, ours.key), (theirs.edition, theirs.key)

    def needless(self) -> Iterator[Override]:
        """The decisions that changed nothing."""
        for settlement in (*self._within.values(), *self._across.values()):
            yield from settlement.needless

    def _settle_editions(self, one: Edition, other: Edition) -> Settlement:
        """Two editions of one year, as far as both reach."""
        ours = single(list(filter(Range(other).covers, self._units[one.id])))
        theirs = single(list(filter(Range(one).covers, self._units[other.id])))
        decided = [o for o in self._overrides if o.between == (one.id, other.id)]
        return settle(ours, theirs, self._lexicons, decided, one_year=True)

    def _settle_years(self, old: int, new: int) -> Settlement:
        years = {edition.id: edition.year for edition in self._editions}
        decided = [o for o in self._overrides if tuple(years[e] for e in o.between) == (old, new)]
        sides = self.years[old], self.years[new]
        return settle(*sides, self._lexicons, decided, one_year=False)

    def _lay(self, year: int) -> Side:
        """The editions of a year side by side: those that hold most come first."""
        found = [edition for edition in self._editions if edition.year == year]
        found.sort(key=lambda e: (not e.complete, -len(self._units[e.id]), e.id))
        return lay_side_by_side({e.id: self._units[e.id] for e in found}, Ties(self._within))


def _check(overrides: Sequence[Override], editions: Sequence[str]) -> None:
    for override in overrides:
        if override.between not in combinations(editions, 2):
            one, other = override.between
            message = f"“{one}” and “{other}” are not two editions, the earlier one first"
            raise override.error(message)


def _changes(
    editions: Sequence[Edition], alignments: Sequence[Alignment], links: Links
) -> Iterator[Change]:
    """How the texts of every two editions of one language and different years differ."""
    for old, new, pair, concordance in _years_apart(editions, alignments):
        if old.language == new.language:
            yield from changes_of(old, new, pair, Comparer(links.references, concordance))


def _contrasts(
    editions: Sequence[Edition],
    alignments: Sequence[Alignment],
    units: Mapping[str, Sequence[Unit]],
) -> Iterator[Contrast]:
    """What can be told of how the texts of two languages and different years differ."""
    by_key = {edition: {unit.key: unit for unit in found} for edition, found in units.items()}
    for old, new, pair, concordance in _years_apart(editions, alignments):
        if old.language != new.language:
            yield from contrasts_of(pair, by_key[old.id], by_key[new.id], concordance)


def _years_apart(
    editions: Sequence[Edition], alignments: Sequence[Alignment]
) -> Iterator[tuple[Edition, Edition, list[Alignment], Concordance]]:
    for old, new in combinations(editions, 2):
        if old.year != new.year:
            pair = [a for a in alignments if (a.from_edition, a.to_edition) == (old.id, new.id)]
            yield old, new, pair, Concordance(editions, alignments, old.year, new.year)
