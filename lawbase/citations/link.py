"""All links of all editions: every citation resolved, every use of a term, every index entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawbase.address import KeyParts
from lawbase.citations.grammar import Grammar
from lawbase.citations.index_entries import link_entry, targets_of
from lawbase.citations.mentions import Mention, find_mentions
from lawbase.citations.resolving import Anchors, resolve
from lawbase.citations.terms import TermFinder
from lawbase.citations.tree import Tree
from lawbase.knowledge import KnowledgeBase
from lawbase.model import PARTS, Concept, Key, Links, Part, Provision, Reference, TermUse
from lawbase.profile import LanguageProfile
from lawbase.stemming import Stemmer


class LanguageTools:
    """What linking needs of a language, made once for all of its editions."""

    def __init__(self, profile: LanguageProfile, concepts: Sequence[Concept]):
        self.grammar = Grammar(profile)
        self.stemmer = Stemmer(profile)
        self.terms = TermFinder(concepts, profile.id, self.stemmer)


def link_editions(kb: KnowledgeBase) -> Links:
    """The links of all editions of a knowledge base that knows its texts and its glossary.

    References and uses come in the order of the editions, their provisions, and the text.
    """
    tools = {
        language: LanguageTools(kb.languages[language], kb.concepts)
        for language in dict.fromkeys(edition.language for edition in kb.editions)
    }
    references: list[Reference] = []
    uses: list[TermUse] = []
    targets: dict[str, tuple[tuple[Key, ...], ...]] = {}
    for edition in kb.editions:
        tool = tools[edition.language]
        tree = Tree(edition, tool.stemmer, kb.concepts)
        for provision in edition.provisions:
            references.extend(_references(provision, tool.grammar, tree))
            uses.extend(_uses(provision, tool.terms))
        entries = [link_entry(entry, tree) for entry in edition.index]
        references.extend(reference for found in entries for reference in found)
        if entries:
            targets[edition.id] = tuple(map(targets_of, entries))
    return Links(tuple(references), tuple(uses), targets)


def _references(provision: Provision, grammar: Grammar, tree: Tree) -> Iterator[Reference]:
    anchors = _anchors(provision)
    for part in PARTS:
        for mention in find_mentions(provision.part(part), grammar):
            yield from _resolved(mention, provision, part, anchors, tree)


def _resolved(
    mention: Mention, provision: Provision, part: Part, anchors: Anchors, tree: Tree
) -> Iterator[Reference]:
    for span, resolution in zip(mention.spans, resolve(mention, anchors, tree), strict=True):
        yield Reference(
            edition=provision.edition,
            from_key=provision.key,
            part=part,
            raw=mention.raw,
            start=mention.start,
            end=mention.end,
            to=resolution.to,
            kind=resolution.kind,
            status=resolution.status,
            candidates=resolution.candidates,
            rule=resolution.rule,
            target=span,
        )


def _anchors(provision: Provision) -> Anchors:
    """The addresses where a provision's text stands: a footnote's are those of its bearers."""
    stands = (KeyParts.of(key).address for key in provision.bearers or (provision.key,))
    return tuple(address for address in stands if address)


def _uses(provision: Provision, terms: TermFinder) -> Iterator[TermUse]:
    for part in PARTS:
        for use in terms.find(provision.part(part)):
            yield TermUse(provision.edition, provision.key, use.concept, use.start, use.end, part)
