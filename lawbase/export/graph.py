"""The whole knowledge base as nodes and edges, for the formats that are graphs."""

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from lawbase.export.names import iri_safe, text_urn, urn
from lawbase.knowledge import KnowledgeBase


class GraphNode(Struct, frozen=True):
    """A thing in the graph.

    ``kind`` is edition, a kind of provision, topic (of a subject index), concept, thread,
    situation, or missing: a provision that is cited but isn't there. One of another edition, which
    the citation names by its year, is ``ldb:another:<lang>:<address>``.
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
        own, force = (e.language, e.year), kb.in_force(e.id) if kb.version(e.id) else None
        yield GraphNode(urn("edition", e.id), "edition", e.title, e.id, "", *own, in_force=force)
        for p in e.provisions:
            name, said = kb.cite(e.id, p.key), "\n".join(filter(None, (p.text, p.tail)))
            yield GraphNode(text_urn(kb, e.id, p.key), p.kind, name, e.id, p.key, *own, said)
        for entry in e.index:
            topic = " – ".join(filter(None, (entry.topic, entry.subtopic)))
            place = text_urn(kb, e.id, entry.key)
            yield GraphNode(place, "topic", topic, e.id, entry.key, *own)
    for concept in kb.concepts:
        preferred = next((words[0] for words in concept.words.values() if words), concept.id)
        yield GraphNode(urn("concept", concept.id), "concept", preferred, key=concept.id)
    for thread in kb.aligned.threads:
        yield GraphNode(urn("thread", thread.id), "thread", thread.id, key=thread.id)
    for s in kb.situations:
        yield GraphNode(urn("situation", s.id), "situation", s.id, key=s.id)


def _contains(kb: KnowledgeBase) -> Iterator[Edge]:
    for edition in kb.editions:
        whole, of = urn("edition", edition.id), partial(text_urn, kb, edition.id)
        for p in edition.provisions:
            if p.kind == "footnote":
                yield from (Edge(of(bearer), of(p.key), "footnote") for bearer in p.bearers)
            else:
                yield Edge(of(p.parent) if p.parent else whole, of(p.key), "contains")
        for key in dict.fromkeys(entry.key for entry in edition.index):
            yield Edge(whole, of(key), "contains")


def _cites(kb: KnowledgeBase) -> Iterator[Edge]:
    for r in kb.links.references:
        for cited in r.candidates if r.to is None else (r.to,):
            yield Edge(
                source=text_urn(kb, r.edition, r.from_key),
                target=text_urn(kb, r.edition, cited)
                if r.kind != "edition"
                else f"ldb:another:{kb.edition(r.edition).language}:{iri_safe(cited)}",
                kind="may cite" if r.to is None else "cites",
                detail=r.kind,
                status=r.status,
                part=r.part,
                start=r.start,
                end=r.end,
                raw=r.raw,
            )


def _uses(kb: KnowledgeBase) -> Iterator[Edge]:
    for use in kb.links.uses:
        provision = kb.provision(use.edition, use.key)
        yield Edge(
            source=text_urn(kb, use.edition, use.key),
            target=urn("concept", use.concept),
            kind="uses",
            part=use.part,
            start=use.start,
            end=use.end,
            raw=provision.part(use.part)[use.start : use.end] if provision else "",
        )


def _defines(kb: KnowledgeBase) -> Iterator[Edge]:
    for concept in kb.concepts:
        for edition, key in concept.definitions.items():
            yield Edge(text_urn(kb, edition, key), urn("concept", concept.id), "defines")


def _aligned(kb: KnowledgeBase) -> Iterator[Edge]:
    for thread in kb.aligned.threads:
        for text in thread.texts:
            place = text_urn(kb, text.edition, text.key)
            yield Edge(place, urn("thread", thread.id), "text of")
    for a in kb.all_alignments():
        source, *targets = (text_urn(kb, text.edition, text.key) for text in a.texts)
        for target in targets:
            yield Edge(source, target, "aligned", detail=a.relation, score=a.score)
    for c in kb.aligned.changes:
        old, new = text_urn(kb, c.from_edition, c.from_key), text_urn(kb, c.to_edition, c.to_key)
        yield Edge(old, new, "changed", detail=c.kind)


def _reads(kb: KnowledgeBase) -> Iterator[Edge]:
    for situation in kb.situations:
        for edition in kb.editions:
            for key in kb.answers(situation, edition.id):
                target = text_urn(kb, edition.id, key)
                yield Edge(urn("situation", situation.id), target, "reads")


LAYERS = (_contains, _cites, _uses, _defines, _aligned, _reads)
