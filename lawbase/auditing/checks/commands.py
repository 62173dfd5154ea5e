"""Opposites and words of command on which aligned texts disagree: above and below, may and must.

Translations word things in their own way, so this is a hint to look, no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from lawbase.auditing.collation import Collation
from lawbase.auditing.wording import plain, said
from lawbase.model import Finding, Text

Taken = dict[str, list[str]]
"""The sides or the grades that a text takes, and by which words."""
COMMANDS = ("must", "forbidden")


def opposites(laws: Collation) -> Iterator[Finding]:
    """Every text that takes one side only where all of its partners take the other one only."""
    sides = {text: _sides(laws, text) for text, _ in laws.texts()}
    for text, own in sides.items():
        partners = laws.all_partners(text)
        heard = len(partners) > 1 and any(e.id in partners for e in laws.sisters(text.edition))
        for name, ours in own.items() if heard else ():
            theirs = [
                {side for t in texts for side in sides[t].get(name, ())}
                for texts in partners.values()
            ]
            if len(ours) == 1 and all(len(side) == 1 and side != {*ours} for side in theirs):
                words = _words(ours)
                yield laws.finding(
                    text,
                    "opposite-word",
                    "info",
                    0.35,
                    printed=words[0],
                    witnesses=[
                        laws.witness(t, "says", words=laws.quotations(t, _words(taken)))
                        for t in laws.witnesses(text)
                        if (taken := sides[t].get(name))
                    ],
                    words=laws.quotations(text, words),
                )


def commands(laws: Collation) -> Iterator[Finding]:
    """Every text that neither orders nor forbids what its sister does, and another year too."""
    known = {e.id for e in laws.editions if laws.profile(e.id).audit.grades}
    grades = {text: _grades(laws, text) for text, _ in laws.texts() if text.edition in known}
    for text, given in grades.items():
        partners = {e: t for e, t in laws.all_partners(text).items() if e in known}
        near = [partners.pop(s.id) for s in laws.sisters(text.edition) if s.id in partners]
        alone = all(len(t) == 1 and laws.partners(t[0], text.edition) == (text,) for t in near)
        for command in COMMANDS if near and partners and alone else ():
            said = [
                [t for t in texts if command in grades[t]] for texts in (*near, *partners.values())
            ]
            if command not in given and all(said):
                yield _uncommanded(laws, (text, *chain(*said)), grades, command)


def _uncommanded(
    laws: Collation, texts: tuple[Text, ...], grades: dict[Text, Taken], command: str
) -> Finding:
    text, *others = texts
    said = [laws.quotations(t, dict.fromkeys(grades[t][command])) for t in others]
    return laws.finding(
        text,
        "other-command",
        "info",
        0.5,
        printed=next(iter(_words(grades[text])), ""),
        witnesses=[
            laws.witness(t, "says", words=words) for t, words in zip(others, said, strict=True)
        ],
        ordered=said[0] if command == "must" else None,
        forbidden=said[0] if command == "forbidden" else None,
    )


def _words(taken: Taken) -> list[str]:
    return list(dict.fromkeys(word for words in taken.values() for word in words))


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
