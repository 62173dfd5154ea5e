"""Finished tokens: the words of the texts as our own search compares and weighs them.

Another engine that is given these tokens, and adds up their weights, ranks as ours does.
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain, starmap

from msgspec import Struct

from lawbase.knowledge import EditionKey, KnowledgeBase
from lawbase.search.contents import Contents, gather_contents
from lawbase.search.documents import Document
from lawbase.search.figures import Field
from lawbase.search.tables import COMMON, Passage, finished_token
from lawbase.search.weighing import FieldTerms, Terms

Finish = Callable[[str, str], str]
"""A term of a field of the index as a token."""


class TokenDocument(Struct, frozen=True):
    """The tokens of a provision's heading and of its text, in order, and its weights by token.

    ``words`` are the words themselves, without case and diacritics.

    The weights, from 1 to 255, are of everything that helps to find it: the headings above it and
    the subject index have their share.
    """

    place: EditionKey
    heading: tuple[str, ...]
    body: tuple[str, ...]
    weights: Mapping[str, int]
    words: str


class TokenIndex(Struct, frozen=True):
    """All documents; the tokens of every word, by language and by the word without case and
    diacritics, the commonest first; how much each token says; and what an index is known by that
    understands queries for them."""

    documents: tuple[TokenDocument, ...]
    forms: Mapping[tuple[str, str], tuple[str, ...]]
    informations: Mapping[str, int]
    understanding: str


def token_index(kb: KnowledgeBase, contents: Contents | None = None) -> TokenIndex:
    """The tokens of a knowledge base, one document for every provision that search can find.

    ``contents`` are what its index is made of; they are gathered where nobody has them yet.
    """
    contents = contents or gather_contents(kb)
    words = contents.vocabulary.languages
    weighed = zip(
        contents.documents,
        contents.own,
        contents.weighed,
        contents.passages,
        strict=True,
    )
    finished = cache(finished_token)  # a token has many postings
    informations = {name: known.weights for name, known in words.items()}
    return TokenIndex(
        documents=tuple(_document(*document, finished) for document in weighed),
        forms={
            (language, form): tuple(finished_token(language, stem) for stem in stems.split())
            for language, known in words.items()
            for form, stems in known.forms.items()
        },
        informations={
            finished_token(index, term): weight
            for index, weights in (informations | {COMMON: contents.vocabulary.common}).items()
            for term, weight in weights.items()
        },
        understanding=contents.understanding,
    )


def _document(
    document: Document, fields: FieldTerms, weights: Terms, passage: Passage, finished: Finish
) -> TokenDocument:
    return TokenDocument(
        place=(document.edition, document.key),
        heading=_tokens(fields, "heading", finished),
        body=_tokens(fields, "text", finished),
        weights={
            finished(index, term): weights[index][term]
            for index in sorted(weights)
            for term in sorted(weights[index])
        },
        words=passage.words,
    )


def _tokens(fields: FieldTerms, wanted: Field, finished: Finish) -> tuple[str, ...]:
    found = (terms for (field, _), terms in fields.items() if field == wanted)
    return tuple(starmap(finished, chain.from_iterable(found)))
