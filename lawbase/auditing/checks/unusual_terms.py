"""Concepts that a text calls, once or twice, by another word than it does everywhere else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.model import Edition, Finding, Text

UNUSUAL = "unusual-term"
NAMES = (UNUSUAL,)

USUAL = 20
"""How often the usual word stands in the edition, at least, for each use of the unusual one."""

ROOT = 4
"""How many letters a word keeps when others are derived from it."""

Word = tuple[str, ...]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every use of a rare word for a concept that has a usual one.

    A definition explains a word by other ones, as does a word in brackets; both are left out.
    """
    for edition in evidence.editions:
        yield from _rare_words(evidence, edition)


def _rare_words(evidence: Evidence, edition: Edition) -> Iterator[Finding]:
    stemmer = evidence.stemmer(edition.id)
    words: defaultdict[str, defaultdict[Word, list[tuple[Text, str]]]]
    words = defaultdict(lambda: defaultdict(list))
    for provision in edition.provisions:
        text = Text(edition.id, provision.key)
        if provision.kind == "definition":
            continue
        for use in evidence.uses(text):
            said = provision.part(use.part)
            if said[use.start - 1 : use.start] == "(" and said[use.end : use.end + 1] == ")":
                continue
            printed = said[use.start : use.end]
            stems = tuple(word.stem for word in stemmer.words(printed))
            words[use.concept][stems].append((text, printed))
    for by_word in words.values():
        counts = Counter({word: len(places) for word, places in by_word.items()})
        usual, most = counts.most_common(1)[0]
        forms = Counter(printed for _, printed in by_word[usual])
        for word, places in by_word.items():
            if USUAL * counts[word] <= most and not _are_akin(word, usual):
                for text, printed in places:
                    yield _finding(text, printed, forms.most_common(1)[0][0], most)


def _are_akin(one: Word, other: Word) -> bool:
    """Whether one has the beginning of a word of the other: a longer name, a derived word."""
    return any(a[:ROOT] in b or b[:ROOT] in a for a in one for b in other)


def _finding(text: Text, printed: str, usual: str, count: int) -> Finding:
    return finding(
        text,
        UNUSUAL,
        "info",
        0.4,
        f"“{printed}” is an unusual word here; the text says “{usual}” {count} times.",
        printed=printed,
        expected=usual,
    )
