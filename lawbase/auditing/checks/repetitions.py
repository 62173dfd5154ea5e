"""What one text says twice where the other texts say it once: words, sentences, footnotes."""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations

from lawbase.auditing.collation import Collation, Gravity, opening_words, overlap
from lawbase.grouping import grouped
from lawbase.model import Finding, Provision
from lawbase.text import WORD, blanked, sentences

PHRASE = 8
"""From how many words on a phrase that stands twice is told."""
MEANT = 4
"""How many words in a row the partners repeat when the repetition is meant."""
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
DOUBLED = re.compile(r"(?<!\w)([^\W\d_]{2,})\s+(\1)(?!\w)", re.IGNORECASE)
STUTTER = re.compile(r"(?<!\S)([^\W_]+(?: [^\W_]+){1,15}?) \1(?!\S)")
"""Two to sixteen words that follow themselves at once."""


def doubled_words(laws: Collation) -> Iterator[Finding]:
    """Every word that follows itself; not in a table, nor after a line in capitals.

    Where only the partners' tables are known, cells may stand side by side here too. Of a language
    that no edition speaks with, it isn't known whether it doubles words.
    """
    for text in laws.texts():
        tabled = any(partner.tables for partner in laws.witnesses(text))
        grade: Gravity | None = None if laws.is_voice(text.edition) else ("info", 0.5)
        for found in DOUBLED.finditer(_untabled(text)):
            if not found[1].isupper() and (text.tables or not tabled):
                printed = " ".join(found[0].split())
                yield laws.finding(
                    text, "doubled-word", grade=grade, printed=printed, expected=found[2]
                )


def _untabled(provision: Provision) -> str:
    return blanked(provision.text, [(table.start, table.end) for table in provision.tables], ".")


def repeated_texts(laws: Collation) -> Iterator[Finding]:
    """What stands twice in one provision, or in two provisions that say different things.

    The one is held against the provision's partners; the other is odd when the partners of the two
    have little in common.
    """
    words = {text: _words(text) for text in laws.texts()}
    again = {text: len(repeat(said, MEANT)) for text, said in words.items()}
    for text in laws.texts():
        yield from _within(laws, text, words[text], again)
    yield from _between(laws, words)


def _within(
    laws: Collation, text: Provision, words: WordRun, again: dict[Provision, int]
) -> Iterator[Finding]:
    partners = laws.witnesses(text)
    meant = max((again[partner] for partner in partners), default=0)
    twice: WordRun = ()
    if len({*phrases(words, 2)}) + 1 < len(words):  # two words are said twice
        twice = _sentence_twice(laws, text) or _stutter(text)
    if not twice and partners and not meant and again[text]:
        twice = repeat(words, PHRASE)
    if twice and meant < HALF * len(twice):
        phrase = " ".join(twice)
        yield laws.finding(
            text,
            "repeated-text",
            printed=phrase,
            witnesses=[laws.witness(partner, "says-once") for partner in partners],
            twice=phrase,
        )


def _sentence_twice(laws: Collation, text: Provision) -> WordRun:
    seen: set[WordRun] = set()
    for part in (text.text, text.tail):
        for span in sentences(part, laws.kb.profile(text.edition).sentences.abbreviations):
            said = tuple(word.lower() for word in WORD.findall(part[span.start : span.end]))
            if len(said) > 1 and said in seen:
                return said
            seen.add(said)
    return ()


def _stutter(provision: Provision) -> WordRun:
    """A phrase that follows itself inside of a sentence, outside of tables."""
    untabled = _untabled(provision)
    clauses = (
        " ".join(WORD.findall(part)) for part in BREAK.split(untabled + "." + provision.tail)
    )
    found = STUTTER.search(" . ".join(clauses).lower())
    return tuple(found[1].split()) if found else ()


