"""What one text says twice where the other texts say it once: words, sentences, footnotes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import log

from lawbase.auditing.collation import Collation, place
from lawbase.auditing.repeats import WordRun, common, overlap, phrases, repeat, shared, stutter
from lawbase.auditing.similarity import Similarity
from lawbase.grouping import grouped
from lawbase.model import Edition, Finding, Provision, Text
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
                    "error",
                    0.95,
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
            "error",
            0.95,
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
    similarity = Similarity(laws)
    for first, second in pairs:
        alike = shared(words[first], words[second], MEANT) >= MOST
        if alike and _is_odd(laws, first, second, words):
            again = " ".join(common(words[first], words[second], MEANT))
            odd, other = second, first
            if similarity.backing(first, again) < similarity.backing(second, again):
                odd, other = first, second
            yield laws.finding(
                odd,
                "repeated-text",
                "warning",
                0.75,
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
    alike = {edition.id: _Footnotes(laws, edition) for edition in laws.editions}
    for edition in laws.editions:
        ours = alike[edition.id]
        for one, other in combinations(ours.footnotes, 2):
            if ours.shared(one, other) >= ALIKE:
                near = [alike[sister.id] for sister in laws.sisters(edition.id)]
                far = [alike[another.id] for another in laws.others(edition.id)]
                apart = any(_are_apart(laws, one, other, theirs) for theirs in near)
                if apart and not any(_are_alike(laws, one, other, t) for t in (*near, *far)):
                    yield laws.finding(
                        other,
                        "repeated-footnote",
                        "warning",
                        0.8,
                        printed=laws.excerpt(other),
                        witnesses=[laws.quote(one)],
                        place=place(one),
                    )


class _Footnotes:
    """The longer footnotes of an edition, and how much of their words two texts share."""

    def __init__(self, laws: Collation, edition: Edition):
        self.edition = edition.id
        self._stems = laws.stems
        texts = {Text(edition.id, p.key): p for p in edition.provisions}
        holders = Counter(stem for text in texts for stem in laws.stems(text))
        self._rare = {stem: log(len(texts) / n) for stem, n in holders.items()}
        self.footnotes = [
            text
            for text, provision in texts.items()
            if provision.kind == "footnote" and len(laws.stems(text)) >= LONG
        ]

    def shared(self, one: Text, other: Text) -> float:
        """Which part of the words of both, by rarity, both have."""
        union = self._weight(self._stems(one) | self._stems(other))
        return self._weight(self._stems(one) & self._stems(other)) / union if union else 0.0

    def _weight(self, stems: frozenset[str]) -> float:
        return sum(self._rare[stem] for stem in stems)


def _are_apart(laws: Collation, one: Text, other: Text, theirs: _Footnotes) -> bool:
    """Whether another edition has counterparts of both, each of them one of its own."""
    ones = _counterparts(laws, one, theirs.edition)
    others = _counterparts(laws, other, theirs.edition)
    return bool(ones and others) and not set(ones) & set(others)


def _counterparts(laws: Collation, footnote: Text, edition: str) -> tuple[Text, ...]:
    """A footnote's partners in another edition, or else the footnotes called at the same place."""
    bearer = Text(footnote.edition, laws.provision(footnote).bearers[0])
    there = (Text(edition, key) for key in laws.translate(bearer, edition))
    called = (Text(edition, n) for t in there if t in laws for n in laws.provision(t).footnotes)
    return laws.partners(footnote, edition) or tuple(called)


def _are_alike(laws: Collation, one: Text, other: Text, theirs: _Footnotes) -> bool:
    """Whether the partners in another edition are somewhat alike too."""
    return any(
        theirs.shared(a, b) >= ALIKE / 2
        for a in _counterparts(laws, one, theirs.edition)
        for b in _counterparts(laws, other, theirs.edition)
    )


CHECKS = (doubled_words, repeated_texts, repeated_footnotes)
