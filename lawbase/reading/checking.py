"""The proof of conservation, edition by edition."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.profile import load_languages
from lawbase.reading.corpus import read_corpus


class CheckReport(Struct, frozen=True):
    """What checking one edition found: how much of its source is explained, or the problem."""

    edition: str
    characters: int = 0
    explained: int = 0
    provisions: int = 0
    corrections: int = 0
    problem: str = ""


def check_corpus(corpus: Path) -> list[CheckReport]:
    """Read every edition and prove that each character of its source has one place.

    A corpus that cannot be read at all gives one report with the problem.
    """
    try:
        load_languages(corpus)
        editions = read_corpus(corpus)
    except LawbaseError as error:
        return [CheckReport(corpus.name, problem=str(error))]
    return [check_edition(edition) for edition in editions]


def check_edition(edition: Edition) -> CheckReport:
    """The proof for one edition: its claims cover its source without a gap, once."""
    explained, end = 0, 0
    for claim in edition.claims:
        if claim.start != end:
            problem = f"the characters from {end} to {claim.start} have no place or two"
            return CheckReport(edition.id, problem=problem)
        explained += claim.end - claim.start
        end = claim.end
    if end != edition.source.length:
        problem = f"the characters from {end} on have no place"
        return CheckReport(edition.id, problem=problem)
    problem = _text_problem(edition)
    return CheckReport(
        edition.id, end, explained, len(edition.provisions), len(edition.notes), problem
    )


def _text_problem(edition: Edition) -> str:
    """Every character of every part must be claimed by the provision that shows it."""
    owner = {}
    for claim in edition.claims:
        for offset in range(claim.start, claim.end):
            owner[offset] = claim.key
    for provision in edition.provisions:
        for runs in provision.maps.values():
            for run in runs:
                for offset in range(run.source, run.source + run.length):
                    if owner[offset] != provision.key:
                        return f"a character of {provision.key} belongs to {owner[offset]}"
    return ""