def _between(laws: Collation, words: dict[Provision, WordRun]) -> Iterator[Finding]:
    """What two provisions of one edition share, told of the one whose partners say it less."""

    def much_the_same(one: Provision, two: Provision) -> bool:
        ours, theirs = words[one], words[two]
        alike = max(shared(ours, theirs, MEANT), overlap({*ours}, {*theirs}))
        return alike > LITTLE

    holders = grouped(
        ((text.edition, phrase), text)
        for text, said in words.items()
        for phrase in dict.fromkeys(phrases(said, PHRASE))
    )
    pairs = dict.fromkeys((texts[0], t) for texts in holders.values() for t in texts[1:])
    for first, second in pairs:
        same = shared(words[first], words[second], MEANT) >= MOST
        if same and _are_apart(laws, first, second, much_the_same):
            longest = SequenceMatcher(None, words[first], words[second], autojunk=False)
            _, start, length = longest.find_longest_match()
            again = " ".join(words[second][start : start + length])
            backing = [laws.similarity.backing(text, again) for text in (first, second)]
            odd, other = (first, second) if backing[0] < backing[1] else (second, first)
            yield laws.finding(
                odd,
                "repeated-text",
                grade=("warning", 0.75),
                printed=again,
                witnesses=[laws.witness(t, "says-otherwise") for t in laws.witnesses(odd)],
                place=other,
                again=again,
            )


def _words(provision: Provision) -> WordRun:
    return tuple(word.lower() for word in WORD.findall(f"{provision.text} {provision.tail}"))


def repeated_footnotes(laws: Collation) -> Iterator[Finding]:
    """Every two footnotes that are alike where those of the sister are not.

    They are one footnote translated twice, one of them in the place of another.
    """

    def somewhat_alike(one: Provision, two: Provision) -> bool:
        return _alike(laws, one, two) >= ALIKE / 2

    for edition in laws.editions:
        notes = [
            p for p in edition.provisions if p.kind == "footnote" and len(laws.stems(p)) >= LONG
        ]
        for one, other in combinations(notes, 2):
            same = _alike(laws, one, other) >= ALIKE
            if same and _are_apart(laws, one, other, somewhat_alike):
                yield laws.finding(
                    other,
                    "repeated-footnote",
                    printed=opening_words(other),
                    witnesses=[laws.quote(one)],
                    place=one,
                )


def _are_apart(
    laws: Collation,
    first: Provision,
    second: Provision,
    alike: Callable[[Provision, Provision], bool],
) -> bool:
    """Whether a sister has two texts for the two, and in no edition those two are alike.

    One text of another year may well have become two.
    """
    sisters = {sister.id for sister in laws.sisters(first.edition)}
    apart = False
    for edition in (*laws.sisters(first.edition), *laws.others(first.edition)):
        ones, twos = (_counterparts(laws, text, edition.id) for text in (first, second))
        if any(one != two and alike(one, two) for one in ones for two in twos):
            return False
        apart = apart or (edition.id in sisters and bool(ones and twos) and not {*ones} & {*twos})
    return apart


def _counterparts(laws: Collation, text: Provision, edition: str) -> Sequence[Provision]:
    """A text's partners in another edition; of a footnote without any, those of the same place."""
    partners = laws.partners(text, edition)
    if text.kind != "footnote" or partners:
        return partners
    there = laws.kb.provisions(edition, laws.translate(text.bearers[0], text.edition, edition))
    return laws.kb.provisions(edition, (note for bearer in there for note in bearer.footnotes))


def _alike(laws: Collation, one: Provision, other: Provision) -> float:
    """Which part of the words of both texts of an edition, by rarity, both have."""
    ours, theirs = laws.stems(one), laws.stems(other)
    union = laws.weight(one.edition, ours | theirs)
    return laws.weight(one.edition, ours & theirs) / union if union else 0.0


def phrases(words: WordRun, length: int) -> Iterator[WordRun]:
    """Every phrase of that many words, from left to right."""
    return zip(*(words[start:] for start in range(length)), strict=False)


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


CHECKS = (doubled_words, repeated_texts, repeated_footnotes)
