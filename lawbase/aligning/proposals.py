"""A first glossary for a new language: from aligned definitions, and from words learned."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from lawbase.address import KeyParts
from lawbase.aligning.headwords import with_meanings
from lawbase.aligning.units import units_of
from lawbase.citations.glossary import load_rows
from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept, Edition, Language, LexiconEntry
from lawbase.profile import read_utf8
from lawbase.stemming import Stemmer
from lawbase.storage import write_file
from lawbase.text import WORD

LEAST_WEIGHT = 0.5
"""How strong a learned correspondence must be to be proposed."""


class TermProposal(Struct, frozen=True):
    """A word for a concept, and why it is believed to be the one."""

    concept: str
    word: str
    why: str


def propose_terms(kb: KnowledgeBase, language: Language) -> tuple[TermProposal, ...]:
    """Words for the concepts that a language has none for, in the order of the glossary.

    Raises:
        LawbaseError: when the knowledge base has no edition in the language.
    """
    editions = [edition for edition in kb.law_editions if edition.language == language]
    if not editions:
        raise LawbaseError(f"no edition is in the language “{language}”; run lawbase build with it")
    forms = _base_forms(editions, Stemmer(kb.languages[language]))
    learned = {(e.source, e.word): e for e in reversed(kb.aligned.lexicon) if e.target == language}
    defined = _defined(kb, editions)
    headwords = {proposal.word for proposal in defined.values()}
    proposed: list[TermProposal] = []
    for concept in kb.concepts:
        if language in concept.words:
            continue
        if concept.id in defined:
            proposed.append(defined[concept.id])
        else:
            ways = _translated(kb, concept, learned, forms)
            proposed.extend([way for way in ways if way.word not in headwords][:1])
    return tuple(proposed)


def _base_forms(editions: list[Edition], stemmer: Stemmer) -> dict[str, str]:
    """The form of each stem that a headword has, or else that is met most often."""
    provisions = [provision for edition in editions for provision in edition.provisions]
    met: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for provision in provisions:
        for word in WORD.findall(f"{provision.heading} {provision.text}".lower()):
            met[stemmer.stem(word)][word] += 1
    commonest = {stem: forms.most_common(1)[0][0] for stem, forms in met.items()}
    names = (KeyParts.of(p.key).name for p in provisions if p.kind == "definition")
    headwords = [word for name in names for word in WORD.findall(name.lower())]
    return commonest | {stemmer.stem(word): word for word in headwords}


def _defined(kb: KnowledgeBase, editions: list[Edition]) -> dict[str, TermProposal]:
    """The headwords of definitions, by the concepts that they are believed to define."""
    own = {edition.id for edition in editions}
    units = with_meanings(kb, units_of(kb))
    believed = [
        (sure, concept, unit)
        for edition in sorted(own)
        for unit in units[edition]
        if unit.kind == "definition"
        for concept, sure in unit.concepts.items()
    ]
    proposals: dict[str, TermProposal] = {}
    for sure, concept, unit in sorted(believed, key=lambda found: found[0]):
        headword = re.sub(r"\s*\(.*\)", "", KeyParts.of(unit.key).name).lower()
        why = f"{unit.edition} defines it, and uses it where others use theirs ({sure:.2f})"
        proposals[concept] = TermProposal(concept, headword, why)
    return proposals


def _translated(
    kb: KnowledgeBase,
    concept: Concept,
    learned: dict[tuple[str, str], LexiconEntry],
    forms: dict[str, str],
) -> Iterator[TermProposal]:
    """What the first word of the concept in other languages is translated by, the surest first."""
    found: list[tuple[float, TermProposal]] = []
    for language, (word, *_) in concept.words.items():
        if language not in kb.languages or " " in word:
            continue
        entry = learned.get((language, Stemmer(kb.languages[language]).stem(word)))
        if entry and entry.weight >= LEAST_WEIGHT and entry.translation in forms:
            why = f"stands where {language} has {word} ({entry.weight:.2f})"
            proposal = TermProposal(concept.id, forms[entry.translation], why)
            found.append((entry.weight, proposal))
    yield from (proposal for _, proposal in sorted(found, key=lambda pair: -pair[0]))


def accept_term(file: Path, language: Language, proposal: TermProposal) -> None:
    """Write a word into the row of its concept, below those of the other languages.

    Raises:
        LawbaseError: when the file has no row for the concept, the language has a word for it
            already, the word is another concept's, or the disk refuses; then the file stays as it
            was.
    """
    if taken := why_taken(file, language, proposal):
        raise LawbaseError(taken, file=file)
    lines = read_utf8(file).split("\n")
    row = f'id = "{proposal.concept}"'
    if row not in lines:
        raise LawbaseError(f"has no concept “{proposal.concept}”", file=file)
    at = lines.index(row) + 1
    while at < len(lines) and re.match(r"[a-z]{2,3} = \[", lines[at]):
        at += 1
    lines.insert(at, f'{language} = ["{proposal.word}"]')
    write_file(file, "\n".join(lines), mark="[[concept]]")


def why_taken(file: Path, language: Language, proposal: TermProposal) -> str:
    """Why a glossary, as it is now, has no room for a word; empty when it has.

    One name of two concepts would make it unreadable, and so would a second list of one's words.
    """
    for row in load_rows(file, "concept"):
        concept, words = row.values.get("id"), row.values.get(language, ())
        if concept == proposal.concept and words:
            return f"“{concept}” has “{words[0]}” already"
        if concept != proposal.concept and proposal.word.lower() in map(str.lower, words):
            return f"“{proposal.word}” belongs to “{concept}” already"
    return ""
