"""JSON-LD: the laws as linked data, in the words of schema.org and SKOS."""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from lawbase.address import law_of
from lawbase.export.names import text_urn, urn
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition, Provision
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
    lines = ",\n".join(json.dumps(_filled(thing), ensure_ascii=False) for thing in _things(kb))
    context = json.dumps(CONTEXT, indent=1)
    text = f'{{"@context": {context},\n"@graph": [\n{lines}\n]}}\n'
    write_file(output, text, mark='{"@id": "ldb:')


def _things(kb: KnowledgeBase) -> Iterator[Thing]:
    for thread in kb.aligned.threads:
        name = urn("thread", thread.id)
        yield {"@id": name, "@type": "Legislation", "identifier": thread.id}
    for concept in kb.concepts:
        words = {language: words for language, words in concept.words.items() if words}
        yield {
            "@id": urn("concept", concept.id),
            "@type": "Concept",
            "identifier": concept.id,
            "prefLabel": {language: found[0] for language, found in words.items()},
            "altLabel": {language: found[1:] for language, found in words.items() if found[1:]},
            "subjectOf": [text_urn(kb, *place) for place in concept.definitions.items()],
        }
    for edition in kb.editions:
        yield {
            "@id": urn("edition", edition.id),
            "@type": "Legislation",
            "identifier": edition.id,
            "name": edition.title,
            "inLanguage": edition.language,
            "datePublished": str(edition.year),
            "publisher": edition.publisher,
            "creativeWorkStatus": edition.status,
            **_force(kb, edition),
        }
        for provision in edition.provisions:
            yield _provision(kb, edition, provision)


def _provision(kb: KnowledgeBase, edition: Edition, provision: Provision) -> Thing:
    key, above = provision.key, provision.parent
    own, of = text_urn(kb, edition.id, key), partial(text_urn, kb, edition.id)
    thread = kb.thread(edition.id, key)
    references = kb.references_from(edition.id, key)
    changes = kb.changes_from(edition.id, key)
    return {
        "@id": own,
        "@type": "Legislation",
        "identifier": key,
        "legislationIdentifier": own,
        "legislationType": provision.kind,
        "alternateName": kb.cite(edition.id, key),
        "name": provision.heading,
        "text": "\n".join(filter(None, (provision.text, provision.tail))),
        "inLanguage": edition.language,
        "isPartOf": of(above) if above else urn("edition", edition.id),
        "exampleOfWork": [urn("thread", thread.id)] if thread else [],
        "basisOf": [text_urn(kb, change.to_edition, change.to_key) for change in changes],
        "citation": _each(of(r.to) for r in references if r.to and r.status == "ok"),
        "mentions": _each(urn("concept", use.concept) for use in kb.uses_in(edition.id, key)),
        "about": [urn("concept", concept.id) for concept in kb.defines(edition.id, key)],
        **_force(kb, edition, law_of(key)),
    }


def _force(kb: KnowledgeBase, edition: Edition, law: int | None = None) -> Thing:
    """The version of the Laws that a text is of, or of which its law was revised, and its force."""
    if kb.version(edition.id) is None:
        return {}
    revised = [revision.year for revision in edition.revisions if law in revision.laws]
    return {
        "legislationDateVersion": str(max(revised, default=edition.year)),
        "legislationLegalForce": FORCE[kb.in_force(edition.id)],
    }


def _each(names: Iterable[str]) -> list[str]:
    """Names, none twice."""
    return list(dict.fromkeys(names))


def _filled(thing: Thing) -> Thing:
    return {name: value for name, value in thing.items() if value not in ("", [], {})}
