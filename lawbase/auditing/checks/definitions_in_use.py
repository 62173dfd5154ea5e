"""Definitions whose term is never used, and terms that only the sister texts define."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.model import Concept, Edition, Finding, Text

UNUSED = "unused-definition"
UNDEFINED = "undefined-term"
NAMES = (UNUSED, UNDEFINED)

OFTEN = 5
"""From how many uses on a term that isn't defined is told."""


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every definition without a use; every term that other editions define and this one uses."""
    for edition in evidence.editions:
        defines = {p.key for p in edition.provisions if p.kind == "definition"}
        if defines:
            used = _used(evidence, edition)
            sisters = {sister.id for sister in evidence.sisters(edition.id)}
            for concept in evidence.concepts:
                yield from _judge(concept, edition, used[concept.id], sisters)


def _judge(
    concept: Concept, edition: Edition, used: list[Text], sisters: set[str]
) -> Iterator[Finding]:
    """A term that isn't defined is told where it is used first.

    What a sister defines is told as a definition that is missing.
    """
    own = concept.definitions.get(edition.id)
    name = next(iter(concept.words.get(edition.language, ())), concept.id)
    others = {e: key for e, key in concept.definitions.items() if e != edition.id}
    elsewhere = [f"{e} {key}" for e, key in sorted(others.items())]
    if own is not None and not used:
        yield finding(
            Text(edition.id, own),
            UNUSED,
            "info",
            0.5,
            f"“{name}” is defined, but the laws never use it.",
            printed=name,
        )
    if own is None and len(used) >= OFTEN and len(others) > 1 and not sisters & others.keys():
        yield finding(
            used[0],
            UNDEFINED,
            "info",
            0.6,
            f"“{name}” is used {len(used)} times and not defined here; other texts define it.",
            printed=name,
            evidence=elsewhere,
        )


def _used(evidence: Evidence, edition: Edition) -> defaultdict[str, list[Text]]:
    """Where each concept is used outside of its own definition, in the order of the book."""
    own = {concept.id: concept.definitions.get(edition.id) for concept in evidence.concepts}
    used: defaultdict[str, list[Text]] = defaultdict(list)
    for provision in edition.provisions:
        text = Text(edition.id, provision.key)
        for use in evidence.uses(text):
            if own.get(use.concept) != provision.key:
                used[use.concept].append(text)
    return used
