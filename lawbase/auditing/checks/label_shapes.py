"""Labels in another shape than their like, ``C,`` among ``C.`` or ``a)`` among ``(a)``.

A label that is read as another one is told elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from lawbase.address import Address, step_levels
from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.model import Edition, Finding, Provision, Text

UNLIKE = "unlike-label"
REPEATED = "repeated-label"
NAMES = (UNLIKE, REPEATED)

USUAL = 0.9
"""Which part of the labels of a level have the usual shape, at least."""
WORD = re.compile(r"[^\W_]+")


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every label whose punctuation is not that of its level, or that follows itself."""
    for edition in evidence.editions:
        for like in _by_level(edition):
            shapes = Counter(_shape(provision.label) for provision in like)
            usual, count = shapes.most_common(1)[0]
            for provision in like:
                halves = provision.label.split()
                if len(halves) > 1 and len(set(halves)) == 1:
                    yield _repeated(provision, halves[0])
                elif _shape(provision.label) != usual and count >= USUAL * len(like):
                    yield _unlike(provision, usual)


def _by_level(edition: Edition) -> list[list[Provision]]:
    """The labelled paragraphs of each level whose labels are read as they are printed."""
    read_otherwise = {note.read_as for note in edition.notes}
    levels: defaultdict[str, list[Provision]] = defaultdict(list)
    for provision in edition.provisions:
        if (
            provision.kind == "provision"
            and provision.label
            and provision.key not in read_otherwise
        ):
            levels[step_levels(Address.parse(provision.key).steps)[-1]].append(provision)
    return list(levels.values())


def _shape(label: str) -> str:
    return WORD.sub("x", label)


def _unlike(provision: Provision, usual: str) -> Finding:
    printed = provision.label
    expected = usual.replace("x", "".join(WORD.findall(printed)))
    return finding(
        Text(provision.edition, provision.key),
        UNLIKE,
        "info",
        0.9,
        f"The label is printed “{printed}”; elsewhere labels of its level look like “{expected}”.",
        printed=printed,
        expected=expected,
    )


def _repeated(provision: Provision, once: str) -> Finding:
    return finding(
        Text(provision.edition, provision.key),
        REPEATED,
        "warning",
        0.9,
        f"The label “{once}” is printed twice in a row.",
        printed=provision.label,
        expected=once,
    )
