"""How many seeded errors the audit finds.

    python -m benchmarks.auditing [--count 200]

Errors of five kinds are put into copies of the corpus: a provision is dropped, a citation shifted,
a number changed, the texts of two neighbours exchanged, a sentence repeated. Only texts that a
sister edition of the same year has too are chosen. A copy bears errors of all kinds, but none where
another one of its year is looked for: at its text, at that address in the sisters, and beside it
where it touches its neighbours too. Then everything is linked, aligned and audited again, and an
error is found when a finding of a fitting check that wasn't there before stands at the text or its
partner.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from benchmarks.corpus import Corpus
from benchmarks.measuring import heading, measured, row
from benchmarks.seeding import SEED, SEEDERS, Error, choose
from lawbase.aligning.align import align_editions
from lawbase.auditing.audit import audit_editions
from lawbase.auditing.collation import Collation
from lawbase.model import Edition, Finding, Provision, Text

BATCH = 60
"""How many errors one copy of the corpus bears; each copy costs as much as the whole audit."""
FITTING = {
    "drop a provision": re.compile(r"(missing|additional)-provision|gap-in-labels"),
    "shift a reference": re.compile(r"reference"),
    "change a number": re.compile(r"number|range"),
    "swap a label": re.compile(r"swapped-labels"),
    "repeat a sentence": re.compile(r"repeated-text"),
}


def main() -> None:
    """Seed, audit and print the recall by kind."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.auditing")
    parser.add_argument("--count", type=int, default=200, help="errors of each kind")
    parser.add_argument("--kind", choices=SEEDERS, help="only errors of this kind")
    parser.add_argument("--verbose", action="store_true", help="print what is not found")
    options = parser.parse_args()
    corpus = Corpus()
    laws, before = audited(corpus, corpus.editions)
    kinds = [options.kind] if options.kind else list(SEEDERS)
    chosen = [error for kind in kinds for error in choose(kind, laws, options.count)]
    random.Random(SEED).shuffle(chosen)
    copies = list(batches(chosen))
    taken = measured(lambda: [e for copy in copies for e in unfound(corpus, copy, before)])
    print(heading("error", "seeded", "found"))
    for kind in kinds:
        seeded = sum(error.kind == kind for error in chosen)
        missed = sum(error.kind == kind for error in taken.result)
        print(row(kind, seeded, f"{1 - missed / max(seeded, 1):.3f}"))
    print(f"\n{len(copies)} copies of the corpus were audited in {taken.seconds:.0f} s.")
    if options.verbose:
        print("\nNot found:\n")
        for error in taken.result:
            print("-", error.kind, *(f"{text.edition} {text.key}" for text in error.texts))


def audited(corpus: Corpus, editions: Sequence[Edition]) -> tuple[Collation, tuple[Finding, ...]]:
    """What the checks ask of, and the findings of, editions, linked and aligned anew."""
    kb = corpus.link(editions)
    kb.add("aligned", align_editions(kb))
    return Collation(kb), audit_editions(kb)


def batches(errors: list[Error]) -> Iterator[list[Error]]:
    """Errors in groups in which none lies in the reach of another."""
    left = errors
    while left:
        batch: list[Error] = []
        used: set[tuple[int, str]] = set()
        later: list[Error] = []
        for error in left:
            if error.reach & used or len(batch) == BATCH:
                later.append(error)
            else:
                used |= error.reach
                batch.append(error)
        yield batch
        left = later


def unfound(corpus: Corpus, batch: list[Error], before: tuple[Finding, ...]) -> list[Error]:
    """The errors of a batch that no new finding tells."""
    _, after = audited(corpus, with_errors(corpus.editions, batch))
    known = {(f.edition, f.key, f.check, f.printed, f.expected) for f in before}
    new: defaultdict[Text, list[str]] = defaultdict(list)
    for f in after:
        if (f.edition, f.key, f.check, f.printed, f.expected) not in known:
            new[Text(f.edition, f.key)].append(f.check)
    return [
        error
        for error in batch
        if not any(
            FITTING[error.kind].search(check) for text in error.places for check in new[text]
        )
    ]


def with_errors(editions: Sequence[Edition], batch: list[Error]) -> tuple[Edition, ...]:
    """The editions with the errors in them."""
    changed = {text: new for error in batch for text, new in error.changed.items()}
    return tuple(_changed(edition, changed) for edition in editions)


def _changed(edition: Edition, changed: dict[Text, Provision | None]) -> Edition:
    kept = [
        provision
        for old in edition.provisions
        if (provision := changed.get(Text(edition.id, old.key), old)) is not None
    ]
    keys = {provision.key for provision in kept}
    return replace(
        edition,
        provisions=tuple(
            replace(
                provision,
                children=tuple(key for key in provision.children if key in keys),
                footnotes=tuple(key for key in provision.footnotes if key in keys),
            )
            for provision in kept
        ),
    )


if __name__ == "__main__":
    main()
