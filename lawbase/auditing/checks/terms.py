"""Definitions that nobody needs or that are lacking, and unusual words for a concept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from lawbase.auditing.collation import Collation, stems_of
from lawbase.grouping import grouped
from lawbase.model import Concept, Edition, Finding, Text

OFTEN = 5
"""From how many uses on a term that isn't defined is told."""
USUAL = 20
"""How often the usual word stands in the edition, at least, for each use of the unusual one."""
ROOT = 4
"""How many letters a word keeps when others are derived from it."""

Stems = tuple[str, ...]


def definitions(laws: Collation) -> Iterator[Finding]:
    """Every definition without a use; every term that other editions define and this one uses."""
    for edition in laws.editions:
        if any(provision.kind == "definition" for provision in edition.provisions):
            used = _used(laws, edition)
            for concept in laws.kb.concepts:
                yield from _unused(laws, concept, edition, used.get(concept.id, ()))
                yield from _undefined(laws, concept, edition, used.get(concept.id, ()))


def _unused(
    laws: Collation, concept: Concept, edition: Edition, used: tuple[Text, ...]
) -> Iterator[Finding]:
    """Everyday words are no uses of a term, but the laws say them."""
    own = concept.definitions.get(edition.id)
    if own is None or used:
        return
    words = concept.words.get(edition.language, ())
    stems = [stems_of(word, laws.stemmer(edition.id)) for word in words]
    elsewhere = (t for t, _ in laws.texts() if t.edition == edition.id and t.key != own)
    said = any(word <= laws.stems(text) for text in elsewhere for word in stems if word)
    if not said:
        term = _name(concept, edition)
        text = Text(edition.id, own)
        yield laws.finding(text, "unused-definition", "info", 0.5, printed=term)


def _undefined(
    laws: Collation, concept: Concept, edition: Edition, used: tuple[Text, ...]
) -> Iterator[Finding]:
    """A term that isn't defined is told where it is used first.

    What a sister defines is told as a definition that is missing.
    """
    own = concept.definitions.get(edition.id)
    others = {e: key for e, key in concept.definitions.items() if e != edition.id}
    sisters = {sister.id for sister in laws.sisters(edition.id)}
    if own is not None or len(used) < OFTEN or len(others) < 2 or sisters & others.keys():
        return
    if any(_begins_a_sense(laws, text, concept) for text in used):
        return
    term = _name(concept, edition)
    yield laws.finding(
        used[0],
        "undefined-term",
        "info",
        0.6,
        printed=term,
        witnesses=[laws.witness(Text(e, key), "defines") for e, key in sorted(others.items())],
        count=len(used),
    )


def _begins_a_sense(laws: Collation, text: Text, concept: Concept) -> bool:
    """Whether a definition explains the term under one of its numbers."""
    senses = {sense.start for sense in laws.provision(text).senses}
    uses = laws.kb.uses_in(text.edition, text.key)
    return any(use.concept == concept.id and use.start in senses for use in uses)


def _name(concept: Concept, edition: Edition) -> str:
    return next(iter(concept.words.get(edition.language, ())), concept.id)


def _used(laws: Collation, edition: Edition) -> dict[str, tuple[Text, ...]]:
    """Where each concept is used outside of its own definition, in the order of the book."""
    own = {concept.id: concept.definitions.get(edition.id) for concept in laws.kb.concepts}
    return grouped(
        (use.concept, Text(edition.id, provision.key))
        for provision in edition.provisions
        for use in laws.kb.uses_in(edition.id, provision.key)
        if own.get(use.concept) != provision.key
    )


def unusual_words(laws: Collation) -> Iterator[Finding]:
    """Every use of a rare word for a concept that has a usual one.

    A definition explains a word by other ones, as does a word in brackets; both are left out.
    """
    for edition in laws.editions:
        for places in _by_word(laws, edition).values():
            counts = Counter({word: len(found) for word, found in places.items()})
            commonest, most = counts.most_common(1)[0]
            usual = Counter(printed for _, printed in places[commonest]).most_common(1)[0][0]
            for word, found in places.items():
                if USUAL * counts[word] <= most and not _are_akin(word, commonest):
                    for text, printed in found:
                        yield laws.finding(
                            text,
                            "unusual-term",
                            "info",
                            0.4,
                            printed=printed,
                            expected=usual,
                            count=most,
                        )


def _by_word(laws: Collation, edition: Edition) -> dict[str, dict[Stems, list[tuple[Text, str]]]]:
    """Where each word for each concept stands, and in which form."""
    stemmer = laws.stemmer(edition.id)
    words: defaultdict[str, dict[Stems, list[tuple[Text, str]]]] = defaultdict(dict)
    for provision in edition.provisions:
        if provision.kind == "definition":
            continue
        for use in laws.kb.uses_in(edition.id, provision.key):
            said = provision.part(use.part)
            if said[use.start - 1 : use.start] == "(" and said[use.end : use.end + 1] == ")":
                continue
            printed = said[use.start : use.end]
            stems = tuple(word.stem for word in stemmer.words(printed))
            found = (Text(edition.id, provision.key), printed)
            words[use.concept].setdefault(stems, []).append(found)
    return words


def _are_akin(one: Stems, other: Stems) -> bool:
    """Whether one has the beginning of a word of the other: a longer name, a derived word."""
    return any(a[:ROOT] in b or b[:ROOT] in a for a in one for b in other)


CHECKS = (definitions, unusual_words)
