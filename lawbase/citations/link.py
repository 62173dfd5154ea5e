"""All links of all editions: every citation resolved, every use of a term, every index entry."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal

from msgspec.structs import asdict, replace

from lawbase.address import FOOTNOTE, KeyParts
from lawbase.citations.grammar import Grammar
from lawbase.citations.mentions import find_mentions
from lawbase.citations.resolving import (
    Resolution,
    Tree,
    resolve,
    resolve_address,
    resolve_footnote,
    resolve_headword,
)
from lawbase.citations.terms import TermFinder
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    PARTS,
    Edition,
    IndexEntry,
    Key,
    Links,
    Part,
    Provision,
    Reference,
    TermUse,
)
from lawbase.parallel import spread
from lawbase.stemming import Stemmer
from lawbase.text import Span


def link_editions(kb: KnowledgeBase) -> Links:
    """The links of all editions of a knowledge base that knows its texts and its glossary.

    References and uses come in the order of the editions, their provisions, and the text.
    """
    profiles = {e.language: kb.languages[e.language] for e in kb.editions}
    grammars = {language: Grammar(profile) for language, profile in profiles.items()}
    stemmers = {language: Stemmer(profile) for language, profile in profiles.items()}
    finders = {n: TermFinder(kb.concepts, n, stemmer) for n, stemmer in stemmers.items()}

    def linked(edition: Edition) -> Links:
        language, provisions = edition.language, edition.provisions
        tree = Tree(edition, stemmers[language], kb.concepts)
        entries = [link_entry(entry, tree) for entry in edition.index]
        cited = chain.from_iterable(_references(p, grammars[language], tree) for p in provisions)
        used = chain.from_iterable(_uses(p, finders[language]) for p in provisions)
        targets = {edition.id: tuple(map(targets_of, entries))} if entries else {}
        return Links(tuple(chain(cited, *entries)), tuple(used), targets)

    every = list(spread(linked, kb.editions))
    return Links(
        tuple(chain.from_iterable(links.references for links in every)),
        tuple(chain.from_iterable(links.uses for links in every)),
        {edition: targets for links in every for edition, targets in links.index_targets.items()},
    )


def link_entry(entry: IndexEntry, tree: Tree) -> tuple[Reference, ...]:
    """A reference for each printed target of an entry of a book's own subject index."""
    resolved = (replace(_resolve(ref, entry, tree), kind="index") for ref in entry.refs)
    return tuple(
        _reference(entry, "raw", span, entry.raw, span, resolution)
        for resolution, span in zip(resolved, _spans(entry), strict=True)
    )


def targets_of(references: Iterable[Reference]) -> tuple[Key, ...]:
    """The provisions that an entry's references lead to, each once."""
    return tuple(dict.fromkeys(r.to for r in references if r.to is not None and r.status == "ok"))


def _references(provision: Provision, grammar: Grammar, tree: Tree) -> Iterator[Reference]:
    """The references of a text; a footnote stands where its bearers do."""
    stands = (KeyParts.of(key).address for key in provision.bearers or (provision.key,))
    anchors = tuple(address for address in stands if address)
    for part in PARTS:
        text = provision.part(part)
        for mention in find_mentions(text, grammar):
            whole = Span(mention.start, mention.end)
            resolved = resolve(mention, anchors, tree)
            if mention.introduced == "bare" and any(found.status != "ok" for found in resolved):
                continue
            for span, resolution in zip(mention.spans, resolved, strict=True):
                yield _reference(provision, part, whole, text, span, resolution)


def _reference(
    source: Provision | IndexEntry,
    part: Part | Literal["raw"],
    whole: Span,
    text: str,
    target: Span,
    resolution: Resolution,
) -> Reference:
    return Reference(
        edition=source.edition,
        from_key=source.key,
        part=part,
        raw=text[whole.start : whole.end],
        start=whole.start,
        end=whole.end,
        target=target,
        **asdict(resolution),
    )


def _uses(provision: Provision, terms: TermFinder) -> Iterator[TermUse]:
    for part in PARTS:
        for use in terms.find(provision.part(part)):
            yield TermUse(provision.edition, provision.key, use.concept, use.start, use.end, part)


def _resolve(ref: Key, entry: IndexEntry, tree: Tree) -> Resolution:
    if ref == "def":
        return _definition(entry, tree)
    address = KeyParts.of(ref).address
    if address is None:
        return Resolution(ref, "index", "ok" if ref in tree else "dangling", (), "named part")
    return (resolve_footnote if FOOTNOTE in ref else resolve_address)(address, tree)


def _definition(entry: IndexEntry, tree: Tree) -> Resolution:
    """The definition of the entry's own title, by itself or with its topic, else of the topic."""
    titles = [entry.topic]
    if entry.subtopic:
        titles = [entry.subtopic, f"{entry.topic} {entry.subtopic}", entry.topic]
    resolutions = [resolve_headword(title, tree) for title in titles]
    found = (resolution for resolution in resolutions if resolution.candidates)
    return next(found, resolutions[0])


def _spans(entry: IndexEntry) -> Iterator[Span]:
    """Where each reference is printed; the whole list, when it is printed in some other way."""
    title = entry.subtopic or entry.topic
    begin = len(title) if entry.raw.startswith(title) else 0
    rest = re.compile(r"\s*(?P<refs>.*\S)?").match(entry.raw, begin)
    whole = Span(*rest.span("refs")) if rest and rest["refs"] else Span(0, len(entry.raw))
    at = begin
    for ref in entry.refs:
        printed = re.compile(_spelling(ref)).search(entry.raw, at)
        at = printed.end() if printed else at
        yield Span(*printed.span()) if printed else whole


def _spelling(ref: Key) -> str:
    """How an index prints a key: ``16.B.1.a`` as ``16B1 a)``, ``def`` as some word."""
    address = KeyParts.of(ref).address
    if address is None:
        return r"[^\W\d_]+"
    labels = r"[\s.()]*".join(map(re.escape, (str(address.law), *address.steps)))
    after = r"(?:\s+[^\W\d_]+)+" if FOOTNOTE in ref else ""
    return rf"(?<!\w){labels}\)*(?!\w){after}"
