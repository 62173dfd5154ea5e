"""Opposites and words of command on which aligned texts disagree: above and below, may and must.

Translations word things in their own way, so this is a hint to look, no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from lawbase.auditing.evidence import Evidence
from lawbase.auditing.reporting import finding
from lawbase.auditing.wording import plain, said
from lawbase.model import Finding, Text

OPPOSITE = "opposite-word"
GRADE = "other-command"
NAMES = (OPPOSITE, GRADE)

Taken = dict[str, list[str]]
"""The sides or the grades that a text takes, and by which words."""
Witnesses = list[tuple[Text, ...]]
"""The partners of a text, edition by edition."""
COMMANDS = ("must", "forbidden")


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every text that takes one side only where all of its partners take the other one only."""
    sides = {text: _sides(evidence, text) for text, _ in evidence.texts()}
    grades = {text: _grades(evidence, text) for text, _ in evidence.texts()}
    for text in sides:
        partners = evidence.all_partners(text)
        witnesses = list(partners.values())
        if len(witnesses) > 1 and any(e.id in partners for e in evidence.sisters(text.edition)):
            for name in sides[text]:
                taken = {t: sides[t].get(name, {}) for t in (text, *chain(*witnesses))}
                yield from _opposed(evidence, text, witnesses, taken)
            yield from _commanded(evidence, text, witnesses, grades)


def _opposed(
    evidence: Evidence, text: Text, witnesses: Witnesses, taken: dict[Text, Taken]
) -> Iterator[Finding]:
    """Where all of the others take the one side that this text doesn't."""
    ours = set(taken[text])
    theirs = [{side for t in texts for side in taken[t]} for texts in witnesses]
    if len(ours) == 1 and all(len(side) == 1 and side != ours for side in theirs):
        yield _finding(evidence, text, witnesses, taken, OPPOSITE, "the others say the opposite")


def _commanded(
    evidence: Evidence, text: Text, witnesses: Witnesses, taken: dict[Text, Taken]
) -> Iterator[Finding]:
    """Where the others all order, or all forbid, and this text only allows or advises."""
    ours = set(taken[text])
    theirs = [{grade for t in texts for grade in taken[t]} for texts in witnesses]
    for command, told in zip(COMMANDS, ("order it", "forbid it"), strict=True):
        if ours and command not in ours and all(given == {command} for given in theirs):
            yield _finding(evidence, text, witnesses, taken, GRADE, f"the others {told}")


def _finding(
    evidence: Evidence,
    text: Text,
    witnesses: Witnesses,
    taken: dict[Text, Taken],
    check_name: str,
    difference: str,
) -> Finding:
    return finding(
        text,
        check_name,
        "info",
        0.35,
        f"This text says {_quoted(taken[text])} where {difference}.",
        printed=_words(taken[text])[0],
        evidence=[
            f"{evidence.cite(witness)} says {_quoted(taken[witness])}"
            for texts in witnesses
            for witness in texts
            if taken[witness]
        ],
    )


def _words(taken: Taken) -> list[str]:
    return list(dict.fromkeys(word for words in taken.values() for word in words))


def _quoted(taken: Taken) -> str:
    return ", ".join(f"“{word}”" for word in _words(taken))


def _sides(evidence: Evidence, text: Text) -> dict[str, Taken]:
    """Which sides of each opposite a text takes."""
    words = plain(evidence, text)
    opposites = evidence.profile(text.edition).audit.opposites
    return {
        name: {
            place: found
            for place, side in zip("12", sides, strict=True)
            if (found := said(words, side))
        }
        for name, sides in opposites.items()
    }


def _grades(evidence: Evidence, text: Text) -> Taken:
    """Which commands a text gives."""
    words = plain(evidence, text)
    grades = evidence.profile(text.edition).audit.grades
    return {name: found for name, forms in grades.items() if (found := said(words, forms))}
