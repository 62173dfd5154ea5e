"""What one text says twice where the other texts say it once: words, sentences, footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise

from lawbase.auditing.collation import Collation, place
from lawbase.grouping import grouped
from lawbase.model import Finding, Provision, Text
from lawbase.text import WORD, blanked, sentences

PHRASE = 8
"""From how many words on a phrase that stands twice is told."""
MEANT = 4
"""How many words in a row the partners repeat when the repetition is meant."""
STUTTER = 2
"""From how many words on a phrase that follows itself at once is told."""
MOST = 0.75
"""Which part of a provision stands in another one when it is the same text."""
HALF = 0.5
"""Which part of a repetition the partners have at least when it is meant."""
LITTLE = 0.45
"""Which part of the partners may stand in each other without being the same text."""
ALIKE = 0.25
"""Which part of their words, by rarity, two footnotes share that say the same."""
LONG = 6
"""How many different words a footnote has at least; short ones are formulas."""
WordRun = tuple[str, ...]
BREAK = re.compile(r"[.!?:;“”„\"]")


def doubled_words(laws: Collation) -> Iterator[Finding]:
    """Every word that follows itself; not in a table, nor after a line in capitals."""
    for text, provision in laws.texts():
        for first, second in pairwise(WORD.finditer(provision.text)):
            word = first[0]
            apart = provision.text[first.end() : second.start()].strip()
            same = word.lower() == second[0].lower() and word.isalpha() and len(word) > 1
            tabled = any(table.start <= first.start() < table.end for table in provision.tables)
            if same and not apart and not word.isupper() and not tabled:
                yield laws.finding(
                    text,
                    "doubled-word",
                    printed=" ".join(provision.text[first.start() : second.end()].split()),
                    expected=second[0],
                )


def repeated_texts(laws: Collation) -> Iterator[Finding]:
    """What stands twice in one provision, or in two provisions that say different things.

    The one is held against the provision's partners; the other is odd when the partners of the two
    have little in common.
    """
    words = {text: _words(provision) for text, provision in laws.texts()}
    for text, provision in laws.texts():
        yield from _within(laws, text, provision, words)
    yield from _between(laws, words)


def _within(
    laws: Collation, text: Text, provision: Provision, words: dict[Text, WordRun]
) -> Iterator[Finding]:
    partners = laws.witnesses(text)
    meant = max((len(repeat(words[partner], MEANT)) for partner in partners), default=0)
    twice = _sentence_twice(laws, text, provision) or _stutter(provision)
    if not twice and partners and not meant:
        twice = repeat(words[text], PHRASE)
    if twice and meant < HALF * len(twice):
        phrase = " ".join(twice)
        yield laws.finding(
            text,
            "repeated-text",
            printed=phrase,
            witnesses=[laws.witness(partner, "says-once") for partner in partners],
            twice=phrase,
        )


def _sentence_twice(laws: Collation, text: Text, provision: Provision) -> WordRun:
    seen: set[WordRun] = set()
    for part in (provision.text, provision.tail):
        for span in sentences(part, laws.profile(text.edition).sentences.abbreviations):
            said = tuple(word.lower() for word in WORD.findall(part[span.start : span.end]))
            if len(said) >= STUTTER and said in seen:
                return said
            seen.add(said)
    return ()


def _stutter(provision: Provision) -> WordRun:
    """A phrase that follows itself inside of a sentence, outside of tables."""
    untabled = blanked(provision.text, [(t.start, t.end) for t in provision.tables], ".")
    for clause in BREAK.split(f"{untabled} . {provision.tail}"):
        words = tuple(word.lower() for word in WORD.findall(clause))
        found = stutter(words, STUTTER, 2 * PHRASE)
        if found:
            return found
    return ()


def _between(laws: Collation, words: dict[Text, WordRun]) -> Iterator[Finding]:
    """What two provisions of one edition share, told of the one whose partners say it less."""
    holders = grouped(
        ((text.edition, phrase), text)
        for text, said in words.items()
        for phrase in dict.fromkeys(phrases(said, PHRASE))
    )
    pairs = dict.fromkeys((texts[0], t) for texts in holders.values() for t in texts[1:])
    for first, second in pairs:
        alike = shared(words[first], words[second], MEANT) >= MOST
        if alike and _is_odd(laws, first, second, words):
            again = " ".join(common(words[first], words[second], MEANT))
            backing = [laws.similarity.backing(text, again) for text in (first, second)]
            odd, other = (first, second) if backing[0] < backing[1] else (second, first)
            yield laws.finding(
                odd,
                "repeated-text",
                grade=("warning", 0.75),
                printed=again,
                witnesses=[laws.witness(t, "says-otherwise") for t in laws.witnesses(odd)],
                place=place(other),
                again=again,
            )


def _is_odd(laws: Collation, first: Text, second: Text, words: dict[Text, WordRun]) -> bool:
    """Whether a sister has partners of both, and no edition's partners are much the same text.

    One text of another year may well have become two.
    """
    ones, twos = laws.all_partners(first), laws.all_partners(second)
    both = ones.keys() & twos.keys()
    sisters = {sister.id for sister in laws.sisters(first.edition)} & both
    if any(set(ones[edition]) & set(twos[edition]) for edition in sisters):
        return False
    alike = (
        max(shared(words[one], words[two], MEANT), overlap(words[one], words[two]))
        for edition in both
        for one in ones[edition]
        for two in twos[edition]
        if one != two
    )
    return bool(sisters) and max(alike, default=0.0) <= LITTLE


def _words(provision: Provision) -> WordRun:
    return tuple(word.lower() for word in WORD.findall(f"{provision.text} {provision.tail}"))


def repeated_footnotes(laws: Collation) -> Iterator[Finding]:
    """Every two footnotes that are alike where those of the sister are not.

    They are one footnote translated twice, one of them in the place of another.
    """
    for edition in laws.editions:
        notes = [t for t in laws.texts_of(edition.id) if _is_long_footnote(laws, t)]
        sisters = laws.sisters(edition.id)
        for one, other in combinations(notes, 2):
            if _shared(laws, one, other) >= ALIKE:
                apart = any(_are_apart(laws, one, other, sister.id) for sister in sisters)
                heard = (*sisters, *laws.others(edition.id))
                if apart and not any(_are_alike(laws, one, other, e.id) for e in heard):
                    yield laws.finding(
                        other,
                        "repeated-footnote",
                        printed=laws.excerpt(other),
                        witnesses=[laws.quote(one)],
                        place=place(one),
                    )


def _is_long_footnote(laws: Collation, text: Text) -> bool:
    return laws.provision(text).kind == "footnote" and len(laws.stems(text)) >= LONG


def _shared(laws: Collation, one: Text, other: Text) -> float:
    """Which part of the words of both texts of an edition, by rarity, both have."""
    ours, theirs = laws.stems(one), laws.stems(other)
    union = laws.weight(one.edition, ours | theirs)
    return laws.weight(one.edition, ours & theirs) / union if union else 0.0


def _are_apart(laws: Collation, one: Text, other: Text, edition: str) -> bool:
    """Whether another edition has counterparts of both, each of them one of its own."""
    ones, others = (_counterparts(laws, note, edition) for note in (one, other))
    return bool(ones and others) and not set(ones) & set(others)


def _counterparts(laws: Collation, footnote: Text, edition: str) -> tuple[Text, ...]:
    """A footnote's partners in another edition, or else the footnotes called at the same place."""
    bearer = Text(footnote.edition, laws.provision(footnote).bearers[0])
    there = (Text(edition, key) for key in laws.translate(bearer, edition))
    called = (Text(edition, n) for t in there if t in laws for n in laws.provision(t).footnotes)
    return laws.partners(footnote, edition) or tuple(called)


