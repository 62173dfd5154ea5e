"""A book's own subject index: where each of its entries leads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lawbase.address import FOOTNOTE, KeyParts
from lawbase.citations.resolving import (
    Resolution,
    resolve_address,
    resolve_footnote,
    resolve_headword,
)
from lawbase.citations.tree import Tree
from lawbase.model import IndexEntry, Key, Reference
from lawbase.text import Span


def link_entry(entry: IndexEntry, tree: Tree) -> tuple[Reference, ...]:
    """A reference for each printed target of an entry."""
    return tuple(_references(entry, tree))


def targets_of(references: Iterable[Reference]) -> tuple[Key, ...]:
    """The provisions that an entry's references lead to, each once."""
    return tuple(dict.fromkeys(r.to for r in references if r.to is not None and r.status == "ok"))


def _references(entry: IndexEntry, tree: Tree) -> Iterator[Reference]:
    for ref, span in zip(entry.refs, _spans(entry), strict=True):
        resolution = _resolve(ref, entry, tree)
        yield Reference(
            edition=entry.edition,
            from_key=entry.key,
            part="raw",
            raw=entry.raw[span.start : span.end],
            start=span.start,
            end=span.end,
            to=resolution.to,
            kind="index",
            status=resolution.status,
            candidates=resolution.candidates,
            rule=resolution.rule,
            target=span,
        )


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
    labels = r"[\s.(]*".join(map(re.escape, (str(address.law), *address.steps)))
    after = r"(?:\s+[^\W\d_]+)+" if FOOTNOTE in ref else ""
    return rf"(?<!\w){labels}\)*(?!\w){after}"
