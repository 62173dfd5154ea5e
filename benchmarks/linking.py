"""How linking grows: the corpus once, 10 and 100 times.

    python -m benchmarks.linking [COPIES ...]

Every copy stands under other edition ids. Exit code 1 when a copy costs much more among many than
among few: then it isn't linear.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from benchmarks.corpus import Corpus, copied
from benchmarks.measuring import heading, measured, row

TOLERATED = 1.5
"""How many times the cost of a copy may grow from the fewest copies to the most."""


def main(counts: Sequence[int]) -> int:
    """Measure each number of copies and judge the growth."""
    corpus = Corpus()
    print(heading("copies", "provisions", "references", "uses", "seconds", "ms a copy"))
    costs = [linked(corpus, count) for count in counts]
    growth = costs[-1] / costs[0]
    print(f"\nA copy costs {growth:.2f} times as much among {counts[-1]} as among {counts[0]}.")
    return 0 if growth <= TOLERATED else 1


def linked(corpus: Corpus, count: int) -> float:
    """Link that many copies of the corpus, print what it took, return the seconds a copy.

    The first copy keeps its ids, and so its definitions.
    """
    names = [(e, f"{e.id}-{n}" if n else e.id) for n in range(count) for e in corpus.editions]
    copies = tuple(copied(edition, name) for edition, name in names)
    taken = measured(lambda: corpus.link(copies).links)
    references, uses = len(taken.result.references), len(taken.result.uses)
    provisions = sum(len(edition.provisions) for edition in copies)
    a_copy = taken.seconds / count
    print(row(count, provisions, references, uses, f"{taken.seconds:.2f}", f"{1000 * a_copy:.0f}"))
    return a_copy


if __name__ == "__main__":
    sys.exit(main([int(count) for count in sys.argv[1:]] or [1, 10, 100]))
