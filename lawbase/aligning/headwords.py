"""What the definitions of a newcomer define, before the glossary knows a word of its language.

A headword stands in the same provisions as the words of its concept do in other languages: that
tells most. How it is spelled and how long its definition is tell the rest. Headwords and concepts
are matched one to one.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot, log, sqrt
from operator import mul
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import KeyParts
from lawbase.aligning.match import choose
from lawbase.aligning.score import Evidence, confidence, weighted
from lawbase.aligning.units import Pair, Unit
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Key
from lawbase.stemming import Stemmer
from lawbase.text import fold, shared_beginning

WEIGHTS = {
    "uses": 6.0,
    "spelling": 2.5,
    "length": 0.5,
    "doubt": 1.0,
}
FEW = 2
"""A headword in so few provisions tells by them seven tenths of what one in many does."""
BEGUN = 3
"""With how many letters words begin at least that are spelled alike."""
INFLECTED = 0.75
"""How alike words are at most that only begin alike."""


class _Term(Struct, frozen=True):
    """A headword or a concept: its spellings, its definitions, and how much each provision uses it.

    ``used`` tells what part of the editions that print a provision use it there, if any does.
    """

    id: str
    spellings: tuple[str, ...]
    definitions: tuple[Unit, ...]
    used: Mapping[Key, float]

    def pattern(self, keys: Sequence[Key]) -> list[float]:
        """Where it is used more than on average, and where less: a vector of the length 1."""
        used = [self.used.get(key, 0.0) for key in keys]
        usual = fmean(used or [0.0])
        length = hypot(*(value - usual for value in used)) or 1.0
        return [(value - usual) / length for value in used]


def with_meanings(
    kb: KnowledgeBase, units: Mapping[str, Sequence[Unit]]
) -> dict[str, tuple[Unit, ...]]:
    """The units, with what newcomers' definitions are believed to define, and how surely.

    They are held against the editions whose definitions the glossary names, never against each
    other: what is believed of one tells nothing of the next.
    """
    named = {edition for concept in kb.concepts for edition in concept.definitions}
    known = [unit for edition in units if edition in named for unit in units[edition]]
    concepts = list(_concepts(kb, known))
    return {
        edition: tuple(found) if edition in named else tuple(_believed(kb, found, concepts))
        for edition, found in units.items()
    }


def _concepts(kb: KnowledgeBase, units: Sequence[Unit]) -> Iterator[_Term]:
    """The concepts that some units define."""
    editions = {unit.edition for unit in units}
    printed = Counter(unit.key for unit in units)
    defined = grouped((concept, unit) for unit in units for concept in unit.concepts)
    for concept in kb.concepts:
        if own := defined.get(concept.id):
            words = (fold(word) for found in concept.words.values() for word in found)
            uses = {(use.edition, use.key) for use in kb.uses_of(concept.id)}
            using = Counter(key for edition, key in uses if edition in editions)
            used = {key: count / printed[key] for key, count in using.items() if key in printed}
            yield _Term(concept.id, tuple(words), own, used)


def _headwords(kb: KnowledgeBase, units: Sequence[Unit]) -> Iterator[_Term]:
    """The headwords of an edition; what stands in brackets behind one is another spelling."""
    said = {unit.key: [word.stem for word in unit.read] for unit in units}
    for unit in units:
        if unit.kind == "definition":
            spellings = [part.strip() for part in re.split(r"[()]", KeyParts.of(unit.key).name)]
            stems = [word.stem for word in Stemmer(kb.profile(unit.edition)).words(spellings[0])]
            used = {key: 1.0 for key, words in said.items() if _holds(words, stems)}
            yield _Term(unit.key, tuple(map(fold, filter(None, spellings))), (unit,), used)


def _holds(words: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether words hold a phrase; a headword that is a sign has none."""
    return bool(phrase) and any(
        words[n : n + len(phrase)] == phrase for n, w in enumerate(words) if w == phrase[0]
    )


def _believed(
    kb: KnowledgeBase, units: Sequence[Unit], concepts: Sequence[_Term]
) -> Iterator[Unit]:
    """The units of an edition, its definitions with what they are believed to define."""
    headwords = list(_headwords(kb, units))
    evidence = _evidence(headwords, concepts, [u.key for u in units if u.law is not None])
    believed = {
        headwords[i].id: {concepts[j].id: confidence(evidence[i, j])}
        for i, j in choose(evidence).items()
    }
    for unit in units:
        yield replace(unit, concepts=believed.get(unit.key, unit.concepts))


def _evidence(
    headwords: Sequence[_Term], concepts: Sequence[_Term], keys: Sequence[Key]
) -> dict[Pair, Evidence]:
    """What speaks for every headword and concept being one."""
    there = {key for concept in concepts for key in concept.used}
    keys = [key for key in keys if key in there]
    patterns = [concept.pattern(keys) for concept in concepts]
    found: dict[Pair, Evidence] = {}
    for i, headword in enumerate(headwords):
        own = headword.pattern(keys)
        times = sum(key in headword.used for key in keys)
        often = sqrt(times / (times + FEW))
        (definition,) = headword.definitions
        for j, concept in enumerate(concepts):
            signals = {
                "uses": often * sum(map(mul, own, patterns[j])),
                "spelling": _spelling(headword.spellings, concept.spellings),
                "length": max(_length(definition, other) for other in concept.definitions),
                "doubt": -1.0,
            }
            found[i, j] = weighted(signals, WEIGHTS)
    return found


def _spelling(ours: Iterable[str], theirs: Iterable[str]) -> float:
    """How alike the likest two spellings are, from 0 to 1."""
    return max((_alike(one, other) for one in ours for other in theirs), default=0.0)


def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    same = shared_beginning(one, other)
    return min(INFLECTED, same / max(len(one), len(other))) if same >= BEGUN else 0.0


def _length(one: Unit, other: Unit) -> float:
    return -abs(log(max(1, one.length) / max(1, other.length)))
