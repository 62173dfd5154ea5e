"""What the definitions of a newcomer define, before the glossary knows a word of its language.

A headword stands in the same provisions as the words of its concept do in other languages: that
tells most. What its definition says, by the words that the laws teach, which laws this cites, how
long it is and how the headword is spelled tell the rest. Headwords and concepts are matched one to
one, and where another match is nearly as likely nothing is believed.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import hypot, log, sqrt
from operator import attrgetter, mul
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import KeyParts, law_of
from lawbase.aligning.lexicon import Lexicons
from lawbase.aligning.match import choose
from lawbase.aligning.score import Evidence, Scorers, agreement, confidence, weighted
from lawbase.aligning.units import Column, Pair, Side, Unit
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Key
from lawbase.stemming import Stemmer
from lawbase.text import fold, shared_beginning

WEIGHTS = {
    "uses": 6.0,
    "text": 4.0,
    "citations": 2.0,
    "spelling": 2.5,
    "length": 0.5,
    "doubt": 1.0,
}
EVEN = 0.3
"""The likeness of definitions in two languages that says nothing either way."""
CLEAR = 0.5
"""By how much the evidence for a match is ahead of that for another one that could be in its place.
"""
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
        edition: tuple(found)
        if edition in named
        else tuple(_believed(kb, found, concepts, _lexicons(kb, units, {*named, edition})))
        for edition, found in units.items()
    }


def _lexicons(
    kb: KnowledgeBase, units: Mapping[str, Sequence[Unit]], heard: Collection[str]
) -> Lexicons:
    """What the laws of some editions alone teach."""
    laws = [edition for edition in kb.law_editions if edition.id in heard]
    return Lexicons(laws, {edition.id: units[edition.id] for edition in laws})


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
    kb: KnowledgeBase, units: Sequence[Unit], concepts: Sequence[_Term], lexicons: Lexicons
) -> Iterator[Unit]:
    """The units of an edition, its definitions with what they are believed to define."""
    headwords = list(_headwords(kb, units))
    evidence = _evidence(
        headwords,
        concepts,
        [unit.key for unit in units if unit.law is not None],
        Scorers(_side(headwords), _side(concepts), lexicons.between, attrgetter("words")),
    )
    believed = {
        headwords[i].id: {concepts[j].id: confidence(evidence[i, j])} for i, j in _clear(evidence)
    }
    for unit in units:
        yield replace(unit, concepts=believed.get(unit.key, unit.concepts))


def _side(terms: Sequence[_Term]) -> Side:
    """The definitions of terms, one edition's beside the other's."""
    return Side([Column(t.id, {unit.edition: unit for unit in t.definitions}) for t in terms])


def _evidence(
    headwords: Sequence[_Term], concepts: Sequence[_Term], keys: Sequence[Key], texts: Scorers
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
            likenesses = [likeness for _, likeness in texts.likeness((i, j))]
            signals = {
                "uses": often * sum(map(mul, own, patterns[j])),
                "text": fmean(likenesses) - EVEN if likenesses else 0.0,
                "citations": _citations(definition, concept.definitions),
                "spelling": _spelling(headword.spellings, concept.spellings),
                "length": max(_length(definition, other) for other in concept.definitions),
                "doubt": -1.0,
            }
            found[i, j] = weighted(signals, WEIGHTS)
    return found


def _clear(evidence: Mapping[Pair, Evidence]) -> Iterator[Pair]:
    """The matches, one to one, without those that another one could nearly as well replace."""
    odds = {pair: sum(weights.values()) for pair, weights in evidence.items()}
    matches = choose(evidence)
    back = {j: i for i, j in matches.items()}
    contested: set[Pair] = set()
    for (i, j), value in odds.items():
        over = [(i, matches[i])] if i in matches else []
        over += [(back[j], j)] if j in back else []
        surest = max(over, key=odds.__getitem__, default=(i, j))
        if surest != (i, j) and odds[surest] - value < CLEAR:
            contested.add(surest)
    yield from (pair for pair in matches.items() if pair not in contested)


def _citations(definition: Unit, others: Iterable[Unit]) -> float:
    """How far a definition and the likest of others cite the same laws, as far as both cite any."""
    ours, *theirs = ({law_of(key) for key in unit.cites} for unit in (definition, *others))
    return max((agreement(ours, laws) for laws in theirs if ours and laws), default=0.0)


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
