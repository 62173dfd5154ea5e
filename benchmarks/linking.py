"""How linking grows: the corpus once, 10 and 100 times.

    python -m benchmarks.linking [COPIES ...]

Every copy stands under other edition ids. Exit code 1 when a copy costs much more among many than
among few: then it isn't linear.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec

from benchmarks.measuring import heading, measured, row
from lawbase.linking.glossary import load_concepts
from lawbase.linking.link import link_editions
from lawbase.model import Concept, Edition
from lawbase.profile import LanguageProfile, data_folder, load_languages
from lawbase.reading.corpus import read_corpus

TOLERATED = 1.5
"""How many times the cost of a copy may grow from the fewest copies to the most."""


def main(counts: Sequence[int]) -> int:
    """Measure each number of copies and judge the growth."""
    corpus = data_folder("corpus")
    languages = load_languages(corpus)
    editions = read_corpus(corpus)
    concepts = load_concepts(corpus / "terms.toml", languages, editions)
    print(heading("copies", "provisions", "references", "uses", "seconds", "ms a copy"))
    costs = [linked(count, editions, languages, concepts) for count in counts]
    growth = costs[-1] / costs[0]
    print(f"\nA copy costs {growth:.2f} times as much among {counts[-1]} as among {counts[0]}.")
    return 0 if growth <= TOLERATED else 1


def linked(
    count: int,
    editions: Sequence[Edition],
    languages: dict[str, LanguageProfile],
    concepts: Sequence[Concept],
) -> float:
    """Link that many copies of the corpus, print what it took, return the seconds a copy."""
    copies = tuple(copied(edition, n) for n in range(count) for edition in editions)
    taken = measured(lambda: link_editions(copies, languages, concepts)[1])
    references, uses = len(taken.result.references), len(taken.result.uses)
    provisions = sum(len(edition.provisions) for edition in copies)
    a_copy = taken.seconds / count
    print(row(count, provisions, references, uses, f"{taken.seconds:.2f}", f"{1000 * a_copy:.0f}"))
    return a_copy


def copied(edition: Edition, number: int) -> Edition:
    """The edition under another id; the first copy keeps its own, and so its definitions."""
    name = f"{edition.id}-{number}" if number else edition.id
    replace = msgspec.structs.replace
    return replace(
        edition,
        id=name,
        provisions=tuple(replace(p, edition=name) for p in edition.provisions),
        index=tuple(replace(entry, edition=name) for entry in edition.index),
    )


if __name__ == "__main__":
    sys.exit(main([int(count) for count in sys.argv[1:]] or [1, 10, 100]))
