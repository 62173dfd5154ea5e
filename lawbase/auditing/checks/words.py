"""Words that are chosen otherwise than elsewhere: terms, opposites, words of command.

Translations word things in their own way, so that most of this is a hint to look, no more.
"""

import re
from collections import ChainMap
from collections.abc import Iterator

from lawbase.aligning.modality import modals
from lawbase.auditing.collation import Collation, listed_words
from lawbase.grouping import grouped
from lawbase.model import Concept, Edition, Finding, Provision, Text
from lawbase.profile import ModalStep
from lawbase.text import WORD, blanked, sentences

OFTEN = 5
"""From how many uses on a term that isn't defined is told."""
CLAUSE = 5
"""How many words of an older text, at least, tell that its wording was kept."""

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
BRACKETS = re.compile(r"\([^()]*\)")


def undefined_terms(laws: Collation) -> Iterator[Finding]:
    """Every term that other editions define and this one uses without a definition."""
    for edition in laws.editions:
        if any(provision.kind == "definition" for provision in edition.provisions):
            used = _used(laws, edition)
            for concept in laws.kb.concepts:
                yield from _undefined(laws, concept, edition, used.get(concept.id, ()))


def _undefined(
    laws: Collation, concept: Concept, edition: Edition, used: tuple[Provision, ...]
) -> Iterator[Finding]:
    """A term that isn't defined is told where it is used first.

    What a sister defines is told as a definition that is missing.
    """
    others = {e: key for e, key in concept.definitions.items() if e != edition.id}
    sisters = {sister.id for sister in laws.sisters(edition.id)}
    if len(used) < OFTEN or len(others) < 2 or sisters & others.keys():
        return
    if _defines(laws, concept, edition):
        return
    term = _name(concept, edition)
    yield laws.finding(
        used[0],
        "undefined-term",
        printed=term,
        witnesses=[laws.witness(Text(e, key), "defines") for e, key in sorted(others.items())],
        count=len(used),
    )


def _defines(laws: Collation, concept: Concept, edition: Edition) -> bool:
    """Whether an edition defines a term, by the glossary or beside another's definition of it."""
    definitions = concept.definitions.items()
    links = (link for e, key in definitions for link in laws.kb.aligned_with(e, key, edition.id))
    return edition.id in concept.definitions or any(len(link.texts) == 2 for link in links)


def _name(concept: Concept, edition: Edition) -> str:
    return next(iter(concept.words.get(edition.language, ())), concept.id)


def _used(laws: Collation, edition: Edition) -> dict[str, tuple[Provision, ...]]:
    """Where each concept is used outside of its own definition, in the order of the book."""
    own = {concept.id: concept.definitions.get(edition.id) for concept in laws.kb.concepts}
    return grouped(
        (use.concept, provision)
        for provision in edition.provisions
        for use in laws.kb.uses_in(edition.id, provision.key)
        if own.get(use.concept) != provision.key
    )


def opposites(laws: Collation) -> Iterator[Finding]:
    """Every text that takes one side only where all of its partners take the other one only."""
    sides = {text: _sides(laws, text) for text in laws.texts()}
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
                    printed=words[0],
                    witnesses=[
                        laws.witness(t, "says", words=laws.quotations(t, _words(taken)))
                        for t in laws.witnesses(text)
                        if (taken := sides[t].get(name))
                    ],
                    words=laws.quotations(text, words),
                )


