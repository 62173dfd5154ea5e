"""How the original changed behind two translations: what an editor read, and what is detected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import median

from msgspec.structs import replace

from lawbase.address import key_order
from lawbase.aligning.concordance import Concordance, Concordances
from lawbase.aligning.detect import Detector
from lawbase.aligning.readings import ChangeReading, Readings
from lawbase.aligning.units import Unit
from lawbase.grouping import grouped
from lawbase.model import Alignment, Contrast, ContrastKind, Detection, Edition, Text

MUCH = 1.6
"""A text so many times longer or shorter than usual is told of."""
READ: dict[ContrastKind, tuple[float, float, float]] = {
    "unchanged": (0.2, 0.1, 0.02),
    "reference": (0.3, 0.2, 0.1),
    "wording": (0.6, 0.8, 0.95),
    "substance": (0.7, 0.9, 0.99),
}
"""The score of what an editor read, by how sure that is: open, likely, clear."""


def contrasts_of(
    editions: Sequence[Edition],
    alignments: Sequence[Alignment],
    units: Mapping[str, Sequence[Unit]],
    detector: Detector,
    readings: Readings,
    concordances: Concordances,
) -> Iterator[Contrast]:
    """Every aligned pair of two editions that share neither year nor language."""
    by_place = {Text(unit.edition, unit.key): unit for found in units.values() for unit in found}
    by_pair = grouped(((a.from_edition, a.to_edition), a) for a in alignments if len(a.texts) == 2)
    for old, new in combinations(editions, 2):
        if old.year == new.year or old.language == new.language:
            continue
        concordance = concordances.between(old.year, new.year)
        links = by_pair.get((old.id, new.id), ())
        pairs = [(by_place[link.texts[0]], by_place[link.texts[1]]) for link in links]
        usual = usual_ratio(pairs)
        for link, (ours, theirs) in zip(links, pairs, strict=True):
            detected = detector.detect(link)
            contrast = _detected(ours, theirs, detected, concordance, usual)
            reading = readings.of(link)
            yield _reviewed(contrast, link, reading, readings) if reading else contrast


def usual_ratio(pairs: Iterable[tuple[Unit, Unit]]) -> float:
    """How many times longer the new text of a pair usually is than the old one."""
    texted = [theirs.length / ours.length for ours, theirs in pairs if ours.length * theirs.length]
    return median(texted) if texted else 1.0


def _detected(
    ours: Unit, theirs: Unit, detected: Detection, concordance: Concordance, usual: float
) -> Contrast:
    now = {key: concordance.holding(key) for key in ours.cites}
    kept = {new for keys in now.values() for new in keys}
    gone = {key for key, keys in now.items() if not theirs.cites & keys}
    ratio = theirs.length / ours.length / usual if ours.length and theirs.length else 1.0
    return Contrast(
        from_edition=ours.edition,
        from_key=ours.key,
        to_edition=theirs.edition,
        to_key=theirs.key,
        kind=detected.kind,
        score=detected.score,
        added=detected.added,
        removed=detected.removed,
        reviewed=False,
        what={},
        detected=detected,
        cites_gone=tuple(sorted(gone, key=key_order)),
        cites_new=tuple(sorted(theirs.cites - kept, key=key_order)),
        numbers_gone=tuple(sorted(ours.numbers - theirs.numbers, key=int)),
        numbers_new=tuple(sorted(theirs.numbers - ours.numbers, key=int)),
        length=round(ratio, 2) if not 1 / MUCH <= ratio <= MUCH else 0.0,
    )


def _reviewed(
    contrast: Contrast, link: Alignment, reading: ChangeReading, readings: Readings
) -> Contrast:
    old, new = link.texts
    return replace(
        contrast,
        kind=reading.kind,
        score=READ[reading.kind][reading.sure - 1],
        added=readings.spans(new, reading.added),
        removed=readings.spans(old, reading.removed),
        reviewed=True,
        what=reading.what,
        sure=reading.sure,
        note=reading.note,
    )
