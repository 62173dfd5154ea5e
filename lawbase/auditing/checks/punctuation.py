"""Brackets without their other half or with nothing in them, doubled marks, broken sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawbase.auditing.collation import Collation
from lawbase.auditing.wording import plain
from lawbase.model import Finding, Provision, Text

PAIRS = {")": "(", "]": "["}
LABEL = re.compile(r"(?:(?<=^)|(?<=\s))(?:[a-z]|[ivx]+|\d{1,2})\)")
NOTHING = re.compile(r"\S*\s*(?:\(\s*\)|\[\s*\])")
DOUBLED = re.compile(r"(\S*?)(,\s?[.,;:]|[.;:]\s?,|\.\.(?!\.)|;\s?[.;:]|:\s?[.;:])")


def brackets(laws: Collation) -> Iterator[Finding]:
    """The first bracket of a text without its other half."""
    for text, _ in laws.texts():
        bracket = _unpaired(plain(laws, text))
        if bracket:
            yield laws.finding(text, "unpaired-bracket", "info", 0.85, printed=bracket)


def _unpaired(said: str) -> str:
    """The first bracket without its other half; the bracket of a label ``a)`` needs none."""
    labels = {found.end() - 1 for found in LABEL.finditer(said)}
    opened: list[str] = []
    for place, bracket in enumerate(said):
        if bracket in PAIRS.values():
            opened.append(bracket)
        elif bracket in PAIRS:
            paired = bool(opened) and opened.pop() == PAIRS[bracket]
            if not paired and place not in labels:
                return bracket
    return opened[-1] if opened else ""


def empty_brackets(laws: Collation) -> Iterator[Finding]:
    """What stood between the brackets, a sign perhaps, got lost; told once a text."""
    for text, provision in laws.texts():
        found = [" ".join(each.split()) for each in NOTHING.findall(provision.text)]
        if found:
            yield laws.finding(
                text, "empty-brackets", "warning", 0.9, printed=", ".join(found), count=len(found)
            )


def doubled_marks(laws: Collation) -> Iterator[Finding]:
    """Two marks that follow each other, but for the full stop of an abbreviation."""
    for text, _ in laws.texts():
        abbreviations = laws.profile(text.edition).sentences.abbreviations
        for found in DOUBLED.finditer(plain(laws, text)):
            word = found[1].lstrip('([„“"')
            if word and not word[-1].isdigit() and f"{word}.".lower() not in abbreviations:
                yield laws.finding(text, "doubled-punctuation", "info", 0.9, printed=found[0])


def unfinished_sentences(laws: Collation) -> Iterator[Finding]:
    """Every text that ends with a comma and that nothing goes on with."""
    for text, provision in laws.texts():
        if provision.text.rstrip().endswith((",", ";")) and _is_last(laws, provision):
            printed = " ".join(provision.text.split()[-4:])
            yield laws.finding(text, "unfinished-sentence", "warning", 0.85, printed=printed)


def _is_last(laws: Collation, provision: Provision) -> bool:
    """Whether nothing can go on with the sentence: a child, a tail, a sibling without a heading."""
    if provision.children or provision.parent is None:
        return not provision.children
    parent = laws.provision(Text(provision.edition, provision.parent))
    if provision.key not in parent.children:
        return not parent.tail and not parent.children
    after = parent.children[parent.children.index(provision.key) + 1 :]
    if after:
        return bool(laws.provision(Text(provision.edition, after[0])).heading)
    return not parent.tail


CHECKS = (brackets, empty_brackets, doubled_marks, unfinished_sentences)
