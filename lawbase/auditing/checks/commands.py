"""Opposites and words of command on which aligned texts disagree: above and below, may and must.

Translations word things in their own way, so this is a hint to look, no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from lawbase.aligning.modality import modals
from lawbase.auditing.collation import Collation
from lawbase.auditing.wording import plain, said
from lawbase.model import Finding, Text
from lawbase.profile import ModalStep

Taken = dict[str, list[str]]
"""The sides that a text takes or the commands that it gives, and by which words."""
GROUPS: dict[str, frozenset[ModalStep]] = {
    "allowed": frozenset({"may"}),
    "advised": frozenset({"should", "should not"}),
    "ordered": frozenset({"shall", "must"}),
    "strictly ordered": frozenset({"must"}),
    "forbidden": frozenset({"shall not", "may not", "must not"}),
    "strictly forbidden": frozenset({"may not", "must not"}),
}
COMMANDS = ("ordered", "forbidden")


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
    """Every text that neither orders nor forbids what its sister does, and another year too.

    One of them must say so strictly, since a plain present orders as well as “shall” does.
    """
    known = {e.id for e in laws.editions if laws.profile(e.id).audit.grades}
    given = {text: _commands(laws, text) for text, _ in laws.texts() if text.edition in known}
    for text, own in given.items():
        partners = {e: t for e, t in laws.all_partners(text).items() if e in known}
        near = [partners.pop(s.id) for s in laws.sisters(text.edition) if s.id in partners]
        alone = all(len(t) == 1 and laws.partners(t[0], text.edition) == (text,) for t in near)
        for command in COMMANDS if near and partners and alone else ():
            said = [
                [t for t in texts if command in given[t]] for texts in (*near, *partners.values())
            ]
            strictly = any(f"strictly {command}" in given[t] for t in chain(*said))
            if command not in own and all(said) and strictly:
                yield _uncommanded(laws, (text, *chain(*said)), given, command)


def _uncommanded(
    laws: Collation, texts: tuple[Text, ...], given: dict[Text, Taken], command: str
) -> Finding:
    text, *others = texts
    said = [laws.quotations(t, dict.fromkeys(given[t][command])) for t in others]
    return laws.finding(
        text,
        "other-command",
        "info",
        0.5,
        printed=next(iter(_words(given[text])), ""),
        witnesses=[
            laws.witness(t, "says", words=words) for t, words in zip(others, said, strict=True)
        ],
        ordered=said[0] if command == "ordered" else None,
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


def _commands(laws: Collation, text: Text) -> Taken:
    """What a text allows, advises, orders and forbids."""
    found = modals(plain(laws, text), laws.profile(text.edition).audit.grades)
    return {
        group: words
        for group, steps in GROUPS.items()
        if (words := [modal.words.lower() for modal in found if modal.step in steps])
    }


CHECKS = (opposites, commands)
