"""The words that the index knows, by language: what a query is expanded with.

Everything here is plain data, made while the index is built. A query is analysed with it alone,
without a stemmer, so that a browser that holds the same data expands it the same way.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import log
from string import ascii_lowercase

from msgspec import Struct

from lawbase.grouping import grouped
from lawbase.search.figures import FIGURES
from lawbase.search.tables import OR, concept_term

_F = FIGURES.vocabulary
_LONGEST_NAME = FIGURES.expansion.longest_phrase

CACHED_FORMS = 65536
_LAST = chr(sys.maxunicode)
CACHED_CORRECTIONS = 4096
CACHED_SLIPS = 16
COMMON_ENDING = 5
SCALE = 100

Phrases = dict[str, tuple[str, ...]]
"""What names stand for, by their sorted stems, joined by blanks."""


class LanguageWords(Struct, frozen=True):
    """The words of one language.

    ``forms`` leads from a folded form to its stems, the commonest first, joined by blanks;
    ``weights`` are the stems' informations (inverse document frequencies times ``SCALE``);
    ``endings`` what inflection puts behind a stem; ``phrases`` lead from the sorted stems of a
    glossary word, joined by blanks, to its concepts; ``question`` words say little, ``meaning``
    ones ask what something is, ``difference`` ones in what two things differ; ``levels`` are the
    words for those of bids, ``over`` stand between a bid and the one that it was made over, an
    ``instead`` between a bid and the one that was meant, ``suits`` are words for suits there alone;
    ``same`` are groups of stems that ask for the same, ``joining`` words begin a clause;
    ``beginnings`` deny a word, or make it another one of its family.
    """

    forms: dict[str, str]
    weights: dict[str, int]
    endings: tuple[str, ...] = ()
    stop: tuple[str, ...] = ()
    question: tuple[str, ...] = ()
    meaning: tuple[str, ...] = ()
    difference: tuple[str, ...] = ()
    levels: dict[str, int] = {}
    over: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    suits: dict[str, str] = {}
    spellings: dict[str, str] = {}
    phrases: Phrases = {}
    same: tuple[tuple[str, ...], ...] = ()
    joining: tuple[str, ...] = ()
    beginnings: tuple[str, ...] = ()


class Vocabulary(Struct, frozen=True, dict=True):
    """The words of all languages, and what belongs to none.

    ``common`` are the weights of numbers, suits and concepts; ``letters`` the other scripts;
    ``law_words``, ``units`` and ``joining`` what citations are recognised by; ``unknown`` is the
    weight of a word that no text has; ``rarities`` tell what a word says that so many situations
    have. ``suits`` are the terms for suits by their rank, ``insufficient`` that for a bid too low,
    ``unintended`` that for one that wasn't meant.
    """

    languages: dict[str, LanguageWords]
    common: dict[str, int]
    letters: dict[str, str]
    law_words: tuple[str, ...]
    units: tuple[str, ...]
    joining: tuple[str, ...]
    unknown: int
    rarities: tuple[int, ...] = ()
    suits: dict[str, int] = {}
    insufficient: str = ""
    unintended: str = ""

    @cached_property
    def lexicons(self) -> dict[str, LanguageLexicon]:
        """The look-ups of every language."""
        return {name: LanguageLexicon(words) for name, words in self.languages.items()}


class LanguageLexicon:
    """Look-ups in the words of one language."""

    def __init__(self, words: LanguageWords):
        self.words = words
        self.stop = frozenset(words.stop)
        self.question = frozenset(words.question)
        self._endings = frozenset(words.endings)
        self.stems = lru_cache(CACHED_FORMS)(self._stems)
        self.corrections = lru_cache(CACHED_CORRECTIONS)(self._corrections)

    def _stems(self, form: str) -> tuple[str, ...]:
        """The stems of a known form, in this spelling or one that is exchanged for it."""
        known = self.words.forms.get(form)
        if known is None:
            exchanged = (
                form.replace(*pair) for pair in self.words.spellings.items() if pair[0] in form
            )
            known = next(filter(None, map(self.words.forms.get, exchanged)), "")
        return tuple(known.split())

    def stemmed(self, words: str) -> str:
        """The words of a text as their stems, several of a word as one; what has none as it is."""
        return " ".join(OR.join(self.stems(word)) or word for word in words.split())

    @cached_property
    def several(self) -> list[str]:
        """The stems of each form that has several, as one."""
        forms = self.words.forms.values()
        return list(dict.fromkeys(stems.replace(" ", OR) for stems in forms if " " in stems))

    def knows(self, form: str) -> bool:
        """Whether the language has a word."""
        return form in self.stop or bool(self.stems(form))

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.words.forms), default=0)

    def inflected(self, form: str) -> tuple[str, ...]:
        """The known stem that an unknown form begins with, when the rest is a usual ending.

        Else the stems of what is left without a usual beginning, or the one that this begins with.
        """
        whole = self._begun(form)
        rests = (form[len(b) :] for b in self.words.beginnings if form.startswith(b))
        long = (rest for rest in rests if len(rest) >= _F.shortest_rest)
        return whole or next(filter(None, (self.stems(r) or self._begun(r) for r in long)), ())

    def _begun(self, form: str) -> tuple[str, ...]:
        for cut in range(len(form) - 1, _F.shortest_stem - 1, -1):
            if form[:cut] in self.words.weights and form[cut:] in self._endings:
                return (form[:cut],)
        return ()

    def _corrections(self, form: str) -> tuple[str, ...]:
        """The known forms that an unknown one is a slip away from, in alphabetical order.

        A slip is a letter left out, put in or exchanged, or two neighbours swapped; the first
        letter is always right, and short words are left alone; so is what is longer than any word.
        """
        if not _F.shortest_corrected <= len(form) <= self._longest + 1:
            return ()
        return tuple(sorted(_slips(form) & self.words.forms.keys()))

    def relatives(self, form: str) -> tuple[str, ...]:
        """The stems of the known forms that an unknown one differs from only in its end.

        The end is the last two letters, more in long words, of both.
        """
        end = max(2, len(form) // 4)
        start = form[:-end]
        if len(start) < _F.shortest_relative:
            return ()
        return self._stems_of(f for f in self._starting(start) if len(f) <= len(start) + end)

    def completions(self, form: str) -> tuple[str, ...]:
        """The stems of the known forms that begin with one that may not be typed out."""
        if len(form) < _F.shortest_stem:
            return ()
        return self._stems_of(self._starting(form))

    def family(self, form: str) -> tuple[str, ...]:
        """All stems of the forms that begin with more than half of the letters of this one."""
        shared = min(max(len(form) // 2 + 1, _F.shortest_prefix), _F.longest_prefix)
        if len(form) < shared:
            return ()
        return self._stems_of(self._starting(form[:shared]))

    def same(self, stem: str) -> tuple[str, ...]:
        """The other stems that ask for the same."""
        return self._same.get(stem, ())

    @cached_property
    def _same(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for group in self.words.same:
            for stem in group:
                others = (other for other in group if other != stem)
                found[stem] = (*found.get(stem, ()), *others)
        return found

    @cached_property
    def names(self) -> dict[str, list[tuple[str, ...]]]:
        """The stems of each of a concept's names, by the concept's term."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for stems, concepts in self.words.phrases.items():
            for concept in concepts:
                found.setdefault(concept_term(concept), []).append(tuple(stems.split()))
        return found

    def telling_names(self, concept: str) -> list[frozenset[str]]:
        """The stems that a text must have to name a concept, by each of its names."""
        names = map(frozenset, self.names.get(concept, ()))
        return [stems for name in names if (stems := name - self._untelling)]

    def names_in(self, stems: Sequence[str | None]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """Where names stand among words with these stems, in any order, and what each names."""
        for start in range(len(stems)):
            window: set[str] = set()
            for end, stem in enumerate(stems[start : start + _LONGEST_NAME], start + 1):
                if stem is None or stem not in self._of_names:
                    break
                window.add(stem)
                named = self.words.phrases.get(" ".join(sorted(window)))
                if named:
                    yield start, end, named

    @cached_property
    def _of_names(self) -> frozenset[str]:
        """The stems of all names."""
        return frozenset(chain.from_iterable(map(str.split, self.words.phrases)))

    def named(self, stems: Collection[str]) -> set[str]:
        """The concepts that a text with these stems names, in any order."""
        return self._naming.named(stems)

    @cached_property
    def _naming(self) -> Naming:
        return self.naming(self.words.phrases)

    def naming(self, phrases: Phrases) -> Naming:
        """Look-ups in names whose stop words may be left out."""
        return Naming(phrases, self._untelling)

    @cached_property
    def _untelling(self) -> frozenset[str]:
        """The stems of stop words."""
        return frozenset(stem for form in self.stop for stem in self.stems(form))

    def _starting(self, start: str) -> list[str]:
        """The forms that begin with some letters."""
        first = bisect_left(self._sorted, start)
        return self._sorted[first : bisect_left(self._sorted, start + _LAST, first)]

    def _stems_of(self, forms: Iterable[str]) -> tuple[str, ...]:
        """The stems of known forms."""
        return tuple(dict.fromkeys(" ".join(map(self.words.forms.__getitem__, forms)).split()))

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.words.forms)


