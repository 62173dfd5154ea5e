"""Opposites and words of command on which aligned texts disagree: above and below, may and must.

Translations word things in their own way, so this is a hint to look, no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from lawbase.auditing.collation import Collation
from lawbase.auditing.wording import plain, said
from lawbase.model import Finding, Quotation, Text, Value

Taken = dict[str, list[str]]
"""The sides or the grades that a text takes, and by which words."""
COMMANDS = {"must": "ordered", "forbidden": "forbidden"}


def opposites(laws: Collation) -> Iterator[Finding]:
    """Every text that takes one side only where all of its partners take the other one only."""
    sides = {text: _sides(laws, text) for text, _ in laws.texts()}
    for text in sides:
        witnesses = _witnesses(laws, text)
        for name in sides[text] if witnesses else ():
            taken = {t: sides[t].get(name, {}) for t in (text, *chain(*witnesses))}
            ours = set(taken[text])
            theirs = [{side for t in texts for side in taken[t]} for texts in witnesses]
            if len(ours) == 1 and all(len(side) == 1 and side != ours for side in theirs):
                yield _finding(laws, text, witnesses, taken, "opposite-word", "words")


def commands(laws: Collation) -> Iterator[Finding]:
    """Where the others all order, or all forbid, and this text only allows or advises."""
    grades = {text: _grades(laws, text) for text, _ in laws.texts()}
    for text in grades:
        ours = set(grades[text])
        witnesses = _witnesses(laws, text) if ours else []
        theirs = [{grade for t in texts for grade in grades[t]} for texts in witnesses]
        for command, gap in COMMANDS.items() if witnesses else ():
            if command not in ours and all(given == {command} for given in theirs):
                yield _finding(laws, text, witnesses, grades, "other-command", gap)


def _witnesses(laws: Collation, text: Text) -> list[tuple[Text, ...]]:
    """The partners of a text, edition by edition, where a sister and another one speak."""
    partners = laws.all_partners(text)
    heard = len(partners) > 1 and any(e.id in partners for e in laws.sisters(text.edition))
    return list(partners.values()) if heard else []


def _finding(
    laws: Collation,
    text: Text,
    witnesses: list[tuple[Text, ...]],
    taken: dict[Text, Taken],
    check: str,
    gap: str,
) -> Finding:
    quoted = _quoted(laws, text, taken[text])
    return laws.finding(
        text,
        check,
        "info",
        0.35,
        printed=_words(taken[text])[0],
        witnesses=[
            laws.witness(witness, "says", words=_quoted(laws, witness, taken[witness]))
            for witness in chain(*witnesses)
            if taken[witness]
        ],
        words=quoted if gap == "words" else None,
        ordered=quoted if gap == "ordered" else None,
        forbidden=quoted if gap == "forbidden" else None,
    )


def _words(taken: Taken) -> list[str]:
    return list(dict.fromkeys(word for words in taken.values() for word in words))


def _quoted(laws: Collation, text: Text, taken: Taken) -> tuple[Value, ...]:
    language = laws.kb.edition(text.edition).language
    return tuple(Quotation(word, language) for word in _words(taken))


def _sides(laws: Collation, text: Text) -> dict[str, Taken]:
    """Which sides of each opposite a text takes."""
    words = plain(laws, text)
    return {
        name: {
            side: found
            for side, forms in zip("12", sides, strict=True)
            if (found := said(words, forms))
        }
        for name, sides in laws.profile(text.edition).audit.opposites.items()
    }


def _grades(laws: Collation, text: Text) -> Taken:
    """Which commands a text gives."""
    words = plain(laws, text)
    grades = laws.profile(text.edition).audit.grades
    return {name: found for name, forms in grades.items() if (found := said(words, forms))}


CHECKS = (opposites, commands)
