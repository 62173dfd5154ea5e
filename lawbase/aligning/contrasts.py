"""What can be known of a change without a common language: citations, numbers and length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import median

from lawbase.address import key_order
from lawbase.aligning.concordance import Concordance
from lawbase.aligning.units import Unit
from lawbase.model import Alignment, Contrast, Edition

MUCH = 1.6


def contrasts_of(
    editions: Sequence[Edition],
    alignments: Sequence[Alignment],
    units: Mapping[str, Sequence[Unit]],
) -> Iterator[Contrast]:
    """The aligned texts of every two editions of two years and languages, where they differ.

    Only those that kept to one text are told of: the parts of one that was split differ from it
    in everything.
    """
    by_place = {(unit.edition, unit.key): unit for found in units.values() for unit in found}
    for old, new in combinations(editions, 2):
        if old.year == new.year or old.language == new.language:
            continue
        concordance = Concordance(editions, alignments, old.year, new.year)
        links = [a for a in alignments if (a.from_edition, a.to_edition) == (old.id, new.id)]
        pairs = [
            (by_place[old.id, a.from_key], by_place[new.id, a.to_key], a)
            for a in links
            if a.relation in ("same", "moved") and a.from_key is not None and a.to_key is not None
        ]
        texted = [pair for pair in pairs if pair[0].length and pair[1].length]
        usual = median(theirs.length / ours.length for ours, theirs, _ in texted) if texted else 1.0
        for ours, theirs, alignment in texted:
            contrast = _contrast(ours, theirs, alignment, concordance, usual)
            if contrast.cites_gone or contrast.cites_new or _numbers(contrast) or contrast.length:
                yield contrast


def _contrast(
    ours: Unit, theirs: Unit, alignment: Alignment, concordance: Concordance, usual: float
) -> Contrast:
    now = {key: concordance.holding(key) for key in ours.cites}
    kept = {new for keys in now.values() for new in keys}
    gone = {key for key, keys in now.items() if not theirs.cites & keys}
    ratio = theirs.length / ours.length / usual
    return Contrast(
        from_edition=alignment.from_edition,
        from_key=ours.key,
        to_edition=alignment.to_edition,
        to_key=theirs.key,
        cites_gone=tuple(sorted(gone, key=key_order)),
        cites_new=tuple(sorted(theirs.cites - kept, key=key_order)),
        numbers_gone=tuple(sorted(ours.numbers - theirs.numbers, key=int)),
        numbers_new=tuple(sorted(theirs.numbers - ours.numbers, key=int)),
        length=round(ratio, 2) if not 1 / MUCH <= ratio <= MUCH else 0.0,
    )


def _numbers(contrast: Contrast) -> bool:
    return bool(contrast.numbers_gone or contrast.numbers_new)
