"""Opposites and words of command on which aligned texts disagree: above and below, may and must.

Translations word things in their own way, so this is a hint to look, no more.
"""

from __future__ import annotations

from collections.abc import Iterator

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
    grades = {text: _grades(laws, text) for text, _ in laws.texts()}
    for text, given in grades.items():
        for sister in laws.sisters(text.edition):
            near = laws.partners(text, sister.id)
            far = [t for e in laws.others(text.edition) if (t := laws.partners(text, e.id))]
            alone = len(near) == 1 and laws.partners(near[0], text.edition) == (text,)
            for command in COMMANDS if alone and far else ():
                heard = [t for texts in far for t in texts if command in grades[t]]
                agreed = all(any(command in grades[t] for t in texts) for texts in far)
                if command in grades[near[0]] and command not in given and agreed:
                    yield _uncommanded(laws, (text, near[0], *heard), grades, command)


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
