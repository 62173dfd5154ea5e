"""All editions aligned: within each year, then year with year, told for every two editions."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, pairwise

from lawbase.aligning.changes import changes_of
from lawbase.aligning.concordance import Concordance, among
from lawbase.aligning.detect import Detector, contrasts_of
from lawbase.aligning.headwords import with_meanings
from lawbase.aligning.lexicon import Lexicons
from lawbase.aligning.overrides import Override
from lawbase.aligning.partners import Partners
from lawbase.aligning.readings import Reading, Readings
from lawbase.aligning.settle import Range, Settled, Told, alignments_of, settle
from lawbase.aligning.threads import Ties, join, lay_side_by_side
from lawbase.aligning.units import Side, Unit, single, units_of
from lawbase.aligning.words import Counterparts
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Aligned, Alignment, Edition, Text
from lawbase.relations import standing

LEADING, AGREED = 2, 0.9
"""How many of the editions of a year that hold all laws speak for it, whatever their languages, and
what part of the first one the others must have."""
VOICES = 2
"""How many editions of a year, at least, every other edition is held against."""


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
    units = with_meanings(kb, units_of(kb))
    lexicons = Lexicons(laws, units)
    compared = Comparisons(laws, units, lexicons, overrides, _known(kb))
    alignments, voices = tuple(compared.alignments()), compared.voices
    threads = join(laws, compared.years, compared.thread_links(), kb.concepts, voices)
    outlived = tuple(override.outlived() for override in compared.needless())
    del compared  # the sides of the years, which nothing needs any more
    for one, other in combinations(voices, 2):
        lexicons.between(one, other)  # learned once, before processes judge contrasts by it
    partners = Partners(alignments)
    read = Readings(kb, readings, partners)
    concordances = cache(partial(Concordance, laws, tuple(among(alignments, voices))))
    detector = Detector(Counterparts(kb, units, partners, voices, concordances, lexicons))
    return Aligned(
        alignments=tuple(read.described(link) for link in alignments),
        threads=threads,
        changes=tuple(changes_of(kb, alignments, concordances)),
        contrasts=contrasts_of(kb, alignments, voices, detector, read),
        lexicon=lexicons.entries(voices),
        needless=(*outlived, *read.needless(alignments)),
        voices=voices,
        read=read.editions,
    )


def _known(kb: KnowledgeBase) -> frozenset[str]:
    """The editions in a language that the glossary has words of for most concepts."""
    spoken = Counter(language for concept in kb.concepts for language in concept.words)
    return frozenset(e.id for e in kb.law_editions if 2 * spoken[e.language] > len(kb.concepts))


class Comparisons:
    """What was settled: between the editions of each year, and between the years.

    ``known`` are the editions that may speak for a year; where none is, all may.
    """

    def __init__(
        self,
        editions: Sequence[Edition],
        units: Mapping[str, Sequence[Unit]],
        lexicons: Lexicons,
        overrides: Sequence[Override],
        known: Collection[str] = (),
    ):
        self._editions = editions
        self._overrides = _here(overrides, [edition.id for edition in editions])
        self._lexicons = lexicons
        self._units = units
        self._known = known
        self._of_year = grouped((e.year, e) for e in sorted(editions, key=self._fullness))
        self._within: dict[tuple[str, str], Told] = {}
        years = sorted(self._of_year)
        self._leading = {year: self._leaders(year) for year in years}
        self._voices = {year: self._hear(year) for year in years}
        for override in self._overrides:
            self._settle_pair(*(e for e in editions if e.id in override.between))
        self.years = {year: self._lay(year) for year in years}
        self._across = {
            (old, new): self._settle_years(old, new) for old, new in combinations(years, 2)
        }

    @property
    def voices(self) -> tuple[str, ...]:
        """The editions that all others are held against, those of each year the fullest first."""
        return tuple(edition.id for voices in self._voices.values() for edition in voices)

    def alignments(self) -> Iterator[Alignment]:
        """The records of every two editions of which one is a voice of its year.

        Those of one language and different years are told too: they are compared word by word.
        """
        voices = set(self.voices)
        for one, other in combinations(self._editions, 2):
            if one.year == other.year:
                told = self._within.get((one.id, other.id))
                yield from told.alignments if told else ()
            elif voices & {one.id, other.id} or one.language == other.language:
                yield from alignments_of(self._across[one.year, other.year], one, other)

    def thread_links(self) -> Iterator[tuple[Text, Text]]:
        """The main links between each year and the next."""
        for old, new in pairwise(self.years):
            settled = self._across[old, new]
            for i, j in (*settled.links.items(), *settled.further):
                yield settled.ours.leads[i].text, settled.theirs.leads[j].text

    def needless(self) -> Iterator[Override]:
        """The decisions that changed nothing."""
        for told in self._within.values():
            yield from told.needless
        for settled in self._across.values():
            yield from settled.needless

    def _settle_editions(self, one: Edition, other: Edition) -> Told:
        """Two editions of one year, as far as both reach."""
        ours = single(list(filter(Range(other).covers, self._units[one.id])))
        theirs = single(list(filter(Range(one).covers, self._units[other.id])))
        decided = [o for o in self._overrides if o.between == (one.id, other.id)]
        settled = settle(ours, theirs, self._lexicons, decided, one_year=True)
        return Told.of(settled, one, other)

    def _settle_years(self, old: int, new: int) -> Settled:
        """Two years, as their leading editions lie; the others lie where they do."""
        years = {edition.id: edition.year for edition in self._editions}
        decided = [o for o in self._overrides if tuple(years[e] for e in o.between) == (old, new)]
        ours, theirs = (self._lay(year, leading=True) for year in (old, new))
        settled = settle(ours, theirs, self._lexicons, decided, one_year=False)
        return settled.laid_over(self.years[old], self.years[new])

    def _leaders(self, year: int) -> list[Edition]:
        """The editions that speak for a year, those that hold most first.

        They are the fullest, the next one that holds all laws and nearly all that the first does,
        and those of a part in a language that another year has too. An edition that joins them in
        a language that the glossary doesn't know yet moves nothing between the years.
        """
        every = self._of_year[year]
        first, *others = [e for e in every if e.id in self._known] or every
        self._settle_with(first)
        agreeing = [e for e in others if e.complete and self._agrees(first, e)]
        whole = [first, *agreeing[: LEADING - 1]]
        elsewhere = {edition.language for edition in self._editions if edition.year != year}
        parts = [e for e in others if e.language in elsewhere and not e.complete]
        return [e for e in self._of_year[year] if e in whole or e in parts]

    def _hear(self, year: int) -> list[Edition]:
        """The leading editions, and the fullest others as far as these are too few."""
        leaders = self._leading[year]
        others = [e for e in self._of_year[year] if e not in leaders]
        voices = [*leaders, *others[: max(0, VOICES - len(leaders))]]
        for voice in voices:
            self._settle_with(voice)
        return voices

    def _settle_with(self, voice: Edition) -> None:
        """Hold every other edition of its year against an edition."""
        for other in self._of_year[voice.year]:
            if other is not voice:
                self._settle_pair(*sorted((voice, other), key=lambda e: e.id))

    def _settle_pair(self, one: Edition, other: Edition) -> None:
        if one.year == other.year and (one.id, other.id) not in self._within:
            self._within[one.id, other.id] = self._settle_editions(one, other)

    def _fullness(self, edition: Edition) -> tuple[bool, bool, int, str]:
        known = edition.id in self._known
        return not known, not edition.complete, -len(self._units[edition.id]), edition.id

    def _agrees(self, leader: Edition, other: Edition) -> bool:
        """Whether an edition has nearly everything that the leading one has, and there."""
        one, two = sorted((leader.id, other.id))
        links = self._within[one, two].links
        there = sum(standing(ours) == standing(theirs) for ours, theirs in links.items())
        return there >= AGREED * len(self._units[leader.id])

    def _lay(self, year: int, *, leading: bool = False) -> Side:
        """The editions of a year side by side, the leading ones first, or only these."""
        leaders = self._leading[year]
        others = sorted(
            (e for e in self._of_year[year] if e not in leaders), key=self._editions.index
        )
        shown = leaders if leading else [*leaders, *others]
        units = {edition.id: self._units[edition.id] for edition in shown}
        told = {pair: found for pair, found in self._within.items() if units.keys() >= {*pair}}
        return lay_side_by_side(units, Ties(told), {edition.id for edition in leaders})


def _here(overrides: Sequence[Override], editions: Sequence[str]) -> list[Override]:
    """The decisions about two editions that are there."""
    here = [override for override in overrides if set(override.between) <= set(editions)]
    for override in here:
        if override.between not in combinations(editions, 2):
            one, other = override.between
            message = f"“{one}” and “{other}” are not two editions, the earlier one first"
            raise override.error(message)
    return here
