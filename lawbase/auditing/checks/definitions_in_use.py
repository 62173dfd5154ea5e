"""Definitions whose term is never used, and terms that only the sister texts define."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lawbase.auditing.evidence import Evidence, stems_of
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
            for concept in evidence.concepts:
                yield from _unused(evidence, concept, edition, used[concept.id])
                yield from _undefined(evidence, concept, edition, used[concept.id])


def _unused(
    evidence: Evidence, concept: Concept, edition: Edition, used: list[Text]
) -> Iterator[Finding]:
    """Everyday words are no uses of a term, but the laws say them."""
    own = concept.definitions.get(edition.id)
    if own is None or used:
        return
    words = concept.words.get(edition.language, ())
    stems = [stems_of(word, evidence.stemmer(edition.id)) for word in words]
    elsewhere = (t for t, _ in evidence.texts() if t.edition == edition.id and t.key != own)
    said = any(word <= evidence.stems(text) for text in elsewhere for word in stems if word)
    if not said:
        name = _name(concept, edition)
        yield finding(
            Text(edition.id, own),
            UNUSED,
            "info",
            0.5,
            f"“{name}” is defined, but the laws never use it.",
            printed=name,
        )


def _undefined(
    evidence: Evidence, concept: Concept, edition: Edition, used: list[Text]
) -> Iterator[Finding]:
    """A term that isn't defined is told where it is used first.

    What a sister defines is told as a definition that is missing.
    """
    own = concept.definitions.get(edition.id)
    others = {e: key for e, key in concept.definitions.items() if e != edition.id}
    sisters = {sister.id for sister in evidence.sisters(edition.id)}
    if own is not None or len(used) < OFTEN or len(others) < 2 or sisters & others.keys():
        return
    if any(_begins_a_sense(evidence, text, concept) for text in used):
        return
    name = _name(concept, edition)
    yield finding(
        used[0],
        UNDEFINED,
        "info",
        0.6,
        f"“{name}” is used {len(used)} times and not defined here; other texts define it.",
        printed=name,
        evidence=[f"{e} {key}" for e, key in sorted(others.items())],
    )


def _begins_a_sense(evidence: Evidence, text: Text, concept: Concept) -> bool:
    """Whether a definition explains the term under one of its numbers."""
    senses = {sense.start for sense in evidence.provision(text).senses}
    return any(u.concept == concept.id and u.start in senses for u in evidence.uses(text))


def _name(concept: Concept, edition: Edition) -> str:
    return next(iter(concept.words.get(edition.language, ())), concept.id)


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
