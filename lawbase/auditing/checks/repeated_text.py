"""Sentences and long phrases that one text says twice where the other texts say them once.

What stands twice in one provision is held against the provision's partners. What stands in two
provisions is odd when the partners of these two have little in common.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.repeats import Words, common, overlap, phrases, repeat, shared, stutter
from lawbase.auditing.reporting import finding
from lawbase.model import Finding, Provision, Text
from lawbase.text import WORD, sentences

REPEATED = "repeated-text"
NAMES = (REPEATED,)

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

BREAK = re.compile(r"[.!?:;“”„\"]")


def check(evidence: Evidence) -> Iterator[Finding]:
    """What stands twice in one provision, or in two provisions that say different things."""
    words = {text: _words(provision) for text, provision in evidence.texts()}
    for text, provision in evidence.texts():
        yield from _within(evidence, text, provision, words)
    yield from _between(evidence, words)


def _within(
    evidence: Evidence, text: Text, provision: Provision, words: dict[Text, Words]
) -> Iterator[Finding]:
    partners = [partner for some in evidence.all_partners(text).values() for partner in some]
    meant = max((len(repeat(words[partner], MEANT)) for partner in partners), default=0)
    twice = _sentence_twice(evidence, text, provision) or _stutter(provision)
    if not twice and partners and not meant:
        twice = repeat(words[text], PHRASE)
    if twice and meant < HALF * len(twice):
        phrase = " ".join(twice)
        yield finding(
            text,
            REPEATED,
            "error",
            0.95,
            f"This is said twice here: “{phrase}”.",
            printed=phrase,
            evidence=[f"{evidence.cite(partner)} says it once" for partner in partners],
        )


def _sentence_twice(evidence: Evidence, text: Text, provision: Provision) -> Words:
    seen: set[Words] = set()
    for part in (provision.text, provision.tail):
        for span in sentences(part, evidence.profile(text.edition).sentences.abbreviations):
            said = tuple(word.lower() for word in WORD.findall(part[span.start : span.end]))
            if len(said) >= STUTTER and said in seen:
                return said
            seen.add(said)
    return ()


def _stutter(provision: Provision) -> Words:
    """A phrase that follows itself inside of a sentence, outside of tables."""
    for clause in BREAK.split(_outside_tables(provision)):
        words = tuple(word.lower() for word in WORD.findall(clause))
        found = stutter(words, STUTTER, 2 * PHRASE)
        if found:
            return found
    return ()


def _between(evidence: Evidence, words: dict[Text, Words]) -> Iterator[Finding]:
    """What two provisions of one edition share, told of the second."""
    holders: defaultdict[tuple[str, Words], list[Text]] = defaultdict(list)
    for text, said in words.items():
        for phrase in dict.fromkeys(phrases(said, PHRASE)):
            holders[text.edition, phrase].append(text)
    pairs: dict[tuple[Text, Text], None] = {}
    for texts in holders.values():
        pairs.update(((texts[0], other), None) for other in texts[1:])
    for first, second in pairs:
        if shared(words[first], words[second], MEANT) >= MOST and _is_odd(
            evidence, first, second, words
        ):
            twice = " ".join(common(words[first], words[second], MEANT))
            yield finding(
                second,
                REPEATED,
                "warning",
                0.75,
                f"{evidence.profile(first.edition).cite(first.key)} says this already: “{twice}”.",
                printed=twice,
                evidence=[
                    f"{evidence.cite(partner)} says something of its own"
                    for some in evidence.all_partners(second).values()
                    for partner in some
                ],
            )


def _is_odd(evidence: Evidence, first: Text, second: Text, words: dict[Text, Words]) -> bool:
    """Whether a sister has partners of both, and no edition's partners are much the same text.

    One text of another year may well have become two.
    """
    ones, twos = evidence.all_partners(first), evidence.all_partners(second)
    both = ones.keys() & twos.keys()
    sisters = {sister.id for sister in evidence.sisters(first.edition)} & both
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


def _words(provision: Provision) -> Words:
    return tuple(word.lower() for word in WORD.findall(f"{provision.text} {provision.tail}"))


def _outside_tables(provision: Provision) -> str:
    said = provision.text
    for table in provision.tables:
        said = said[: table.start] + "." * (table.end - table.start) + said[table.end :]
    return f"{said} . {provision.tail}"
