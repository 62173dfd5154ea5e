"""Opposites and words of command on which aligned texts disagree: above and below, may and must.

Translations word things in their own way, so this is a hint to look, no more.
"""

from __future__ import annotations

from collections.abc import Iterator

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.wording import plain, said
from lawbase.model import Finding, Text

OPPOSITE = "opposite-word"
GRADE = "other-command"
NAMES = (OPPOSITE, GRADE)

Sides = dict[str, frozenset[str]]
COMMANDS = ("must", "forbidden")


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every text that takes one side only where all of its partners take the other one only."""
    sides = {text: _sides(evidence, text) for text, _ in evidence.texts()}
    grades = {text: _grades(evidence, text) for text, _ in evidence.texts()}
    for text in sides:
        partners = {
            edition.id: [Text(edition.id, key) for key in evidence.partners(text, edition.id)]
            for edition in evidence.editions
            if edition.id != text.edition
        }
        witnesses = [texts for texts in partners.values() if texts]
        if len(witnesses) > 1 and any(partners.get(e.id) for e in evidence.sisters(text.edition)):
            yield from _opposed(evidence, text, witnesses, sides)
            yield from _commanded(evidence, text, witnesses, grades)


def _opposed(
    evidence: Evidence, text: Text, witnesses: list[list[Text]], sides: dict[Text, Sides]
) -> Iterator[Finding]:
    for name, ours in sides[text].items():
        theirs = [frozenset().union(*(sides[t].get(name, ()) for t in ts)) for ts in witnesses]
        if len(ours) == 1 and all(len(side) == 1 and side != ours for side in theirs):
            yield _finding(evidence, text, witnesses, OPPOSITE, name, "an opposite of theirs")


def _commanded(
    evidence: Evidence, text: Text, witnesses: list[list[Text]], grades: dict[Text, frozenset[str]]
) -> Iterator[Finding]:
    """Where the others all order, or all forbid, and this text only allows or advises."""
    ours = grades[text]
    theirs = [frozenset().union(*(grades[t] for t in ts)) for ts in witnesses]
    for command in COMMANDS:
        if ours and command not in ours and all(said == {command} for said in theirs):
            yield _finding(evidence, text, witnesses, GRADE, command, "another word of command")


def _finding(
    evidence: Evidence,
    text: Text,
    witnesses: list[list[Text]],
    check_name: str,
    name: str,
    difference: str,
) -> Finding:
    return finding(
        text,
        check_name,
        "info",
        0.35,
        f"This text uses {difference} ({name}) than all the others.",
        printed=evidence.excerpt(text),
        evidence=[
            f"{evidence.cite(witness)}: “{evidence.excerpt(witness)}”"
            for texts in witnesses
            for witness in texts
        ],
    )


def _sides(evidence: Evidence, text: Text) -> Sides:
    """Which sides of each opposite a text takes."""
    words = plain(evidence, text)
    opposites = evidence.profile(text.edition).audit.opposites
    return {
        name: frozenset(place for place, side in zip("12", sides, strict=True) if said(words, side))
        for name, sides in opposites.items()
    }


def _grades(evidence: Evidence, text: Text) -> frozenset[str]:
    """Which commands a text gives; what forbids is no permission."""
    words = plain(evidence, text)
    grades = evidence.profile(text.edition).audit.grades
    found: set[str] = set()
    for name, forms in sorted(grades.items(), key=lambda item: -max(map(len, item[1]))):
        if said(words, forms):
            found.add(name)
    return frozenset(found)
