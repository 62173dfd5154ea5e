"""Words of one language for those of another, as aligned texts taught them.

They mark words in snippets. And they lend what is said of a situation to the languages in which
nobody has written ways of saying it yet, such as that of a new edition.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from lawbase.grouping import grouped
from lawbase.model import Language, LexiconEntry
from lawbase.search.tables import Equivalents
from lawbase.search.weighing import Terms
from lawbase.text import fold

LIKELY = 0.2
MOST = 2
"""How likely an equivalent must be to mark a word, and how many of a word are kept."""

Word = tuple[Language, str]
"""A stem with its language."""


def learned_equivalents(lexicon: Iterable[LexiconEntry]) -> Equivalents:
    """The likeliest equivalents of every word, best first; stems are folded.

    Phrases are left out: the index knows single words, and the glossary the phrases that matter.
    """
    found: Equivalents = {}
    for entry in lexicon:
        if " " in entry.word or " " in entry.translation:
            continue
        words = found.setdefault(entry.source, {}).setdefault(entry.target, {})
        known = words.get(fold(entry.word), ())
        if entry.weight >= LIKELY and len(known) < MOST:
            words[fold(entry.word)] = (*known, fold(entry.translation))
    return found


def with_lent(
    counts: Iterable[Terms],
    spoken: Collection[Collection[Language]],
    lexicon: Iterable[LexiconEntry],
    known: Mapping[Language, Collection[str]],
) -> Iterator[Terms]:
    """How many ways of saying each situation have a term, those included that are lent.

    ``spoken`` are the languages in which each situation has ways. Every other one is lent those,
    word by word: one of its ``known`` stems counts as often as the stems that it may stand for,
    each as far as it likely does, to the nearest whole number.
    """
    silent = {name for name in known if not all(name in languages for languages in spoken)}
    lent: defaultdict[Word, dict[Word, float]] = defaultdict(dict)
    for entry in lexicon:
        word, translation = fold(entry.word), fold(entry.translation)
        if entry.source in silent and word in known[entry.source]:
            words = lent[entry.target, translation]
            words[entry.source, word] = max(entry.weight, words.get((entry.source, word), 0.0))
    for found, languages in zip(counts, spoken, strict=True):
        often: defaultdict[Word, float] = defaultdict(float)
        for other, terms in found.items():
            for term, n in terms.items():
                for borrowed, likely in lent.get((other, term), {}).items():
                    if borrowed[0] not in languages:
                        often[borrowed] += likely * n
        yield found | _by_language(often)


def _by_language(often: Mapping[Word, float]) -> Terms:
    """Words that are counted once or more, to the nearest whole number, by their language."""
    counted = ((language, (word, round(n))) for (language, word), n in often.items() if round(n))
    return {language: dict(words) for language, words in grouped(counted).items()}
