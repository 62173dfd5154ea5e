"""What a word becomes in another language, as it was learned from the aligned texts.

Where a provision has no text in a language, its words' equivalents stand in for one in the index;
and they are marked in the snippets of texts in other languages than the query's.
"""

from __future__ import annotations

from collections.abc import Iterable

from lawbase.model import LexiconEntry
from lawbase.text import fold

EQUIVALENTS = "equivalents.json"
LIKELY = 0.2
MOST = 2
Equivalents = dict[str, dict[str, dict[str, tuple[str, ...]]]]
"""The likely equivalents of a stem: by its language, the other language, and the stem."""


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
