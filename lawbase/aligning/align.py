"""All editions aligned: within each year, then year with year, told for every two editions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from lawbase.aligning.changes import changes_of
from lawbase.aligning.contrasts import contrasts_of
from lawbase.aligning.detect import WEIGHTS, Detector, Weights
from lawbase.aligning.lexicon import Lexicons
from lawbase.aligning.overrides import Override
from lawbase.aligning.readings import Reading, Readings
from lawbase.aligning.settle import Range, Settled, alignments_of, settle
from lawbase.aligning.threads import Place, Ties, join, lay_side_by_side
from lawbase.aligning.units import Side, Unit, single, units_of
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Alignment, Edition
from lawbase.profile import load_toml
from lawbase.stemming import Stemmer


def align_editions(
    kb: KnowledgeBase, overrides: Sequence[Override] = (), readings: Sequence[Reading] = ()
) -> Aligned:
    """Every provision of the laws followed through all their editions.

    The editions of a year are laid side by side first. Two years are compared with all the
    languages that both have speaking for it, so that their editions tell one story. Companions
    that are no edition of the laws are left out.

    Raises:
        LawbaseError: with file and line, when a decision or a reading speaks of what isn't there.
    """
    laws = sorted(kb.law_editions, key=lambda e: (e.year, e.id))
    stemmers = {e.language: Stemmer(kb.languages[e.language]) for e in laws}
    units = {e.id: units_of(kb, e, stemmers[e.language]) for e in laws}
    lexicons = Lexicons(laws, units)
    compared = Comparisons(laws, units, lexicons, overrides)
    alignments = tuple(compared.alignments())
    read = Readings(kb, readings, alignments)
    detector = Detector(kb, laws, alignments, lexicons, stemmers, load_toml(WEIGHTS, Weights))
    return Aligned(
        alignments=alignments,
        threads=join(laws, compared.years, compared.thread_links()),
        changes=tuple(changes_of(laws, alignments, kb.links.references)),
        contrasts=tuple(contrasts_of(laws, alignments, units, detector, read)),
        lexicon=lexicons.entries(),
        needless=(
            *(override.outlived() for override in compared.needless()),
            *read.needless(alignments),
        ),
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
                settled = self._within[one.id, other.id]
            else:
                settled = self._across[one.year, other.year]
            yield from alignments_of(settled, one, other)

    def thread_links(self) -> Iterator[tuple[Place, Place]]:
        """The main links between each year and the next."""
        for old, new in pairwise(self.years):
            settled = self._across[old, new]
            for i, j in settled.links.items():
                ours, theirs = settled.ours.leads[i], settled.theirs.leads[j]
                yield (ours.edition, ours.key), (theirs.edition, theirs.key)

    def needless(self) -> Iterator[Override]:
        """The decisions that changed nothing."""
        for settled in (*self._within.values(), *self._across.values()):
            yield from settled.needless

    def _settle_editions(self, one: Edition, other: Edition) -> Settled:
        """Two editions of one year, as far as both reach."""
        ours = single(list(filter(Range(other).covers, self._units[one.id])))
        theirs = single(list(filter(Range(one).covers, self._units[other.id])))
        decided = [o for o in self._overrides if o.between == (one.id, other.id)]
        return settle(ours, theirs, self._lexicons, decided, one_year=True)

    def _settle_years(self, old: int, new: int) -> Settled:
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