def commands(laws: Collation) -> Iterator[Finding]:
    """Every sentence that neither orders nor forbids what its sister does, and another year too.

    One of them must say so strictly, since a plain present orders as well as “shall” does. What a
    text says in another sentence it says; texts whose sentences differ in number aren't compared.
    """
    known = {e.id for e in laws.editions if laws.kb.profile(e.id).audit.grades}
    given = {text: _commands(laws, text) for text in laws.texts() if text.edition in known}
    for text, own in given.items():
        partners = {e: t for e, t in laws.all_partners(text).items() if e in known}
        near = [partners.pop(s.id) for s in laws.sisters(text.edition) if s.id in partners]
        alone = all(len(t) == 1 and laws.partners(t[0], text.edition) == (text,) for t in near)
        anywhere = {command for taken in own for command in taken}
        for number, taken in enumerate(own) if near and partners and alone else ():
            alike = [
                {t: given[t][number] for t in texts if len(given[t]) == len(own)}
                for texts in (*near, *partners.values())
            ]
            for command in sorted({*COMMANDS} - anywhere):
                said = [{t: c for t, c in texts.items() if command in c} for texts in alike]
                strictly = any(f"strictly {command}" in c for texts in said for c in texts.values())
                if all(said) and strictly:
                    yield _uncommanded(laws, text, taken, dict(ChainMap(*reversed(said))), command)


def _uncommanded(
    laws: Collation, text: Provision, own: Taken, others: dict[Provision, Taken], command: str
) -> Finding:
    said = {t: laws.quotations(t, dict.fromkeys(taken[command])) for t, taken in others.items()}
    first = next(iter(said.values()))
    return laws.finding(
        text,
        "other-command",
        printed=next(iter(_words(own)), ""),
        witnesses=[laws.witness(t, "says", words=words) for t, words in said.items()],
        ordered=first if command == "ordered" else None,
        forbidden=first if command == "forbidden" else None,
    )


def _words(taken: Taken) -> list[str]:
    return list(dict.fromkeys(word for words in taken.values() for word in words))


def _sides(laws: Collation, text: Provision) -> dict[str, Taken]:
    """Which sides of each opposite a text takes."""
    words = laws.plain(text)
    return {
        name: {
            side: found
            for side, forms in zip("12", sides, strict=True)
            if (found := listed_words(words, forms))
        }
        for name, sides in laws.kb.profile(text.edition).audit.opposites.items()
    }


def _commands(laws: Collation, text: Provision) -> tuple[Taken, ...]:
    """What each sentence of a text allows, advises, orders and forbids.

    What stands in brackets is left out: it says when, or points elsewhere.
    """
    profile = laws.kb.profile(text.edition)
    words = laws.plain(text)
    words = blanked(words, ((m.start(), m.end()) for m in BRACKETS.finditer(words)))
    found = [
        modals(words[span.start : span.end], profile.audit.grades)
        for span in sentences(words, profile.sentences.abbreviations)
    ]
    return tuple(
        {
            group: taken
            for group, steps in GROUPS.items()
            if (taken := [modal.words.lower() for modal in spoken if modal.step in steps])
        }
        for spoken in found
    )


def older_wording(laws: Collation) -> Iterator[Finding]:
    """Every text that says in its older text's words what its sister no longer says.

    An editor read the sister as changed in substance, and quoted what is gone of the older text.
    """
    for read in laws.kb.aligned.contrasts:
        if read.reviewed and read.kind == "substance":
            (old,) = laws.kb.provisions(read.from_edition, [read.from_key])
            (new,) = laws.kb.provisions(read.to_edition, [read.to_key])
            for sister in laws.sisters(new.edition):
                same = sister.language == laws.kb.edition(old.edition).language
                both = {*laws.partners(old, sister.id)} & {*laws.partners(new, sister.id)}
                for text in sorted(both, key=lambda t: t.key) if same else ():
                    gone = [old.part(span.part)[span.start : span.end] for span in read.removed]
                    left = next((words for words in gone if _still_says(text, words)), "")
                    if left:
                        came = [new.part(span.part)[span.start : span.end] for span in read.added]
                        witness = laws.witness(new, "says", words=laws.quotations(new, came))
                        yield laws.finding(
                            text,
                            "older-wording",
                            printed=left,
                            witnesses=[witness] if came else [],
                            place=old,
                            newer=new,
                        )


def _still_says(text: Provision, words: str) -> bool:
    asked, there = (" ".join(WORD.findall(part.lower())) for part in (words, text.words))
    return asked.count(" ") + 1 >= CLAUSE and f" {asked} " in f" {there} "


CHECKS = (undefined_terms, opposites, commands, older_wording)