def _are_alike(laws: Collation, one: Text, other: Text, edition: str) -> bool:
    """Whether the partners in another edition are somewhat alike too."""
    return any(
        _shared(laws, a, b) >= ALIKE / 2
        for a in _counterparts(laws, one, edition)
        for b in _counterparts(laws, other, edition)
    )


def phrases(words: WordRun, length: int) -> Iterator[WordRun]:
    """Every phrase of that many words, from left to right."""
    return (words[at : at + length] for at in range(len(words) - length + 1))


def repeat(words: WordRun, length: int) -> WordRun:
    """The first phrase of at least that length that comes again without overlapping.

    >>> repeat(("a", "b", "c", "x", "a", "b", "c"), 2)
    ('a', 'b', 'c')
    """
    first: dict[WordRun, int] = {}
    for at, phrase in enumerate(phrases(words, length)):
        start = first.setdefault(phrase, at)
        if at - start >= length:
            while at + length < len(words) and words[start + length] == words[at + length]:
                length += 1
            return words[start : start + min(length, at - start)]
    return ()


def stutter(words: WordRun, least: int, most: int) -> WordRun:
    """The first phrase that follows itself at once.

    >>> stutter(("x", "a", "b", "a", "b"), 2, 8)
    ('a', 'b')
    """
    for at in range(len(words)):
        for length in range(least, min(most, (len(words) - at) // 2) + 1):
            if words[at : at + length] == words[at + length : at + 2 * length]:
                return words[at : at + length]
    return ()


def shared(first: WordRun, second: WordRun, length: int) -> float:
    """Which part of the second's words stand in phrases that the first has too, from 0 to 1.

    >>> shared(("a", "b", "c"), ("a", "b", "x", "y"), 2)
    0.5
    """
    known = set(phrases(first, length))
    covered: set[int] = set()
    for at, phrase in enumerate(phrases(second, length)):
        if phrase in known:
            covered.update(range(at, at + length))
    return len(covered) / max(len(second), 1)


def overlap(first: WordRun, second: WordRun) -> float:
    """Which part of the words of both, each counted once, both have.

    >>> overlap(("a", "b", "a"), ("b", "c"))
    0.3333333333333333
    """
    return len({*first} & {*second}) / max(len({*first} | {*second}), 1)


def common(first: WordRun, second: WordRun, length: int) -> WordRun:
    """The longest run of the second's words whose phrases of that length the first has too."""
    known = set(phrases(first, length))
    longest: WordRun = ()
    start: int | None = None
    for at in range(len(second) - length + 2):
        if second[at : at + length] in known and at + length <= len(second):
            start = at if start is None else start
        elif start is not None:
            run = second[start : at + length - 1]
            longest = max(longest, run, key=len)
            start = None
    return longest


CHECKS = (doubled_words, repeated_texts, repeated_footnotes)
