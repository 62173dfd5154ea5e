"""Correspondences of words and phrases between two languages, learned from aligned provisions.

Words: IBM Model 1 in both directions over the sets of stems, that is, which word of one text best
explains which word of the other, estimated by expectation and maximization from even chances.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise, permutations, product
from operator import mul
from sys import intern

from msgspec import Struct, msgpack

from lawbase.aligning.units import Unit
from lawbase.grouping import grouped
from lawbase.model import Edition, Language, LexiconEntry
from lawbase.text import fold, shared_beginning

ROUNDS = 5
TOLD_BY = 2
FAINT = 0.05
SEEN = 4
"""How often a phrase stands in the texts, and in how many of them, at least; a word likewise."""
COHERENT = 0.5
"""Of all uses of the rarer of its two words, which part a phrase has at least."""
TOGETHER = 0.5
"""The least strength of two phrases that is told."""
PHRASES, WORDS = 3, 8
"""How many correspondences of one phrase, and of one word, are told."""
TOLD = 0.1
"""The least strength of two words that is told."""
COGNATE, ALIKE = 0.35, 4
"""The least strength of two words that are spelled alike, and with how many letters these begin."""

KEPT = 32
"""How many lexicons are kept at hand: those of one edition with the voices, both ways."""

Texts = tuple[Sequence[str], Sequence[str]]
Strengths = dict[str, dict[str, float]]
Beginnings = Mapping[str, Sequence[tuple[str, str]]]
"""By how they begin, stems and how they are spelled without diacritics."""


class Translations(Struct, frozen=True):
    """What the words of one language become in another, and back.

    ``forward[word][translation]`` is the strength of a correspondence from 0 to 1: 1 when each is
    the other's only translation. ``backward`` is the same seen from the other language.
    """

    forward: Strengths
    backward: Strengths


def learn(texts: Iterable[Texts]) -> Translations:
    """The correspondences that pairs of texts (as stems) tell.

    Words that meet in one text only tell nothing, since any two texts would make such a pair.
    """
    sides = [(sorted(set(ours)), sorted(set(theirs))) for ours, theirs in texts]
    beside = grouped((word, theirs) for ours, theirs in sides for word in ours)
    met = {word: Counter(chain.from_iterable(beside[word])) for word in sorted(beside)}
    told = {
        a: sorted(b for b, often in found.items() if often >= TOLD_BY) for a, found in met.items()
    }
    forward = _estimate(sides, grouped((b, a) for a, found in told.items() for b in found))
    backward = _estimate([(b, a) for a, b in sides], told)
    ahead: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for word, translation in ((a, b) for a, found in told.items() for b in found):
        strength = (forward[translation][word] * backward[word][translation]) ** 0.5
        if strength >= FAINT:
            ahead[word][translation] = strength
    return _both_ways(ahead)


def _both_ways(forward: Strengths) -> Translations:
    """A lexicon, as it is known one way."""
    backward: Strengths = {}
    for word, found in forward.items():
        for translation, strength in found.items():
            backward.setdefault(translation, {})[word] = strength
    return Translations(dict(forward), backward)


def _estimate(sides: Sequence[Texts], met: Mapping[str, Sequence[str]]) -> Strengths:
    """The chance of each translation given a word, for every pair that ``met`` more than once.

    Each word of a translated text is explained by the words of the other text that it ``met``
    elsewhere too, or by nothing, which stands before them. What explains a translation is kept
    together, so that a round goes through memory in order.
    """
    places = {t: {word: place for place, word in enumerate(met[t], 1)} for t in met}
    rows: defaultdict[str, list[list[int]]] = defaultdict(list)
    for words, translations in sides:
        for t in translations:
            rows[t].append([0, *filter(None, map(places.get(t, {}).get, words))])
    explaining = {t: ("", *met.get(t, ())) for t in sorted(rows)}
    chances = {t: [1.0] * len(words) for t, words in explaining.items()}
    for _ in range(ROUNDS):
        totals: defaultdict[str, float] = defaultdict(float)
        for t, words in explaining.items():
            chances[t] = _expect(rows[t], chances[t])
            for word, count in zip(words, chances[t], strict=True):
                totals[word] += count
        for t, words in explaining.items():
            counts = zip(words, chances[t], strict=True)
            chances[t] = [count / totals[word] for word, count in counts]
    return {t: dict(zip(explaining[t], chances[t], strict=True)) for t in explaining}


def _expect(rows: Iterable[Sequence[int]], chances: Sequence[float]) -> list[float]:
    """How often each word is expected to have become a translation, which ``rows`` of them may."""
    explained = [0.0] * len(chances)
    for row in rows:
        share = 1 / sum(map(chances.__getitem__, row))
        for place in row:
            explained[place] += share
    return list(map(mul, chances, explained))


Occurrences = dict[str, set[int]]


def phrase_correspondences(texts: Sequence[Texts]) -> Iterator[tuple[str, str, float]]:
    """What phrases of either language correspond to, the best first: (ours, theirs, strength).

    ``tichý hráč`` is ``dami`` in one language and ``dziadek`` in another: no word of it says so
    alone. The strength is how often the two stand in texts of the same provision, of all the texts
    that either stands in. One of the two is always a phrase, its stems joined by a blank; of
    equally strong ones the longer is the better.
    """
    ours, theirs = _places(text for text, _ in texts), _places(text for _, text in texts)
    found: defaultdict[str, list[tuple[float, int, str]]] = defaultdict(list)
    for (one, other), strength in _strengths(ours, theirs).items():
        found[one].append((-strength, -len(other), other))
    for one in sorted(found):
        for strength, _, other in sorted(found[one])[:PHRASES]:
            yield one, other, -strength


def _places(texts: Iterable[Sequence[str]]) -> Occurrences:
    """In which texts each word and each phrase stands, of those that are not too rare."""
    read = list(texts)
    words = Counter(word for text in read for word in text)
    pairs = Counter(pair for text in read for pair in pairwise(text))
    phrases = {
        pair
        for pair, count in pairs.items()
        if pair[0] != pair[1] and count >= max(SEEN, COHERENT * min(words[word] for word in pair))
    }
    places: Occurrences = defaultdict(set)
    for number, text in enumerate(read):
        for item in (*text, *(" ".join(pair) for pair in pairwise(text) if pair in phrases)):
            places[item].add(number)
    return {item: found for item, found in places.items() if len(found) >= SEEN}


def _strengths(ours: Occurrences, theirs: Occurrences) -> dict[tuple[str, str], float]:
    there = _by_place(theirs)
    phrases_there = _by_place({item: places for item, places in theirs.items() if " " in item})
    found: dict[tuple[str, str], float] = {}
    for item, places in ours.items():
        shelf = there if " " in item else phrases_there
        met = Counter(other for place in places for other in shelf.get(place, ()))
        for other, together in met.items():
            strength = 2 * together / (len(places) + len(theirs[other]))
            if strength >= TOGETHER:
                found[item, other] = strength
    return found


def _by_place(places: Occurrences) -> dict[int, tuple[str, ...]]:
    return grouped((place, item) for item, found in places.items() for place in found)


def with_cognates(lexicon: Translations, ours: Beginnings, theirs: Beginnings) -> Translations:
    """A lexicon with the words that two languages have in common, as far as it lacks them.

    A word that stands in one provision only has no translation but by its spelling.
    """
    ahead, back = dict(lexicon.forward), dict(lexicon.backward)
    alike = [
        (stem, other)
        for beginning, stems in ours.items()
        for stem, folded in stems
        for other, spelled in theirs.get(beginning, ())
        if _is_cognate(folded, spelled)
    ]
    for strengths, pairs in ((ahead, alike), (back, [(b, a) for a, b in alike])):
        for stem, others in grouped(pairs).items():
            known = strengths.get(stem, {})
            strengths[stem] = known | {x: max(COGNATE, known.get(x, 0.0)) for x in others}
    return Translations(ahead, back)


def by_beginning(stems: Iterable[str]) -> Beginnings:
    """Stems that are long enough to tell cognates, each as it is spelled, by how they begin."""
    spelled = ((stem, fold(stem)) for stem in stems)
    long = ((stem, folded) for stem, folded in spelled if len(folded) >= ALIKE)
    return grouped((folded[:ALIKE], (stem, folded)) for stem, folded in long)


def _is_cognate(one: str, other: str) -> bool:
    common = shared_beginning(one, other)
    return common > ALIKE or common >= 0.75 * max(len(one), len(other))


class Lexicons:
    """The lexicon of every two languages, learned once, when first asked for.

    It is learned from the provisions that have the same address in editions as close in time as
    there are; those that changed places are too few to matter.
    """

    def __init__(self, editions: Sequence[Edition], units: Mapping[str, Sequence[Unit]]):
        self._editions = {edition.id: edition for edition in editions}
        self._named = {
            edition: {name: unit for unit in found for name in _names(unit)}
            for edition, found in units.items()
        }
        self._spoken = grouped((edition.language, edition) for edition in editions)
        self._units = units
        self._learned: dict[tuple[Language, Language], bytes] = {}
        self.of = lru_cache(KEPT)(self._read)
        self._with_cognates = lru_cache(KEPT)(self._add_cognates)
        self._beginnings = lru_cache(KEPT)(self._by_beginning)

    def between(self, one: str, other: str) -> Translations | None:
        """The lexicon from one edition's language to another's, with the words that both have.

        None when it's the same language.
        """
        source, target = self._editions[one].language, self._editions[other].language
        return None if source == target else self._with_cognates(source, target)

    def entries(self, voices: Sequence[str]) -> tuple[LexiconEntry, ...]:
        """The best translations of every word, then of every phrase, both ways, the best first.

        They are told of the languages of the ``voices``, and of every other one with that of the
        first voice of its year.
        """
        languages = sorted({edition.language for edition in self._editions.values()})
        spoken = {self._editions[voice].language for voice in voices}
        first = {self._editions[v].year: self._editions[v].language for v in reversed(voices)}
        met = {(e.language, first[e.year]) for e in self._editions.values()}
        return tuple(
            LexiconEntry(source, target, intern(item), intern(translation), round(strength, 3))
            for source, target in permutations(languages, 2)
            if spoken >= {source, target} or met & {(source, target), (target, source)}
            for item, translation, strength in (
                *_words(self.of(source, target).forward),
                *phrase_correspondences(list(self._texts(source, target))),
            )
        )

    def _read(self, source: Language, target: Language) -> Translations:
        """The lexicon of two languages, which is packed while others are read."""
        if source > target:
            lexicon = self.of(target, source)
            return Translations(lexicon.backward, lexicon.forward)
        if (source, target) not in self._learned:
            learned = learn(self._texts(source, target))
            self._learned[source, target] = msgpack.encode(learned.forward)
            return learned
        return _both_ways(msgpack.decode(self._learned[source, target], type=Strengths))

    def _add_cognates(self, source: Language, target: Language) -> Translations:
        return with_cognates(
            self.of(source, target), self._beginnings(source), self._beginnings(target)
        )

    def _by_beginning(self, language: Language) -> Beginnings:
        """The words of a language that are long enough to tell cognates."""
        units = (unit for edition in self._spoken[language] for unit in self._units[edition.id])
        return by_beginning(dict.fromkeys(word.stem for unit in units for word in unit.read))

    def _texts(self, source: Language, target: Language) -> Iterator[Texts]:
        """The words of the provisions of two languages that are one, each target's paired once.

        Where both have as many sentences these are told one by one.
        """
        editions = [
            (abs(one.year - other.year), one.id, other.id)
            for one, other in product(self._spoken[source], self._spoken[target])
        ]
        paired: set[tuple[str, str]] = set()
        for _, one, other in sorted(editions):
            for name, theirs in self._named[other].items():
                ours = self._named[one].get(name)
                if ours is None or (other, name) in paired:
                    continue
                paired.add((other, name))
                if len(ours.sentences) == len(theirs.sentences):
                    yield from zip(ours.sentences, theirs.sentences, strict=True)
                else:
                    yield ours.words, theirs.words


def _names(unit: Unit) -> Iterable[str]:
    """What a provision is known by in any language: its address, a definition by its concepts."""
    if unit.law is not None:
        return (unit.key,)
    return unit.concepts if unit.kind == "definition" else ()


def _words(weights: Strengths) -> Iterator[tuple[str, str, float]]:
    for word in sorted(weights):
        ranked = sorted(weights[word].items(), key=lambda found: (-found[1], found[0]))
        for translation, strength in ranked[:WORDS]:
            if strength >= TOLD:
                yield word, translation, strength