class Naming:
    """Tells what a text names: that of which it has all telling words of a name.

    ``phrases`` are names by their stems, ``untelling`` the stems that a text needn't have.
    """

    def __init__(self, phrases: Phrases, untelling: Collection[str]):
        needed = [frozenset(stems.split()).difference(untelling) for stems in phrases]
        often = Counter(stem for stems in needed for stem in stems)
        self._by_rarest = grouped(
            (min(stems, key=lambda stem: (often[stem], stem)), (stems, meant))
            for stems, meant in zip(needed, phrases.values(), strict=True)
            if stems
        )

    def named(self, stems: Collection[str]) -> set[str]:
        """What a text with these stems names, in any order."""
        there = frozenset(stems)
        return {
            each
            for stem in there & self._by_rarest.keys()
            for needed, meant in self._by_rarest[stem]
            if needed <= there
            for each in meant
        }


class WordCounter:
    """Counts the words of one language while documents are made."""

    def __init__(self) -> None:
        self._met: Counter[tuple[str, str]] = Counter()
        self._documents: Counter[str] = Counter()
        self.size = 0

    def meet(self, words: Iterable[tuple[str, str]]) -> None:
        """Some text has these words: their forms and stems; how often each, if they are counted."""
        self._met.update(words)

    def document(self, stems: Iterable[str]) -> None:
        """One more document has these stems."""
        self.size += 1
        self._documents.update(set(stems))

    def weight(self, stem: str) -> int:
        """How much it says that a document has a stem."""
        return information(self._documents[stem], self.size)

    def forms(self) -> dict[str, str]:
        """Every form and its stems, the commonest first."""
        met = sorted((form, -often, stem) for (form, stem), often in self._met.items())
        stems = grouped((form, stem) for form, _, stem in met)
        return {form: " ".join(found) for form, found in stems.items()}

    def weights(self) -> dict[str, int]:
        """Every stem's weight."""
        return {stem: self.weight(stem) for stem in sorted({stem for _, stem in self._met})}

    def document_weights(self) -> dict[str, int]:
        """The weight of everything that a document has, whether or not it is a word's form."""
        return {term: self.weight(term) for term in sorted(self._documents)}

    def endings(self) -> tuple[str, ...]:
        """What stands behind a stem in several words."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for form, stem in self._met:
            if form.startswith(stem) and form != stem:
                found[form[len(stem) :]].add(stem)
        return tuple(sorted(e for e, stems in found.items() if len(stems) >= COMMON_ENDING))


@lru_cache(CACHED_SLIPS)
def _slips(form: str) -> set[str]:
    """All that is a slip away from a form, in whatever language."""
    cuts = [(form[:n], form[n:]) for n in range(1, len(form) + 1)]
    near = {a + b[1:] for a, b in cuts}
    near |= {a + b[1::-1] + b[2:] for a, b in cuts}
    near |= {a + c + b[skipped:] for a, b in cuts for c in ascii_lowercase for skipped in (0, 1)}
    return near


def information(documents: int, size: int) -> int:
    """The inverse document frequency times ``SCALE``, never negative.

    >>> information(0, 1000), information(500, 1000)
    (760, 69)
    """
    return round(SCALE * log(1 + (size - documents + 0.5) / (documents + 0.5)))
