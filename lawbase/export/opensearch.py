"""OpenSearch: the documents with our finished tokens, and the body of the index for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lawbase.export.tokens import TokenDocument, token_index
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Language
from lawbase.profile import LanguageProfile
from lawbase.storage import replacing_folder, write_inside

INDEX = "lawbase"
TOKENS = "finished_tokens"
Json = dict[str, Any]
KEYWORD: Json = {"type": "keyword"}


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the folder ``output``: ``index.json`` to make the index with, and
    ``documents.ndjson`` for its bulk interface, a document a provision."""
    spoken = dict.fromkeys(edition.language for edition in kb.editions)
    body = index_body({language: kb.languages[language] for language in spoken})
    with replacing_folder(output) as folder:
        text = json.dumps(body, ensure_ascii=False, indent=2) + "\n"
        write_inside(folder, "index.json", text.encode())
        lines = (json.dumps(line, ensure_ascii=False) for line in bulk(kb))
        text = "".join(f"{line}\n" for line in lines)
        write_inside(folder, "documents.ndjson", text.encode())


def index_body(languages: dict[Language, LanguageProfile]) -> Json:
    """Settings and mappings: our tokens are split at blanks and left as they are, and the text in
    each language goes through what OpenSearch itself has for that language."""
    analyzers: Json = {TOKENS: {"type": "custom", "tokenizer": "whitespace"}}
    filters: Json = {}
    for language, profile in languages.items():
        if names := profile.opensearch.filters:
            own = {"snowball": f"snowball_{language}"}
            chain = [own.get(name, name) for name in names]
            analyzers[language] = {"type": "custom", "tokenizer": "standard", "filter": chain}
        if stemmed := profile.opensearch.snowball:
            filters[f"snowball_{language}"] = {"type": "snowball", "language": stemmed}
    similarity = {"default": {"type": "BM25", "k1": 1.2, "b": 0.75}}
    analysis = {"analyzer": analyzers, "filter": filters}
    return {
        "settings": {"index": {"similarity": similarity}, "analysis": analysis},
        "mappings": {"dynamic": "strict", "properties": _properties(languages)},
    }


def bulk(kb: KnowledgeBase) -> Iterator[Json]:
    """The lines of the bulk interface: what to do, then the document, for every provision."""
    for document in token_index(kb).documents:
        edition, key = document.place
        yield {"index": {"_index": INDEX, "_id": f"{edition}/{key}"}}
        yield _document(kb, document)


def _properties(languages: dict[Language, LanguageProfile]) -> Json:
    texts = {
        language: {
            "type": "text",
            "analyzer": language if profile.opensearch.filters else profile.opensearch.analyzer,
        }
        for language, profile in languages.items()
    }
    keywords = ("edition", "key", "language", "kind", "citation", "parent", "thread")
    return {
        **dict.fromkeys(keywords, KEYWORD),
        "year": {"type": "integer"},
        "in_force": {"type": "boolean"},
        "superseded_by": {"type": "integer"},
        "cites": KEYWORD,
        "concepts": KEYWORD,
        "heading": {"properties": texts},
        "text": {"properties": texts},
        "heading_tokens": {"type": "text", "analyzer": TOKENS},
        "tokens": {"type": "text", "analyzer": TOKENS},
    }


def _document(kb: KnowledgeBase, document: TokenDocument) -> Json:
    edition, key = kb.edition(document.place[0]), document.place[1]
    provision = kb.provision(edition.id, key)
    assert provision is not None
    thread, version = kb.thread(edition.id, key), kb.version(edition.id)
    cited = (r.to for r in kb.references_from(edition.id, key) if r.to and r.status == "ok")
    return {
        "edition": edition.id,
        "key": key,
        "language": edition.language,
        "year": edition.year,
        "in_force": kb.in_force(edition.id) if version else None,
        "superseded_by": version.superseded_by if version else None,
        "kind": provision.kind,
        "citation": kb.cite(edition.id, key),
        "parent": provision.parent,
        "thread": thread.id if thread else None,
        "cites": list(dict.fromkeys(cited)),
        "concepts": list(dict.fromkeys(use.concept for use in kb.uses_in(edition.id, key))),
        "heading": {edition.language: provision.heading},
        "text": {edition.language: "\n".join(filter(None, (provision.text, provision.tail)))},
        "heading_tokens": " ".join(document.heading),
        "tokens": " ".join(document.body),
    }
