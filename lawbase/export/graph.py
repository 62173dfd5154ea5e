"""The whole knowledge base as nodes and edges, for the formats that are graphs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from lawbase.export.names import (
    concept_urn,
    edition_urn,
    iri_safe,
    situation_urn,
    text_urn,
    thread_urn,
)
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Key, Provision, Reference


class GraphNode(Struct, frozen=True):
    """A thing in the graph.

    ``kind`` is edition, a kind of provision, topic (of a subject index), concept, thread,
    situation, or missing: a provision that is cited but isn't there. One of another edition, which
    the citation tells by its year, is ``ldb:another:<lang>:<address>``.
    """

    id: str
    kind: str
    label: str
    edition: str = ""
    key: str = ""
    language: str = ""
    year: int | None = None
    text: str = ""
    in_force: bool | None = None


class Edge(Struct, frozen=True):
    """How ``source`` has to do with ``target``.

    ``kind`` is contains, footnote, cites, may cite (a candidate of an ambiguous citation), uses (a
    concept), defines, text of (a thread), aligned, changed, or reads (a situation's provision).
    ``detail`` is the kind of the citation, the relation or the class of the change; ``start`` and
    ``end`` are offsets in the ``part`` of the source that says so, ``raw`` its words there;
    ``score`` is a confidence from 0 to 1.
    """

    source: str
    target: str
    kind: str
    detail: str = ""
    status: str = ""
    part: str = ""
    start: int | None = None
    end: int | None = None
    score: float | None = None
    raw: str = ""


class Graph(Struct, frozen=True):
    """Nodes with different ids, and edges between them; two nodes may have several."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[Edge, ...]


def graph(kb: KnowledgeBase) -> Graph:
    """The graph of a knowledge base, in the order of its records."""
    nodes = {node.id: node for node in _nodes(kb)}
    edges = tuple(edge for layer in LAYERS for edge in layer(kb))
    for edge in edges:
        nodes.setdefault(edge.target, GraphNode(edge.target, "missing", edge.target))
    return Graph(tuple(nodes.values()), edges)


def _nodes(kb: KnowledgeBase) -> Iterator[GraphNode]:
    for e in kb.editions:
        force = kb.in_force(e.id) if kb.version(e.id) else None
        yield GraphNode(
            edition_urn(e.id), "edition", e.title, e.id, "", e.language, e.year, in_force=force
        )
        for p in e.provisions:
            yield _provision_node(kb, p)
        for entry in e.index:
            label = " – ".join(part for part in (entry.topic, entry.subtopic) if part)
            yield GraphNode(
                _urn(kb, e.id, entry.key), "topic", label, e.id, entry.key, e.language, e.year
            )
    for concept in kb.concepts:
        preferred = next((words[0] for words in concept.words.values() if words), concept.id)
        yield GraphNode(concept_urn(concept.id), "concept", preferred, key=concept.id)
    for thread in kb.aligned.threads:
        yield GraphNode(thread_urn(thread.id), "thread", thread.id, key=thread.id)
    for situation in kb.situations:
        yield GraphNode(situation_urn(situation.id), "situation", situation.id, key=situation.id)


def _provision_node(kb: KnowledgeBase, provision: Provision) -> GraphNode:
    edition = kb.edition(provision.edition)
    return GraphNode(
        id=text_urn(edition, provision.key),
        kind=provision.kind,
        label=kb.cite(edition.id, provision.key),
        edition=edition.id,
        key=provision.key,
        language=edition.language,
        year=edition.year,
        text="\n".join(part for part in (provision.text, provision.tail) if part),
    )


def _contains(kb: KnowledgeBase) -> Iterator[Edge]:
    for edition in kb.editions:
        for p in edition.provisions:
            if p.kind == "footnote":
                for bearer in p.bearers:
                    yield Edge(
                        _urn(kb, edition.id, bearer), _urn(kb, edition.id, p.key), "footnote"
                    )
            else:
                above = _urn(kb, edition.id, p.parent) if p.parent else edition_urn(edition.id)
                yield Edge(above, _urn(kb, edition.id, p.key), "contains")
        topics = dict.fromkeys(e.key for e in edition.index)
        for key in topics:
            yield Edge(edition_urn(edition.id), _urn(kb, edition.id, key), "contains")


def _cites(kb: KnowledgeBase) -> Iterator[Edge]:
    for reference in kb.links.references:
        if reference.to is not None:
            yield _citation(kb, reference, reference.to, "cites")
        else:
            for candidate in reference.candidates:
                yield _citation(kb, reference, candidate, "may cite")


def _citation(kb: KnowledgeBase, reference: Reference, to: Key, kind: str) -> Edge:
    return Edge(
        source=_urn(kb, reference.edition, reference.from_key),
        target=_cited(kb, reference, to),
        kind=kind,
        detail=reference.kind,
        status=reference.status,
        part=reference.part,
        start=reference.start,
        end=reference.end,
        raw=reference.raw,
    )


def _cited(kb: KnowledgeBase, reference: Reference, to: Key) -> str:
    edition = kb.edition(reference.edition)
    if reference.kind == "edition":
        return f"ldb:another:{edition.language}:{iri_safe(to)}"
    return text_urn(edition, to)


def _uses(kb: KnowledgeBase) -> Iterator[Edge]:
    for use in kb.links.uses:
        source = _urn(kb, use.edition, use.key)
        provision = kb.provision(use.edition, use.key)
        raw = provision.part(use.part)[use.start : use.end] if provision else ""
        yield Edge(
            source, concept_urn(use.concept), "uses",
            part=use.part, start=use.start, end=use.end, raw=raw,
        )  # fmt: skip


def _defines(kb: KnowledgeBase) -> Iterator[Edge]:
    for concept in kb.concepts:
        for edition_id, key in concept.definitions.items():
            yield Edge(_urn(kb, edition_id, key), concept_urn(concept.id), "defines")


def _aligned(kb: KnowledgeBase) -> Iterator[Edge]:
    for thread in kb.aligned.threads:
        for text in thread.texts:
            yield Edge(_urn(kb, text.edition, text.key), thread_urn(thread.id), "text of")
    for a in kb.aligned.alignments:
        if a.from_key is not None and a.to_key is not None:
            source, target = _urn(kb, a.from_edition, a.from_key), _urn(kb, a.to_edition, a.to_key)
            yield Edge(source, target, "aligned", detail=a.relation, score=a.score)
    for c in kb.aligned.changes:
        source, target = _urn(kb, c.from_edition, c.from_key), _urn(kb, c.to_edition, c.to_key)
        yield Edge(source, target, "changed", detail=c.kind)


def _reads(kb: KnowledgeBase) -> Iterator[Edge]:
    for situation in kb.situations:
        for edition in kb.editions:
            for key in situation.provisions.get(str(edition.year), ()):
                if kb.provision(edition.id, key):
                    target = _urn(kb, edition.id, key)
                    yield Edge(situation_urn(situation.id), target, "reads")


LAYERS = (_contains, _cites, _uses, _defines, _aligned, _reads)


def _urn(kb: KnowledgeBase, edition_id: str, key: Key) -> str:
    return text_urn(kb.edition(edition_id), key)
