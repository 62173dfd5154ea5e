"""OpenSearch: the documents with our finished tokens, an index for them, and how to search it.

A document's ``weights`` are those of our own index, and the search template adds and multiplies
them as our ranking does, word by word. What it leaves out: what a provision gathers from those
below it, and what the texts of a law share.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lawbase.address import law_of
from lawbase.export.tokens import TokenDocument, TokenIndex, token_index
from lawbase.grouping import grouped
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Language
from lawbase.profile import LanguageProfile
from lawbase.search.contents import Contents
from lawbase.search.figures import FIGURES, WHOLE
from lawbase.search.query import Filters
from lawbase.search.understood import Term, Understood
from lawbase.storage import replacing_folder, write_inside

INDEX = "lawbase"
TEMPLATE = (
    '{"size": {{size}}, "query": {{#toJson}}query{{/toJson}}, "collapse": {"field": "rule"}, '
    '"sort": ["_score", {"year": "desc"}], '
    '"_source": ["edition", "key", "citation", "heading", "text", "thread", "in_force"]}'
)
TOKENS = "finished_tokens"
Json = dict[str, Any]
KEYWORD: Json = {"type": "keyword"}


def export(kb: KnowledgeBase, output: Path, contents: Contents | None = None) -> None:
    """Write the folder ``output``: ``index.json`` to make the index with, ``documents.ndjson`` for
    its bulk interface, a document a provision that is no chapter, and ``template.json``, a search
    template for what ``lawbase query --for opensearch`` prints."""
    spoken = dict.fromkeys(edition.language for edition in kb.editions)
    body = index_body({language: kb.languages[language] for language in spoken})
    with replacing_folder(output) as folder:
        template = {"script": {"lang": "mustache", "source": TEMPLATE}}
        for name, given in (("index.json", body), ("template.json", template)):
            text = json.dumps(given, ensure_ascii=False, indent=2) + "\n"
            write_inside(folder, name, text.encode())
        lines = (
            json.dumps(line, ensure_ascii=False) for line in bulk(kb, token_index(kb, contents))
        )
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


def bulk(kb: KnowledgeBase, index: TokenIndex) -> Iterator[Json]:
    """The lines of the bulk interface: what to do, then the document, for every provision."""
    for document in index.documents:
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
    keywords = ("edition", "key", "language", "kind", "citation", "parent", "thread", "rule")
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
        "words": {"type": "text", "analyzer": TOKENS},
        "law": {"type": "integer"},
        "postings": KEYWORD,
        "weights": {"type": "rank_features"},
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
        "superseded_by": kb.superseded_by(edition.id),
        "kind": provision.kind,
        "citation": kb.cite(edition.id, key),
        "parent": provision.parent,
        "thread": thread.id if thread else None,
        "rule": thread.id if thread else f"{edition.id}:{key}",
        "cites": list(dict.fromkeys(cited)),
        "concepts": list(dict.fromkeys(use.concept for use in kb.uses_in(edition.id, key))),
        "heading": {edition.language: provision.heading},
        "text": {edition.language: "\n".join(filter(None, (provision.text, provision.tail)))},
        "heading_tokens": " ".join(document.heading),
        "tokens": " ".join(document.body),
        "words": document.words,
        "law": law_of(key),
        "postings": list(document.weights),
        "weights": document.weights,
    }


def search_parameters(asked: Understood, hits: int = 10) -> Json:
    """The body for ``_search/template``: a query as it was understood, in OpenSearch's terms."""
    return {"id": INDEX, "params": {"query": _query(asked), "size": hits}}


def _query(asked: Understood) -> Json:
    if asked.refused or not asked.answerable:
        return {"match_none": {}}
    limits = [{"match_phrase": {"words": phrase}} for phrase in asked.phrases]
    limits += _limits(asked.filters)
    if asked.citations:
        said = [_constant(boost, **wanted) for boost, wanted in _cited(asked)]
    elif asked.terms:
        leads = [_constant(x.gain, _id=f"{x.edition}/{x.key}") for x in asked.leads]
        said = [_worded(asked.terms), *leads]
    else:
        said = []
    return {"bool": {"should": said, "filter": limits, "minimum_should_match": min(1, len(said))}}


def _worded(terms: Sequence[Term]) -> Json:
    """What a document is about the words, times how much of them it has."""
    whole = 100 * sum(term.weight for term in terms)
    about = [
        {
            "dis_max": {
                "queries": [
                    {
                        "rank_feature": {
                            "field": f"weights.{x.token}",
                            "linear": {},
                            "boost": term.weight * x.factor / (WHOLE * whole),
                        }
                    }
                    for x in term.expansions
                ]
            }
        }
        for term in terms
        if term.expansions
    ]
    return {
        "function_score": {
            "query": {"bool": {"should": about}},
            "functions": [share for term in terms for share in _shares(term, whole)],
            "score_mode": "sum",
            "boost_mode": "multiply",
        }
    }


def _shares(term: Term, whole: int) -> Iterator[Json]:
    """The share of the query that a document has by a word: that of the word's best expansion."""
    by_factor = grouped((x.factor, x.token) for x in term.expansions)
    better: list[str] = []
    for factor, tokens in sorted(by_factor.items(), reverse=True):
        having: Json = {"filter": [{"terms": {"postings": list(tokens)}}]}
        if better:
            having["must_not"] = [{"terms": {"postings": list(better)}}]
        yield {"filter": {"bool": having}, "weight": term.weight * factor / whole}
        better += tokens


def _cited(asked: Understood) -> Iterator[tuple[float, Json]]:
    """What citations name, what stands below it and above it, each with its score."""
    figures = FIGURES.finding
    for citation in asked.citations:
        yield 1.0, {"key": citation.key}
        yield figures.below, {"parent": citation.key}
        for distance, key in enumerate(citation.above):
            yield figures.above - distance * figures.step, {"key": key}


def _limits(filters: Filters) -> list[Json]:
    named = {
        "edition": filters.editions,
        "language": filters.languages,
        "year": filters.years,
        "kind": filters.kinds,
    }
    limits: list[Json] = [{"terms": {name: list(of)}} for name, of in named.items() if of]
    if filters.laws:
        ranges = [{"range": {"law": {"gte": first, "lte": last}}} for first, last in filters.laws]
        limits.append({"bool": {"should": ranges, "minimum_should_match": 1}})
    if filters.force:
        limits.append({"term": {"in_force": True}})
    return limits


def _constant(boost: float, **wanted: str) -> Json:
    return {"constant_score": {"filter": {"term": wanted}, "boost": boost}}
