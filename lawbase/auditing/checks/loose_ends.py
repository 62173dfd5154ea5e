"""Brackets without their other half or with nothing in them, doubled marks, broken sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.wording import plain
from lawbase.model import Finding, Provision, Text

BRACKET = "unpaired-bracket"
PUNCTUATION = "doubled-punctuation"
UNFINISHED = "unfinished-sentence"
EMPTY = "empty-brackets"
NAMES = (BRACKET, PUNCTUATION, UNFINISHED, EMPTY)

PAIRS = {")": "(", "]": "["}
LABEL = re.compile(r"(?:(?<=^)|(?<=\s))(?:[a-z]|[ivx]+|\d{1,2})\)")
NOTHING = re.compile(r"\S*\s*(?:\(\s*\)|\[\s*\])")
DOUBLED = re.compile(r"(\S*?)(,\s?[.,;:]|[.;:]\s?,|\.\.(?!\.)|;\s?[.;:]|:\s?[.;:])")


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every loose end of the punctuation."""
    for text, provision in evidence.texts():
        said = plain(evidence, text)
        yield from _brackets(text, said)
        yield from _punctuation(evidence, text, said)
        yield from _empty(text, provision)
        if provision.text.rstrip().endswith((",", ";")) and _is_last(evidence, provision):
            yield finding(
                text,
                UNFINISHED,
                "warning",
                0.85,
                "The text ends with a comma, and nothing follows.",
                printed=" ".join(provision.text.split()[-4:]),
            )


def _brackets(text: Text, said: str) -> Iterator[Finding]:
    """The first bracket without its other half; the bracket of a label ``a)`` needs none."""
    labels = {found.end() - 1 for found in LABEL.finditer(said)}
    opened: list[str] = []
    for place, bracket in enumerate(said):
        if bracket in PAIRS.values():
            opened.append(bracket)
        elif bracket in PAIRS:
            paired = bool(opened) and opened.pop() == PAIRS[bracket]
            if not paired and place not in labels:
                yield _unpaired(text, bracket)
                return
    if opened:
        yield _unpaired(text, opened[-1])


def _unpaired(text: Text, bracket: str) -> Finding:
    return finding(
        text,
        BRACKET,
        "info",
        0.85,
        f"The bracket “{bracket}” has no other half.",
        printed=bracket,
    )


def _punctuation(evidence: Evidence, text: Text, said: str) -> Iterator[Finding]:
    abbreviations = evidence.profile(text.edition).sentences.abbreviations
    for found in DOUBLED.finditer(said):
        word = found[1].lstrip('([„“"')
        if f"{word}.".lower() in abbreviations or not word or word[-1].isdigit():
            continue
        yield finding(
            text,
            PUNCTUATION,
            "info",
            0.9,
            f"Two marks follow each other: “{found[0]}”.",
            printed=found[0],
        )


def _empty(text: Text, provision: Provision) -> Iterator[Finding]:
    """What stood between the brackets, a sign perhaps, got lost; told once a text."""
    found = NOTHING.findall(provision.text)
    if found:
        yield finding(
            text,
            EMPTY,
            "warning",
            0.9,
            f"Nothing stands between the brackets ({len(found)} times in this text).",
            printed=", ".join(" ".join(each.split()) for each in found),
        )


def _is_last(evidence: Evidence, provision: Provision) -> bool:
    """Whether nothing can go on with the sentence: a child, a tail, a sibling without a heading."""
    if provision.children or provision.parent is None:
        return not provision.children
    parent = evidence.provision(Text(provision.edition, provision.parent))
    if provision.key not in parent.children:
        return not parent.tail and not parent.children
    after = parent.children[parent.children.index(provision.key) + 1 :]
    if after:
        return bool(evidence.provision(Text(provision.edition, after[0])).heading)
    return not parent.tail
