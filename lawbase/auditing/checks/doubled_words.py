"""Words that are printed twice in a row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.model import Finding, Provision
from lawbase.text import WORD

DOUBLED = "doubled-word"
NAMES = (DOUBLED,)


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every word that follows itself; not in a table, nor after a line in capitals."""
    for text, provision in evidence.texts():
        for first, second in pairwise(WORD.finditer(provision.text)):
            word = first[0]
            apart = provision.text[first.end() : second.start()].strip()
            same = word.lower() == second[0].lower() and word.isalpha() and len(word) > 1
            if (
                same
                and not apart
                and not word.isupper()
                and not _in_table(provision, first.start())
            ):
                yield finding(
                    text,
                    DOUBLED,
                    "error",
                    0.95,
                    f"The word “{word}” is printed twice.",
                    printed=" ".join(provision.text[first.start() : second.end()].split()),
                    expected=second[0],
                )


def _in_table(provision: Provision, place: int) -> bool:
    return any(table.start <= place < table.end for table in provision.tables)
