"""JSON-LD: the laws as linked data, in the words of schema.org and SKOS."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lawbase.address import law_of
from lawbase.export.names import concept_urn, edition_urn, text_urn, thread_urn
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Concept, Edition, Provision, Thread
from lawbase.storage import write_file

CONTEXT: dict[str, Any] = {
    "@version": 1.1,
    "@vocab": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "Concept": "skos:Concept",
    "prefLabel": {"@id": "skos:prefLabel", "@container": "@language"},
    "altLabel": {"@id": "skos:altLabel", "@container": ["@language", "@set"]},
    **{
        name: {"@type": "@id", "@container": "@set"}
        for name in ("about", "citation", "mentions", "exampleOfWork", "subjectOf")
    },
    "isPartOf": {"@type": "@id"},
    "legislationLegalForce": {"@type": "@vocab"},
    "basisOf": {"@reverse": "https://schema.org/isBasedOn", "@type": "@id", "@container": "@set"},
}
Thing = dict[str, Any]
FORCE = {True: "InForce", False: "NotInForce"}


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the file ``output``: editions, provisions, threads and concepts, flat.

    Editions, provisions and threads are ``Legislation``; a provision is an ``exampleOfWork`` of
    its thread, ``isBasedOn`` the one that it was changed from, and ``mentions`` concepts.
    """
    things = [*_threads(kb), *_concepts(kb)]
    for edition in kb.editions:
        things.append(_edition(kb, edition))
        things += [_provision(kb, edition, p) for p in edition.provisions]
    lines = ",\n".join(json.dumps(thing, ensure_ascii=False) for thing in things)
    context = json.dumps(CONTEXT, indent=1)
    text = f'{{"@context": {context},\n"@graph": [\n{lines}\n]}}\n'
    write_file(output, text, mark='{"@id": "ldb:')


def _threads(kb: KnowledgeBase) -> Iterator[Thing]:
    for thread in kb.aligned.threads:
        yield _thread(thread)


def _thread(thread: Thread) -> Thing:
    return {"@id": thread_urn(thread.id), "@type": "Legislation", "identifier": thread.id}


def _concepts(kb: KnowledgeBase) -> Iterator[Thing]:
    for concept in kb.concepts:
        yield _concept(kb, concept)


def _concept(kb: KnowledgeBase, concept: Concept) -> Thing:
    words = {language: words for language, words in concept.words.items() if words}
    defining = [text_urn(kb.edition(name), key) for name, key in concept.definitions.items()]
    return _filled(
        {
            "@id": concept_urn(concept.id),
            "@type": "Concept",
            "identifier": concept.id,
            "prefLabel": {language: found[0] for language, found in words.items()},
            "altLabel": {language: found[1:] for language, found in words.items() if found[1:]},
            "subjectOf": defining,
        }
    )


def _edition(kb: KnowledgeBase, edition: Edition) -> Thing:
    return _filled(
        {
            "@id": edition_urn(edition.id),
            "@type": "Legislation",
            "identifier": edition.id,
            "name": edition.title,
            "inLanguage": edition.language,
            "datePublished": str(edition.year),
            "publisher": edition.publisher,
            "creativeWorkStatus": edition.status,
            **_force(kb, edition),
        }
    )


def _provision(kb: KnowledgeBase, edition: Edition, provision: Provision) -> Thing:
    key = provision.key
    urn = text_urn(edition, key)
    thread = kb.thread(edition.id, key)
    above = text_urn(edition, provision.parent) if provision.parent else edition_urn(edition.id)
    references = kb.references_from(edition.id, key)
    cited = [text_urn(edition, r.to) for r in references if r.to and r.status == "ok"]
    used = [concept_urn(use.concept) for use in kb.uses_in(edition.id, key)]
    return _filled(
        {
            "@id": urn,
            "@type": "Legislation",
            "identifier": key,
            "legislationIdentifier": urn,
            "legislationType": provision.kind,
            "alternateName": kb.cite(edition.id, key),
            "name": provision.heading,
            "text": "\n".join(filter(None, (provision.text, provision.tail))),
            "inLanguage": edition.language,
            "isPartOf": above,
            "exampleOfWork": [thread_urn(thread.id)] if thread else [],
            "basisOf": _newer(kb, provision),
            "citation": list(dict.fromkeys(cited)),
            "mentions": list(dict.fromkeys(used)),
            "about": [concept_urn(concept.id) for concept in kb.defines(edition.id, key)],
            **_force(kb, edition, law_of(key)),
        }
    )


def _force(kb: KnowledgeBase, edition: Edition, law: int | None = None) -> Thing:
    """The version of the Laws that a text is of, or of which its law was revised, and its force."""
    if kb.version(edition.id) is None:
        return {}
    revised = [revision.year for revision in edition.revisions if law in revision.laws]
    return {
        "legislationDateVersion": str(max(revised, default=edition.year)),
        "legislationLegalForce": FORCE[kb.in_force(edition.id)],
    }


def _newer(kb: KnowledgeBase, provision: Provision) -> list[str]:
    changes = kb.changes_from(provision.edition, provision.key)
    return [text_urn(kb.edition(change.to_edition), change.to_key) for change in changes]


def _filled(thing: Thing) -> Thing:
    return {name: value for name, value in thing.items() if value not in ("", [], {})}
